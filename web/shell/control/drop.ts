import { type Branch, liesBelow, treeOf } from '../../../contract/tree.ts'

/** A row of a tree, among others in the order they are shown in; null is the parent of those at the top. */
export interface TreeRow {
  id: string
  parentId: string | null
  name: string
}

/** The target of a move: the parent a row will have and the sibling it will come before, null for the last. */
export interface Move {
  id: string
  parentId: string | null
  beforeId: string | null
}

/** True if a row may be below a parent, null being the top. */
export type MayHold<Row> = (row: Row, parent: Row | null) => boolean

/** Place at which a row was dropped: as the first or the last in another, or before or after it. */
export interface Drop {
  dragged: string
  target: string
  at: 'first' | 'last' | 'before' | 'after'
}

/** The target of a drop; null for one that changes nothing, or for a place the row may not have. */
export function dropOf<Row extends TreeRow>(
  rows: readonly Row[],
  { dragged, target: targetId, at }: Drop,
  mayHold: MayHold<Row>,
): Move | null {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const [row, target] = [byId.get(dragged), byId.get(targetId)]
  if (!row || !target || liesBelow(rows, target.id, row.id)) return null
  const isInside = at === 'first' || at === 'last'
  const parentId = isInside ? target.id : target.parentId
  if (!mayHold(row, parentId === null ? null : (byId.get(parentId) ?? null))) return null
  const others = rows.filter((other) => other.parentId === parentId && other.id !== row.id)
  const next = {
    first: 0,
    last: others.length,
    before: others.indexOf(target),
    after: others.indexOf(target) + 1,
  }
  return { id: row.id, parentId, beforeId: others[next[at]]?.id ?? null }
}

/** The target of a move that brings a row back to where it is now. */
export function returnOf(rows: readonly TreeRow[], row: TreeRow): Move {
  const siblings = rows.filter(({ parentId }) => parentId === row.parentId)
  const next = siblings[siblings.findIndex(({ id }) => id === row.id) + 1]
  return { id: row.id, parentId: row.parentId, beforeId: next?.id ?? null }
}

/** One step up or down among the siblings; null at the end. */
export function stepOf(rows: readonly TreeRow[], row: TreeRow, step: -1 | 1): Move | null {
  const siblings = rows.filter((other) => other.parentId === row.parentId)
  const at = siblings.findIndex((other) => other.id === row.id)
  if (!siblings[at + step]) return null
  const next = siblings[step === -1 ? at - 1 : at + 2]
  return { id: row.id, parentId: row.parentId, beforeId: next?.id ?? null }
}

/** A parent to choose in a TreeSelect. */
export interface Place {
  value: string
  title: string
  children: Place[]
}

/** The parents a row may have, without itself and what is below it; all are below `top` where it may be at the top. */
export function placesFor<Row extends TreeRow>(
  rows: readonly Row[],
  row: Row,
  mayHold: MayHold<Row>,
  top: string,
): Place[] {
  const within = (branches: readonly Branch<Row>[]): Place[] =>
    branches
      .filter((branch) => branch.id !== row.id && mayHold(row, branch))
      .map(({ id, name, children }) => ({ value: id, title: name, children: within(children) }))
  const places = within(treeOf(rows))
  return mayHold(row, null) ? [{ value: '', title: top, children: places }] : places
}
