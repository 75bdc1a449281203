/** A column that a reader may hide, known by a word of its own. */
export interface Named {
  key: string
}

const keyOf = (reader: string, table: string) => `columns ${reader} ${table}`

/** The columns of a table that a reader hid in this browser. */
export function hiddenColumns(reader: string, table: string): readonly string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(keyOf(reader, table)) ?? '[]')
    return Array.isArray(saved) ? saved.filter((key) => typeof key === 'string') : []
  } catch {
    return []
  }
}

/** Remembers what a reader hides of a table; with nothing hidden it is as new. */
export function saveHiddenColumns(reader: string, table: string, hidden: readonly string[]): void {
  if (hidden.length === 0) localStorage.removeItem(keyOf(reader, table))
  else localStorage.setItem(keyOf(reader, table), JSON.stringify(hidden))
}

/** The columns to show; a reader who hid all of them sees all of them. */
export function shownColumns<C extends Named>(columns: readonly C[], hidden: readonly string[]): C[] {
  const shown = columns.filter((column) => !hidden.includes(column.key))
  return shown.length > 0 ? shown : [...columns]
}
