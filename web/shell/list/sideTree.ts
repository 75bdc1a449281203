const keyOf = (reader: string) => `tree ${reader}`

/** True if a reader folded the trees beside lists away at a desk, for the width of the lists. */
export function isFolded(reader: string): boolean {
  return localStorage.getItem(keyOf(reader)) === 'folded'
}

/** Remembers whether the trees beside lists are folded away. */
export function saveFolded(reader: string, folded: boolean): void {
  if (folded) localStorage.setItem(keyOf(reader), 'folded')
  else localStorage.removeItem(keyOf(reader))
}
