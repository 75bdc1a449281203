import { type Branch, treeOf as branchesOf } from '../../contract/tree.ts'
import type { DictionaryEntry } from './contract.ts'

/** The tree of a list; an entry whose parent is not in it stands at the root. */
export function treeOf<Entry extends Pick<DictionaryEntry, 'code' | 'parentCode'>>(
  entries: readonly Entry[],
): Branch<Entry & { id: string; parentId: string | null }>[] {
  return branchesOf(entries.map((entry) => ({ ...entry, id: entry.code, parentId: entry.parentCode })))
}

/** Whether a code may stand in a list: short, and of no letters that a sheet or an address would change. */
export const codePattern = '^[A-Za-z0-9_\\u4e00-\\u9fff-]{1,40}$'
