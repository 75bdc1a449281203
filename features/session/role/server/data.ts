import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { type Db, rowsOf } from '../../../../server/db.ts'

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
 * The roles an account may act in, its own first; `withLinked` adds those of the active accounts that its holder
 * proved to be theirs and whose password is still the one it was proved with.
 */
export async function grantedRoles(db: Db, accountId: string, withLinked = false): Promise<GrantedRole[]> {
  const rows = await db`
    with held as (
      select a.id, false as linked from accounts a where a.id = ${accountId}
      union all
      select a.id, true from account_links l join accounts a on a.id = l.linked_id
        join accounts mine on mine.id = l.account_id and mine.project_id = a.project_id
      where ${withLinked} and l.account_id = ${accountId} and a.status = 'active'
        and l.proof = sha256(convert_to(a.password_hash, 'UTF8'))),
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
