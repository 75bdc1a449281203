import type { InputOf } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { contentsOf, keysOf } from '../../../question/server/actions.ts'
import { exerciseRefusals } from '../../../question/exercise/contract.ts'
import { type OpenPin, type pinCalls, pinRefusals, type PinVerdict } from '../contract.ts'
import { isComplete, isRight, rewindMs } from '../rules.ts'
import { findPin, lockLease, movePins, saveAnswer } from './data.ts'

async function pinOf(tx: Tx, { accountId }: Pick<Session, 'accountId'>, leaseId: string) {
  const lease = (await lockLease(tx, { accountId, leaseId })) ?? refuse(commonRefusals.notFound)
  if (lease.isOver) refuse(pinRefusals.leaseOver)
  return { lease, pin: await findPin(tx, lease.enrolmentId, lease.itemId) }
}

/**
 * The question at which the video of a lease waits, or null where none is left or none is reached yet. Refuses (404) a
 * lease of others and (409) one that has ended.
 */
export async function openPin(tx: Tx, session: Session, leaseId: string): Promise<OpenPin | null> {
  const { lease, pin } = await pinOf(tx, session, leaseId)
  if (!pin || pin.placeMs > lease.reachMs) return null
  const { versionId, category, resourceId, atSecond, mustPass, rewindTo, tries, retryAt } = pin
  const { type, material, parts } = (await contentsOf(tx, [versionId])).get(versionId)!
  return {
    question: {
      versionId,
      type,
      category,
      resourceId,
      atSecond,
      mustPass,
      rewindTo,
      material,
      parts: parts.map(({ type: of, stem, options, blanks }) => ({ type: of, stem, options, blanks })),
    },
    tries,
    retryAt,
  }
}

/**
 * Answers the question at which the video of a lease waits. One that need not be passed is passed by any answer. Refuses
 * (409) before it is reached, while a passage is to be watched again, and during an exam, which it might answer.
 */
export async function answerPin(
  tx: Tx,
  session: Session,
  { leaseToken, versionId, answers }: InputOf<typeof pinCalls.answerPinnedQuestion>,
): Promise<PinVerdict> {
  const { lease, pin } = await pinOf(tx, session, leaseToken)
  if (!pin || pin.placeMs > lease.reachMs) refuse(pinRefusals.notReached)
  if (pin.versionId !== versionId) refuse(pinRefusals.changed)
  if (pin.waitSeconds > 0) refuse(pinRefusals.tooSoon, { seconds: Math.ceil(pin.waitSeconds) })
  const [sitting] = await tx`
    select from exam_attempts where account_id = ${session.accountId} and status = 'in_progress' limit 1`
  if (sitting) refuse(exerciseRefusals.examUnderWay)
  const { parts } = (await contentsOf(tx, [versionId])).get(versionId)!
  const key = (await keysOf(tx, [versionId])).get(versionId)!
  if (!isComplete(parts.length, answers)) refuse(pinRefusals.unanswered, {}, 'answers')
  const right = isRight(parts, key, answers)
  const passed = right || !pin.mustPass
  const { enrolmentId, itemId } = lease
  const { tries, retryAt } = await saveAnswer(tx, {
    enrolmentId,
    questionId: pin.questionId,
    versionId,
    answers,
    isRight: right,
    isPassed: passed,
    waitMs: rewindMs(pin, lease.ratePercent),
  })
  const nextMs = passed ? await movePins(tx, enrolmentId, itemId) : pin.placeMs
  return {
    passed,
    right,
    tries,
    rewindTo: right ? null : pin.rewindTo,
    retryAt,
    pinAt: nextMs === null ? null : nextMs / 1000,
    keys: passed && pin.isOpen ? key : null,
  }
}

/** Takes away what the owner of a closed account answered; that the questions were passed stays. */
export async function erasePins(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`
    update pin_answers set answers = '[]'
    where enrolment_id in (select id from enrolments where account_id = ${accountId})`
}
