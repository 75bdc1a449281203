import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

/**
 * The key of an event; `Process` while an input method composes a word, whose keys are its own. In Safari the Enter that
 * ends the word comes just after, with the code of such keys.
 */
export function keyOf(event: KeyboardEvent | ReactKeyboardEvent): string {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229 ? 'Process' : event.key
}
