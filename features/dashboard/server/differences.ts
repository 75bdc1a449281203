import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { type Db, rowsOf } from '../../../server/db.ts'

const Difference = Type.Object({
  unitId: Nullable(Type.String()),
  kind: Type.String(),
  grain: Type.String(),
  start: Type.String(),
  classType: Type.String(),
  shown: Type.Integer(),
  counted: Type.Integer(),
})

/** Counts that boards show otherwise than the rows give, at most so many; and how many counts there are. */
export async function verifyBoards(
  db: Db,
  most: number,
): Promise<{ counts: number; differences: Static<typeof Difference>[] }> {
  const [counted] = await db<{ counts: number }[]>`select count(*)::int as counts from board_shown`
  const rows = await db`
    select unit_id, kind, grain, start::text as start, class_type, shown, counted from board_differences limit ${most}`
  return { counts: counted!.counts, differences: rowsOf(Difference, rows) }
}
