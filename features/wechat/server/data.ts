import { createHash } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../../contract/call.ts'
import { type Db, rowOf } from '../../../server/db.ts'
import { scenePurposes } from '../rules.ts'

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

const Scene = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  appId: Type.String(),
  way: OneOf(['scan', 'oauth']),
  purpose: OneOf(scenePurposes),
  accountId: Nullable(Type.String()),
  state: OneOf(['waiting', 'claimed', 'recognised', 'cancelled', 'used']),
  openId: Nullable(Type.String()),
  unionId: Nullable(Type.String()),
  nicknameSealed: Nullable(Type.Unsafe<Buffer>({})),
  follows: Nullable(Type.Boolean()),
  agreedAccountId: Nullable(Type.String()),
  proposedAccountId: Nullable(Type.String()),
})
export type Scene = Static<typeof Scene>

const sceneColumns = (db: Db) => db`
  s.id, s.project_id, s.app_id, s.way, s.purpose, s.account_id, s.state, s.open_id, s.union_id, s.nickname_sealed,
  s.follows, s.agreed_account_id, s.proposed_account_id`

/** A scene that is still good, in the browser that began it and for the project it was begun in; or null. */
export async function findScene(
  db: Db,
  visit: { scene: string; browser: string; projectId: string },
): Promise<Scene | null> {
  const rows = await db`
    select ${sceneColumns(db)} from wechat_scenes s
    where s.scene_hash = ${hashSecret(visit.scene)} and s.browser_hash = ${hashSecret(visit.browser)}
      and s.project_id = ${visit.projectId} and s.state <> 'used' and s.expires_at > moment()`
  return rowOf(Scene, rows)
}

/** The same, taken for the one exchange of its code: anyone who comes second finds none. */
export async function claimState(
  db: Db,
  visit: { scene: string; browser: string; projectId: string },
): Promise<Scene | null> {
  const rows = await db`
    update wechat_scenes s set state = 'claimed'
    where s.scene_hash = ${hashSecret(visit.scene)} and s.browser_hash = ${hashSecret(visit.browser)}
      and s.project_id = ${visit.projectId} and s.way = 'oauth' and s.state = 'waiting' and s.expires_at > moment()
    returning ${sceneColumns(db)}`
  return rowOf(Scene, rows)
}

const Request = Type.Object({
  ...Scene.properties,
  portal: Type.String(),
  askedAgent: Type.String(),
  askedPlace: Type.String(),
  createdAt: Type.String(),
})

/** A scene that waits for the answer of the person who was sent this secret, or null. */
export async function findRequest(db: Db, secret: string) {
  const rows = await db`
    select ${sceneColumns(db)}, settings_of(s.project_id)->>'title' as portal, s.asked_agent, s.asked_place,
      s.created_at
    from wechat_scenes s
    where s.confirm_hash = ${hashSecret(secret)} and s.state = 'recognised' and s.agreed_account_id is null
      and s.expires_at > moment()`
  return rowOf(Request, rows)
}

const Holder = Type.Object({
  id: Type.String(),
  userName: Type.String(),
  projectId: Type.String(),
  roleId: Type.String(),
  roleSystem: Type.Integer(),
  unitId: Nullable(Type.String()),
  status: Type.String(),
})
export type Holder = Static<typeof Holder>

/** The account of a project that a WeChat is bound to, by its id in the app or by the one over all apps. */
export async function findHolder(
  db: Db,
  projectId: string,
  person: { openId: string; unionId: string | null },
): Promise<Holder | null> {
  const rows = await db`
    select a.id, a.user_name, a.project_id, a.role_id, r.role_system, a.unit_id, a.status
    from accounts a join roles r on r.id = a.role_id
    where a.project_id = ${projectId} and a.status <> 'deleted'
      and (a.wechat_open_id = ${person.openId}
        or a.wechat_union_id = ${person.unionId} and a.wechat_open_id is not null)
    order by (a.wechat_open_id = ${person.openId}) desc limit 1`
  return rowOf(Holder, rows)
}

const Bindable = Type.Object({
  ...Holder.properties,
  loginName: Type.String(),
  passwordHash: Type.String(),
  wechatOpenId: Nullable(Type.String()),
})
export type Bindable = Static<typeof Bindable>

/** An active account as it is to be bound, locked within its transaction; or null. */
export async function findBindable(db: Db, accountId: string, lock = false) {
  const rows = await db`
    select a.id, a.user_name, a.project_id, a.role_id, r.role_system, a.unit_id, a.status, a.login_name,
      a.password_hash, a.wechat_open_id
    from accounts a join roles r on r.id = a.role_id
    where a.id = ${accountId} and a.status = 'active' ${lock ? db`for update of a` : db``}`
  return rowOf(Bindable, rows)
}

/** The WeChat of an account: null when it has none. */
export async function findBinding(
  db: Db,
  accountId: string,
): Promise<{ nicknameSealed: Buffer | null } | null> {
  const [row] = await db<{ nicknameSealed: Buffer | null }[]>`
    select b.nickname_sealed from accounts a
      left join wechat_bindings b on b.account_id = a.id and b.open_id = a.wechat_open_id
    where a.id = ${accountId} and a.wechat_open_id is not null`
  return row ?? null
}
