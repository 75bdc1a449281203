import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { isMobile } from '../../../../contract/identity.ts'
import type { PageInput, Sort } from '../../../../contract/paging.ts'
import { type Db, type Fragment, rowOf, type Tx } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { page } from '../../../../server/page.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import { mayGrant } from '../../../role/server/actions.ts'
import { pathInScope } from '../../../unit/server/actions.ts'
import { AccountStatus, HeldRole, ManagedAccount } from '../contract.ts'

/** A role held, with what it may do and where. */
const Held = Type.Interface([HeldRole], {
  roleSystem: Type.Integer(),
  dataScope: Type.Union([Type.Literal('kind'), Type.Literal('subtree')]),
  menus: Type.Array(Type.String()),
  unitPath: Nullable(Type.String()),
})
export type Held = Static<typeof Held>

const Row = Type.Object({
  id: Type.String(),
  loginName: Type.String(),
  userName: Type.String(),
  mobileMask: Nullable(Type.String()),
  roleSystem: Type.Integer(),
  held: Type.Array(Held),
  status: AccountStatus,
  wechatBound: Type.Boolean(),
  hasFactor: Type.Boolean(),
  mustChangePassword: Type.Boolean(),
  lastLoginAt: Nullable(Type.String()),
  lockedUntil: Nullable(Type.String()),
  sessions: Type.Integer(),
  createdAt: Type.String(),
  revision: Type.Integer(),
})

/** Every role of an account as JSON, its own first. */
const heldColumn = (db: Db) => db`
  (select json_agg(json_build_object('roleId', g.id, 'roleName', g.role_name, 'roleSystem', g.role_system,
      'dataScope', g.data_scope, 'menus', g.menus, 'unitId', gu.id, 'unitName', gu.name, 'unitPath', gu.path)
      order by g.place, g.role_name)
    from (
      select 0 as place, r.*, a.unit_id as for_unit from roles r where r.id = a.role_id
      union all
      select 1, r.*, h.unit_id from account_roles h join roles r on r.id = h.role_id where h.account_id = a.id) g
    left join units gu on gu.id = g.for_unit)`

/** True if the caller may manage who holds these roles: nothing they give is beyond what the caller holds. */
export function isWithin(session: Session, held: readonly Held[]): boolean {
  const { unitPath } = session.scope
  return held.every(
    (role) =>
      mayGrant(session, { ...role, menus: new Set(role.menus) }) &&
      (unitPath === null || (role.unitPath?.startsWith(unitPath) ?? false)),
  )
}

/** Accounts a caller may see: of the project, or of the units below. */
const visible = (db: Db, session: Session): Fragment =>
  inScope(db, session.scope, { project: 'a.project_id', unitPath: 'u.path' })

interface AccountFilters extends PageInput {
  accountId?: string
  keyword?: string
  roleId?: string
  unitId?: string
  status?: AccountStatusName
  locked?: 'yes' | 'no'
  everyone?: boolean
  sort?: Sort<'lastLoginAt' | 'createdAt'>
}
type AccountStatusName = Static<typeof AccountStatus>

/** Matches the name of an account `a`: a single character is a family name, more are any part of the name. */
const isCalled = (db: Db, keyword: string): Fragment =>
  [...keyword].length === 1
    ? db`left(a.user_name, 1) = ${keyword}`
    : db`bigrams_of(a.user_name) @> bigrams_of(${keyword}) and ${nameContains(db, db`a.user_name`, keyword)}`

/** One page of accounts in scope, newest first: of staff, or of everyone. */
export async function pageAccounts(db: Db, secrets: Secrets, session: Session, input: AccountFilters) {
  const { accountId, keyword, roleId, unitId, status, locked } = input
  const bucket = db`password_bucket(a.id, a.password_hash)`
  const isLocked = db`(${bucket} = any(array(
    select t.about from tries t where t.next_at > moment() and t.about is not null)))`
  const { total, list } = await page(db, Row, input, {
    columns: db`
      a.id, a.login_name, a.user_name, a.mobile_mask, r.role_system::int, ${heldColumn(db)} as held, a.status,
      a.wechat_open_id is not null as wechat_bound,
      exists (select from second_factors f where f.account_id = a.id and f.confirmed_at is not null) as has_factor,
      a.must_change_password, a.last_login_at, t.locked_until, a.created_at,
      a.revision,
      (select count(*) from sessions s where s.account_id = a.id and s.viewed_from is null and s.revoked_at is null
        and s.idle_until > moment() and s.expires_at > moment() and s.created_at >= a.sessions_from
        and s.created_at >= (select x.sessions_from from roles x where x.id = s.role_id))::int as sessions`,
    key: db`a.id`,
    from: db`accounts a join roles r on r.id = a.role_id left join units u on u.id = a.unit_id`,
    join: db`
      left join lateral (
        select max(next_at) as locked_until from tries where about = ${bucket} and next_at > moment()) t on true`,
    where: [
      visible(db, session),
      !input.everyone &&
        db`a.role_id = any(array(
          select id from roles where project_id = ${session.projectId} and role_system < 3))`,
      accountId && db`a.id = ${accountId}`,
      status ? db`a.status = ${status}` : db`a.status <> 'deleted'`,
      roleId &&
        db`(a.role_id = ${roleId} or exists (
          select from account_roles h where h.account_id = a.id and h.role_id = ${roleId}))`,
      unitId && db`starts_with(u.path, ${pathInScope(db, session.scope, unitId)})`,
      locked && (locked === 'yes' ? isLocked : db`not ${isLocked}`),
      keyword &&
        (isMobile(keyword)
          ? db`a.mobile_index = ${secrets.blindIndex('mobile', keyword)}`
          : db`(${isCalled(db, keyword)}
              or starts_with(lower(a.login_name) collate "C", lower(${keyword})))`),
    ],
    sorts: { lastLoginAt: db`a.last_login_at`, createdAt: db`a.created_at` },
    maybeNull: ['lastLoginAt'],
    orderBy: db`a.created_at desc, a.id desc`,
    capped: true,
  })
  const managed = list.map(({ held, ...row }) => ({
    ...row,
    roles: held,
    own: row.id === session.accountId,
    manageable: row.id !== session.accountId && row.status !== 'deleted' && isWithin(session, held),
  }))
  return { total, list: managed as ManagedAccount[] }
}

const Locked = Type.Object({
  id: Type.String(),
  loginName: Type.String(),
  userName: Type.String(),
  roleSystem: Type.Integer(),
  held: Type.Array(Held),
  status: AccountStatus,
  revision: Type.Integer(),
  wechatOpenId: Nullable(Type.String()),
  passwordHash: Type.String(),
})
export type LockedAccount = Static<typeof Locked>

/** Locks an account in the caller's scope, or gives null; a deleted one is gone. */
export async function lockAccount(tx: Tx, session: Session, id: string): Promise<LockedAccount | null> {
  const rows = await tx`
    select a.id, a.login_name, a.user_name, r.role_system::int, ${heldColumn(tx)} as held, a.status,
      a.revision, a.wechat_open_id, a.password_hash
    from accounts a join roles r on r.id = a.role_id left join units u on u.id = a.unit_id
    where a.id = ${id} and a.status <> 'deleted' and ${visible(tx, session)} for no key update of a`
  return rowOf(Locked, rows)
}

const Wanted = Type.Object({
  id: Type.String(),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  dataScope: Type.Union([Type.Literal('kind'), Type.Literal('subtree')]),
  menus: Type.Array(Type.String()),
})

/** A role of the project to be given, or null. */
export async function findWantedRole(db: Db, session: Session, id: string) {
  const rows = await db`
    select r.id, r.role_name, r.role_system::int, r.data_scope, r.menus from roles r
    where r.id = ${id} and r.project_id = ${session.projectId} and r.deleted_at is null for share`
  return rowOf(Wanted, rows)
}

/** True if a learner has left records that outlive the account. */
export async function hasRecords(db: Db, accountId: string): Promise<boolean> {
  const [row] = await db`
    select 1 where exists (select from enrolments where account_id = ${accountId})
      or exists (select from orders where account_id = ${accountId})
      or exists (select from order_items where account_id = ${accountId})`
  return row !== undefined
}
