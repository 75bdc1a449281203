import { useEffect, useEffectEvent } from 'react'
import { keyOf } from '../../../../web/composing.ts'

/** Action of a key in an exam. */
type KeyAction = { letter: string } | 'next' | 'previous' | 'flag'

/** Action of a key pressed in an exam: letters choose, arrows move, F flags; null when it is none of ours. */
export function actionOf(key: string): KeyAction | null {
  if (key === 'ArrowRight') return 'next'
  if (key === 'ArrowLeft') return 'previous'
  if (/^f$/i.test(key)) return 'flag'
  return /^[a-h]$/i.test(key) && key.toUpperCase() !== 'F' ? { letter: key.toUpperCase() } : null
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('textarea, select, input:not([type="radio"], [type="checkbox"])'))

/** Listens to the keys of an exam, except while someone writes or a dialog is open. */
export function useKeys(onAction: (action: KeyAction) => void): void {
  const act = useEffectEvent(onAction)
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (isWriting(event.target) || document.querySelector('dialog[open]')) return
      const action = actionOf(keyOf(event))
      if (action === null) return
      // An arrow moves on; within the choices up and down still move the choice.
      event.preventDefault()
      act(action)
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
