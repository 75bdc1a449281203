import { refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import { hasWholeProject, type Session } from '../../../server/session.ts'
import { lockPerson } from '../../approval/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { findBuying, type Sold } from '../../unit/trainType/server/actions.ts'
import { enrolmentRefusals, type EnrolmentStatus } from '../contract.ts'
import { type enrolmentLifecycle, isPaid } from '../rules.ts'
import { assertOthers, openEnrolment, passIfComplete } from './actions.ts'
import { lockEnrolment } from './data.ts'
import { countGiven, getOffer, type GivenPlace } from './offer.ts'
import { applicationApproved, applicationRejected, paymentDue } from './messages.ts'
import { transition } from './transition.ts'

type Event = Parameters<typeof enrolmentLifecycle.next>[1]

/**
 * Joins a free class immediately, or applies for one that is reviewed. Refuses (409) one with a price and no review.
 */
export async function applyForClass(
  tx: Tx,
  session: Session,
  input: { classId: string; acceptMismatch?: boolean },
): Promise<{ enrolmentId: string; status: EnrolmentStatus }> {
  const { accountId, projectId, unitId } = session
  const { classId, acceptMismatch = false } = input
  const learner = { projectId, accountId, unitId }
  const { name, needReview, payable } = await getOffer(tx, { ...learner, classId, acceptMismatch })
  if (!needReview && payable > 0) refuse(enrolmentRefusals.mustPay, { name })
  const status = needReview ? 'applied' : 'active'
  const fresh = { projectId, accountId, classId, sourceId: null, by: session }
  const enrolmentId = await openEnrolment(tx, { ...fresh, source: needReview ? 'apply' : 'free', status })
  return { enrolmentId, status }
}

/** One step of an enrolment of the caller's scope. Refuses (409) what staff decide about one of their own. */
async function step(
  tx: Tx,
  session: Session,
  enrolmentId: string,
  event: Event,
  reason?: string,
): Promise<EnrolmentStatus> {
  const before = await lockEnrolment(tx, session.scope, enrolmentId)
  if (event !== 'withdraw') await assertOthers(tx, session, enrolmentId)
  if (event === 'remove' && isPaid(before) && !before.isSettled) refuse(enrolmentRefusals.wasPaid)
  // An order that continues waiting could still be paid, for a place that nobody approves any more.
  if (before.status === 'approved' && before.orderWaits) refuse(enrolmentRefusals.orderWaits)
  return transition(tx, session, before, event, reason)
}

/** Withdraws one's own application. Refuses (409) once it is rejected or paid, or while an order of it is unpaid. */
export async function withdraw(tx: Tx, session: Session, enrolmentId: string): Promise<void> {
  await step(tx, session, enrolmentId, 'withdraw')
}

/** The class of an enrolment as its learner may have it, in fen by the terms of the unit. */
async function findPlace(tx: Tx, enrolmentId: string): Promise<GivenPlace & { payable: number }> {
  const [row] = await tx<(Sold & { accountId: string; unitId: string | null; classId: string })[]>`
    select a.id as account_id, a.unit_id, c.id as class_id, c.class_type, c.category_id, c.price, c.hours_tenths
    from enrolments e join accounts a on a.id = e.account_id join train_classes c on c.id = e.class_id
    where e.id = ${enrolmentId}`
  const { accountId, unitId, classId, ...sold } = row!
  const buying = await findBuying(tx, unitId, accountId)
  return { enrolmentId, classId, payable: buying.payable(sold), isFree: buying.isFree(sold) }
}

/** Tells an applicant what was decided. */
async function reportReview(
  tx: Tx,
  enrolmentId: string,
  isDue: boolean,
  { approve, reason }: { approve: boolean; reason?: string | undefined },
): Promise<void> {
  const [row] = await tx<{ accountId: string; classId: string; className: string; until: string | null }[]>`
    select e.account_id, e.class_id, c.name as class_name, e.pay_until as until
    from enrolments e join train_classes c on c.id = e.class_id where e.id = ${enrolmentId}`
  const { accountId, classId, className, until } = row!
  if (!approve) await sendMessage(tx, applicationRejected, accountId, { className, reason: reason ?? '' })
  else if (isDue) await sendMessage(tx, paymentDue, accountId, { className, classId, until: until! })
  else await sendMessage(tx, applicationApproved, accountId, { className })
}

/**
 * Decides an application. Where its learner has nothing to pay, the approval opens it and days of study count from
 * now, and it counts as a place that is given; otherwise it holds the place for the time that the project gives to pay.
 */
export async function review(
  tx: Tx,
  session: Session,
  enrolmentId: string,
  decision: { approve: boolean; reason?: string | undefined },
): Promise<void> {
  if (decision.approve) await lockPerson(tx, session.accountId)
  await step(tx, session, enrolmentId, decision.approve ? 'approve' : 'reject', decision.reason)
  const place = decision.approve ? await findPlace(tx, enrolmentId) : null
  const isDue = place !== null && place.payable > 0
  await reportReview(tx, enrolmentId, isDue, decision)
  if (!place || isDue) return
  await countGiven(tx, session, place)
  await step(tx, session, enrolmentId, 'admit')
  await tx`
    update enrolments e set expires_at = least(c.study_to, moment() + make_interval(days => c.valid_days))
    from train_classes c where e.id = ${enrolmentId} and c.id = e.class_id`
}

/** Removes an enrolment that was never paid or was refunded. Refuses (409) a paid or a passed one. */
export async function remove(tx: Tx, session: Session, enrolmentId: string, reason: string): Promise<void> {
  await step(tx, session, enrolmentId, 'remove', reason)
}

/**
 * Refuses an end that a unit may not give an enrolment of its people: (409) of a class of an earlier year, and (422) one
 * beyond what the class, or the unit class that it was ordered in, gives a place that is opened now.
 */
async function assertWithinTerms(tx: Tx, enrolmentId: string, expiresAt: string): Promise<void> {
  const [row] = await tx<{ isEarlier: boolean; isBeyond: boolean; name: string; end: string | null }[]>`
    select c.name, c.year < extract(year from moment() at time zone 'Asia/Shanghai') as is_earlier,
      coalesce(${expiresAt}::timestamptz > l.ending, false) as is_beyond,
      to_char(l.ending at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "end"
    from enrolments e join train_classes c on c.id = e.class_id
    left join order_items i on i.id = e.source_id and e.source = 'batch'
    left join batch_orders b on b.order_id = i.order_id left join unit_classes k on k.id = b.unit_class_id,
    lateral (select least(c.study_to, k.study_to, moment() + make_interval(days => c.valid_days)) as ending) l
    where e.id = ${enrolmentId}`
  const { name, end, isEarlier, isBeyond } = row!
  if (isEarlier) refuse(enrolmentRefusals.earlierYear, { name })
  if (isBeyond) refuse(enrolmentRefusals.beyondTerms, { name, end: end! }, 'expiresAt')
}

/**
 * Gives an open or expired enrolment a later end; whatever was complete by then passes now. Refuses (422) an end that
 * is past or not later than the present one, (409) what has no end, and a unit what is beyond the terms of the class.
 */
export async function extend(
  tx: Tx,
  session: Session,
  enrolmentId: string,
  change: { expiresAt: string; reason: string },
): Promise<void> {
  await step(tx, session, enrolmentId, 'extend', change.reason)
  const [row] = await tx`
    select ${change.expiresAt}::timestamptz > moment() as ahead, ${change.expiresAt}::timestamptz > expires_at as later,
      to_char(expires_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "end"
    from enrolments where id = ${enrolmentId}`
  if (row!.end === null) refuse(enrolmentRefusals.noEnd)
  if (!row!.ahead) refuse(enrolmentRefusals.endsEarlier, {}, 'expiresAt')
  if (!row!.later) refuse(enrolmentRefusals.notLater, { end: row!.end as string }, 'expiresAt')
  if (!hasWholeProject(session)) await assertWithinTerms(tx, enrolmentId, change.expiresAt)
  await tx`update enrolments set expires_at = ${change.expiresAt} where id = ${enrolmentId}`
  await passIfComplete(tx, enrolmentId)
}
