import type { DictionaryEntry, DictionaryNode } from './contract.ts'

/** The tree of a list; an entry whose parent is not in it stands at the root. */
export function treeOf(entries: readonly DictionaryEntry[]): DictionaryNode[] {
  const nodes = new Map(entries.map((entry) => [entry.code, { ...entry, children: [] as DictionaryNode[] }]))
  const roots: DictionaryNode[] = []
  for (const node of nodes.values()) {
    const parent = node.parentCode === null ? undefined : nodes.get(node.parentCode)
    ;(parent?.children ?? roots).push(node)
  }
  return roots
}
