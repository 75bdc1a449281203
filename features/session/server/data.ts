import { Type } from 'typebox'
import { Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, rowOf } from '../../../server/db.ts'

/** The project a unit belongs to, or the first active one for a stranger without a unit. */
export async function findPortalProject(db: Db, unitId: string | null): Promise<string | null> {
  const [row] = unitId
    ? await db`select project_id as id from units where id::text = ${unitId} and status = 'active'`
    : []
  if (row) return row.id as string
  const [first] = await db`select id from projects where status = 'active' order by id limit 1`
  return (first?.id as string | undefined) ?? null
}

export const LoginRow = Type.Object({
  id: Type.String(),
  projectId: Type.String(),
  roleId: Type.String(),
  roleSystem: Type.Integer(),
  unitId: Nullable(Type.String()),
  passwordHash: Type.String(),
  lockedSeconds: Type.Number(),
})

/** The account that signs in under this name: the login name, or the mobile number by its blind index. */
export async function findLogin(db: Db, projectId: string, loginName: string, mobileIndex: Buffer) {
  const rows = await db`
    select a.id, a.project_id, a.role_id, r.role_system, a.unit_id, a.password_hash,
      greatest(0, extract(epoch from coalesce(a.locked_until, moment()) - moment()))::float8 as locked_seconds
    from accounts a join roles r on r.id = a.role_id
    where a.project_id = ${projectId} and a.status = 'active'
      and (lower(a.login_name) = lower(${loginName}) or a.mobile_index = ${mobileIndex})
    order by (lower(a.login_name) = lower(${loginName})) desc limit 1`
  return rowOf(LoginRow, rows)
}

const AccountInfoRow = Type.Object({
  accountId: Type.String(),
  userName: Type.String(),
  imageKey: Nullable(Type.String()),
  unitId: Nullable(Type.String()),
  unitName: Nullable(Type.String()),
})

export async function getAccountInfoRow(db: Db, accountId: string, unitId: string | null) {
  const rows = await db`
    select a.id as account_id, a.user_name, a.image_key, u.id as unit_id, u.name as unit_name
    from accounts a left join units u on u.id = ${unitId} where a.id = ${accountId}`
  return rowOf(AccountInfoRow, rows) ?? refuse(commonRefusals.notSignedIn)
}
