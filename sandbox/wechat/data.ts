import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../contract/call.ts'
import { type DemoWechatApp, demoWechatApp } from '../../server/channels/wechatDemo.ts'
import { type Db, rowOf } from '../../server/db.ts'
import type { Secrets } from '../../server/secrets.ts'
import { wechatKinds } from '../../features/wechat/app/rules.ts'

const Row = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  title: Type.String(),
  kind: OneOf(wechatKinds),
})

/** An app as the demo's WeChat has it: its own keys, whatever the project has entered. */
export type RegisteredApp = Static<typeof Row> & DemoWechatApp

/** The app of an id, or null when the demo's WeChat has none. */
export async function findRegistered(db: Db, secrets: Secrets, appId: string): Promise<RegisteredApp | null> {
  const rows = await db`
    select w.id, w.project_id, settings_of(w.project_id)->>'title' as title, w.kind from wechat_apps w
    where w.app_id = ${appId} and w.provider = 'demo' and w.status <> 'deleted'`
  const row = rowOf(Row, rows)
  const registered = row && demoWechatApp(secrets, row.projectId, row.kind)
  return registered?.appId === appId ? { ...row!, ...registered } : null
}

const Grant = Type.Object({
  token: Type.String(),
  kind: OneOf(['code', 'user', 'account', 'ticket']),
  appId: Type.String(),
  person: Nullable(Type.String()),
  scope: Nullable(Type.String()),
  scene: Nullable(Type.String()),
  isUsed: Type.Boolean(),
})
export type Grant = Static<typeof Grant>

const columns = (db: Db) => db`token, kind, app_id, person, scope, scene, used_at is not null as is_used`

/** Something given out that is still good, or null. */
export async function findGrant(db: Db, kind: Grant['kind'], token: string): Promise<Grant | null> {
  const rows = await db`
    select ${columns(db)} from wechat_grants where token = ${token} and kind = ${kind} and expires_at > moment()`
  return rowOf(Grant, rows)
}

/** An account's token that is good for another minute, with its seconds. */
export async function findAccountToken(
  db: Db,
  appId: string,
): Promise<{ token: string; seconds: number } | null> {
  const [row] = await db<{ token: string; seconds: number }[]>`
    select token, floor(extract(epoch from expires_at - moment()))::int as seconds from wechat_grants
    where kind = 'account' and app_id = ${appId} and expires_at > moment() + interval '1 minute'
    order by expires_at desc limit 1`
  return row ?? null
}

/** Lists those of the demo's people who follow an account. */
export async function listFollowers(db: Db, appId: string): Promise<Set<string>> {
  const rows = await db`select person from wechat_followers where app_id = ${appId}`
  return new Set(rows.map((row) => row.person as string))
}
