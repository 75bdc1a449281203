import type { TObject } from 'typebox'
import type { Call } from '../../../contract/call.ts'
import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import type { StoredRefusal } from '../../../contract/storedRefusal.ts'
import { atOnce, type BatchResult, type Begun } from '../../../contract/selection.ts'
import { audit, filterInLog } from '../../../server/audit.ts'
import type { BatchRow, BoundBatch } from '../../../server/batch.ts'
import type { Fragment, Tx } from '../../../server/db.ts'
import { badInput, checkFilter } from '../../../server/input.ts'
import { enqueue, type JobKind } from '../../../server/jobs.ts'
import type { Context } from '../../../server/serve.ts'
import type { Session } from '../../../server/session.ts'
import { batchRefusals } from '../contract.ts'
import { batchLifecycle, mostAtOnce } from '../rules.ts'
import { batchProblems, countRunning, lockOwn, type StoredBatch } from './data.ts'
import { type BatchInput, mayRun, sealInput } from './request.ts'

export { getOwnState, refusedSheet } from './reading.ts'

export const batchJob = { type: 'batch.run', lane: 'people' } as const satisfies JobKind

const checks = new WeakMap<Call, ReturnType<typeof checkFilter>>()

/** Filters as a list takes them; refuses (422) one it does not have. */
export function readFilter(list: Call, filter: object): object {
  if (!checks.has(list)) {
    const {
      page: _page,
      limit: _limit,
      after: _after,
      sort: _sort,
      ...filters
    } = (list.input as TObject).properties
    checks.set(list, checkFilter(filters))
  }
  return checks.get(list)!(filter)
}

/** The input of a batch call, whichever name its rows have. */
type AnySelection = Readonly<Record<string, unknown>> & { filter?: object; except?: string[] }

/** The rows that an input names; null where it has filters. Refuses (422) both, and neither. */
function namedRows({ named }: BoundBatch, input: AnySelection): BatchRow[] | null {
  const { [named]: given, filter, except } = input
  if (given === undefined && filter === undefined)
    throw badInput(named, {
      zh: '必须填写，或用“filter”给出筛选条件',
      en: 'is required, or “filter” in place of it',
    })
  if (given !== undefined && filter !== undefined)
    throw badInput('filter', { zh: `不能与“${named}”同时使用`, en: `cannot be combined with “${named}”` })
  if (filter !== undefined) return null
  if (except !== undefined)
    throw badInput('except', { zh: '只能与“filter”同时使用', en: 'can be used only with “filter”' })
  const rows = (given as (string | BatchRow)[]).map((row) => (typeof row === 'string' ? { id: row } : row))
  return [...new Map(rows.map((row) => [row.id, row])).values()]
}

/**
 * Begins a job for a batch that is not answered at once: all that match, or more rows than `atOnce`; null for any
 * other. Refuses (422) an input without rows, and (429) more than a few batches of one person at the same time.
 */
export async function beginBatch<C extends Call>(
  tx: Tx,
  batch: BoundBatch<C>,
  ctx: Context<C>,
): Promise<Begun | null> {
  const { secrets } = ctx
  const session = ctx.session as Session
  const { [batch.named]: _named, filter: given, except = [], ...rest } = ctx.input as AnySelection
  const rows = namedRows(batch, ctx.input as AnySelection)
  await batch.check?.(tx, ctx)
  if (rows && rows.length <= atOnce && !batch.asJob) return null
  const filter = given ? readFilter(batch.list, given) : null
  if (!mayRun(batch, session, filter !== null)) refuse(commonRefusals.notAllowed)
  const { accountId: operatorId, projectId, roleId, unitId: scopeUnitId } = session
  // Those of one person are counted one after the other.
  await tx`select pg_advisory_xact_lock(hashtext(${`batch ${operatorId}`}))`
  if ((await countRunning(tx, operatorId)) >= mostAtOnce)
    refuse(batchRefusals.runningAtOnce, { count: mostAtOnce })
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const { id } = fresh!
  const jobId = await enqueue(tx, { ...batchJob, input: { batchId: id }, key: id, projectId, operatorId })
  const input: BatchInput = { filter, except, rest }
  await tx`insert into batches ${tx({
    id,
    projectId,
    operatorId,
    roleId,
    scopeUnitId,
    jobId,
    path: batch.call.path,
    inputSealed: sealInput(secrets, id, input),
    total: rows?.length ?? null,
  })}`
  if (rows) {
    await tx`
      insert into batch_rows (batch_id, row_id, revision)
      select ${id}, * from unnest(${rows.map((row) => row.id)}::uuid[],
        ${rows.map(({ revision }) => revision ?? null) as number[]}::int[])`
  }
  await record(tx, session, 'batch.begin', id, {
    list: batch.title(ctx.input).zh,
    ...(filter ? { filter: filterInLog(filter), except: except.length } : { rows: rows!.length }),
  })
  return { batchId: id }
}

const record = (
  tx: Tx,
  by: Pick<Session, 'accountId' | 'projectId' | 'request'>,
  action: 'batch.begin' | 'batch.finish' | 'batch.fail' | 'batch.cancel',
  id: string,
  after: object,
) => audit(tx, { by, action, subjectKind: 'batch', subjectId: id, after })

/** Saves the rows that a batch acts on as they match now, and gives how many there are. */
export async function saveMatching(
  tx: Tx,
  { id }: StoredBatch,
  matching: { query: Fragment },
  except: readonly string[],
): Promise<number> {
  const { count } = await tx`
    insert into batch_rows (batch_id, row_id)
    select ${id}, m.id from (${matching.query}) m where m.id <> all(${except as string[]}::uuid[])`
  await tx`update batches set total = ${count} where id = ${id}`
  return count
}

/** Thrown where a batch runs no longer: what was about to be done with it is undone. */
export class Ended extends Error {}

/**
 * Saves what came of rows of a batch. Undoes the transaction where the batch was cancelled meanwhile, or another run has
 * settled one of them.
 */
export async function settleRows(
  tx: Tx,
  { id }: StoredBatch,
  ids: readonly string[],
  outcome: 'done' | 'proposed' | readonly StoredRefusal[],
): Promise<void> {
  const reason = typeof outcome === 'string' ? null : outcome
  const word = typeof outcome === 'string' ? outcome : 'refused'
  const { count } = await tx`
    update batch_rows set outcome = ${word}, reason = ${reason && tx.json(reason as never)}
    where batch_id = ${id} and row_id = any(${ids as string[]}::uuid[]) and outcome is null`
  const counter = { done: tx`succeeded`, proposed: tx`proposed`, refused: tx`refused` }[word]
  const [running] = await tx`
    update batches set ${counter} = ${counter} + ${ids.length} where id = ${id} and status = 'running' returning id`
  if (!running || count !== ids.length) throw new Ended()
}

/** Ends a batch after its last row. */
export async function finishBatch(
  tx: Tx,
  { id, operatorId: accountId, projectId }: StoredBatch,
): Promise<void> {
  const [counts] = await tx`
    update batches set status = ${batchLifecycle.next('running', 'finish')} where id = ${id} and status = 'running'
    returning total, succeeded, proposed, refused`
  if (counts) await record(tx, { accountId, projectId }, 'batch.finish', id, counts)
}

/** Ends a batch before its last row, and says why. */
export async function failBatch(tx: Tx, id: string, problem: Refusal): Promise<void> {
  const status = batchLifecycle.next('running', 'fail')
  const [failed] = await tx<(Pick<StoredBatch, 'operatorId' | 'projectId'> & { counts: object })[]>`
    update batches set status = ${status}, problem = ${tx.json(batchProblems.store(problem) as never)}
    where id = ${id} and status = 'running'
    returning operator_id, project_id, json_build_object('total', total, 'succeeded', succeeded, 'proposed', proposed,
      'refused', refused) as counts`
  if (!failed) return
  const { operatorId: accountId, projectId, counts } = failed
  await record(tx, { accountId, projectId }, 'batch.fail', id, counts)
}

/** Stops one's own batch; refuses (404) another's and (409) one that has ended. */
export async function cancelBatch(tx: Tx, session: Session, id: string): Promise<void> {
  const { status: before, total, succeeded, proposed, refused } = await lockOwn(tx, session, id)
  const status = batchLifecycle.next(before, 'cancel')
  await tx`update batches set status = ${status} where id = ${id}`
  await record(tx, session, 'batch.cancel', id, { total, succeeded, proposed, refused })
}

/**
 * Answers a batch call: each row in its own transaction, where a refused or broken one has a reason and does not stop the
 * others;
 * or the job that does the same for all that match.
 */
export const answerBatch =
  <C extends Call>(batch: BoundBatch<C>) =>
  async (ctx: Context<C>): Promise<BatchResult> => {
    const begun = await ctx.db.begin((tx) => beginBatch(tx, batch, ctx))
    if (begun) return { succeeded: [], failed: [], ...begun }
    const { db, session, language } = ctx
    const succeeded: string[] = []
    const proposed: string[] = []
    const reasons = new Map<string, string>()
    const act = (row: BatchRow) => db.begin((tx) => batch.act(tx, ctx, row))
    for (const row of namedRows(batch, ctx.input as AnySelection)!) {
      try {
        // What broke once may be over; what refuses once, refuses.
        const came = await act(row).catch((error) =>
          error instanceof Refusal ? Promise.reject(error) : act(row),
        )
        ;(came === 'proposed' ? proposed : succeeded).push(row.id)
      } catch (error) {
        const isRefusal = error instanceof Refusal
        if (!isRefusal)
          ctx.log.error({ err: error, path: batch.call.path, row: row.id }, 'a row of a batch failed')
        reasons.set(row.id, (isRefusal ? error : new Refusal(batchRefusals.rowFailed)).say(language))
      }
    }
    const names = reasons.size > 0 ? await batch.nameRows(db, session, [...reasons.keys()]) : null
    return {
      succeeded,
      ...(proposed.length > 0 && { proposed }),
      failed: [...reasons].map(([id, reason]) => ({ id, name: names!.get(id) ?? null, reason })),
    }
  }
