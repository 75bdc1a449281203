const keyOf = (reader: string) => `density ${reader}`

/** True if a reader's lists have one line a row, as they do until this reader chooses otherwise here. */
export function isDense(reader: string): boolean {
  return localStorage.getItem(keyOf(reader)) !== 'comfortable'
}

/** Remembers how much room a reader gives to rows. */
export function saveDense(reader: string, dense: boolean): void {
  if (dense) localStorage.removeItem(keyOf(reader))
  else localStorage.setItem(keyOf(reader), 'comfortable')
}
