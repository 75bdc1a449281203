import type { CategoryNode } from '../contract.ts'

/** The category of an id, at any depth, or null. */
export function findCategory(nodes: readonly CategoryNode[], id: string): CategoryNode | null {
  for (const node of nodes) {
    const found = node.id === id ? node : findCategory(node.children, id)
    if (found) return found
  }
  return null
}

/** Its classes with those of everything below it: what choosing it shows. */
export function classesIn(node: CategoryNode): number {
  return node.children.reduce((sum, child) => sum + classesIn(child), node.classes)
}

/** The categories that stand beside one, itself included, in their order. */
export function siblingsOf(roots: readonly CategoryNode[], node: CategoryNode): readonly CategoryNode[] {
  if (node.parentId) return findCategory(roots, node.parentId)?.children ?? []
  return roots.filter((root) => root.classType === node.classType)
}

/** What a drag of a category asks for: the parent it will have and the sibling it will stand before, if any. */
export interface CategoryMove {
  id: string
  parentId: string | null
  beforeId: string | null
}

/** What a drop in the tree asks for; null when it asks for nothing. A target `type:…` is the top of a class type. */
export function dropOf(
  roots: readonly CategoryNode[],
  drop: { dragged: string; target: string; inside: boolean; after: boolean },
): CategoryMove | null {
  const { dragged: id, target } = drop
  if (target.startsWith('type:')) return { id, parentId: null, beforeId: null }
  const node = findCategory(roots, target)
  if (!node || node.id === id) return null
  if (drop.inside) return { id, parentId: node.id, beforeId: null }
  const others = siblingsOf(roots, node).filter((sibling) => sibling.id !== id)
  const at = others.findIndex((sibling) => sibling.id === node.id)
  return { id, parentId: node.parentId, beforeId: others[drop.after ? at + 1 : at]?.id ?? null }
}

/** One step up or down among the siblings; null at the end. */
export function stepOf(
  roots: readonly CategoryNode[],
  node: CategoryNode,
  step: -1 | 1,
): CategoryMove | null {
  const siblings = siblingsOf(roots, node)
  const at = siblings.findIndex((sibling) => sibling.id === node.id)
  const neighbour = siblings[at + step]
  if (!neighbour) return null
  const beforeId = step === -1 ? neighbour.id : (siblings[at + 2]?.id ?? null)
  return { id: node.id, parentId: node.parentId, beforeId }
}

export interface CategoryPlace {
  value: string
  title: string
  children: CategoryPlace[]
}

/** Where a category may be moved to: those of its class type and kind, without itself and what lies below it. */
export function placesFor(roots: readonly CategoryNode[], moved: CategoryNode): CategoryPlace[] {
  const within = (nodes: readonly CategoryNode[]): CategoryPlace[] =>
    nodes
      .filter((node) => node.id !== moved.id)
      .map((node) => ({ value: node.id, title: node.name, children: within(node.children) }))
  return within(roots.filter((root) => root.classType === moved.classType && root.kind === moved.kind))
}
