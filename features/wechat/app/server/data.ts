import { type Static, Type } from 'typebox'
import { type InputOf, Nullable, OneOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import type { ProjectScope } from '../../../../server/session.ts'
import { wechatKinds } from '../rules.ts'
import { WechatApp, type wechatAppCalls, wechatProviders } from '../contract.ts'

const columns = (db: Db) => db`
  w.id, w.kind, w.name, w.app_id, w.provider, w.host, w.require_follow, w.status, w.updated_at,
  (select count(*) from wechat_bindings b join accounts a on a.id = b.account_id and a.wechat_open_id = b.open_id
    and a.status <> 'deleted' where b.app_id = w.id)::int as bindings`

/** The apps of a project, without secrets. */
export async function pageApps(db: Db, projectId: string, input: InputOf<typeof wechatAppCalls.query>) {
  return page(db, WechatApp, input, {
    columns: columns(db),
    from: db`wechat_apps w`,
    where: [
      db`w.project_id = ${projectId}`,
      db`w.status <> 'deleted'`,
      input.kind && db`w.kind = ${input.kind}`,
      input.name && nameContains(db, db`w.name`, input.name),
    ],
    sorts: {
      name: db`w.name`,
      kind: db`w.kind`,
      bindings: db`bindings`,
      status: db`w.status`,
      updatedAt: db`w.updated_at`,
    },
    orderBy: db`w.created_at desc, w.id`,
  })
}

/** One app of the project, without secrets, locked; or a refusal 404. */
export async function lockApp(db: Db, scope: ProjectScope, id: string): Promise<WechatApp> {
  const rows = await db`
    select ${columns(db)} from wechat_apps w
    where w.id = ${id} and w.project_id = ${scope.projectId} and w.status <> 'deleted' for update of w`
  return rowOf(WechatApp, rows) ?? refuse(commonRefusals.notFound)
}

/** An app as it is stored, its secrets sealed. */
export const SealedApp = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  projectTitle: Type.String(),
  kind: OneOf(wechatKinds),
  appId: Type.String(),
  secretSealed: Type.Unsafe<Buffer>({}),
  eventTokenSealed: Nullable(Type.Unsafe<Buffer>({})),
  eventKeySealed: Nullable(Type.Unsafe<Buffer>({})),
  provider: OneOf(wechatProviders),
  host: Type.String(),
  requireFollow: Type.Boolean(),
  status: Type.String(),
})
export type SealedApp = Static<typeof SealedApp>

const sealedColumns = (db: Db) => db`
  w.id, w.project_id, settings_of(w.project_id)->>'title' as project_title, w.kind, w.app_id, w.secret_sealed, w.event_token_sealed,
  w.event_key_sealed, w.provider, w.host, w.require_follow, w.status`

/** An app by its id, of whatever project; null when it is gone, or its project is not active. */
export async function findSealedApp(db: Db, id: string): Promise<SealedApp | null> {
  const rows = await db`
    select ${sealedColumns(db)} from wechat_apps w join projects p on p.id = w.project_id and p.status = 'active'
    where w.id = ${id} and w.status <> 'deleted'`
  return rowOf(SealedApp, rows)
}

/** Lists the apps of a project, in use or switched off. */
export async function listSealedApps(db: Db, projectId: string): Promise<SealedApp[]> {
  const rows = await db`
    select ${sealedColumns(db)} from wechat_apps w join projects p on p.id = w.project_id and p.status = 'active'
    where w.project_id = ${projectId} and w.status <> 'deleted' order by w.kind`
  return rowsOf(SealedApp, rows)
}

/** The active project whose app this is at WeChat, or null. */
export async function findProjectOfApp(db: Db, appId: string): Promise<string | null> {
  const [row] = await db`
    select w.project_id from wechat_apps w join projects p on p.id = w.project_id and p.status = 'active'
    where w.app_id = ${appId} and w.status = 'active'`
  return (row?.projectId as string | undefined) ?? null
}
