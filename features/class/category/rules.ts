import type { CategoryNode } from './contract.ts'

/** Rows in order as a tree; a row whose parent is not among them stands at the top. */
export function treeOf(rows: readonly Omit<CategoryNode, 'children'>[]): CategoryNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as CategoryNode[] }]))
  const top: CategoryNode[] = []
  for (const node of nodes.values()) {
    const siblings = (node.parentId && nodes.get(node.parentId)?.children) || top
    siblings.push(node)
  }
  return top
}

/** Whether `id` is `ancestorId` or lies below it. */
export function liesBelow(
  rows: readonly { id: string; parentId: string | null }[],
  id: string,
  ancestorId: string,
): boolean {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  for (let at: string | null = id; at; at = parents.get(at) ?? null) if (at === ancestorId) return true
  return false
}

/** The order of siblings after one of them is put before another, or last. */
export function placed(siblings: readonly string[], id: string, beforeId: string | null): string[] {
  const others = siblings.filter((sibling) => sibling !== id)
  const at = beforeId === null ? -1 : others.indexOf(beforeId)
  return at < 0 ? [...others, id] : [...others.slice(0, at), id, ...others.slice(at)]
}
