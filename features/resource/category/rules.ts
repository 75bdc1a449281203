import type { Category, CategoryNode } from './contract.ts'

/** Levels of folders, the top one counted. */
export const deepest = 6

type Placed = Pick<Category, 'id' | 'parentId'>

/** Rows in order as a tree; a row whose parent is not among them stands at the top. */
export function treeOf(rows: readonly Category[]): CategoryNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as CategoryNode[] }]))
  const top: CategoryNode[] = []
  for (const node of nodes.values()) {
    const siblings = (node.parentId && nodes.get(node.parentId)?.children) || top
    siblings.push(node)
  }
  return top
}

/** How many levels stand from the top down to a row, itself counted; 0 for null. */
export function levelOf(rows: readonly Placed[], id: string | null): number {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  let level = 0
  for (let at = id; at; at = parents.get(at) ?? null) level++
  return level
}

/** How many levels a row and all below it take. */
export function heightOf(rows: readonly Placed[], id: string): number {
  const below = rows.filter((row) => row.parentId === id)
  return 1 + Math.max(0, ...below.map((row) => heightOf(rows, row.id)))
}

/** A row and every one below it. */
export function branchOf(rows: readonly Placed[], id: string): string[] {
  return [id, ...rows.filter((row) => row.parentId === id).flatMap((row) => branchOf(rows, row.id))]
}
