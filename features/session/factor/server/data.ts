import { type Static, Type } from 'typebox'
import { type Db, rowOf, type Tx } from '../../../../server/db.ts'
import { inScope, type Scope } from '../../../../server/session.ts'

const Factor = Type.Object({
  secretSealed: Type.Unsafe<Buffer>({}),
  confirmed: Type.Boolean(),
  lastStep: Type.Number(),
  /** The step of the database's clock. */
  nowStep: Type.Number(),
})
export type Factor = Static<typeof Factor>

/** The second factor of an account, locked: a code is looked at by one caller at a time. */
export async function lockFactor(tx: Tx, accountId: string): Promise<Factor | null> {
  const rows = await tx`
    select secret_sealed, confirmed_at is not null as confirmed, last_step,
      floor(extract(epoch from moment()) / 30)::bigint as now_step
    from second_factors where account_id = ${accountId} for update`
  return rowOf(Factor, rows)
}

/** Whether an account within a scope has a second factor, confirmed or not. */
export async function findFactor(db: Db, accountId: string, scope: Scope): Promise<boolean> {
  const [row] = await db`
    select 1 from second_factors f join accounts a on a.id = f.account_id left join units u on u.id = a.unit_id
    where f.account_id = ${accountId}
      and ${inScope(db, scope, { project: 'a.project_id', unitPath: 'u.path', account: 'a.id' })}`
  return row !== undefined
}

const FactorState = Type.Object({
  enrolled: Type.Boolean(),
  required: Type.Boolean(),
  recoveryLeft: Type.Integer(),
})

/** What is known of the second factor of an account whose session is given. */
export async function getFactorState(db: Db, accountId: string, sessionId: string) {
  const rows = await db`
    select f.confirmed_at is not null as enrolled, coalesce(r.second_factor, false) as required,
      (select count(*)::int from recovery_codes c where c.account_id = ${accountId} and c.used_at is null) as recovery_left
    from sessions s join roles r on r.id = s.role_id left join second_factors f on f.account_id = ${accountId}
    where s.id = ${sessionId}`
  return rowOf(FactorState, rows)!
}
