import { type Branch, treeOf as branchesOf } from '../../contract/tree.ts'
import type { DictionaryEntry } from './contract.ts'

/** The tree of a list; an entry whose parent is not in it is at the root. */
export function treeOf<Entry extends Pick<DictionaryEntry, 'code' | 'parentCode'>>(
  entries: readonly Entry[],
): Branch<Entry & { id: string; parentId: string | null }>[] {
  return branchesOf(entries.map((entry) => ({ ...entry, id: entry.code, parentId: entry.parentCode })))
}

/**
 * The codes of all regions that contain a region, itself first: of a county its city and its province too, as GB/T 2260
 * writes them. A code of the project's own that is not of that standard is contained only in itself.
 */
export function regionsAround(code: string): string[] {
  if (!/^[1-9]\d{5}$/.test(code)) return [code]
  return [...new Set([code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`])]
}
