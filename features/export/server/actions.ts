import { randomBytes } from 'node:crypto'
import { commonRefusals, type Language, type Refusal, refuse } from '../../../contract/refusal.ts'
import { audit, filterInLog } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { enqueue, type JobKind } from '../../../server/jobs.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { hasWholeProject, mayCall, type Session } from '../../../server/session.ts'
import { listExportRefusals, revealPermission } from '../contract.ts'
import { fileDays, fullExportsADay, listExportLifecycle, mostAtOnce } from '../rules.ts'
import { countInFull, countMaking, exportProblems, lockOwn, type StoredExport } from './data.ts'
import { type ExportKind, type ExportKinds, fileNameOf, mimeOf } from './reading.ts'

/** Columns that the sealed filters and the key of a file are bound to. */
const places = { filter: 'list_exports.filter', key: 'list_exports.key' } as const

export const makeJob = { type: 'export.make', lane: 'people' } as const satisfies JobKind

/** True if a session may export a list, and with numbers in full if asked for. */
export function mayExport({ call }: ExportKind, session: Session, unmasked: boolean): boolean {
  return (
    mayCall(session, call.allow) &&
    (!call.wholeProject || hasWholeProject(session)) &&
    (!unmasked || mayCall(session, revealPermission))
  )
}

/** The export of a path that the session may make; refuses (404) none, (403) what it may not. */
export function kindFor(kinds: ExportKinds, session: Session, path: string, unmasked: boolean): ExportKind {
  const kind = kinds.get(path) ?? refuse(commonRefusals.notFound)
  if (!mayExport(kind, session, false)) refuse(commonRefusals.notAllowed)
  if (unmasked && !mayExport(kind, session, true)) refuse(listExportRefusals.mayNotReveal)
  return kind
}

/** The part of a list that was exported, for the audit log. */
interface Exported {
  filter: object
  unmasked: boolean
  /** Left out as long as nothing is read. */
  rows?: number
  reason?: string | null
}

/** Records an export, or a step of one that a job makes, in the operation log. */
export async function recordExport(
  tx: Tx,
  by: Pick<Session, 'accountId' | 'projectId' | 'request'>,
  action: 'export.stream' | 'export.create' | 'export.finish',
  kind: ExportKind,
  { filter, unmasked, rows, reason }: Exported,
  subjectId: string = kind.call.path,
): Promise<void> {
  await audit(tx, {
    by,
    action,
    subjectKind: 'export',
    subjectId,
    after: {
      list: kind.call.title.zh,
      filter: filterInLog(filter),
      columns: kind.columns.map(({ title }) => title.zh),
      unmasked,
      ...(rows === undefined ? {} : { rows }),
    },
    ...(reason ? { reason } : {}),
  })
}

/**
 * Has the sheet of a list made by a job; gives its id. Refuses (422) numbers in full without a reason, and (429) more
 * than a few at the same time or, in full, a day.
 */
export async function createExport(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  kind: ExportKind,
  asked: { filter: object; unmasked: boolean; reason?: string | undefined; language: Language },
): Promise<string> {
  const { filter, unmasked, reason = null, language } = asked
  const { accountId: operatorId, projectId, roleId, unitId: scopeUnitId } = session
  if (unmasked && !reason) refuse(listExportRefusals.noReason, {}, 'reason')
  // Those of one person are counted one after the other.
  await tx`select pg_advisory_xact_lock(hashtext(${`export ${operatorId}`}))`
  if ((await countMaking(tx, operatorId)) >= mostAtOnce)
    refuse(listExportRefusals.atOnce, { count: mostAtOnce })
  if (unmasked && (await countInFull(tx, operatorId)) >= fullExportsADay)
    refuse(listExportRefusals.inFullADay, { count: fullExportsADay })
  const [fresh] = await tx<{ id: string }[]>`select new_id() as id`
  const { id } = fresh!
  const jobId = await enqueue(tx, { ...makeJob, input: { exportId: id }, key: id, projectId, operatorId })
  await tx`insert into list_exports ${tx({
    id,
    projectId,
    operatorId,
    roleId,
    scopeUnitId,
    jobId,
    path: kind.call.path,
    language,
    unmasked,
    reason,
    filterSealed: secrets.seal(places.filter, id, JSON.stringify(filter)),
    fileName: await fileNameOf(tx, kind, language),
  })}`
  await recordExport(tx, session, 'export.create', kind, { filter, unmasked, reason }, id)
  return id
}

/** The filters that an export was asked for with. */
export const filterOf = (secrets: Secrets, { id, filterSealed }: StoredExport) =>
  JSON.parse(secrets.open(places.filter, id, filterSealed!)) as object

/** A key for one file. */
export const freshKey = () => randomBytes(32)

/**
 * Makes a finished file available to the one who asked for it, and records what it contains. Returns false when the
 * export was cancelled meanwhile.
 */
export async function finishExport(
  tx: Tx,
  secrets: Secrets,
  found: StoredExport,
  kind: ExportKind,
  file: {
    key: string
    contentKey: Buffer
    bytes: number
    rows: number
    /** Ids of the rows that are in a document. */
    given: readonly string[]
    scopePath: string | null
  },
): Promise<boolean> {
  const { id, operatorId: accountId, projectId, unmasked, reason } = found
  const { key: fileKey, contentKey, bytes, rows, given, scopePath } = file
  const [made] = await tx`
    update list_exports set status = ${listExportLifecycle.next('making', 'finish')}, rows = ${rows}, bytes = ${bytes},
      file_key = ${fileKey}, key_sealed = ${secrets.seal(places.key, id, contentKey.toString('hex'))},
      scope_path = ${scopePath}, filter_sealed = null, expires_at = moment() + make_interval(days => ${fileDays})
    where id = ${id} and status = 'making' returning id`
  if (!made) return false
  await kind.document?.given(tx, given)
  const filter = filterOf(secrets, found)
  await recordExport(
    tx,
    { accountId, projectId },
    'export.finish',
    kind,
    { filter, unmasked, rows, reason },
    id,
  )
  return true
}

/** Ends an export without a file, and says why. */
export async function failExport(tx: Tx, id: string, problem: Refusal): Promise<void> {
  const status = listExportLifecycle.next('making', 'fail')
  const [failed] = await tx<Pick<StoredExport, 'operatorId' | 'projectId'>[]>`
    update list_exports set status = ${status}, filter_sealed = null,
      problem = ${tx.json(exportProblems.store(problem) as never)}
    where id = ${id} and status = 'making' returning operator_id, project_id`
  if (!failed) return
  const { operatorId: accountId, projectId } = failed
  await audit(tx, {
    by: { accountId, projectId },
    action: 'export.fail',
    subjectKind: 'export',
    subjectId: id,
    before: { status: 'making' },
    after: { status },
    reason: problem.say('zh'),
  })
}

/** Stops one's own export; refuses (404) another's and (409) one that has ended. */
export async function cancelExport(tx: Tx, session: Session, id: string): Promise<void> {
  const found = await lockOwn(tx, session, id)
  const status = listExportLifecycle.next(found.status, 'cancel')
  await tx`update list_exports set status = ${status}, filter_sealed = null where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'export.cancel',
    subjectKind: 'export',
    subjectId: id,
    before: { status: found.status },
    after: { status },
  })
}

/**
 * The file of one's own export and the key that opens it, and records that it was fetched. Refuses (404) another's,
 * (403) what the caller may no longer export or sees less of now, and (409) a file that is not there.
 */
export async function fetchExport(
  tx: Tx,
  secrets: Secrets,
  kinds: ExportKinds,
  session: Session,
  id: string,
): Promise<{ fileName: string; fileKey: string; mime: string; contentKey: Buffer }> {
  const found = await lockOwn(tx, session, id)
  const { fileName, fileKey, keySealed, scopePath, unmasked, status, isOver } = found
  const { unitPath } = session.scope
  const kind = kindFor(kinds, session, found.path, unmasked)
  if (status !== 'ready' || isOver || !fileKey || !keySealed) return refuse(listExportRefusals.notReady)
  if (unitPath !== null && !scopePath?.startsWith(unitPath)) refuse(commonRefusals.notAllowed)
  await audit(tx, {
    by: session,
    action: 'export.fetch',
    subjectKind: 'export',
    subjectId: id,
    after: { list: kind.call.title.zh, unmasked },
  })
  const mime = mimeOf(kind)
  return { fileName, fileKey, mime, contentKey: Buffer.from(secrets.open(places.key, id, keySealed), 'hex') }
}

/** Ends the exports whose days are over; gives their files, which nobody opens any more. */
export async function lapseExports(tx: Tx): Promise<string[]> {
  const rows = await tx<{ fileKey: string }[]>`
    update list_exports e set status = ${listExportLifecycle.next('ready', 'lapse')}, key_sealed = null, file_key = null
    from (select id, file_key from list_exports where status = 'ready' and expires_at <= moment() for update) old
    where e.id = old.id returning old.file_key`
  return rows.map(({ fileKey }) => fileKey)
}
