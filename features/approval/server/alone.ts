import type { Db, Fragment, Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { samePerson } from './data.ts'

/** Effects that one person brings about alone up to a limit of the project, in fen. */
type SoleEffect = 'refund' | 'reduction'

/** Money that leaves by one decision. */
export interface Leaving {
  /** The order or receipt it leaves, which is locked, or the learner who moves to a dearer class without an order. */
  subjectId: string
  /** The refund, waiver, change of prices, reversal or transfer: decided again, it counts once. */
  sourceId: string
  /** Fen of each effect; a refund of a class that is kept has both. Less than nothing puts back. */
  sums: Partial<Record<SoleEffect, number>>
  /** A learner asked for it by the terms: it counts for its subject, and in nobody's day. */
  asked?: boolean
  /** It counts by its sum, and not as one of the orders of the day. */
  bySum?: boolean
}

type Decider = Pick<Session, 'accountId' | 'projectId'>

/** Beginning of this calendar day in China. */
const today = (db: Db): Fragment =>
  db`date_trunc('day', moment() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`

/** Conditions of being beyond each limit, given the sums `s` with this decision. */
const beyond: Readonly<Record<SoleEffect, (db: Db, projectId: string, bySum: boolean) => Fragment>> = {
  refund: (db, projectId) => db`s.amount > limit_of(${projectId}, 'refundApprovalAbove') * 100`,
  reduction: (db, projectId, bySum) => db`
    s.amount > limit_of(${projectId}, 'freeAmountADay') * 100
      or not ${bySum} and s.subjects >= limit_of(${projectId}, 'freeOrdersADay')`,
}

/**
 * True if so much more of an effect is beyond what one person may do alone. It counts with what left its subject so, by
 * whomever and whenever, and with what this person let leave anything on this calendar day in China: in parts, no more
 * leaves than at once. What was put back today frees nothing of what was decided about another subject.
 */
async function isBeyond(
  tx: Tx,
  { accountId, projectId }: Decider,
  { subjectId, sourceId, asked = false, bySum = false }: Leaving,
  effect: SoleEffect,
  amount: number,
): Promise<boolean> {
  const [row] = await tx<{ isBeyond: boolean }[]>`
    with others as (
      select * from sole_decisions where effect = ${effect} and source_id <> ${sourceId}
        and (subject_id = ${subjectId} or operator_id = ${samePerson(tx, accountId)})),
    of_subject as (
      select coalesce(sum(amount), 0) as amount from (
        select distinct on (source_id) amount from others where subject_id = ${subjectId}) each),
    of_day as (
      select count(*) filter (where not by_sum) as subjects, coalesce(sum(greatest(0, amount)), 0) as amount from (
        select subject_id, sum(amount) as amount, bool_and(by_sum) as by_sum from (
          select distinct on (source_id, subject_id) subject_id, amount, by_sum from others
          where operator_id = ${samePerson(tx, accountId)} and not asked and not ${asked}
            and created_at >= ${today(tx)}) each
        group by subject_id) subjects),
    s as (
      select of_day.subjects, ${amount}::bigint + greatest(of_subject.amount, of_day.amount) as amount
      from of_subject, of_day)
    select ${beyond[effect](tx, projectId, bySum)} as is_beyond from s`
  return row!.isBeyond
}

/**
 * Locks a person in all accounts of staff that count as theirs, so that what is limited for them is counted one after the
 * other. The rows of the accounts stay free: who settles an order locks its learner after it, and that may be one of them.
 */
export async function lockPerson(tx: Tx, accountId: string): Promise<void> {
  await tx`
    select pg_advisory_xact_lock(hashtextextended('person ' || staff.id, 0)) from (
      select a.id from accounts a where a.id = ${samePerson(tx, accountId)} and exists (
        select from roles r where r.role_system <> 3
          and (r.id = a.role_id or r.id in (select l.role_id from account_roles l where l.account_id = a.id)))
      order by a.id) staff`
}

/**
 * Counts what its caller decides alone; false, and counts nothing, where that takes a second person. The accounts that
 * count as the caller are locked before what is decided about (`lockPerson`), so that each decision sees those before it.
 */
export async function decideAlone(tx: Tx, session: Decider, leaving: Leaving): Promise<boolean> {
  const { subjectId, sourceId, sums, asked = false, bySum = false } = leaving
  const effects = Object.entries(sums) as [SoleEffect, number][]
  for (const [effect, amount] of effects) {
    if (await isBeyond(tx, session, leaving, effect, amount)) return false
  }
  const { accountId: operatorId, projectId } = session
  const rows = effects
    .filter(([, amount]) => amount !== 0)
    .map(([effect, amount]) => ({ projectId, operatorId, effect, subjectId, sourceId, amount, asked, bySum }))
  if (rows.length > 0) await tx`insert into sole_decisions ${tx(rows)}`
  return true
}

/** Puts back what was counted of a decision that is undone, for who had decided it, under the id of what undid it. */
export async function takeBack(
  tx: Tx,
  { sourceId, undoneBy }: { sourceId: string; undoneBy: string },
): Promise<void> {
  await tx`
    insert into sole_decisions (project_id, operator_id, effect, subject_id, source_id, amount, asked, by_sum)
    select project_id, operator_id, effect, subject_id, ${undoneBy}, -amount, asked, by_sum from sole_decisions
    where source_id = ${sourceId}`
}

/**
 * True if one person may give so many places more alone today, in classes that cost nothing because that person set their
 * price so: each counts as an order that is waived. The person is locked.
 */
export async function mayGivePlaces(
  tx: Tx,
  { accountId, projectId }: Decider,
  places: number,
): Promise<boolean> {
  const [row] = await tx<{ may: boolean }[]>`
    select count(distinct subject_id) + ${places}::int <= limit_of(${projectId}, 'freeOrdersADay') as may
    from sole_decisions
    where effect = 'reduction' and operator_id = ${samePerson(tx, accountId)} and not asked and not by_sum
      and created_at >= ${today(tx)}`
  return row!.may
}

/** Counts places that one person gave so, by the ids of their enrolments or of the items of their order. */
export async function countPlaces(
  tx: Tx,
  { accountId: operatorId, projectId }: Decider,
  placeIds: readonly string[],
): Promise<void> {
  await tx`
    insert into sole_decisions (project_id, operator_id, effect, subject_id, source_id, amount)
    select ${projectId}, ${operatorId}, 'reduction', id, id, 0
    from unnest(${placeIds as string[]}::uuid[]) as places (id)`
}
