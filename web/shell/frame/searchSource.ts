/** Something that was found, with what can be done to it. */
export interface SearchRow {
  /** The heading it stands below. */
  group: string
  title: string
  /** Line that distinguishes it from others of its name. */
  line: string
  address: string
  /** Its number or code, to be copied. */
  copy: { label: string; text: string } | null
  /** Most usual action on it; null where the reader may not. */
  main: { label: string; address: string } | null
}

/** Command done from the search by its name. */
interface SearchCommand {
  label: string
  run: () => void
}

/** A part of a page that is found by its name. */
export interface SearchPart {
  /** The heading it stands below. */
  group: string
  title: string
  address: string
}

/** Source of what the product searches besides the menu, and the commands it offers. */
export interface SearchSource {
  /** Owner of the search: what was opened before is stored for each account. */
  owner: string
  find: (keyword: string, signal: AbortSignal) => Promise<SearchRow[]>
  commands: readonly SearchCommand[]
  /** Loads what else is found by its name: nobody searches who does not open the search. */
  loadParts: () => Promise<readonly SearchPart[]>
}
