import { type Static, Type } from 'typebox'
import { Moment, Nullable, OneOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { refusalStore, type StoredRefusal } from '../../../contract/storedRefusal.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { ListExport, listExportRefusals, listExportStatuses } from '../contract.ts'
import { fileDays } from '../rules.ts'
import type { ExportKinds } from './reading.ts'

/** Reasons for which an export has no file. */
export const exportProblems = refusalStore({ common: commonRefusals, export: listExportRefusals })

const Bytes = Type.Unsafe<Buffer>(Type.Any())

const StoredExport = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  operatorId: Type.String(),
  roleId: Type.String(),
  scopeUnitId: Nullable(Type.String()),
  scopePath: Nullable(Type.String()),
  path: Type.String(),
  language: OneOf(['zh', 'en']),
  filterSealed: Nullable(Bytes),
  unmasked: Type.Boolean(),
  reason: Nullable(Type.String()),
  status: OneOf(listExportStatuses),
  fileName: Type.String(),
  fileKey: Nullable(Type.String()),
  keySealed: Nullable(Bytes),
  isOver: Type.Boolean(),
  /** ISO 8601; null until there is a file. */
  expiresAt: Nullable(Moment),
})
/** An export as its row has it. */
export type StoredExport = Static<typeof StoredExport>

const columns = (db: Db) => db`
  e.id, e.project_id, e.operator_id, e.role_id, e.scope_unit_id, e.scope_path, e.path, e.language, e.filter_sealed,
  e.unmasked, e.reason, e.status, e.file_name, e.file_key, e.key_sealed,
  coalesce(e.expires_at <= moment(), false) as is_over, e.expires_at`

/** Condition for exports that the caller requested in the role in use. */
const own = (db: Db, { accountId, projectId, roleId, unitId }: Session) => db`
  e.operator_id = ${accountId} and e.project_id = ${projectId} and e.role_id = ${roleId}
  and e.scope_unit_id is not distinct from ${unitId}`

/** The caller's exports of the last days without a file, until the list is exported again. */
export const waitingExports = (db: Db, session: Session): Fragment => db`
  select e.id, e.created_at, null from list_exports e
  where ${own(db, session)} and e.status = 'failed' and e.created_at > moment() - make_interval(days => ${fileDays})
    and not exists (
      select from list_exports later where later.operator_id = e.operator_id and later.path = e.path
        and later.status in ('making', 'ready', 'lapsed') and later.created_at > e.created_at)`

/** An export that is being made, for the work itself; null when it is no longer. */
export async function findMaking(db: Db, id: string): Promise<StoredExport | null> {
  return rowOf(
    StoredExport,
    await db`select ${columns(db)} from list_exports e where e.id = ${id} and e.status = 'making'`,
  )
}

/** One's own export, locked; refuses (404) another's. */
export async function lockOwn(db: Db, session: Session, id: string): Promise<StoredExport> {
  const rows = await db`
    select ${columns(db)} from list_exports e where e.id = ${id} and ${own(db, session)} for update`
  return rowOf(StoredExport, rows) ?? refuse(commonRefusals.notFound)
}

/** Counts the exports of an account that are being made. */
export async function countMaking(db: Db, accountId: string): Promise<number> {
  const [row] = await db`
    select count(*) as count from list_exports where operator_id = ${accountId} and status = 'making'`
  return row!.count as number
}

/** Counts the exports in full that an account requested within a day, except those without a file. */
export async function countInFull(db: Db, accountId: string): Promise<number> {
  const [row] = await db`
    select count(*) as count from list_exports
    where operator_id = ${accountId} and unmasked and status in ('making', 'ready', 'lapsed')
      and created_at > moment() - interval '1 day'`
  return row!.count as number
}

const ListedRow = Type.Interface([Type.Omit(ListExport, ['title', 'problem'])], {
  path: Type.String(),
  problem: Nullable(Type.Unsafe<StoredRefusal>({ type: 'object' })),
})

/** One's own exports of the days in which files can be downloaded, the newest first, twenty at most. */
export async function listOwn(db: Db, kinds: ExportKinds, session: Session): Promise<ListExport[]> {
  const rows = await db`
    select e.id as export_id, e.path, e.file_name, e.unmasked, e.problem, e.expires_at, e.created_at,
      case when e.status = 'ready' and e.expires_at <= moment() then 'lapsed' else e.status end as status,
      coalesce(j.done, e.rows, 0) as done, coalesce(e.rows, j.total) as rows
    from list_exports e left join jobs j on j.id = e.job_id
    where ${own(db, session)} and e.created_at > moment() - make_interval(days => ${fileDays})
    order by e.id desc limit 20`
  return rowsOf(ListedRow, rows).flatMap(({ path, problem, ...row }) => {
    const kind = kinds.get(path)
    const { zh, en } = kind?.call.title ?? {}
    return zh && en ? [{ ...row, title: { zh, en }, problem: problem && exportProblems.say(problem) }] : []
  })
}
