import type { Branch } from '../../../contract/tree.ts'
import type { Category } from '../contract.ts'

/** A folder as a choice of a TreeSelect. */
interface FolderChoice {
  value: string
  title: string
  children: FolderChoice[]
}

/** Folders as choices of a TreeSelect. */
export function choicesOf(tree: readonly Branch<Category>[]): FolderChoice[] {
  return tree.map(({ id, name, children }) => ({ value: id, title: name, children: choicesOf(children) }))
}
