import { type Static, type TObject, type TProperties, Type } from 'typebox'

/** The columns that place a row in a tree; `parentId` is null at the top. */
interface Placed {
  id: string
  parentId: string | null
}

/** A row with those right below it. */
export type Branch<Row> = Row & { children: Branch<Row>[] }

/** The schema of a branch; the name is its own among all schemas, and what the API page calls it. */
export function BranchOf<P extends TProperties>(name: string, row: TObject<P>) {
  const node = Type.Object({ ...row.properties, children: Type.Array(Type.Ref(name)) })
  return Type.Unsafe<Branch<Static<TObject<P>>>>(Type.Cyclic({ [name]: node }, name))
}

/** Rows in order as a tree; a row whose parent is not among them is at the top. */
export function treeOf<Row extends Placed>(rows: readonly Row[]): Branch<Row>[] {
  const nodes = new Map(rows.map((row): [string, Branch<Row>] => [row.id, { ...row, children: [] }]))
  const top: Branch<Row>[] = []
  for (const node of nodes.values()) {
    const siblings = (node.parentId && nodes.get(node.parentId)?.children) || top
    siblings.push(node)
  }
  return top
}

/** The rows of a tree in order, each after the one it is below. */
export function flatten<Row>(branches: readonly Branch<Row>[]): Branch<Row>[] {
  return branches.flatMap((branch) => [branch, ...flatten(branch.children)])
}

/** True if `id` is `ancestorId` or is below it. */
export function liesBelow(rows: readonly Placed[], id: string, ancestorId: string): boolean {
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

/** Counts the levels from the top down to a row, itself included; 0 for null. */
export function levelOf(rows: readonly Placed[], id: string | null): number {
  const parents = new Map(rows.map((row) => [row.id, row.parentId]))
  let level = 0
  for (let at = id; at; at = parents.get(at) ?? null) level++
  return level
}

/** Counts the levels of a row and all below it. */
export function heightOf(rows: readonly Placed[], id: string): number {
  const below = rows.filter((row) => row.parentId === id)
  return 1 + Math.max(0, ...below.map((row) => heightOf(rows, row.id)))
}

/** A row and every one below it. */
export function branchOf(rows: readonly Placed[], id: string): string[] {
  return [id, ...rows.filter((row) => row.parentId === id).flatMap((row) => branchOf(rows, row.id))]
}
