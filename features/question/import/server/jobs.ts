import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { Refusal, refuse } from '../../../../contract/refusal.ts'
import { rowsOf, type Db } from '../../../../server/db.ts'
import type { Ground } from '../../../../server/ground.ts'
import type { Job, JobHandler } from '../../../../server/jobs.ts'
import { readSheet } from '../../../../server/sheet.ts'
import { insertQuestions, type NewQuestion, readQuestion } from '../../server/actions.ts'
import { isOwnRow, readHeader } from '../../sheet/rules.ts'
import { importRefusals } from '../contract.ts'
import { readRow } from '../rules.ts'
import {
  applyType,
  checkType,
  failImport,
  inBank,
  recordJudgement,
  type StagedRow,
  stageRows,
} from './actions.ts'
import { type LockedImport, lockImport, nextGroups } from './data.ts'
import { judge } from './judge.ts'
import { markRivals } from './rivals.ts'

/** Questions decided in one transaction: the distance between two checkpoints. */
const batch = 200

const JudgingRow = Type.Object({
  row: Type.Integer(),
  good: Type.Boolean(),
  rowHash: Nullable(Type.Unsafe<Buffer>(Type.Object({}))),
  materialHash: Nullable(Type.Unsafe<Buffer>(Type.Object({}))),
})

async function listJudging(db: Db, importId: string) {
  const rows = await db`
    select row_no as row, state = 'good' as good, row_hash, material_hash
    from question_import_rows where import_id = ${importId} order by row_no`
  return rowsOf(JudgingRow, rows)
}

/** Rows of the file as they are staged, with the header they stand below. */
async function* stagedRows(path: string): AsyncGenerator<{ header: string[]; staged: StagedRow[] }> {
  let header: string[] = []
  let places: ReadonlyMap<string, number> | null = null
  for await (const rows of readSheet(path)) {
    const staged: StagedRow[] = []
    for (const { row, cells, faults } of rows) {
      if (places) {
        if (!isOwnRow(cells, places)) staged.push({ row, cells, ...readRow(cells, faults, places) })
        continue
      }
      header = cells.map((cell) => cell ?? '')
      const found = readHeader(cells)
      if (found.missing.length > 0) {
        refuse(importRefusals.wrongTemplate, { columns: found.missing.join('、') })
      }
      places = found.places
    }
    yield { header, staged }
  }
}

/** Reads a file, judges its rows, and leaves it for a person to look at. A file that is no template fails whole. */
async function check(job: Job, { db, files }: Ground): Promise<void> {
  const importId = (job.input as { importId: string }).importId
  await db`delete from question_import_rows where import_id = ${importId}`
  let done = 0
  try {
    for await (const { header, staged } of stagedRows(files.path(await fileOf(db, importId)))) {
      done += staged.length
      await db.begin(async (tx) => {
        await job.progress(tx, { done })
        await stageRows(tx, importId, header, staged)
      })
    }
    if (done === 0) refuse(importRefusals.empty)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await failImport(db, importId, { zh: error.say('zh'), en: error.say('en') })
    return
  }
  const judged = judge(await listJudging(db, importId))
  await db.begin(async (tx) => {
    const found = await lockImport(tx, null, importId)
    if (found.status !== 'checking') return
    await job.progress(tx, { done })
    await recordJudgement(tx, { importId, bankId: found.bankId }, judged)
    await markRivals(tx, { importId, bankId: found.bankId }, judged)
    await tx`update question_imports set status = 'checked', rows = ${done} where id = ${importId}`
  })
}

async function fileOf(db: Db, importId: string): Promise<string> {
  const [row] = await db`select file_key from question_imports where id = ${importId}`
  return row!.fileKey as string
}

type GroupRow = Awaited<ReturnType<typeof nextGroups>>[number]

function questionOf(found: LockedImport, rows: readonly GroupRow[]): NewQuestion {
  const { material, difficulty, category } = rows[0]!.draft
  const parts = rows.map(({ draft }) => draft.part)
  return {
    projectId: found.projectId,
    createdBy: found.operatorId,
    bankId: found.bankId,
    resourceId: null,
    atSecond: null,
    mustPass: false,
    rewindTo: null,
    category,
    difficulty,
    score: Math.min(
      100,
      rows.reduce((sum, { draft }) => sum + draft.score, 0),
    ),
    ...readQuestion({ type: material ? 'case' : parts[0]!.type, material, parts }),
  }
}

/**
 * Imports the good rows, `batch` questions a transaction. A row's state is its checkpoint: what was imported
 * is marked in the same transaction, so a run that was killed goes on where it stopped and doubles nothing.
 */
async function apply(job: Job, { db }: Ground): Promise<{ partly: boolean } | void> {
  const importId = (job.input as { importId: string }).importId
  for (;;) {
    const more = await db.begin(async (tx) => {
      const found = await lockImport(tx, null, importId)
      if (found.status !== 'applying') return false
      const rows = await nextGroups(tx, importId, batch)
      const groups = [...Map.groupBy(rows, ({ groupNo }) => groupNo)]
      const ids = await insertQuestions(
        tx,
        groups.map(([, group]) => questionOf(found, group)),
      )
      const accepted = groups.filter((_, i) => ids[i]).map(([group]) => group)
      await tx`
        update question_import_rows set
          state = case when group_no = any(${accepted}) then 'accepted' else 'rejected' end,
          problems = case when group_no = any(${accepted}) then problems else ${tx.json([inBank])} end
        where import_id = ${importId} and state = 'good'
          and group_no = any(${groups.map(([group]) => group)})`
      const [count] = await tx`
        select count(*) filter (where state = 'accepted') as accepted,
          count(*) filter (where state in ('bad', 'rejected')) as rejected, count(*) as rows
        from question_import_rows where import_id = ${importId}`
      const [accepts, rejects, all] = [count!.accepted, count!.rejected, count!.rows] as number[]
      await job.progress(tx, {
        done: accepts! + rejects!,
        total: all!,
        checkpoint: groups.at(-1)?.[0] ?? null,
      })
      if (groups.length === batch) return true
      await tx`
        update question_imports set status = 'applied', accepted = ${accepts!}, rejected = ${rejects!}
        where id = ${importId}`
      return false
    })
    if (!more) return
  }
}

/** Forgets staged rows and files a month after; the counts stay. */
async function sweep(_job: Job, { db, files }: Ground): Promise<void> {
  const old = await db`
    select id, file_key from question_imports i where created_at < moment() - interval '30 days'
      and exists (select from question_import_rows r where r.import_id = i.id)`
  for (const row of old) {
    await db`delete from question_import_rows where import_id = ${row.id as string}`
    await files.remove(row.fileKey as string)
  }
}

export const importJobs: JobHandler[] = [
  { type: checkType, run: check },
  { type: applyType, run: apply },
  { type: 'question.sweep-imports', everySeconds: 86_400, run: sweep },
]
