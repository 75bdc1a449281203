import { readdir, stat } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { Refusal, refuse } from '../../../contract/refusal.ts'
import type { TextEncoding } from '../../../contract/textEncoding.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Job, JobHandler } from '../../../server/jobs.ts'
import { sheetLimits } from '../../../server/sheet/refusals.ts'
import { inPieces } from '../../../server/sweep.ts'
import { sweepUploads } from '../../upload/server/actions.ts'
import { importRefusals } from '../contract.ts'
import { markColumn } from '../rules.ts'
import {
  applyJob,
  checkJob,
  type Decision,
  endImport,
  failImport,
  type Importer,
  type ImportKind,
  lapseImports,
  queueApply,
  removeRows,
  sessionOfImport,
  sheetPurpose,
} from './actions.ts'
import { countHidden, countRows, type FoundImport, lockImport, nextRows, type OpenRow } from './data.ts'
import { remarkNames } from './printable.ts'
import { readStaged } from './reading.ts'
import { type HiddenChoice, leaveOut, readRowsAgain, recheckJob, resetRows, takeIn } from './recheck.ts'
import { stagedColumns } from './staging.ts'
import type { ReadPiece } from './worker.ts'

/** Input of the jobs of an import; one queued by an earlier version has no importer. */
type Work = {
  importId: string
  by?: Importer
}

type Recheck = { importId: string } & HiddenChoice

/** Thrown to undo what was staged of an import that a person has cancelled. */
class Cancelled extends Error {}

/** Writes a chunk and waits while the other side is not ready. */
async function write(copy: Writable, lines: Uint8Array): Promise<void> {
  if (copy.write(lines)) return
  await new Promise<void>((resolve, reject) => {
    const done = (then: () => void) => () => {
      copy.off('drain', drained).off('error', failed)
      then()
    }
    const drained = done(resolve)
    const failed = (error: Error) => done(() => reject(error))()
    copy.once('drain', drained).once('error', failed)
  })
}

/**
 * Copies a file's rows into the staging table; gives how many, and the encoding of a text file. Refuses a file without
 * any.
 */
async function stage(
  tx: Tx,
  found: FoundImport,
  pieces: AsyncIterable<ReadPiece>,
  { forms }: Pick<ImportKind, 'forms'>,
  reported: (done: number) => Promise<void>,
): Promise<{ rows: number; encoding: TextEncoding | null }> {
  let rows = 0
  let encoding: TextEncoding | null = null
  let copy: Writable | null = null
  let ended: Promise<void> = Promise.resolve()
  try {
    for await (const piece of pieces) {
      if ('header' in piece) {
        const { header, keys, hidden } = piece
        encoding = piece.encoding
        await tx`
          update imports set header = ${header}, keys = ${keys}, hidden_columns = ${hidden} where id = ${found.id}`
        continue
      }
      if (!copy) {
        copy = await tx`copy import_rows (${tx.unsafe(stagedColumns)}) from stdin`.writable()
        ended = finished(copy)
        ended.catch(() => {})
      }
      rows += piece.rows
      await write(copy, piece.lines)
      await reported(rows)
    }
  } catch (error) {
    copy?.destroy(error as Error)
    throw error
  }
  if (!copy) return refuse(forms ? importRefusals.noRows : importRefusals.empty)
  copy.end()
  await ended
  return { rows, encoding }
}

/**
 * Counts the judged rows and leaves the import, which it locks and returns, for a person to look at; the encoding of a
 * text file stays with the job that read it.
 */
async function conclude(
  tx: Tx,
  job: Job,
  { id }: FoundImport,
  { rows, encoding }: { rows: number; encoding?: TextEncoding | null },
): Promise<FoundImport> {
  const { fresh, changed, same, bad, leftOut, remarked } = await countRows(tx, id, tx`true`)
  const hidden = await countHidden(tx, id)
  const locked = await lockImport(tx, null, id)
  if (locked.status !== 'checking') throw new Cancelled()
  await job.progress(tx, { done: rows, ...(encoding && { checkpoint: { encoding } }) })
  await tx`
    update imports set status = 'checked', rows = ${rows}, fresh = ${fresh}, changed = ${changed}, same = ${same},
      bad = ${bad}, left_out = ${leftOut}, remarked = ${remarked}, hidden_rows = ${hidden.rows},
      first_hidden_rows = ${hidden.first}, file_key = null
    where id = ${id}`
  return { ...locked, fresh, changed, same }
}

/** Seconds a check may take: reading has a limit of its own, judging a large roster takes as long again. */
const checkSeconds = 1800

/** Milliseconds between words of how far the reading is, at each of which a cancelled one stops. */
const reportEvery = 300

/** Lets statements take as long as the job may: a large file on a slow disk takes longer than a call. */
const allowCheck = (tx: Tx) => tx`select set_config('statement_timeout', ${`${checkSeconds}s`}, true)`

/** Reports how many rows were read, from time to time; throws once the import was cancelled. */
function reporter(job: Job, db: Db, importId: string): (done: number) => Promise<void> {
  let reportedAt = 0
  return async (done) => {
    if (performance.now() - reportedAt < reportEvery) return
    reportedAt = performance.now()
    await job.progress(db, { done })
    const [row] = await db`select status from imports where id = ${importId}`
    if (row?.status !== 'checking') throw new Cancelled()
  }
}

/** Reads a file, judges its rows, and leaves it for a person to review. A file that is no template fails as a whole. */
async function check(kinds: readonly ImportKind[], job: Job, app: AppContext): Promise<void> {
  const { db, files, environment } = app
  const { importId } = job.input as { importId: string }
  const found = await lockImport(db, null, importId, false)
  if (found.status !== 'checking' || !found.fileKey) return
  const kind = kinds.find(({ key }) => key === found.kind)!
  const columns = [markColumn, ...(await kind.columns(db, found.projectId, found.params))]
  const reported = reporter(job, db, importId)
  try {
    const setup = await kind.setup(db, found, columns)
    const pieces = readStaged(
      {
        importId,
        path: files.path(found.fileKey),
        limits: { ...sheetLimits },
        environment,
        title: kind.title,
        forms: kind.forms ?? null,
        columns,
        reader: kind.reader.href,
        setup,
      },
      job.signal,
    )
    await db.begin(async (tx) => {
      await allowCheck(tx)
      await tx`delete from import_rows where import_id = ${importId}`
      const { rows, encoding } = await stage(tx, found, pieces, kind, reported)
      // Statistics that do not know a file plan for one row of it, and compare each of its rows with each.
      if (rows > 500) await tx`select analyze_import_rows()`
      await job.progress(db, { done: rows })
      await kind.check(tx, found, tx`true`)
      await remarkNames(tx, importId, columns, tx`true`)
      const { fresh, same, changed } = await conclude(tx, job, found, { rows, encoding })
      const { by } = job.input as Work
      if (found.autoApply && fresh + same + changed > 0) await queueApply(tx, found, by, found.updateExisting)
    })
  } catch (error) {
    if (error instanceof Refusal) {
      await job.progress(db, { done: 0 })
      await failImport(db, importId, error)
    } else if (!(error instanceof Cancelled)) throw error
  }
  await files.remove(found.fileKey)
}

/** Checks the stored rows once more, with what the sheet hides or without it. */
async function recheck(kinds: readonly ImportKind[], job: Job, { db, secrets }: AppContext): Promise<void> {
  const { importId, rows: hiddenRowsOut, columns: hiddenColumnsOut } = job.input as Recheck
  const found = await lockImport(db, null, importId, false)
  if (found.status !== 'checking' || found.jobId !== job.id) return
  const kind = kinds.find(({ key }) => key === found.kind)!
  const reported = reporter(job, db, importId)
  try {
    await db.begin(async (tx) => {
      await allowCheck(tx)
      if (hiddenColumnsOut !== found.hiddenColumnsOut)
        await readRowsAgain(tx, { ...found, hiddenColumnsOut }, { kind, secrets }, reported)
      if (hiddenRowsOut) await leaveOut(tx, importId, 'hiddenRow', tx`r.hidden`)
      else await takeIn(tx, importId, tx`r.problems->0->>'code' = 'hiddenRow'`)
      await resetRows(tx, importId, tx`true`)
      await kind.check(tx, found, tx`true`)
      await remarkNames(tx, importId, await kind.columns(tx, found.projectId, found.params), tx`true`)
      await conclude(tx, job, found, found)
      await tx`
        update imports set hidden_rows_out = ${hiddenRowsOut}, hidden_columns_out = ${hiddenColumnsOut}
        where id = ${importId}`
    })
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error
  }
}

/** Writes down what became of a checkpoint's rows. */
async function record(tx: Tx, found: FoundImport, rows: readonly OpenRow[], decisions: readonly Decision[]) {
  const refused = new Map(decisions.flatMap((one) => (one.problem ? [[one.row, one.problem] as const] : [])))
  const targets = new Map(
    decisions.flatMap((one) => (one.problem || !one.targetId ? [] : [[one.row, one.targetId] as const])),
  )
  const there = new Set(decisions.flatMap((one) => (!one.problem && one.isThere ? [one.row] : [])))
  const kept = found.updateExisting ? ['same'] : ['same', 'changed']
  const count = { added: 0, updated: 0, unchanged: 0, rejected: 0 }
  for (const { rowNo, outcome } of rows) {
    if (refused.has(rowNo)) count.rejected++
    else if (there.has(rowNo) || kept.includes(outcome)) count.unchanged++
    else if (outcome === 'new') count.added++
    else count.updated++
  }
  const taken = rows.filter(({ rowNo }) => !refused.has(rowNo))
  await tx`
    update import_rows r set state = 'accepted', target_id = coalesce(t.target::uuid, r.target_id),
      outcome = case when r.row_no = any(${[...there]}::int[]) then 'same' else r.outcome end
    from unnest(${taken.map(({ rowNo }) => rowNo)}::int[],
      ${taken.map(({ rowNo }) => targets.get(rowNo) ?? null) as string[]}::text[]) as t (row_no, target)
    where r.import_id = ${found.id} and r.row_no = t.row_no`
  if (refused.size > 0) {
    const reasons = [...refused].map(([row_no, problem]) => ({ row_no, problem }))
    await tx`
      update import_rows r set state = 'rejected', problems = jsonb_build_array(t.problem)
      from jsonb_to_recordset(${tx.json(reasons as never)}) as t (row_no int, problem jsonb)
      where r.import_id = ${found.id} and r.row_no = t.row_no`
  }
  const [sum] = await tx`
    update imports set added = added + ${count.added}, updated = updated + ${count.updated},
      unchanged = unchanged + ${count.unchanged}, rejected = rejected + ${count.rejected}
    where id = ${found.id} returning rows, added + updated + unchanged + rejected + left_out as done`
  return sum as { rows: number; done: number }
}

/** Tries of a checkpoint that met another at work on the same things: one was first, or each waited. */
const tries = 3
const meetings = ['23505', '40P01']

/**
 * Applies the good rows, a kind's `batch` of things a transaction. A row's state is its checkpoint: what was applied
 * is marked in the same transaction, so a run that was killed goes on where it stopped and doubles nothing.
 */
async function apply(
  kinds: readonly ImportKind[],
  job: Job,
  app: AppContext,
): Promise<{ partly: boolean } | void> {
  const { importId, by } = job.input as Work
  const step = () =>
    app.db.begin(async (tx) => {
      const found = await lockImport(tx, null, importId)
      if (found.status !== 'applying') return { over: true, partly: false }
      const kind = kinds.find(({ key }) => key === found.kind)!
      const session = by ? await sessionOfImport(tx, kind, found, by) : null
      if (by && !session) {
        await endImport(tx, found, { by: null, reason: importRefusals.noLongerAllowed.zh })
        return { over: true, partly: true }
      }
      const rows = await nextRows(tx, importId, kind.batch)
      const left = found.updateExisting ? ['same'] : ['same', 'changed']
      const wanted = rows.filter(({ outcome }) => !left.includes(outcome))
      const decisions = wanted.length > 0 ? await kind.apply(tx, app, found, wanted, session) : []
      const { rows: total, done } = await record(tx, found, rows, decisions)
      await job.progress(tx, { done, total, checkpoint: rows.at(-1)?.rowNo ?? null })
      if (rows.length > 0) return { over: false, partly: false }
      // What was bad from the beginning is rejected with the end.
      const [end] = await tx`
        update imports set status = 'applied', rejected = rejected + bad where id = ${importId} returning rejected`
      return { over: true, partly: (end!.rejected as number) > 0 }
    })
  for (let tried = 0; tried < tries; ) {
    job.signal.throwIfAborted()
    try {
      const { over, partly } = await step()
      if (over) return { partly }
      tried = 0
    } catch (error) {
      // Somebody brought the same thing in between: a look at it again finds it there.
      if (!meetings.includes((error as { code?: string }).code ?? '') || ++tried >= tries) throw error
    }
  }
}

/** Expires abandoned imports, and removes unused uploads and files left by a crash. */
async function sweep(job: Job, app: AppContext): Promise<void> {
  const { db, files } = app
  await db.begin(lapseImports)
  await inPieces(job, (most) => removeRows(db, most))
  for (const { status, found } of await sweepUploads(app, sheetPurpose)) {
    if (status === 'ready') await files.remove((found as { fileKey: string }).fileKey)
  }
  const [clock] = await db`select extract(epoch from moment() - interval '1 hour')::float8 * 1000 as before`
  for (const year of await readdir(files.path('import')).catch(() => [])) {
    for (const name of await readdir(files.path(`import/${year}`))) {
      const key = `import/${year}/${name}`
      const there = await stat(files.path(key)).catch(() => null)
      if (!there || there.ctimeMs > (clock!.before as number)) continue
      const [named] = await db`
        select from imports where file_key = ${key}
        union all select from uploads where status = 'ready' and found->>'fileKey' = ${key}`
      if (!named) await files.remove(key)
    }
  }
}

/** The jobs of these kinds of imports. */
export function importJobs(kinds: readonly ImportKind[]): JobHandler[] {
  return [
    {
      ...checkJob,
      limitSeconds: checkSeconds,
      mostTries: 3,
      run: (job, app) => check(kinds, job, app),
      async onFailed(tx, { input }, { files }) {
        const { importId } = input as { importId: string }
        const fileKey = await failImport(tx, importId, new Refusal(importRefusals.stopped))
        if (fileKey) await files.remove(fileKey)
      },
    },
    {
      ...recheckJob,
      limitSeconds: checkSeconds,
      mostTries: 3,
      run: (job, app) => recheck(kinds, job, app),
      // It is in review as it was before.
      async onFailed(tx, { id }) {
        await tx`update imports set status = 'checked' where job_id = ${id} and status = 'checking'`
      },
    },
    { ...applyJob, run: (job, app) => apply(kinds, job, app) },
    { type: 'import.sweep', lane: 'people', everySeconds: 3600, run: sweep },
  ]
}
