import { Refusal, Refusals, refuse, respCodes } from '../../../contract/refusal.ts'
import { atOnce } from '../../../contract/selection.ts'
import type { RefusalStore, StoredRefusal } from '../../../contract/storedRefusal.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { BatchContext, BatchRow } from '../../../server/batch.ts'
import type { Db, Tx } from '../../../server/db.ts'
import { type Job, type JobHandler, LostLease } from '../../../server/jobs.ts'
import type { Session } from '../../../server/session.ts'
import { inPieces } from '../../../server/sweep.ts'
import { batchRefusals } from '../contract.ts'
import { resultDays } from '../rules.ts'
import { batchJob, Ended, failBatch, finishBatch, saveMatching, settleRows } from './actions.ts'
import { findRunning, listWaiting, type StoredBatch } from './data.ts'
import { type BatchKind, type BatchKinds, matchingRows } from './kinds.ts'
import { type BatchInput, inputOf, mayRun } from './request.ts'

/** The longest a statement may take that finds the rows of a million. */
const statementTime = '15min'

/** Rows between two looks at what the caller may do. */
const piece = 50

/** The session of an account in a role, for a unit, as it is now; null where there is none. */
export type FindSession = (
  db: Db,
  work: { accountId: string; roleId: string; unitId: string | null },
) => Promise<Session | null>

/** A batch at work. */
interface Work {
  app: AppContext
  job: Job
  kind: BatchKind
  found: StoredBatch
  input: BatchInput
  reasons: RefusalStore
  findSession: FindSession
  session: Session
  /** Rows settled so far. */
  done: number
}

const contextOf = ({ app, input, session }: Work): BatchContext => ({
  input: input.filter ? { ...input.rest, filter: input.filter } : input.rest,
  session,
  secrets: app.secrets,
  channels: app.channels,
})

/** Counts the rows: from then on the batch has these and no others. */
async function count(work: Work): Promise<void> {
  const { app, job, kind, found, input, session } = work
  const { filter, except } = input
  if (found.total !== null || filter === null) return
  found.total = await app.db.begin(async (tx) => {
    await tx`select set_config('statement_timeout', ${statementTime}, true)`
    const total = await saveMatching(
      tx,
      found,
      await matchingRows(app, tx, kind, { session, filter }),
      except,
    )
    await job.progress(tx, { done: 0, total })
    return total
  })
}

/** Those of some rows that match still; all of them where the batch has no filter. */
async function stillMatching({ app, kind, input, session }: Work, tx: Tx, ids: string[]): Promise<string[]> {
  if (input.filter === null) return ids
  const { query } = await matchingRows(app, tx, kind, { session, filter: input.filter })
  const rows = await tx<{ id: string }[]>`select m.id from (${query}) m where m.id = any(${ids}::uuid[])`
  return rows.map(({ id }) => id)
}

/**
 * Returns a row's refusals as stored. One that no batch declares is logged, and its reader told how to see
 * it.
 */
function reasonOf({ app, job, reasons }: Work, refusal: Refusal): StoredRefusal[] {
  try {
    return (refusal instanceof Refusals ? refusal.all : [refusal]).map((one) => reasons.store(one))
  } catch (error) {
    app.log.error({ err: error, job: job.id }, 'a refusal of a batch is not declared')
    return [reasons.store(new Refusal(batchRefusals.notNamed))]
  }
}

/**
 * Acts on rows in one transaction with what is saved of them: a run that was killed continues where it stopped, and
 * does no row twice. A refusal is saved in place of what it undoes; so is any other error when it comes twice, since a
 * row that always breaks would stop all after it.
 */
async function settle(
  work: Work,
  rows: readonly BatchRow[],
  act: (tx: Tx) => Promise<void>,
  isAgain = false,
): Promise<void> {
  const { app, job, found } = work
  job.signal.throwIfAborted()
  const done = work.done + rows.length
  const progress = (tx: Tx) => job.progress(tx, { done, checkpoint: done })
  try {
    await app.db.begin(async (tx) => {
      await act(tx)
      await progress(tx)
    })
  } catch (error) {
    if (error instanceof Ended || error instanceof LostLease) throw error
    const isRefusal = error instanceof Refusal
    if (!isRefusal && !isAgain) return settle(work, rows, act, true)
    const ids = rows.map(({ id }) => id)
    if (!isRefusal) app.log.error({ err: error, job: job.id, rows: ids }, 'rows of a batch failed')
    await app.db.begin(async (tx) => {
      const refusal = isRefusal ? error : new Refusal(batchRefusals.rowFailed)
      await settleRows(tx, found, ids, reasonOf(work, refusal))
      await progress(tx)
    })
  }
  work.done = done
}

/**
 * Acts on rows at once with what is saved of them, where their batch does that; gives false where it does not, and where
 * something kept one of them from it: nothing is done then.
 */
async function actOnAll(work: Work, ids: readonly string[]): Promise<boolean> {
  const { app, job, kind, found } = work
  if (!kind.actOnAll || ids.length < 2) return false
  job.signal.throwIfAborted()
  const done = work.done + ids.length
  try {
    await app.db.begin(async (tx) => {
      await kind.actOnAll!(tx, contextOf(work), ids)
      await settleRows(tx, found, ids, 'done')
      await job.progress(tx, { done, checkpoint: done })
    })
  } catch (error) {
    if (error instanceof Ended || error instanceof LostLease) throw error
    if (!(error instanceof Refusal))
      app.log.warn({ err: error, job: job.id }, 'rows of a batch failed together')
    return false
  }
  work.done = done
  return true
}

/**
 * Acts on rows that wait, one after the other where they are not acted on at once. Which of them match still is asked once
 * for all: the action itself refuses a row that changes after that into one it does not allow.
 */
async function actOn(work: Work, rows: readonly BatchRow[]): Promise<void> {
  const { app, kind, found } = work
  const ids = rows.map(({ id }) => id)
  const matching = new Set(await app.db.begin('read only', (tx) => stillMatching(work, tx, ids)))
  if (await actOnAll(work, [...matching])) rows = rows.filter(({ id }) => !matching.has(id))
  for (const row of rows) {
    await settle(work, [row], async (tx) => {
      if (!matching.has(row.id)) refuse(batchRefusals.noLongerMatches)
      const came = await kind.act(tx, contextOf(work), row)
      await settleRows(tx, found, [row.id], came === 'proposed' ? came : 'done')
    })
  }
}

/** Proposes rows that wait to a second person. */
async function propose(work: Work, rows: readonly BatchRow[]): Promise<void> {
  const { kind, found } = work
  const ids = rows.map(({ id }) => id)
  await settle(work, rows, async (tx) => {
    const matching = await stillMatching(work, tx, ids)
    const others = ids.filter((id) => !matching.includes(id))
    if (others.length > 0)
      await settleRows(tx, found, others, reasonOf(work, new Refusal(batchRefusals.noLongerMatches)))
    if (matching.length === 0) return
    await kind.second!.propose(tx, contextOf(work), matching)
    await settleRows(tx, found, matching, 'proposed')
  })
}

/** The caller of a batch as it is now, or null where the batch may not continue. */
async function sessionNow({
  app,
  found,
  kind,
  input,
  findSession,
}: Omit<Work, 'session'>): Promise<Session | null> {
  const { operatorId: accountId, roleId, scopeUnitId: unitId } = found
  const session = await findSession(app.db, { accountId, roleId, unitId })
  return session && mayRun(kind, session, input.filter !== null) ? session : null
}

async function run(
  { kinds, reasons, findSession }: { kinds: BatchKinds } & Pick<Work, 'reasons' | 'findSession'>,
  job: Job,
  app: AppContext,
): Promise<void> {
  const { batchId } = job.input as { batchId: string }
  const found = await findRunning(app.db, batchId)
  if (!found) return
  const kind = kinds.get(found.path)
  const input = inputOf(app.secrets, found)
  const stop = () => app.db.begin((tx) => failBatch(tx, batchId, new Refusal(batchRefusals.noLongerAllowed)))
  if (!kind) return stop()
  const done = found.succeeded + found.proposed + found.refused
  const begun = { app, job, kind, found, input, reasons, findSession, done }
  const session = await sessionNow(begun)
  if (!session) return stop()
  const work: Work = { ...begun, session }
  try {
    await count(work)
    const open = found.total! - found.succeeded
    const isSecond = await kind.second?.isNeeded(app.db, contextOf(work), open)
    const nextRows = () => listWaiting(app.db, batchId, isSecond || kind.actOnAll ? atOnce : piece)
    for (let rows = await nextRows(); rows.length > 0; rows = await nextRows()) {
      const now = await sessionNow(work)
      if (!now) return stop()
      work.session = now
      await (isSecond ? propose(work, rows) : actOn(work, rows))
    }
    return await app.db.begin((tx) => finishBatch(tx, found))
  } catch (error) {
    // The list itself refuses the caller, as where it is for those of the whole project alone.
    if (error instanceof Refusal && error.words.code === respCodes.notAllowed) return stop()
    if (!(error instanceof Ended)) throw error
  }
}

/** Deletes the batches whose results can be read no longer, and those of closed accounts: their rows before them. */
async function sweep(job: Job, { db }: AppContext): Promise<void> {
  const over = db`
    b.status <> 'running' and (b.created_at < moment() - make_interval(days => ${resultDays})
      or exists (select from accounts a where a.id = b.operator_id and a.status = 'deleted'))`
  await inPieces(
    job,
    (most) => db`
      delete from batch_rows where ctid = any(array(
        select r.ctid from batches b join batch_rows r on r.batch_id = b.id where ${over} limit ${most}))`,
  )
  await inPieces(
    job,
    (most) => db`
      delete from batches where id = any(array(
        select b.id from batches b
        where ${over} and not exists (select from batch_rows r where r.batch_id = b.id) limit ${most}))`,
  )
}

/** The jobs of batches. */
export const batchJobs = (
  kinds: BatchKinds,
  reasons: RefusalStore,
  findSession: FindSession,
): JobHandler[] => [
  {
    ...batchJob,
    run: (job, app) => run({ kinds, reasons, findSession }, job, app),
    async onFailed(tx, { input }) {
      const { batchId } = input as { batchId: string }
      await failBatch(tx, batchId, new Refusal(batchRefusals.stopped))
    },
  },
  { type: 'batch.sweep', lane: 'people', everySeconds: 3600, run: sweep },
]
