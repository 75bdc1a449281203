import { createHash } from 'node:crypto'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Pool, Tx } from '../../../../server/db.ts'
import type { FileStore } from '../../../../server/files.ts'
import { enqueue } from '../../../../server/jobs.ts'
import type { Session } from '../../../../server/session.ts'
import { assertBank } from '../../bank/server/actions.ts'
import { normal, sameness } from '../../rules.ts'
import { importRefusals, type RowProblem } from '../contract.ts'
import { importLifecycle, type RowDraft } from '../rules.ts'
import { lockImport } from './data.ts'
import type { JudgedRow } from './judge.ts'

export const checkType = 'question.check-import'
export const applyType = 'question.apply-import'

/** Takes a file in and queues its check; gives the import's id. Refuses (404) a bank out of scope. */
export async function startImport(
  db: Pool,
  files: FileStore,
  session: Session,
  upload: { bankId: string; path: string; name: string },
): Promise<string> {
  await assertBank(db, session.scope, upload.bankId)
  const fileKey = await files.keep(upload.path, 'import', '.xlsx')
  return db.begin(async (tx) => {
    const [fresh] = await tx`select new_id() as id`
    const importId = fresh!.id as string
    const jobId = await enqueue(tx, {
      type: checkType,
      input: { importId },
      key: importId,
      projectId: session.projectId,
      operatorId: session.accountId,
    })
    await tx`insert into question_imports ${tx({
      id: importId,
      projectId: session.projectId,
      bankId: upload.bankId,
      operatorId: session.accountId,
      fileName: upload.name.slice(0, 200),
      fileKey,
      jobId,
    })}`
    return importId
  })
}

/** Says that the good rows may go in; asked again while it runs or is done, nothing more happens. */
export async function applyImport(tx: Tx, session: Session, importId: string): Promise<void> {
  const found = await lockImport(tx, session.scope, importId)
  if (found.status === 'applying' || found.status === 'applied') return
  const status = importLifecycle.next(found.status, 'apply')
  const [good] = await tx`
    select from question_import_rows where import_id = ${importId} and state = 'good' limit 1`
  if (!good) refuse(importRefusals.nothingGood)
  await tx`update question_imports set status = ${status} where id = ${importId}`
  await enqueue(tx, {
    type: applyType,
    input: { importId },
    key: importId,
    projectId: session.projectId,
    operatorId: session.accountId,
  })
  await audit(tx, {
    by: session,
    action: 'question-import.apply',
    subjectKind: 'question-import',
    subjectId: importId,
    after: { bankId: found.bankId },
  })
}

/** Stops an import at its next batch. */
export async function cancelImport(tx: Tx, session: Session, importId: string): Promise<void> {
  const found = await lockImport(tx, session.scope, importId)
  const status = importLifecycle.next(found.status, 'cancel')
  await tx`update question_imports set status = ${status} where id = ${importId}`
  await audit(tx, {
    by: session,
    action: 'question-import.cancel',
    subjectKind: 'question-import',
    subjectId: importId,
    before: { status: found.status },
    after: { status },
  })
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** A row as it is staged. */
export interface StagedRow {
  row: number
  cells: (string | null)[]
  material: string
  draft: RowDraft | null
  problems: RowProblem[]
}

/** Puts rows on the staging table, and keeps the header they came under. */
export async function stageRows(
  tx: Tx,
  importId: string,
  header: string[],
  rows: readonly StagedRow[],
): Promise<void> {
  await tx`update question_imports set header = ${header} where id = ${importId}`
  if (rows.length === 0) return
  await tx`insert into question_import_rows ${tx(
    rows.map(({ row, cells, material, draft, problems }) => ({
      importId,
      rowNo: row,
      cells: tx.json(cells),
      draft: draft && tx.json(draft as never),
      rowHash: draft && sha256(sameness({ ...draft.part, options: draft.part.options ?? [] })),
      materialHash: material ? sha256(normal(material)) : null,
      problems: tx.json(problems),
      state: draft ? 'good' : 'bad',
    })),
  )}`
}

/** Writes down what was judged of the rows, and refuses those whose question the bank has already. */
export async function recordJudgement(
  tx: Tx,
  found: { importId: string; bankId: string },
  judged: readonly JudgedRow[],
): Promise<void> {
  for (let from = 0; from < judged.length; from += 2000) {
    const batch = judged.slice(from, from + 2000)
    await tx`
      update question_import_rows r set group_no = j.group_no, content_hash = decode(j.hash, 'hex'),
        state = case when j.problem is null then r.state else 'bad' end,
        problems = case when j.problem is null then r.problems else jsonb_build_array(j.problem) end
      from jsonb_to_recordset(${tx.json(
        batch.map(({ row, group, hash, problem }) => ({
          row_no: row,
          group_no: group,
          hash: hash?.toString('hex') ?? null,
          problem: problem as never,
        })),
      )}) as j (row_no int, group_no int, hash text, problem jsonb)
      where r.import_id = ${found.importId} and r.row_no = j.row_no`
  }
  await tx`
    update question_import_rows r set state = 'bad', problems = ${tx.json([inBank])}
    where r.import_id = ${found.importId} and r.state = 'good' and exists (
      select from questions q where q.bank_id = ${found.bankId} and q.status <> 'deleted'
        and q.content_hash = r.content_hash)`
}

/** The reason against a question that its bank has already. */
export const inBank: RowProblem = {
  column: null,
  kind: 'same',
  zh: '题库里已有这道题',
  en: 'the bank has this question already',
}

/** Keeps why a whole file could not be read. */
export async function failImport(
  db: Db,
  importId: string,
  problem: { zh: string; en: string },
): Promise<void> {
  await db`
    update question_imports set status = 'failed', problem = ${db.json(problem)}
    where id = ${importId} and status = 'checking'`
}
