import type { TreeUnit } from '../contract.ts'

/** What a drag asks for: the parent a unit will have and the sibling it will stand before, if any. */
export interface UnitMove {
  unitId: string
  parentId: string | null
  beforeId: string | null
}

type Row = Pick<TreeUnit, 'id' | 'parentId'>

const siblingsOf = (rows: readonly Row[], row: Row) =>
  rows.filter((other) => other.parentId === row.parentId).map((other) => other.id)

/** What a drop in the tree asks for; null when it asks for nothing. Rows stand in the order they are shown in. */
export function dropOf(
  rows: readonly Row[],
  drop: { dragged: string; target: string; inside: boolean; after: boolean },
): UnitMove | null {
  const { dragged: unitId, target } = drop
  const row = rows.find((one) => one.id === target)
  if (!row || row.id === unitId) return null
  if (drop.inside) return { unitId, parentId: row.id, beforeId: null }
  const others = siblingsOf(rows, row).filter((id) => id !== unitId)
  const at = others.indexOf(row.id)
  return { unitId, parentId: row.parentId, beforeId: others[drop.after ? at + 1 : at] ?? null }
}

/** One step up or down among the siblings; null at the end. */
export function stepOf(rows: readonly Row[], unit: Row, step: -1 | 1): UnitMove | null {
  const siblings = siblingsOf(rows, unit)
  const at = siblings.indexOf(unit.id)
  if (siblings[at + step] === undefined) return null
  const beforeId = step === -1 ? siblings[at - 1]! : (siblings[at + 2] ?? null)
  return { unitId: unit.id, parentId: unit.parentId, beforeId }
}
