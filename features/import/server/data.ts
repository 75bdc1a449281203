import { type Static, Type } from 'typebox'
import { type InputOf, Nullable, OneOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { refusalStore, type StoredRefusal } from '../../../contract/storedRefusal.ts'
import { textEncodings } from '../../../contract/textEncoding.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../server/db.ts'
import { page } from '../../../server/page.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { sheetRefusals } from '../../../server/sheet/refusals.ts'
import { inScope, type Scope, type Session } from '../../../server/session.ts'
import {
  type Bilingual,
  type importCalls,
  ImportProgress,
  importRefusals,
  ImportRow,
  importStatuses,
  outcomes,
  type RowProblem,
} from '../contract.ts'
import { type ImportColumn, isErrorTitle, type StoredProblem } from '../rules.ts'
import { sayRemarks } from './takenCells.ts'
import { clearCells, type NumberPlaces, numberPlaces, type ReadPlaces, type RowNotes } from './staging.ts'

/** Reasons for which a whole file is not imported. */
export const fileProblems = refusalStore({
  common: commonRefusals,
  import: importRefusals,
  sheet: sheetRefusals,
})

/** The reason a file was not imported, as its row stores it; an earlier version stored the sentences. */
const FileProblem = Nullable(Type.Unsafe<StoredRefusal | Bilingual>({ type: 'object' }))

const ProgressRow = Type.Object({
  ...ImportProgress.properties,
  problem: FileProblem,
  encoding: Nullable(OneOf(textEncodings)),
  jobFailed: Type.Boolean(),
})

const progressOf = ({
  jobFailed,
  problem,
  encoding,
  otherColumns,
  ...found
}: Static<typeof ProgressRow>): ImportProgress => {
  const stopped = jobFailed && found.status === 'applying'
  const { zh, en } = importRefusals.stopped
  return {
    ...found,
    ...(encoding && { encoding }),
    stopped,
    problem: stopped ? { zh, en } : problem && fileProblems.say(problem),
    otherColumns: otherColumns.filter((title) => !isErrorTitle(title)),
  }
}

const progressColumns = (db: Db, { accountId, editable, byUploader }: Visibility) => db`
  i.id as import_id, i.kind, i.params, u.name as unit_name, i.file_name,
  i.status = 'checked' and i.operator_id = ${accountId} and i.kind = any(${editable as string[]}) as editable,
  i.operator_id = ${accountId} as is_own, (i.operator_id = ${accountId} or i.kind <> all(${byUploader as string[]})) as applicable, i.status, i.problem, false as stopped, i.created_at,
  coalesce(j.status = 'failed', false) as job_failed,
  case when i.status = 'checking' then coalesce(j.done, 0) else i.rows end as rows,
  case when i.status = 'checking' then coalesce(j.done, 0) when i.status in ('checked', 'failed') then i.rows
    else i.added + i.updated + i.unchanged + i.rejected + i.left_out end as done,
  i.fresh, i.changed, i.same, i.bad, i.left_out, i.remarked, i.hidden_rows, i.first_hidden_rows, i.hidden_columns,
  i.hidden_rows_out, i.hidden_columns_out,
  array(select left(c.title, 40) from unnest(i.header, i.keys) with ordinality as c (title, key, place)
    where c.key = '' and btrim(c.title) <> '' order by c.place) as other_columns, i.added, i.updated, i.unchanged, i.rejected,
  (select c.checkpoint->>'encoding' from jobs c where c.type = 'import.check' and c.key = i.id::text) as encoding`

/** Imports in sight: the session's scope, the kinds whose page it holds, and those it may edit rows of. */
export interface Visibility {
  scope: Scope
  kinds: readonly string[]
  editable: readonly string[]
  /** Kinds that only who uploaded the file applies. */
  byUploader: readonly string[]
  accountId: string
}

/** An import in sight: of the project, of a unit in the branch where the caller sees no more than that, of a kind. */
const visible = (db: Db, { scope, kinds }: Visibility) =>
  db`${inScope(db, scope, { project: 'i.project_id', unitPath: 'u.path' })} and i.kind = any(${kinds as string[]})`

/** The condition for accounts `a` that an import in a scope brought or found; none once its rows are deleted. */
export const importedIn = (db: Db, scope: Scope, importId: string): Fragment => db`
  a.id = any(array(
    select r.target_id from imports i join import_rows r on r.import_id = i.id left join units u on u.id = i.unit_id
    where i.id = ${importId} and r.state = 'accepted' and r.target_id is not null
      and ${inScope(db, scope, { project: 'i.project_id', unitPath: 'u.path' })}))`

/** Condition for the last import `i` of one's own among the kinds in sight. */
const isLast = (db: Db, { accountId, kinds, scope }: Visibility) => db`
  i.id = (select l.id from imports l
    where l.operator_id = ${accountId} and l.project_id = ${scope.projectId} and l.kind = any(${kinds as string[]})
    order by l.created_at desc limit 1)`

/** Returns the progress of an import in sight, one's own last where none is named, or refuses with 404. */
export async function getProgress(
  db: Db,
  visibility: Visibility,
  importId: string | undefined,
): Promise<ImportProgress> {
  const rows = await db`
    select ${progressColumns(db, visibility)} from imports i
    left join jobs j on j.id = i.job_id left join units u on u.id = i.unit_id
    where ${importId === undefined ? isLast(db, visibility) : db`i.id = ${importId}`} and ${visible(db, visibility)}`
  return progressOf(rowOf(ProgressRow, rows) ?? refuse(commonRefusals.notFound))
}

/** Days for which a finished import is listed. */
const listedDays = 7

/** One's own imports of the last week, and older ones that wait for a word still; the newest first. */
export async function listOwn(
  db: Db,
  visibility: Visibility,
  session: Session,
  limit = 20,
): Promise<ImportProgress[]> {
  const rows = await db`
    select ${progressColumns(db, visibility)} from imports i
    left join jobs j on j.id = i.job_id left join units u on u.id = i.unit_id
    where i.operator_id = ${session.accountId}
      and (i.created_at > moment() - make_interval(days => ${listedDays}) or i.status = 'checked' and i.fresh + i.changed > 0)
      and ${visible(db, visibility)}
    order by i.created_at desc limit ${limit}`
  return rowsOf(ProgressRow, rows).map(progressOf)
}

/**
 * The imports of a kind that the caller has begun and has to see to, as work that waits: those that are checked, or those
 * of the last days that failed or stopped and that no later one has replaced.
 */
export function waitingImports(
  db: Db,
  visibility: Visibility,
  { accountId }: Session,
  kind: string,
  why: 'toConfirm' | 'failed',
): Fragment {
  const waits =
    why === 'toConfirm'
      ? db`i.status = 'checked' and i.fresh + i.changed > 0`
      : db`i.created_at > moment() - make_interval(days => ${listedDays})
          and (i.status = 'failed' or i.status = 'applying' and j.status = 'failed')
          and not exists (
            select from imports later where later.operator_id = i.operator_id and later.kind = i.kind
              and later.created_at > i.created_at)`
  return db`
    select i.id, i.created_at, i.id::text
    from imports i left join jobs j on j.id = i.job_id left join units u on u.id = i.unit_id
    where i.operator_id = ${accountId} and i.kind = ${kind} and ${waits} and ${visible(db, visibility)}`
}

const LockedImport = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  projectId: Type.String(),
  unitId: Nullable(Type.String()),
  /** Path of the unit; null for an import that concerns no unit. */
  unitPath: Nullable(Type.String()),
  operatorId: Type.String(),
  params: Type.Record(Type.String(), Type.String()),
  fileName: Type.String(),
  fileKey: Nullable(Type.String()),
  jobId: Type.String(),
  status: OneOf(importStatuses),
  problem: FileProblem,
  autoApply: Type.Boolean(),
  updateExisting: Type.Boolean(),
  rows: Type.Integer(),
  fresh: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  hiddenColumns: Type.Array(Type.String()),
  hiddenRowsOut: Type.Boolean(),
  hiddenColumnsOut: Type.Boolean(),
  jobFailed: Type.Boolean(),
})
/** An import as its kind sees it. */
export type FoundImport = Static<typeof LockedImport>

/** An import, locked by default; in the caller's scope, or any for the system's own work. */
export async function lockImport(
  db: Db,
  visibility: Visibility | null,
  importId: string,
  lock = true,
): Promise<FoundImport> {
  const rows = await db`
    select i.id, i.kind, i.project_id, i.unit_id, u.path as unit_path, i.operator_id, i.params, i.file_name, i.file_key,
      i.job_id, i.status, i.problem, i.auto_apply, i.update_existing, i.rows, i.fresh, i.changed,
      i.same, i.hidden_columns, i.hidden_rows_out, i.hidden_columns_out,
      coalesce((select j.status = 'failed' from jobs j where j.id = i.job_id), false) as job_failed
    from imports i left join units u on u.id = i.unit_id
    where i.id = ${importId} ${visibility ? db`and ${visible(db, visibility)}` : db``}
    ${lock ? db`for update of i` : db``}`
  return rowOf(LockedImport, rows) ?? refuse(commonRefusals.notFound)
}

const HeaderRow = Type.Object({ header: Type.Array(Type.String()), keys: Type.Array(Type.String()) })

/** The titles of the file's columns as they came, and the keys they were found to be; '' for what is no column. */
export async function headerOf(db: Db, importId: string): Promise<Static<typeof HeaderRow>> {
  return rowOf(HeaderRow, await db`select header, keys from imports where id = ${importId}`)!
}

/** The places of an import's columns: of all that were found, and of those that are read. */
export function placesOf(
  { hiddenColumns, hiddenColumnsOut }: Pick<FoundImport, 'hiddenColumns' | 'hiddenColumnsOut'>,
  keys: readonly string[],
  columns: readonly ImportColumn[],
): { all: ReadPlaces; read: ReadPlaces } {
  const placed = (isRead: (key: string) => boolean): ReadPlaces => {
    const places = new Map(keys.flatMap((key, place) => (key !== '' && isRead(key) ? [[key, place]] : [])))
    return { places, numbers: numberPlaces(columns, places) }
  }
  return { all: placed(() => true), read: placed((key) => !hiddenColumnsOut || !hiddenColumns.includes(key)) }
}

/** Reasons a row is not imported, as stored; an earlier version stored the sentences. */
const StoredProblems = Type.Array(Type.Unsafe<StoredProblem | RowProblem>({ type: 'object' }))

/** Says a stored problem in both languages. */
export type SayProblem = (stored: StoredProblem | RowProblem) => RowProblem

const StoredRemarks = Type.Array(Type.Unsafe<StoredProblem>({ type: 'object' }))

const StoredRow = Type.Object({
  ...ImportRow.properties,
  problems: StoredProblems,
  remarks: StoredRemarks,
})

/** Counts the staged rows that the sheet hides, and numbers the first ten of them. */
export async function countHidden(db: Db, importId: string) {
  const [found] = await db`
    select count(*)::int as rows, coalesce((array_agg(row_no order by row_no))[1:10], '{}') as first
    from import_rows where import_id = ${importId} and hidden`
  return found as { rows: number; first: number[] }
}

/** One page of an import's rows, in the file's order. */
export async function pageRows(db: Db, input: InputOf<typeof importCalls.findRows>, say: SayProblem) {
  const [{ total, list }, { header }] = await Promise.all([
    page(db, StoredRow, input, {
      columns: db`r.row_no as row, r.label, r.state, r.outcome, r.cells, r.problems,
        coalesce(r.remarks, '[]') as remarks, r.version`,
      from: db`import_rows r`,
      where: [
        db`r.import_id = ${input.importId}`,
        input.only === 'bad' && db`r.state in ('bad', 'rejected')`,
        input.only === 'out' && db`r.state = 'out'`,
        input.only === 'good' && db`r.state in ('good', 'accepted')`,
        input.only === 'remarked' && db`r.remarks is not null`,
      ],
      after: input.after !== undefined && db`r.row_no > ${input.after}`,
      orderBy: db`r.row_no`,
    }),
    headerOf(db, input.importId),
  ])
  return {
    total,
    list: list.map((row) => ({
      ...row,
      problems: row.problems.map(say),
      remarks: sayRemarks(row.remarks),
    })),
    header,
  }
}

const Sealed = Nullable(Type.Unsafe<Buffer>({ type: 'object' }))
const SealedNumbers = { cardIndex: Sealed, cardSealed: Sealed, mobileIndex: Sealed, mobileSealed: Sealed }

const NextRow = Type.Object({
  rowNo: Type.Integer(),
  groupNo: Type.Integer(),
  draft: Type.Unsafe<object>({ type: 'object' }),
  outcome: OneOf(outcomes),
  targetId: Nullable(Type.String()),
  basis: Type.Unknown(),
  ...SealedNumbers,
})
/** A row that is to be applied. */
export type OpenRow = Static<typeof NextRow>

/** Rows of the next things to apply, whole groups only. */
export async function nextRows(db: Db, importId: string, groups: number): Promise<OpenRow[]> {
  const rows = await db`
    select row_no, group_no, draft, outcome, target_id, basis, card_index, card_sealed, mobile_index, mobile_sealed
    from import_rows
    where import_id = ${importId} and state = 'good' and group_no <= (
      select max(group_no) from (
        select distinct group_no from import_rows
        where import_id = ${importId} and state = 'good' order by group_no limit ${groups}) g)
    order by group_no, row_no`
  return rowsOf(NextRow, rows)
}

const SealedCells = {
  rowNo: Type.Integer(),
  cells: Type.Array(Nullable(Type.String())),
  cellsSealed: Sealed,
  cardSealed: Sealed,
  mobileSealed: Sealed,
}
const RefusedRow = Type.Object({ ...SealedCells, problems: StoredProblems })

const FaultyRow = Type.Object({
  ...StoredRow.properties,
  ...SealedCells,
  notes: Nullable(Type.Unsafe<RowNotes>({ type: 'object' })),
  ...SealedNumbers,
})
/** A row with what of it is sealed. */
export type FaultyRow = Static<typeof FaultyRow>

const faultyColumns = (db: Db) => db`
  r.row_no as row, r.row_no, r.label, r.state, r.outcome, r.cells, r.problems,
  coalesce(r.remarks, '[]') as remarks, r.notes, r.version, r.cells_sealed,
  r.card_sealed, r.mobile_sealed, r.card_index, r.mobile_index`

/** One page of the faulty rows of an import that waits, in the file's order. */
export function pageFaults(db: Db, input: InputOf<typeof importCalls.findFaults>) {
  return page(db, FaultyRow, input, {
    columns: faultyColumns(db),
    from: db`import_rows r`,
    where: [db`r.import_id = ${input.importId}`, db`r.state = 'bad'`],
    orderBy: db`r.row_no`,
  })
}

/** Some rows of an import, in the file's order. */
export async function rowsNumbered(db: Db, importId: string, rows: readonly number[]): Promise<FaultyRow[]> {
  return rowsOf(
    FaultyRow,
    await db`
      select ${faultyColumns(db)} from import_rows r
      where r.import_id = ${importId} and r.row_no = any(${rows as number[]}) order by r.row_no`,
  )
}

/** The next rows of an import after a number, in the file's order. */
export async function rowsAfter(db: Db, importId: string, rowNo: number, most: number): Promise<FaultyRow[]> {
  return rowsOf(
    FaultyRow,
    await db`
      select ${faultyColumns(db)} from import_rows r
      where r.import_id = ${importId} and r.row_no > ${rowNo} order by r.row_no limit ${most}`,
  )
}

const Counts = Type.Object({
  fresh: Type.Integer(),
  changed: Type.Integer(),
  same: Type.Integer(),
  bad: Type.Integer(),
  leftOut: Type.Integer(),
  remarked: Type.Integer(),
})

/** Counts some staged rows `r` of an import by outcome. */
export async function countRows(db: Db, importId: string, among: Fragment): Promise<Static<typeof Counts>> {
  const rows = await db`
    select (count(*) filter (where r.state = 'good' and r.outcome = 'new'))::int as fresh,
      (count(*) filter (where r.state = 'good' and r.outcome = 'changed'))::int as changed,
      (count(*) filter (where r.state = 'good' and r.outcome = 'same'))::int as same,
      (count(*) filter (where r.state = 'bad'))::int as bad,
      (count(*) filter (where r.state = 'out'))::int as left_out,
      (count(*) filter (where r.remarks is not null))::int as remarked
    from import_rows r where r.import_id = ${importId} and ${among}`
  return rowOf(Counts, rows)!
}

/** Rows that were not taken, a batch at a time: as they came where `secrets` open the numbers, else masked. */
export async function* refusedRows(db: Db, secrets: Secrets | null, importId: string, at: NumberPlaces) {
  const rowsAfter = async (rowNo: number) =>
    rowsOf(
      RefusedRow,
      await db`
        select r.row_no, r.cells, r.cells_sealed, r.card_sealed, r.mobile_sealed, r.problems from import_rows r
        where r.import_id = ${importId} and r.row_no > ${rowNo} and r.state in ('bad', 'rejected')
        order by r.row_no limit 500`,
    )
  for (let rows = await rowsAfter(0); rows.length > 0; rows = await rowsAfter(rows.at(-1)!.rowNo)) {
    for (const row of rows) {
      yield {
        rowNo: row.rowNo,
        cells: secrets ? clearCells(secrets, importId, row, at) : row.cells,
        problems: row.problems,
      }
    }
  }
}
