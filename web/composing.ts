import type { KeyboardEvent } from 'react'

/**
 * True if a key belongs to an input method that composes a word; in Safari the Enter that ends it comes just
 * after, with the code of such keys.
 */
export const isComposing = ({ nativeEvent }: KeyboardEvent) =>
  nativeEvent.isComposing || nativeEvent.keyCode === 229
