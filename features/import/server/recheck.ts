import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Fragment, Tx } from '../../../server/db.ts'
import { enqueue, type JobKind } from '../../../server/jobs.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { importRefusals } from '../contract.ts'
import { type ImportColumn, importLifecycle, markColumn, outReasons, problemsOf } from '../rules.ts'
import type { ImportKind, ReaderOf, Visibility } from './actions.ts'
import { type FoundImport, headerOf, lockImport, placesOf, rowsAfter } from './data.ts'
import { clearCells, type ReadPlaces, type RowNotes, stagedRow } from './staging.ts'

export const recheckJob = { type: 'import.recheck', lane: 'people' } as const satisfies JobKind

/** The hidden parts of a sheet that are left out. */
export type HiddenChoice = { rows: boolean; columns: boolean }

/** Makes the reading of stored rows: of their cells and of what the sheet said of them. */
export async function readAgain(
  tx: Tx,
  found: FoundImport,
  {
    kind,
    secrets,
    columns,
    at,
  }: { kind: ImportKind; secrets: Secrets; columns: readonly ImportColumn[]; at: ReadPlaces },
) {
  const { reader } = (await import(kind.reader.href)) as { reader: ReaderOf<unknown> }
  const read = reader(await kind.setup(tx, found, columns), secrets)
  return (rowNo: number, cells: (string | null)[], { faults, remarks }: RowNotes) => {
    const row = { row: rowNo, cells, faults }
    return { rowNo, ...stagedRow(found.id, secrets, at, row, read(row, at.places), remarks) }
  }
}
type ReadAgain = ReturnType<Awaited<ReturnType<typeof readAgain>>>

/** Stores rows that were read again, unjudged; one that is left out stays so. */
export async function writeRows(tx: Tx, importId: string, rows: readonly ReadAgain[]): Promise<void> {
  const hex = (bytes: Buffer | undefined) => bytes?.toString('hex') ?? null
  const written = rows.map((row) => ({
    ...row,
    cellsSealed: hex(row.cellsSealed),
    cardIndex: hex(row.cardIndex),
    cardSealed: hex(row.cardSealed),
    mobileIndex: hex(row.mobileIndex),
    mobileSealed: hex(row.mobileSealed),
    keyHash: hex(row.keyHash),
    groupHash: hex(row.groupHash),
    partHash: hex(row.partHash),
  }))
  const isLeftOut = tx`(r.state = 'out' and r.problems->0->>'code' = any(${Object.keys(outReasons)}))`
  await tx`
    update import_rows r set label = t.label, cells = t.cells::json, draft = t.draft::json, notes = t.notes::jsonb,
      problems = case when ${isLeftOut} then jsonb_build_array(r.problems->0) else '[]' end || t.problems::jsonb,
      remarks = t.remarks::jsonb, state = case when ${isLeftOut} then 'out' else t.state end,
      cells_sealed = decode(t."cellsSealed", 'hex'), card_index = decode(t."cardIndex", 'hex'),
      card_sealed = decode(t."cardSealed", 'hex'), mobile_index = decode(t."mobileIndex", 'hex'),
      mobile_sealed = decode(t."mobileSealed", 'hex'), key_hash = decode(t."keyHash", 'hex'),
      group_hash = decode(t."groupHash", 'hex'), part_hash = decode(t."partHash", 'hex'),
      outcome = 'new', target_id = null, group_no = r.row_no, version = r.version + 1
    from jsonb_to_recordset(${tx.json(written as never)}) as t ("rowNo" int, label text, cells text, draft text,
      problems text, notes text, remarks text, state text, "cellsSealed" text, "cardIndex" text, "cardSealed" text,
      "mobileIndex" text, "mobileSealed" text, "keyHash" text, "groupHash" text, "partHash" text)
    where r.import_id = ${importId} and r.row_no = t."rowNo"`
}

const reason = problemsOf(outReasons)

/** Leaves rows `r` out for a reason: they stay in the file, and are no other row's double and part of nothing. */
export async function leaveOut(
  tx: Tx,
  importId: string,
  why: keyof typeof outReasons,
  among: Fragment,
): Promise<void> {
  await tx`
    update import_rows r set state = 'out', outcome = 'new', target_id = null, group_no = r.row_no,
      key_hash = coalesce(r.part_hash, r.key_hash), version = r.version + 1,
      problems = ${tx.json([reason(null, why)] as never)}::jsonb || case when r.draft is null then r.problems else '[]' end
    where r.import_id = ${importId} and r.state <> 'out' and ${among}`
}

/** Takes rows `r` that were left out in again, unjudged. */
export async function takeIn(tx: Tx, importId: string, among: Fragment): Promise<void> {
  await tx`
    update import_rows r set state = case when r.draft is null then 'bad' else 'good' end,
      problems = r.problems - 0, version = r.version + 1
    where r.import_id = ${importId} and r.state = 'out' and ${among}`
}

/** Takes back what a check found of rows `r`, so that they can be checked again; faults of their cells stay. */
export async function resetRows(tx: Tx, importId: string, among: Fragment): Promise<void> {
  await tx`
    update import_rows r set state = 'good', problems = '[]', outcome = 'new', target_id = null, group_no = r.row_no,
      key_hash = coalesce(r.part_hash, r.key_hash)
    where r.import_id = ${importId} and r.draft is not null and r.state <> 'out' and ${among}
      and (r.state = 'bad' or r.outcome <> 'new' or r.target_id is not null or r.group_hash is not null)`
}

/**
 * Leaves the hidden rows of a checked import out, and the content of its hidden columns, or takes them in again: the
 * rows are checked once more. Refuses (403) anyone who did not upload it, (409) an import that is not in review, and (422)
 * to do without a required column.
 */
export async function leaveOutHidden(
  tx: Tx,
  session: Session,
  { visibility, kindOf }: { visibility: Visibility; kindOf: (key: string) => ImportKind },
  { importId, ...choice }: { importId: string } & HiddenChoice,
): Promise<void> {
  const found = await lockImport(tx, visibility, importId)
  if (found.operatorId !== session.accountId) refuse(importRefusals.notYours)
  const status = importLifecycle.next(found.status, 'recheck')
  const before: HiddenChoice = { rows: found.hiddenRowsOut, columns: found.hiddenColumnsOut }
  if (choice.rows === before.rows && choice.columns === before.columns) return
  if (choice.columns) {
    const columns = await kindOf(found.kind).columns(tx, found.projectId, found.params)
    const needed = columns.filter(({ key, required }) => required && found.hiddenColumns.includes(key))
    if (needed.length > 0) {
      refuse(importRefusals.requiredHidden, { columns: needed.map(({ title }) => title) }, 'columns')
    }
  }
  const { projectId, operatorId, jobId: last } = found
  const job = {
    ...recheckJob,
    input: { importId, ...choice },
    key: `${importId}:${last}`,
    projectId,
    operatorId,
  }
  const jobId = await enqueue(tx, job)
  await tx`update imports set status = ${status}, job_id = ${jobId} where id = ${importId}`
  const said = ({ rows, columns }: HiddenChoice) => ({ hiddenRowsOut: rows, hiddenColumnsOut: columns })
  await audit(tx, {
    by: session,
    projectId,
    action: 'import.leaveOutHidden',
    subjectKind: 'import',
    subjectId: importId,
    before: said(before),
    after: said(choice),
  })
}

/** Rows that are read and stored at a time; so long other work of the process waits. */
const batch = 20

/** Reads all stored rows again, with the hidden columns or without; reports how many were read after each batch. */
export async function readRowsAgain(
  tx: Tx,
  found: FoundImport,
  { kind, secrets }: { kind: ImportKind; secrets: Secrets },
  onBatch: (done: number) => Promise<void>,
): Promise<void> {
  const { keys } = await headerOf(tx, found.id)
  const columns = [markColumn, ...(await kind.columns(tx, found.projectId, found.params))]
  const places = placesOf(found, keys, columns)
  const read = await readAgain(tx, found, { kind, secrets, columns, at: places.read })
  const after = (rowNo: number) => rowsAfter(tx, found.id, rowNo, batch)
  let done = 0
  for (let rows = await after(0); rows.length > 0; rows = await after(rows.at(-1)!.rowNo)) {
    await writeRows(
      tx,
      found.id,
      rows.map((row) =>
        read(
          row.rowNo,
          clearCells(secrets, found.id, row, places.all.numbers),
          row.notes ?? { faults: [], remarks: [] },
        ),
      ),
    )
    await onBatch((done += rows.length))
  }
}
