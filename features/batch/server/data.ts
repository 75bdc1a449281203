import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { refusalStore, type StoredRefusal } from '../../../contract/storedRefusal.ts'
import type { BatchRow } from '../../../server/batch.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { Batch, batchRefusals } from '../contract.ts'
import { resultDays } from '../rules.ts'

/** Reasons for which a batch ended before its last row. */
export const batchProblems = refusalStore({ common: commonRefusals, batch: batchRefusals })

const StoredBatch = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  operatorId: Type.String(),
  roleId: Type.String(),
  scopeUnitId: Nullable(Type.String()),
  path: Type.String(),
  inputSealed: Type.Unsafe<Buffer>(Type.Any()),
  status: Batch.properties.status,
  problem: Nullable(Type.Unsafe<StoredRefusal>({ type: 'object' })),
  total: Nullable(Type.Integer()),
  succeeded: Type.Integer(),
  proposed: Type.Integer(),
  refused: Type.Integer(),
  createdAt: Type.String(),
})
/** A batch as its row has it. */
export type StoredBatch = Static<typeof StoredBatch>

const columns = (db: Db) => db`
  b.id, b.project_id, b.operator_id, b.role_id, b.scope_unit_id, b.path, b.input_sealed, b.status, b.problem, b.total,
  b.succeeded, b.proposed, b.refused, b.created_at`

/** Condition for batches that the caller began in the role in use. */
const own = (db: Db, { accountId, projectId, roleId, unitId }: Session) => db`
  b.operator_id = ${accountId} and b.project_id = ${projectId} and b.role_id = ${roleId}
  and b.scope_unit_id is not distinct from ${unitId}`

/** A batch that runs, for the work itself; null when it does no longer. */
export async function findRunning(db: Db, id: string): Promise<StoredBatch | null> {
  return rowOf(
    StoredBatch,
    await db`select ${columns(db)} from batches b where b.id = ${id} and b.status = 'running'`,
  )
}

/** One's own batch; refuses (404) another's. */
export async function getOwn(db: Db, session: Session, id: string): Promise<StoredBatch> {
  const rows = await db`select ${columns(db)} from batches b where b.id = ${id} and ${own(db, session)}`
  return rowOf(StoredBatch, rows) ?? refuse(commonRefusals.notFound)
}

/** One's own batch, locked; refuses (404) another's. */
export async function lockOwn(db: Db, session: Session, id: string): Promise<StoredBatch> {
  const rows = await db`
    select ${columns(db)} from batches b where b.id = ${id} and ${own(db, session)} for no key update`
  return rowOf(StoredBatch, rows) ?? refuse(commonRefusals.notFound)
}

/** One's own batches of the days in which results can be read, the newest first, twenty at most. */
export async function listOwn(db: Db, session: Session): Promise<StoredBatch[]> {
  const rows = await db`
    select ${columns(db)} from batches b
    where ${own(db, session)} and b.created_at > moment() - make_interval(days => ${resultDays})
    order by b.id desc limit 20`
  return rowsOf(StoredBatch, rows)
}

/** One's own batches of the last days that failed, until the same is begun again and does not fail, too. */
export const waitingBatches = (db: Db, session: Session): Fragment => db`
  select b.id, b.created_at, null from batches b
  where ${own(db, session)} and b.status = 'failed' and b.created_at > moment() - make_interval(days => ${resultDays})
    and not exists (
      select from batches later where later.operator_id = b.operator_id and later.path = b.path
        and later.status in ('running', 'done') and later.created_at > b.created_at)`

/** Counts the running batches of an account. */
export async function countRunning(db: Db, accountId: string): Promise<number> {
  const [row] = await db`
    select count(*) as count from batches where operator_id = ${accountId} and status = 'running'`
  return row!.count as number
}

const WaitingRow = Type.Object({ id: Type.String(), revision: Type.Optional(Type.Integer()) })

/** The next rows of a batch that wait. */
export async function listWaiting(db: Db, batchId: string, rows: number): Promise<BatchRow[]> {
  const waiting = await db<{ id: string; revision: number | null }[]>`
    select row_id as id, revision from batch_rows where batch_id = ${batchId} and outcome is null
    order by row_id limit ${rows}`
  return rowsOf(
    WaitingRow,
    waiting.map(({ id, revision }) => ({ id, ...(revision === null ? {} : { revision }) })),
  )
}

const RefusedRow = Type.Object({
  id: Type.String(),
  reason: Type.Array(Type.Unsafe<StoredRefusal>({ type: 'object' })),
})

/** Rows a batch refused, with the reasons, after a row. */
export async function listRefused(
  db: Db,
  batchId: string,
  after: string | null,
  rows: number,
): Promise<Static<typeof RefusedRow>[]> {
  return rowsOf(
    RefusedRow,
    await db`
      select row_id as id, reason from batch_rows
      where batch_id = ${batchId} and outcome = 'refused' ${after ? db`and row_id > ${after}` : db``}
      order by row_id limit ${rows}`,
  )
}
