import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { type Db, rowOf, rowsOf } from '../../../server/db.ts'

const Fault = Type.Object({
  id: Nullable(Type.String()),
  projectId: Nullable(Type.String()),
  action: Nullable(Type.String()),
  createdAt: Nullable(Type.String()),
  lane: Type.Integer(),
  serial: Type.Integer(),
  fault: Type.String(),
})
export type Fault = Static<typeof Fault>

/** What the chains of the log tell: how much they hold, and the first rows that are not as they were written. */
export interface Verdict {
  entries: number
  chains: number
  faults: Fault[]
}

/** Recomputes every hash of the operation log; names at most 20 faults, the oldest first. */
export async function verifyLog(db: Db): Promise<Verdict> {
  const [count] = await db`
    select (select count(*) from operation_logs)::int as entries, (select count(*) from operation_lanes)::int as chains`
  const rows = await db`
    select id, project_id, action, created_at, lane, serial, fault from operation_log_faults
    order by created_at nulls last, lane, serial limit 20`
  return {
    ...rowOf(Type.Object({ entries: Type.Integer(), chains: Type.Integer() }), [count])!,
    faults: [...rowsOf(Fault, rows)],
  }
}

/** A fault in one line. */
export function sayFault({ id, action, createdAt, lane, serial, fault }: Fault): string {
  return `${fault}: chain ${lane}, place ${serial}${id ? `, row ${id}, ${action}, ${createdAt}` : ''}`
}
