import type { Tx } from '../../../server/db.ts'
import type { ImportRow } from '../contract.ts'
import type { ImportKind } from './actions.ts'
import { lockImport, type Visibility } from './data.ts'

/** Says of rows that wait to be applied what that does, where their kind says so. */
export async function withEffects(
  tx: Tx,
  kind: ImportKind,
  visibility: Visibility,
  importId: string,
  rows: readonly ImportRow[],
): Promise<ImportRow[]> {
  const waiting = rows.filter(({ state }) => state === 'good').map(({ row }) => row)
  if (!kind.effects || waiting.length === 0) return [...rows]
  const found = await lockImport(tx, visibility, importId, false)
  const effects = await kind.effects(tx, found, tx`r.row_no = any(${waiting}::int[])`)
  return rows.map((row) => {
    const effect = effects.get(row.row)
    return effect ? { ...row, effect } : row
  })
}
