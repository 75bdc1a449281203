import type { CategoryDrag, CategoryNode } from '../contract.ts'

/** A node with the siblings it stands among and the folder it stands in. */
export interface Placed {
  node: CategoryNode
  parentId: string | null
  siblings: readonly CategoryNode[]
}

/** Where a folder stands in the tree, or null. */
export function findPlaced(
  tree: readonly CategoryNode[],
  id: string,
  parentId: string | null = null,
): Placed | null {
  for (const node of tree) {
    const found = node.id === id ? { node, parentId, siblings: tree } : findPlaced(node.children, id, node.id)
    if (found) return found
  }
  return null
}

/** What a drop asks for: onto a folder puts the dragged one last inside it, into a gap puts it there. */
export function dropOf(
  tree: readonly CategoryNode[],
  drop: { id: string; onto: string; inGap: boolean; after: boolean },
): CategoryDrag | null {
  const target = findPlaced(tree, drop.onto)
  if (!target || drop.id === drop.onto) return null
  if (!drop.inGap) return { id: drop.id, parentId: target.node.id, beforeId: null }
  const others = target.siblings.filter((sibling) => sibling.id !== drop.id)
  const at = others.indexOf(target.node) + (drop.after ? 1 : 0)
  return { id: drop.id, parentId: target.parentId, beforeId: others[at]?.id ?? null }
}

/** One step up or down among the siblings; null at the end. */
export function stepOf(tree: readonly CategoryNode[], id: string, step: -1 | 1): CategoryDrag | null {
  const placed = findPlaced(tree, id)
  if (!placed) return null
  const at = placed.siblings.indexOf(placed.node)
  const neighbour = placed.siblings[at + step]
  if (!neighbour) return null
  const beforeId = step === -1 ? neighbour.id : (placed.siblings[at + 2]?.id ?? null)
  return { id, parentId: placed.parentId, beforeId }
}

/** Folders that hold others. */
export function branchIds(tree: readonly CategoryNode[]): string[] {
  return tree.flatMap((node) => (node.children.length > 0 ? [node.id, ...branchIds(node.children)] : []))
}

/** Folders as choices of a TreeSelect; one and all below it can be left out. */
export function choicesOf(tree: readonly CategoryNode[], without?: string): FolderChoice[] {
  return tree
    .filter((node) => node.id !== without)
    .map((node) => ({ value: node.id, title: node.name, children: choicesOf(node.children, without) }))
}
export interface FolderChoice {
  value: string
  title: string
  children: FolderChoice[]
}
