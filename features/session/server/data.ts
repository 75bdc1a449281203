import { asStored } from '../../../contract/spokenCode.ts'
import { type Static, Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowOf, rowsOf } from '../../../server/db.ts'
import { projectRefusals } from '../../project/contract.ts'

/** The project a unit belongs to, or the first active one for a stranger without a unit; refuses a closed portal. */
export async function findPortalProject(db: Db, unitId: string | null): Promise<string | null> {
  const [row] = unitId
    ? await db`
        select p.id, p.status from units u join projects p on p.id = u.project_id
        where u.id::text = ${unitId} and u.status <> 'deleted'`
    : []
  if (row && row.status !== 'active') refuse(projectRefusals.closed)
  if (row) return row.id as string
  const [first] = await db`select id from projects where status = 'active' order by id limit 1`
  return (first?.id as string | undefined) ?? null
}

const LoginRow = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  roleId: Type.String(),
  roleSystem: Type.Integer(),
  unitId: Nullable(Type.String()),
  passwordHash: Type.String(),
})

/**
 * The account that signs in under this name: the login name, a code among them however it is typed, or the mobile
 * number by its blind index.
 */
export async function findLogin(db: Db, projectId: string, loginName: string, mobileIndex: Buffer) {
  const rows = await db`
    select a.id, a.project_id, a.role_id, r.role_system, a.unit_id, a.password_hash
    from accounts a join roles r on r.id = a.role_id
    where a.project_id = ${projectId} and a.status = 'active'
      and (lower(a.login_name) = any(${[loginName.toLowerCase(), asStored(loginName)]}) or a.mobile_index = ${mobileIndex})
    order by (lower(a.login_name) = lower(${loginName})) desc limit 1`
  return rowOf(LoginRow, rows)
}

/** An active account by its id, or a refusal 401. */
export async function getLogin(db: Db, accountId: string) {
  const rows = await db`
    select a.id, a.project_id, a.role_id, r.role_system, a.unit_id, a.password_hash
    from accounts a join roles r on r.id = a.role_id where a.id = ${accountId} and a.status = 'active'`
  return rowOf(LoginRow, rows) ?? refuse(commonRefusals.notSignedIn)
}

const GrantedRole = Type.Object({
  accountId: Type.String(),
  userName: Type.String(),
  roleId: Type.String(),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  unitId: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  linked: Type.Boolean(),
})
export type GrantedRole = Static<typeof GrantedRole>

/**
 * Proof of a link between two accounts: the password of the linked one, by the ways in of its holder.
 * Somebody who is given another password or number has proved nothing by it.
 */
export const proofOf = (db: Db, holder: string, linked: string): Fragment => db`
  sha256(convert_to(concat_ws(' ', ${db(linked)}.password_hash, ${db(holder)}.password_hash,
    encode(${db(holder)}.mobile_index, 'hex')), 'UTF8'))`

/**
 * The roles an account may act in, its own first; `withLinked` adds those of the active accounts that its holder
 * proved to be theirs, as long as both are still what they were proved with.
 */
export async function grantedRoles(db: Db, accountId: string, withLinked = false): Promise<GrantedRole[]> {
  const rows = await db`
    with held as (
      select a.id, false as linked from accounts a where a.id = ${accountId}
      union all
      select a.id, true from account_links l join accounts a on a.id = l.linked_id
        join accounts mine on mine.id = l.account_id and mine.project_id = a.project_id
      where ${withLinked} and l.account_id = ${accountId} and a.status = 'active'
        and l.proof = ${proofOf(db, 'mine', 'a')}),
    granted as (
      select h.id, h.linked, a.role_id, a.unit_id, true as own from held h join accounts a on a.id = h.id
      union
      select h.id, h.linked, g.role_id, g.unit_id, false from held h join account_roles g on g.account_id = h.id
        join accounts a on a.id = h.id and (g.role_id, g.unit_id) is distinct from (a.role_id, a.unit_id))
    select g.id as account_id, a.user_name, r.id as role_id, r.role_name, r.role_system::int, u.id as unit_id,
      u.name as unit_name, g.linked
    from granted g join accounts a on a.id = g.id
      join roles r on r.id = g.role_id and r.project_id = a.project_id left join units u on u.id = g.unit_id
    order by g.linked, a.login_name, g.own desc, r.role_system, r.role_name, u.name`
  return rowsOf(GrantedRole, rows)
}

const AccountInfoRow = Type.Object({
  accountId: Type.String(),
  userName: Type.String(),
  imageKey: Nullable(Type.String()),
  mustChangePassword: Type.Boolean(),
  wholeProject: Type.Boolean(),
  unitId: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  menus: Type.Array(Type.String()),
  agreementDue: Type.Boolean(),
})

/** Reads an account in a role and for a unit, or refuses with 401. */
export async function getAccountInfoRow(
  db: Db,
  acting: { accountId: string; roleId: string; unitId: string | null },
) {
  const rows = await db`
    select a.id as account_id, a.user_name, a.image_key, a.must_change_password, u.id as unit_id, u.name as unit_name,
      r.role_name, r.role_system, r.menus, r.role_system = 1 and r.data_scope = 'kind' as whole_project,
      agreement_due(a.id) as agreement_due
    from accounts a join roles r on r.id = ${acting.roleId} left join units u on u.id = ${acting.unitId}
    where a.id = ${acting.accountId}`
  return rowOf(AccountInfoRow, rows) ?? refuse(commonRefusals.notSignedIn)
}

const LiveSession = Type.Object({
  id: Type.String(),
  accountId: Type.String(),
  projectId: Type.String(),
  roleId: Type.String(),
  roleSystem: Type.Integer(),
  unitId: Nullable(Type.String()),
  awaitsFactor: Type.Boolean(),
  factorProved: Type.Boolean(),
})

/**
 * The live session of a token, or of a companion, one that still awaits its second factor included; null when there
 * is none. Locked within a transaction that changes it.
 */
export async function findLiveSession(
  db: Db,
  by: { tokenHash: Buffer } | { companionHash: Buffer } | { id: string },
  lock = false,
) {
  const key =
    'tokenHash' in by
      ? db`s.token_hash = ${by.tokenHash}`
      : 'id' in by
        ? db`s.id = ${by.id}`
        : db`s.companion_hash = ${by.companionHash}`
  const rows = await db`
    select s.id, s.account_id, a.project_id, s.role_id, r.role_system, s.unit_id, s.awaits_factor, s.factor_proved
    from sessions s join accounts a on a.id = s.account_id join roles r on r.id = s.role_id
      join projects p on p.id = a.project_id
    where ${key} and s.viewed_from is null and s.revoked_at is null and s.idle_until > moment() and s.expires_at > moment()
      and a.status = 'active' and p.status = 'active'
      and s.created_at >= a.sessions_from and s.created_at >= r.sessions_from
    ${lock ? db`for update of s` : db``}`
  return rowOf(LiveSession, rows)
}
