import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../../contract/call.ts'
import { Nullable } from '../../../../contract/call.ts'
import { windowOf } from '../../../../contract/paging.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf, where } from '../../../../server/db.ts'
import { inScope, type Scope } from '../../../../server/session.ts'
import { type importCalls, ImportProgress, ImportRow, importStatuses, RowProblem } from '../contract.ts'
import type { RowDraft } from '../rules.ts'

/** How far an import of the caller's scope is, or a refusal 404. */
export async function getProgress(db: Db, scope: Scope, importId: string) {
  const rows = await db`
    select i.id as import_id, i.file_name, i.status, i.problem, i.created_at,
      coalesce(nullif(i.rows, 0), j.done) as rows,
      case i.status when 'checking' then j.done when 'checked' then i.rows
        else coalesce(s.accepted + s.rejected + s.bad, 0) end as done,
      coalesce(s.good, 0) as good, coalesce(s.bad, 0) as bad,
      coalesce(s.accepted, 0) as accepted,
      coalesce(s.rejected, 0) + case when i.status = 'applied' then coalesce(s.bad, 0) else 0 end as rejected
    from question_imports i
    join jobs j on j.id = i.job_id
    left join lateral (
      select count(*) filter (where r.state = 'good') as good, count(*) filter (where r.state = 'bad') as bad,
        count(*) filter (where r.state = 'accepted') as accepted,
        count(*) filter (where r.state = 'rejected') as rejected
      from question_import_rows r where r.import_id = i.id) s on true
    where i.id = ${importId} and ${inScope(db, scope, { project: 'i.project_id' })}`
  return rowOf(ImportProgress, rows) ?? refuse(commonRefusals.notFound)
}

const LockedImport = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  bankId: Type.String(),
  operatorId: Nullable(Type.String()),
  fileKey: Type.String(),
  status: Type.Enum([...importStatuses]),
})
export type LockedImport = Static<typeof LockedImport>

/** An import, locked; within a scope when a person asks, or whichever it is for the system's own work. */
export async function lockImport(db: Db, scope: Scope | null, importId: string): Promise<LockedImport> {
  const rows = await db`
    select i.id, i.project_id, i.bank_id, i.operator_id, i.file_key, i.status from question_imports i
    where i.id = ${importId} ${scope ? db`and ${inScope(db, scope, { project: 'i.project_id' })}` : db``}
    for update`
  return rowOf(LockedImport, rows) ?? refuse(commonRefusals.notFound)
}

const CountRow = Type.Object({ total: Type.Integer() })

/** One page of an import's rows, in the file's order. */
export async function pageRows(db: Db, scope: Scope, input: InputOf<typeof importCalls.findImportRows>) {
  await getProgress(db, scope, input.importId)
  const { limit, offset } = windowOf(input)
  const filter = where(db, [
    db`r.import_id = ${input.importId}`,
    input.only === 'bad' && db`r.state in ('bad', 'rejected')`,
    input.only === 'good' && db`r.state in ('good', 'accepted')`,
  ])
  const [count, rows] = await Promise.all([
    db`select count(*) as total from question_import_rows r ${filter}`,
    db`
      select r.row_no as row, coalesce(r.draft->'part'->>'stem', (select string_agg(c, ' ') from jsonb_array_elements_text(r.cells) c)) as stem,
        r.state, r.problems
      from question_import_rows r ${filter} order by r.row_no limit ${limit} offset ${offset}`,
  ])
  return { total: rowOf(CountRow, count)!.total, list: rowsOf(ImportRow, rows) }
}

const GroupRow = Type.Object({
  rowNo: Type.Integer(),
  groupNo: Type.Integer(),
  draft: Type.Unsafe<RowDraft>(Type.Object({})),
})

/** Rows of the next questions to import, whole questions only. */
export async function nextGroups(db: Db, importId: string, questions: number) {
  const rows = await db`
    select r.row_no, r.group_no, r.draft from question_import_rows r
    where r.import_id = ${importId} and r.state = 'good' and r.group_no in (
      select distinct group_no from question_import_rows
      where import_id = ${importId} and state = 'good' order by group_no limit ${questions})
    order by r.group_no, r.row_no`
  return rowsOf(GroupRow, rows)
}

const RefusedRow = Type.Object({
  cells: Type.Array(Nullable(Type.String())),
  problems: Type.Array(RowProblem),
})

/** The titles of the file's columns, as they came. */
export async function headerOf(db: Db, importId: string): Promise<string[]> {
  const [row] = await db`select header from question_imports where id = ${importId}`
  return row!.header as string[]
}

/** Rows that were not taken, as they came, a batch at a time. */
export async function* refusedRows(db: Db, importId: string) {
  for (let after = 0; ; ) {
    const rows = await db`
      select r.row_no, r.cells, r.problems from question_import_rows r
      where r.import_id = ${importId} and r.row_no > ${after} and r.state in ('bad', 'rejected')
      order by r.row_no limit 500`
    if (rows.length === 0) return
    after = rows.at(-1)!.rowNo as number
    yield* rowsOf(RefusedRow, rows)
  }
}
