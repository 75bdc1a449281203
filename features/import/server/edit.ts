import type { InputOf } from '../../../contract/call.ts'
import { type Language, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { mayCall, type Session } from '../../../server/session.ts'
import type { SheetRow } from '../../../server/sheet/rows.ts'
import { consumeAttempt } from '../../rateLimit/server/actions.ts'
import { type importCalls, type ImportProgress, importRefusals, type EditableRow } from '../contract.ts'
import { type ImportColumn, isLeftOut, leftOut, markColumn, sayProblem } from '../rules.ts'
import type { ImportKind, ReaderOf, Visibility } from './actions.ts'
import {
  countRows,
  type FaultyRow,
  type FoundImport,
  getProgress,
  headerOf,
  lockImport,
  pageFaults,
  rowsNumbered,
  sayRemarks,
} from './data.ts'
import { clearCells, numberPlaces, stagedRow, storable } from './staging.ts'

/** Tools for reading the rows of an import. */
interface Reading {
  kind: ImportKind
  secrets: Secrets
  language: Language
  columns: readonly ImportColumn[]
  places: ReadonlyMap<string, number>
}

/** Rows that were judged together with an edited one, as the answer has them. */
const shownRows = 100

const placesOf = (keys: readonly string[]) =>
  new Map(keys.flatMap((key, place) => (key === '' ? [] : [[key, place] as const])))

/** Refuses anyone who did not upload the file (403), and an import that waits for nobody (409). */
function assertEditable(found: FoundImport, session: Session, kind: ImportKind): void {
  if (found.operatorId !== session.accountId) refuse(importRefusals.notYours)
  if (found.status !== 'checked' || !kind.editing) refuse(importRefusals.notEditable)
}

/** A row as its uploader edits it: every number in full, and what was probably meant. */
function editableRow(reading: Reading, importId: string, row: FaultyRow): EditableRow {
  const { kind, secrets, language, columns, places } = reading
  const cells = clearCells(secrets, importId, row, numberPlaces(columns, places))
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const { suggestionFor } = kind.editing!
  const suggestions = row.problems.flatMap((problem) => {
    const column = byKey.get(problem.column ?? '')
    const place = places.get(problem.column ?? '')
    if (!column || place === undefined || 'zh' in problem) return []
    const text = suggestionFor(column, cells[place] ?? '', problem, language)
    return text === null ? [] : [{ column: column.key, text }]
  })
  const { label, state, outcome, version } = row
  const isOut = row.problems.some(isLeftOut)
  const problems = row.problems.map((stored) => sayProblem(kind.problems, kind.fixOf, stored))
  const remarks = sayRemarks(row.remarks)
  return {
    row: row.rowNo,
    label,
    state,
    outcome,
    cells,
    problems,
    remarks,
    version,
    suggestions,
    leftOut: isOut,
  }
}

/** Records that the uploader sees the values of an import in full; the first time alone. */
async function recordReveal(tx: Tx, session: Session, found: FoundImport): Promise<void> {
  const [first] = await tx`
    update imports set revealed_at = moment() where id = ${found.id} and revealed_at is null returning id`
  if (!first) return
  await audit(tx, {
    by: session,
    action: 'import.reveal',
    subjectKind: 'import',
    subjectId: found.id,
    after: { fileName: found.fileName },
  })
}

interface Asked {
  session: Session
  visibility: Visibility
  kindOf: (key: string) => ImportKind
  secrets: Secrets
  language: Language
}

async function readingOf(db: Db, asked: Asked, found: FoundImport) {
  const { secrets, language } = asked
  const kind = asked.kindOf(found.kind)
  assertEditable(found, asked.session, kind)
  const { header, keys } = await headerOf(db, found.id)
  const columns = [markColumn, ...(await kind.columns(db, found.projectId))]
  return { header, keys, reading: { kind, secrets, language, columns, places: placesOf(keys) } }
}

/**
 * A page of the faulty rows of one's own import, with their values in full. The first time is recorded in the operation
 * log. Refuses as `assertEditable` does.
 */
export async function findFaults(tx: Tx, asked: Asked, input: InputOf<typeof importCalls.findFaults>) {
  const found = await lockImport(tx, asked.visibility, input.importId, false)
  const { header, keys, reading } = await readingOf(tx, asked, found)
  await recordReveal(tx, asked.session, found)
  const { total, list } = await pageFaults(tx, input)
  return { total, list: list.map((row) => editableRow(reading, found.id, row)), header, keys }
}

/** Leaves a row out of the import: it stays in the file with what is wrong with it, and is no other row's double. */
async function leaveOut(tx: Tx, importId: string, row: FaultyRow): Promise<void> {
  const problems = [leftOut, ...row.problems.filter((one) => !isLeftOut(one))]
  await tx`
    update import_rows set draft = null, state = 'bad', outcome = 'new', target_id = null, problems = ${tx.json(problems as never)},
      version = version + 1
    where import_id = ${importId} and row_no = ${row.rowNo}`
}

/** Reads the edited cells of a row by the rule of the file; what was not edited keeps the faults of its sheet. */
async function readAgain(
  tx: Tx,
  found: FoundImport,
  { kind, secrets, columns, places }: Reading,
  row: FaultyRow,
  edited: Readonly<Record<string, string>>,
) {
  const at = numberPlaces(columns, places)
  const { editing } = kind
  const cells = clearCells(secrets, found.id, row, at)
  for (const [key, text] of Object.entries(edited)) {
    const place = places.get(key) ?? refuse(importRefusals.noSuchColumn, {}, key)
    cells[place] = text.trim() === '' ? null : storable(text)
  }
  const faults = row.problems.flatMap(({ column, ...problem }): SheetRow['faults'] => {
    if (column === null || column in edited || !('code' in problem) || !editing!.isFault(problem.code))
      return []
    const { text } = problem.values ?? {}
    const fault = problem.code as SheetRow['faults'][number]['fault']
    return [{ column: places.get(column)!, fault, ...(typeof text === 'string' && { text }) }]
  })
  const remarks = row.remarks.filter(({ column }) => !((column ?? '') in edited))
  const { reader } = (await import(kind.reader.href)) as { reader: ReaderOf<unknown> }
  const read = reader(await kind.setup(tx, found, columns), secrets)
  const sheetRow = { row: row.rowNo, cells, faults }
  return stagedRow(found.id, secrets, at, sheetRow, read(sheetRow, places), remarks)
}

/**
 * Counts numbers that somebody who sees them masked puts into a row: each is checked against all that are registered.
 * Refuses (429) beyond the limit.
 */
async function countNumbers(tx: Tx, session: Session, { columns }: Reading, cells: object): Promise<void> {
  const numbers = columns.filter(({ key, kind }) => key in cells && (kind === 'card' || kind === 'mobile'))
  if (numbers.length > 0 && !mayCall(session, '/student-manage/student#reveal'))
    await consumeAttempt(tx, 'importNumbers', session.accountId)
}

/**
 * Changes cells of a row of one's own import and reads it again by the rule of the file, or leaves it out, and judges it
 * and the rows that share a number with it, before or now. A row that was left out comes back with its next edit. Refuses as `assertEditable` does, (409) a row that was edited since it was
 * read, and (422) a column the file does not have.
 */
export async function editRow(
  tx: Tx,
  asked: Asked,
  input: InputOf<typeof importCalls.editRow>,
): Promise<{ rows: EditableRow[]; progress: ImportProgress }> {
  const { importId } = input
  const found = await lockImport(tx, asked.visibility, importId)
  const { reading } = await readingOf(tx, asked, found)
  const [row] = await rowsNumbered(tx, importId, [input.row])
  if (!row) refuse(importRefusals.notEditable)
  if (row.version !== input.version) refuse(importRefusals.editedElsewhere)
  await recordReveal(tx, asked.session, found)
  await countNumbers(tx, asked.session, reading, input.cells)
  const staged = input.leaveOut ? null : await readAgain(tx, found, reading, row, input.cells)
  const touched = await tx`
    select r.row_no from import_rows r
    where r.import_id = ${importId} and (r.row_no = ${input.row}
      or r.card_index = any(array[${row.cardIndex}, ${staged?.cardIndex ?? null}]::bytea[])
      or r.mobile_index = any(array[${row.mobileIndex}, ${staged?.mobileIndex ?? null}]::bytea[]))`
  const rows = touched.map(({ rowNo }) => rowNo as number)
  const among = tx`r.row_no = any(${rows})`
  const before = await countRows(tx, importId, among)
  if (staged === null) await leaveOut(tx, importId, row)
  else
    await tx`
      update import_rows set label = ${staged.label}, cells = ${staged.cells}::text::json,
        draft = ${staged.draft}::text::json, problems = ${staged.problems}::text::jsonb, remarks = ${staged.remarks}::text::jsonb,
        cells_sealed = ${staged.cellsSealed ?? null}, card_index = ${staged.cardIndex ?? null},
        card_sealed = ${staged.cardSealed ?? null}, mobile_index = ${staged.mobileIndex ?? null},
        mobile_sealed = ${staged.mobileSealed ?? null}, key_hash = ${staged.keyHash ?? null},
        group_hash = ${staged.groupHash ?? null}, state = ${staged.state}, outcome = 'new', target_id = null,
        version = version + 1
      where import_id = ${importId} and row_no = ${input.row}`
  await tx`
    update import_rows r set state = 'good', problems = '[]', outcome = 'new', target_id = null
    where r.import_id = ${importId} and ${among} and r.draft is not null`
  await reading.kind.check(tx, found, among)
  const after = await countRows(tx, importId, among)
  await tx`
    update imports set fresh = fresh + ${after.fresh - before.fresh}, changed = changed + ${after.changed - before.changed},
      same = same + ${after.same - before.same}, bad = bad + ${after.bad - before.bad},
      remarked = remarked + ${after.remarked - before.remarked}
    where id = ${importId}`
  const shown = await rowsNumbered(tx, importId, [
    input.row,
    ...rows.filter((number) => number !== input.row).slice(0, shownRows - 1),
  ])
  return {
    rows: shown.map((one) => editableRow(reading, importId, one)),
    progress: await getProgress(tx, asked.visibility, importId),
  }
}
