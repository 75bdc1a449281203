import { type Static, Type } from 'typebox'
import { type Db, rowOf, type Tx } from '../../../../server/db.ts'
import { Nullable } from '../../../../contract/call.ts'

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

const FactorState = Type.Object({
  enrolled: Type.Boolean(),
  required: Type.Boolean(),
  recoveryLeft: Type.Integer(),
  removedBy: Nullable(Type.Object({ userName: Type.String(), at: Type.String() })),
})

/** Reads the state of the second factor of an account whose session is given. */
export async function getFactorState(db: Db, accountId: string, sessionId: string) {
  const rows = await db`
    select f.confirmed_at is not null as enrolled, coalesce(r.second_factor, false) as required,
      (select count(*)::int from recovery_codes c where c.account_id = ${accountId} and c.used_at is null) as recovery_left,
      case when f.confirmed_at is null then (
        select case when l.actor_id <> l.subject_id::uuid and l.action = 'account.removeFactor'
          then json_build_object('userName', by.user_name, 'at', l.created_at) end
        from operation_logs l join accounts by on by.id = l.actor_id
        where l.subject_kind = 'account' and l.subject_id = ${accountId}
          and l.action in ('account.removeFactor', 'account.enrolFactor')
        order by l.created_at desc, l.id desc limit 1) end as removed_by
    from sessions s join roles r on r.id = s.role_id left join second_factors f on f.account_id = ${accountId}
    where s.id = ${sessionId}`
  return rowOf(FactorState, rows)!
}
