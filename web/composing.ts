import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'

/**
 * The key of an event; `Process` while an input method composes a word, whose keys are its own. In Safari the Enter that
 * ends the word comes just after, with the code of such keys.
 */
export function keyOf(event: KeyboardEvent | ReactKeyboardEvent): string {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229 ? 'Process' : event.key
}

/** A search for what is typed, of a control that reports each part of a word: it waits for the whole word. */
export function useWholeWords(search: (text: string) => void): (text: string) => void {
  const isWord = useRef(true)
  const typed = useRef('')
  const end = useEffectEvent(() => {
    isWord.current = true
    search(typed.current)
  })
  useEffect(() => {
    const begin = () => {
      isWord.current = false
    }
    const finish = () => end()
    document.addEventListener('compositionstart', begin)
    document.addEventListener('compositionend', finish)
    return () => {
      document.removeEventListener('compositionstart', begin)
      document.removeEventListener('compositionend', finish)
    }
  }, [])
  return (text) => {
    typed.current = text
    if (isWord.current) search(text)
  }
}
