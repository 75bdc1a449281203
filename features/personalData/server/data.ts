import type { Db } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import type { PersonalDataState } from '../contract.ts'
import type { Hindrance } from '../rules.ts'

/** Finds the reasons that prevent the closing of an account now. */
export async function findHindrances(db: Db, accountId: string): Promise<Hindrance[]> {
  const [row] = await db<Record<Hindrance, boolean>[]>`
    select
      exists (select from account_roles l join roles r on r.id = l.role_id and r.role_system <> 3
        where l.account_id = a.id) or r.role_system <> 3 as staff,
      exists (select from orders o where o.account_id = a.id and o.status = 'unpaid' and o.expires_at > moment())
        or exists (select from order_items i join orders o on o.id = i.order_id
          where i.account_id = a.id and i.waiting and o.expires_at > moment()) as order,
      exists (select from refunds r
        where r.account_id = a.id and r.status in ('applied', 'awaiting_red', 'processing', 'failed')) as refund,
      exists (select from exam_attempts t where t.account_id = a.id and t.status = 'in_progress') as exam
    from accounts a join roles r on r.id = a.role_id where a.id = ${accountId}`
  return (Object.entries(row ?? {}) as [Hindrance, boolean][]).flatMap(([what, is]) => (is ? [what] : []))
}

/** True if there is anything by which the law makes the provider keep who somebody was. */
export async function keepsRecords(db: Db, accountId: string): Promise<boolean> {
  const [row] = await db<{ keeps: boolean }[]>`
    select exists (select from orders where account_id = ${accountId} and status not in ('unpaid', 'cancelled'))
      or exists (select from order_items i join orders o on o.id = i.order_id
        where i.account_id = ${accountId} and o.status not in ('unpaid', 'cancelled'))
      or exists (select from payments p join orders o on o.id = p.order_id
        where o.account_id = ${accountId} and p.succeeded_at is not null)
      or exists (select from certificates where account_id = ${accountId})
      or exists (select from hour_entries where account_id = ${accountId}) as keeps`
  return row!.keeps
}

/** One's latest copy. */
export async function findCopy(
  db: Db,
  { id: sessionId, accountId }: Pick<Session, 'id' | 'accountId'>,
): Promise<PersonalDataState['copy']> {
  const [row] = await db<NonNullable<PersonalDataState['copy']>[]>`
    select id, case when status = 'ready' and expires_at <= moment() then 'lapsed' else status end as status, expires_at,
      session_id is not distinct from ${sessionId} as is_here
    from data_exports where account_id = ${accountId} order by created_at desc, id desc limit 1`
  return row ?? null
}

/** Time at which a session's sign-in cancelled the closing of its account, in the same transaction. */
export async function findCancelled(db: Db, sessionId: string): Promise<string | null> {
  const [row] = await db<{ endedAt: string }[]>`
    select c.ended_at from account_closings c join sessions s on s.account_id = c.account_id
    where s.id = ${sessionId} and c.status = 'cancelled' and c.ended_at = s.created_at`
  return row?.endedAt ?? null
}

/** Name and numbers of a person, in clear: never to leave the server but sealed, or to the person. */
export async function identityOf(db: Db, secrets: Secrets, accountId: string) {
  const [row] = await db<{ name: string; cardSealed: Buffer | null; mobileSealed: Buffer | null }[]>`
    select coalesce(s.real_name, a.user_name) as name, s.card_sealed, a.mobile_sealed
    from accounts a left join students s on s.account_id = a.id where a.id = ${accountId}`
  const { name, cardSealed, mobileSealed } = row!
  return {
    name,
    cardNumber: cardSealed && secrets.open('students.card', accountId, cardSealed),
    mobile: mobileSealed && secrets.open('accounts.mobile', accountId, mobileSealed),
  }
}
