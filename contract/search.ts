import { nameKey } from './normalize.ts'

/** The two-character pieces of a text, in the form of its key: what Chinese names and titles are searched by. */
export function bigramsOf(text: string): string[] {
  const letters = [...nameKey(text)]
  if (letters.length <= 1) return letters
  return [...new Set(letters.slice(0, -1).map((letter, i) => letter + letters[i + 1]))]
}
