import { withoutNumbers } from '../../../contract/personalNumber.ts'
import { open } from 'node:fs/promises'
import type { TObject } from 'typebox'
import { Compile } from 'typebox/compile'
import { commonRefusals, Refusal, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Fragment, Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import type { Feature } from '../../../server/feature.ts'
import { badInput } from '../../../server/input.ts'
import { enqueue, type JobKind } from '../../../server/jobs.ts'
import { mayCall, type Session } from '../../../server/session.ts'
import { sheetLimits, sheetRefusals } from '../../../server/sheet/refusals.ts'
import { sessionOfWork } from '../../session/server/actions.ts'
import { lockReadyUpload, type UploadPurpose, useUpload } from '../../upload/server/actions.ts'
import { type Bilingual, type ImportProgress, importMenus, importRefusals } from '../contract.ts'
import {
  type ImportColumn,
  importLifecycle,
  type ProblemTable,
  retentionDays,
  type RowEditing,
  type StoredProblem,
} from '../rules.ts'
import {
  fileProblems,
  type FoundImport,
  getProgress,
  lockImport,
  type OpenRow,
  type Visibility,
} from './data.ts'

export { judgeEach, judgeRows, keepBasis, labelRows } from './check.ts'
export { type FoundImport, importedIn, type OpenRow, pageRows, type Visibility } from './data.ts'
export { errorsOf, recordErrors, sayerOf, templateOf } from './sheets.ts'
export { openNumbers, type ReaderOf, type ReadRow } from './staging.ts'

/** The outcome of a row of a checkpoint: the record it is now, or was already (`isThere`), or the problem. */
export type Decision = { row: number } & (
  | { targetId: string | null; isThere?: boolean; problem?: never }
  | { problem: StoredProblem }
)

/** A kind of import, declared by the feature whose things it brings in. */
export interface ImportKind {
  key: string
  title: Bilingual
  /** The page whose holders may import; anyone who lacks it is refused, and sees no import of the kind. */
  menu: (typeof importMenus)[number]
  /** The page of the back office that has its wizard. */
  page: string
  /** The parameters of an import of the kind; only texts. */
  params: TObject
  /** The parameter by which templates differ; absent where all imports of a project have the same. */
  templateOf?: string
  /** Forms of other programs that it reads, as workbook or CSV, in place of a template; absent where it has a template. */
  forms?: Bilingual
  /** Refuses parameters the caller may not give; gives the unit whose matter it becomes, or null. */
  admit(
    db: Db,
    session: Session,
    params: Readonly<Record<string, string>>,
  ): Promise<{ unitId: string | null }>
  /** The columns of the template, as this project has them for these parameters. */
  columns(db: Db, projectId: string, params: Readonly<Record<string, string>>): Promise<ImportColumn[]>
  /** The module whose `reader` is a ReaderOf what `setup` gives; it runs in the reading thread. */
  reader: URL
  /** Possible problems of its rows, by the code a row stores, and the way to fix a column. */
  problems: ProblemTable
  fixOf?(column: string): Bilingual | undefined
  /** Plain data the reading needs. */
  setup(db: Db, found: FoundImport, columns: readonly ImportColumn[]): Promise<unknown>
  /**
   * Judges the staged rows by each other and by what the database holds, in statements over all of them at once;
   * `among` is a condition on the rows `r` that are judged. A row that could not be read is not judged.
   */
  check(tx: Tx, found: FoundImport, among: Fragment): Promise<void>
  /** Says what applying good rows does, by their numbers, beyond their outcome; asked when they are looked at. */
  effects?(tx: Tx, found: FoundImport, among: Fragment): Promise<ReadonlyMap<number, Bilingual>>
  /**
   * Editing of rows after the check; absent if they cannot be edited. Such rows depend on each other only by
   * an ID or mobile number they share, and `check` judges them as often as it is asked to.
   */
  editing?: RowEditing
  /** Only who uploaded a file applies it: where to enter something is one of two persons' parts in what becomes of it. */
  byUploader?: true
  /** Things decided in one transaction. */
  batch: number
  /**
   * Applies one checkpoint's rows for the importer; returns the outcome of each. What it throws rolls the checkpoint
   * back. No session comes with an import that an earlier version queued.
   */
  apply(
    tx: Tx,
    app: AppContext,
    found: FoundImport,
    rows: readonly OpenRow[],
    session: Session | null,
  ): Promise<Decision[]>
}

declare module '../../../server/feature.ts' {
  interface Feature {
    /** Kinds of import from a sheet. */
    readonly imports?: readonly ImportKind[]
  }
}

/** The kinds of imports that these features declare. */
export const importKinds = (features: readonly Feature[]): ImportKind[] =>
  features.flatMap(({ imports = [] }) => imports)

export const checkJob = { type: 'import.check', lane: 'people' } as const satisfies JobKind
export const applyJob = { type: 'import.apply', lane: 'people' } as const satisfies JobKind

/** Sheets on their way to be imported. */
export const sheetPurpose: UploadPurpose = {
  key: 'sheet',
  menus: importMenus,
  bytes: sheetLimits.containerBytes,
  reasons: fileProblems,
  async take({ files }, { path, name }) {
    if (/\.csv$/i.test(name)) return { fileKey: await files.take(path, 'import', '.csv') }
    const file = await open(path)
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
    const start = buffer.toString('hex')
    if (start === 'd0cf11e0') refuse(sheetRefusals.oldFormat)
    if (!start.startsWith('504b')) refuse(sheetRefusals.notSheet)
    return { fileKey: await files.take(path, 'import', '.xlsx') }
  },
}

/** The kind of a name whose page the caller holds; refuses 404 for no kind and 403 without the page. */
export function kindFor(kinds: readonly ImportKind[], session: Session, key: string): ImportKind {
  const kind = kinds.find((one) => one.key === key) ?? refuse(commonRefusals.notFound)
  return mayCall(session, kind.menu) ? kind : refuse(commonRefusals.notAllowed)
}

/** The account that an import runs for, in a role and for a unit. */
export type Importer = Pick<Session, 'accountId' | 'roleId' | 'unitId'>

const importerOf = ({ accountId, roleId, unitId }: Importer): Importer => ({ accountId, roleId, unitId })

/** The session of an importer who still may import the records of an import; null where they may not. */
export async function sessionOfImport(
  tx: Tx,
  { menu }: ImportKind,
  { projectId, unitPath }: FoundImport,
  by: Importer,
): Promise<Session | null> {
  const session = await sessionOfWork(tx, by)
  if (!session || !mayCall(session, menu)) return null
  const { scope } = session
  const isBelow = scope.unitPath === null || unitPath?.startsWith(scope.unitPath) === true
  return scope.projectId === projectId && isBelow ? session : null
}

/** Returns the imports that a session sees. */
export function visibilityOf(kinds: readonly ImportKind[], session: Session): Visibility {
  const held = kinds.filter(({ menu }) => mayCall(session, menu))
  const keysOf = (some: readonly ImportKind[]) => some.map(({ key }) => key)
  return {
    scope: session.scope,
    kinds: keysOf(held),
    editable: keysOf(held.filter((kind) => kind.editing)),
    byUploader: keysOf(held.filter((kind) => kind.byUploader)),
    accountId: session.accountId,
  }
}

/** Returns the imports that a session sees, and their kinds by name. */
export const sightOf = (kinds: readonly ImportKind[], session: Session) => ({
  visibility: visibilityOf(kinds, session),
  kindOf: (key: string) => kindFor(kinds, session, key),
})

/**
 * Returns the progress of an import of these kinds, one's own last where none is named; refuses 404 what is absent or out
 * of sight.
 */
export function progressFor(
  db: Db,
  kinds: readonly ImportKind[],
  session: Session,
  importId: string | undefined,
): Promise<ImportProgress> {
  return getProgress(db, visibilityOf(kinds, session), importId)
}

/** Parameters as a kind declares them, or a refusal 422 that names the one that is wrong. */
function paramsOf(kind: ImportKind, given: Readonly<Record<string, string>>): Record<string, string> {
  const known = Object.fromEntries(Object.entries(given).filter(([key]) => key in kind.params.properties))
  const check = Compile(kind.params)
  if (check.Check(known)) return known
  const [error] = check.Errors(known) as unknown as [
    { instancePath: string; params: { requiredProperties?: string[] } },
  ]
  const field = error.params.requiredProperties?.[0] ?? error.instancePath.slice(1)
  throw badInput(field, { zh: '必须选择', en: 'must be chosen' })
}

interface Input {
  params: Readonly<Record<string, string>>
  name: string
  fileKey: string
  /** Applied as soon as it is checked. */
  autoApply?: boolean
  updateExisting?: boolean
}

async function insertImport(tx: Tx, session: Session, kind: ImportKind, input: Input): Promise<string> {
  if (!kind.forms && !input.fileKey.endsWith('.xlsx')) refuse(sheetRefusals.notSheet)
  const params = paramsOf(kind, input.params)
  const { unitId } = await kind.admit(tx, session, params)
  const { projectId, accountId: operatorId } = session
  const [fresh] = await tx`select new_id() as id`
  const id = fresh!.id as string
  const jobId = await enqueue(tx, {
    ...checkJob,
    input: { importId: id, by: importerOf(session) },
    key: id,
    projectId,
    operatorId,
  })
  await tx`insert into imports ${tx({
    id,
    kind: kind.key,
    projectId,
    unitId,
    operatorId,
    jobId,
    params: tx.json(params),
    fileName: withoutNumbers(input.name.slice(0, 200)),
    fileKey: input.fileKey,
    autoApply: input.autoApply ?? false,
    updateExisting: input.updateExisting ?? false,
  })}`
  return id
}

/** Begins an import of a file that came with a call itself; gives its id. Refuses what the kind does not admit. */
export async function startImport(
  { db, files }: Pick<AppContext, 'db' | 'files'>,
  session: Session,
  kind: ImportKind,
  input: Omit<Input, 'fileKey'> & { path: string },
): Promise<string> {
  const fileKey = await files.keep(input.path, 'import', '.xlsx')
  return db
    .begin((tx) => insertImport(tx, session, kind, { ...input, fileKey }))
    .catch(async (error: unknown) => {
      await files.remove(fileKey)
      throw error
    })
}

/**
 * Begins an import of a file that was uploaded before; the same upload gives the same import. Refuses (409) an upload
 * that began an import of another kind or with other parameters.
 */
export async function beginImport(
  tx: Tx,
  session: Session,
  kind: ImportKind,
  input: { params: Readonly<Record<string, string>>; uploadId: string },
): Promise<string> {
  const { name, found, usedFor } = await lockReadyUpload(tx, session, sheetPurpose, input.uploadId)
  if (usedFor) {
    const [same] = await tx`
      select from imports where id = ${usedFor} and kind = ${kind.key}
        and params = ${tx.json(paramsOf(kind, input.params))}`
    return same ? usedFor : refuse(importRefusals.otherRequest)
  }
  const { fileKey } = found as { fileKey: string }
  const id = await insertImport(tx, session, kind, { params: input.params, name, fileKey })
  await useUpload(tx, input.uploadId, id)
  return id
}

/** Queues the applying of a checked import, or of one whose applying was given up. */
export async function queueApply(
  tx: Tx,
  found: FoundImport,
  by: (Importer & Pick<Session, 'request'>) | undefined,
  updateExisting: boolean,
): Promise<void> {
  const { id, projectId, operatorId } = found
  const jobId = await enqueue(tx, {
    ...applyJob,
    input: { importId: id, ...(by && { by: importerOf(by) }) },
    // A run that was given up is followed by another, one press of the button by one.
    key: `${id}:${found.jobId}`,
    projectId,
    operatorId,
  })
  await tx`
    update imports set status = 'applying', job_id = ${jobId}, update_existing = ${updateExisting} where id = ${id}`
  await audit(tx, {
    by: { accountId: operatorId, ...by, projectId },
    action: 'import.apply',
    subjectKind: 'import',
    subjectId: id,
    after: { kind: found.kind, ...found.params, fileName: found.fileName, updateExisting },
  })
}

/** Confirms applying the valid rows; idempotent while it runs or is done. Refuses (403) what only its uploader applies. */
export async function applyImport(
  tx: Tx,
  session: Session,
  visibility: Visibility,
  input: { importId: string; updateExisting: boolean },
): Promise<void> {
  const found = await lockImport(tx, visibility, input.importId)
  if (found.status === 'applied') return
  if (visibility.byUploader.includes(found.kind) && found.operatorId !== session.accountId)
    refuse(importRefusals.othersFile)
  if (found.status === 'applying') {
    if (found.jobFailed) await queueApply(tx, found, session, found.updateExisting)
    return
  }
  // Why it cannot be applied is known better than that it cannot.
  if (found.problem) refuse({ code: 409, ...fileProblems.say(found.problem) })
  importLifecycle.next(found.status, 'apply')
  if (found.fresh + (input.updateExisting ? found.changed : 0) === 0) refuse(importRefusals.nothingGood)
  await queueApply(tx, found, session, input.updateExisting)
}

/**
 * Stops an import at its next checkpoint; gives its file, if that is still there, to be removed after the transaction.
 */
export async function cancelImport(
  tx: Tx,
  session: Session,
  visibility: Visibility,
  importId: string,
): Promise<string | null> {
  const found = await lockImport(tx, visibility, importId)
  await endImport(tx, found, { by: session })
  return found.fileKey
}

/** Ends a locked import before its last row, by somebody or by the system for a reason. */
export async function endImport(
  tx: Tx,
  { id, projectId, status: before }: FoundImport,
  why: { by: Session } | { by: null; reason: string },
): Promise<void> {
  const status = importLifecycle.next(before, 'cancel')
  await tx`update imports set status = ${status}, file_key = null where id = ${id}`
  await audit(tx, {
    ...why,
    projectId,
    action: 'import.cancel',
    subjectKind: 'import',
    subjectId: id,
    before: { status: before },
    after: { status },
  })
}

/** Records why a file could not be read; returns the file, which is no longer needed. */
export async function failImport(db: Db, importId: string, problem: Refusal): Promise<string | null> {
  const [found] = await db`
    update imports i set status = 'failed', problem = ${db.json(fileProblems.store(problem) as never)}, file_key = null
    from (select id, file_key from imports where id = ${importId} and status = 'checking' for update) old
    where i.id = old.id returning old.file_key`
  return (found?.fileKey as string | undefined) ?? null
}

/**
 * Ends imports that were checked, or stopped in the midst, so many days ago; the staged rows of all that ended are then
 * removed by `removeRows`: personal data of abandoned imports is not retained. Counts stay.
 */
export async function lapseImports(tx: Tx): Promise<void> {
  const lapsed = fileProblems.store(new Refusal(importRefusals.lapsed))
  const ids = await tx`
    update imports i set status = 'failed', problem = ${tx.json(lapsed as never)}
    where i.created_at < moment() - make_interval(days => ${retentionDays}) and (i.status = 'checked'
      or i.status = 'applying' and (select j.status from jobs j where j.id = i.job_id) = 'failed')
    returning id, project_id`
  for (const { id, projectId } of ids) {
    await audit(tx, {
      by: null,
      projectId: projectId as string,
      action: 'import.lapse',
      subjectKind: 'import',
      subjectId: id as string,
    })
  }
}

/** Removes the rows of imports that were abandoned or have ended, so many of them at most. */
export const removeRows = (db: Db, most: number) => db`
  delete from import_rows where ctid = any(array(
    select r.ctid from imports i join import_rows r on r.import_id = i.id
    where i.created_at < moment() - make_interval(days => ${retentionDays})
      and i.status in ('applied', 'failed', 'cancelled')
    limit ${most}))`
