import type { InputOf } from '../../../contract/call.ts'
import { type Language, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { mayCall, type Session } from '../../../server/session.ts'
import { consumeAttempt } from '../../rateLimit/server/actions.ts'
import { type importCalls, type ImportProgress, importRefusals, type EditableRow } from '../contract.ts'
import { type ImportColumn, markColumn, sayProblem } from '../rules.ts'
import type { ImportKind, Visibility } from './actions.ts'
import {
  countRows,
  type FaultyRow,
  type FoundImport,
  getProgress,
  headerOf,
  lockImport,
  pageFaults,
  placesOf,
  rowsNumbered,
} from './data.ts'
import { remarkNames } from './printable.ts'
import { leaveOut, readAgain, resetRows, takeIn, writeRows } from './recheck.ts'
import { clearCells, type ReadPlaces, storable } from './staging.ts'
import { sayRemarks } from './takenCells.ts'

/** Tools for reading the rows of an import. */
interface Reading {
  kind: ImportKind
  secrets: Secrets
  language: Language
  columns: readonly ImportColumn[]
  places: { all: ReadPlaces; read: ReadPlaces }
}

/** Rows that were judged together with an edited one, as the answer has them. */
const shownRows = 100

/** Refuses anyone who did not upload the file (403), and an import that waits for nobody (409). */
function assertEditable(found: FoundImport, session: Session, kind: ImportKind): void {
  if (found.operatorId !== session.accountId) refuse(importRefusals.notYours)
  if (found.status !== 'checked' || !kind.editing) refuse(importRefusals.notEditable)
}

/** A row as its uploader edits it: every number in full, and what was probably meant. */
function editableRow(reading: Reading, importId: string, row: FaultyRow): EditableRow {
  const { kind, secrets, language, columns, places } = reading
  const cells = clearCells(secrets, importId, row, places.all.numbers)
  const byKey = new Map(columns.map((column) => [column.key, column]))
  const { suggestionFor } = kind.editing!
  const suggestions = row.problems.flatMap((problem) => {
    const column = byKey.get(problem.column ?? '')
    const place = places.read.places.get(problem.column ?? '')
    if (!column || place === undefined || 'zh' in problem) return []
    const text = suggestionFor(column, cells[place] ?? '', problem, language)
    return text === null ? [] : [{ column: column.key, text }]
  })
  const { label, state, outcome, version } = row
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
  const columns = [markColumn, ...(await kind.columns(db, found.projectId, found.params))]
  const places = placesOf(found, keys, columns)
  const readKeys = keys.map((key) => (places.read.places.has(key) ? key : ''))
  return { header, keys: readKeys, reading: { kind, secrets, language, columns, places } }
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

/** Reads a row with other texts in some cells; what was not edited keeps the faults of its sheet. */
async function readEdited(
  tx: Tx,
  found: FoundImport,
  { kind, secrets, columns, places }: Reading,
  row: FaultyRow,
  edited: Readonly<Record<string, string>>,
) {
  const editedPlaces = new Map<number, string>()
  for (const [key, text] of Object.entries(edited)) {
    editedPlaces.set(places.read.places.get(key) ?? refuse(importRefusals.noSuchColumn, {}, key), text)
  }
  const cells = clearCells(secrets, found.id, row, places.all.numbers)
  for (const [place, text] of editedPlaces) cells[place] = text.trim() === '' ? null : storable(text)
  const { faults, remarks } = row.notes ?? { faults: [], remarks: [] }
  const read = await readAgain(tx, found, { kind, secrets, columns, at: places.read })
  return read(row.rowNo, cells, {
    faults: faults.filter(({ column }) => !editedPlaces.has(column)),
    remarks: remarks.filter(({ column }) => !((column ?? '') in edited)),
  })
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
  const staged = input.leaveOut ? null : await readEdited(tx, found, reading, row, input.cells)
  const touched = await tx`
    select r.row_no from import_rows r
    where r.import_id = ${importId} and (r.row_no = ${input.row}
      or r.card_index = any(array[${row.cardIndex}, ${staged?.cardIndex ?? null}]::bytea[])
      or r.mobile_index = any(array[${row.mobileIndex}, ${staged?.mobileIndex ?? null}]::bytea[]))`
  const rows = touched.map(({ rowNo }) => rowNo as number)
  const among = tx`r.row_no = any(${rows})`
  const itself = tx`r.row_no = ${input.row}`
  const before = await countRows(tx, importId, among)
  if (staged === null) await leaveOut(tx, importId, 'leftOut', itself)
  else {
    await takeIn(tx, importId, itself)
    await writeRows(tx, importId, [staged])
  }
  await resetRows(tx, importId, among)
  await reading.kind.check(tx, found, among)
  await remarkNames(tx, importId, reading.columns, itself)
  const after = await countRows(tx, importId, among)
  await tx`
    update imports set fresh = fresh + ${after.fresh - before.fresh}, changed = changed + ${after.changed - before.changed},
      same = same + ${after.same - before.same}, bad = bad + ${after.bad - before.bad},
      left_out = left_out + ${after.leftOut - before.leftOut}, remarked = remarked + ${after.remarked - before.remarked}
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
