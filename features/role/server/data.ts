import { type Static, Type } from 'typebox'
import type { InputOf } from '../../../contract/call.ts'
import { type Db, rowOf, rowsOf, type Tx, where } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import type { ProjectSession, Session } from '../../../server/session.ts'
import { DataScope, MyPermissions, type roleCalls, RoleName, RoleRow } from '../contract.ts'
import { grantFault, type Powers } from '../rules.ts'

const Stored = Type.Object({
  id: Type.String(),
  roleName: Type.String(),
  roleSystem: Type.Integer(),
  dataScope: DataScope,
  secondFactor: Type.Boolean(),
  remark: Type.String(),
  menus: Type.Array(Type.String()),
})
export type StoredRole = Static<typeof Stored>

const Counted = Type.Interface([Stored], {
  holders: Type.Integer(),
  createdAt: Type.String(),
  own: Type.Boolean(),
})

/** Powers of a role, as the rules compare them. */
export const powersOf = (role: Pick<StoredRole, 'roleSystem' | 'dataScope' | 'menus'>): Powers => ({
  roleSystem: role.roleSystem,
  dataScope: role.dataScope,
  menus: new Set(role.menus),
})

/** Powers the caller may give: those of the role in use, as far as it sees. */
export const powersOfSession = (session: Session): Powers => ({
  roleSystem: session.roleSystem,
  dataScope: session.scope.unitPath === null ? 'kind' : 'subtree',
  menus: session.menus,
})

const columns = (db: Db, accountId: string) => db`
  r.id, r.role_name, r.role_system::int, r.data_scope, r.second_factor, r.remark, r.menus, r.created_at,
  (select count(*) from accounts a where a.status <> 'deleted' and (a.role_id = r.id or exists (
    select from account_roles h where h.account_id = a.id and h.role_id = r.id)))::int as holders,
  exists (select from accounts a where a.id = ${accountId} and a.role_id = r.id)
    or exists (select from account_roles h where h.account_id = ${accountId} and h.role_id = r.id) as own`

/** Roles a caller may see: those of the project, to a unit's manager none of the provider's staff. */
const visible = (db: Db, session: Session) =>
  db`r.project_id = ${session.projectId} and r.role_system >= ${session.roleSystem} and r.deleted_at is null`

function asRows(session: Session, rows: readonly unknown[]): RoleRow[] {
  const giver = powersOfSession(session)
  return rowsOf(
    RoleRow,
    rowsOf(Counted, rows).map((row) => ({ ...row, grantable: grantFault(giver, powersOf(row)) === null })),
  )
}

/** Roles by name, those of the least power first: what is chosen without thinking gives away little. */
export async function listRoleNames(db: Db, session: Session, keyword = ''): Promise<RoleName[]> {
  const rows = await db`
    select r.id, r.role_name, r.role_system::int, r.data_scope, r.second_factor, r.remark, r.menus from roles r
    where ${visible(db, session)} and ${nameContains(db, db`r.role_name`, keyword)}
    order by r.role_system desc, cardinality(r.menus), r.id`
  const giver = powersOfSession(session)
  return rowsOf(Stored, rows).map((role) => ({
    id: role.id,
    roleName: role.roleName,
    roleSystem: role.roleSystem,
    dataScope: role.dataScope,
    pages: role.menus.filter((menu) => !menu.includes('#')),
    grantable: grantFault(giver, powersOf(role)) === null,
  }))
}

/** Roles with all they may do. */
export async function listRoles(db: Db, session: Session, id?: string): Promise<RoleRow[]> {
  const rows = await db`
    select ${columns(db, session.accountId)} from roles r
    ${where(db, [visible(db, session), id && db`r.id = ${id}`])} order by r.role_system, r.id`
  return asRows(session, rows)
}

/** One page of roles. */
export async function pageRoles(
  db: Db,
  session: Session,
  input: InputOf<typeof roleCalls.pageRoleList>,
): Promise<{ total: number; list: RoleRow[] }> {
  const { total, list } = await page(db, Counted, input, {
    columns: columns(db, session.accountId),
    from: db`roles r`,
    where: [
      visible(db, session),
      input.keyword && nameContains(db, db`r.role_name`, input.keyword),
      input.roleSystem && db`r.role_system = ${input.roleSystem}`,
    ],
    sorts: {
      roleName: db`r.role_name`,
      roleSystem: db`r.role_system`,
      holders: db`holders`,
      createdAt: db`r.created_at`,
    },
    orderBy: db`r.role_system, r.id`,
  })
  return { total, list: asRows(session, list) }
}

/** Permissions of the role in use. */
export function permissionOf(session: Session): MyPermissions {
  const { roleId, roleName, roleSystem, unitId, menus } = session
  const { dataScope } = powersOfSession(session)
  return {
    roleId,
    roleName,
    roleSystem,
    unitId,
    menus: [...menus].sort(),
    dataScope: roleSystem === 1 ? dataScope : 'kind',
  }
}

/** Locks a role the caller may see, or gives null. */
export async function lockRole(tx: Tx, session: ProjectSession, id: string): Promise<StoredRole | null> {
  const rows = await tx`
    select r.id, r.role_name, r.role_system::int, r.data_scope, r.second_factor, r.remark, r.menus from roles r
    where r.id = ${id} and ${visible(tx, session)} for update`
  return rowOf(Stored, rows)
}

/** Accounts not deleted that hold a role; and whether the caller is one. */
export async function countHolders(
  tx: Tx,
  session: Session,
  roleId: string,
): Promise<{ count: number; own: boolean }> {
  const rows = await tx`
    with held as (
      select a.id from accounts a where a.role_id = ${roleId} and a.status <> 'deleted'
      union all
      select a.id from account_roles h join accounts a on a.id = h.account_id and a.status <> 'deleted'
      where h.role_id = ${roleId})
    select count(distinct id)::int as count, coalesce(bool_or(id = ${session.accountId}), false) as own from held`
  return rowOf(Type.Object({ count: Type.Integer(), own: Type.Boolean() }), rows)!
}
