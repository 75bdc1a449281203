import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Action } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { assertSeat, lockClasses } from '../../class/seat/server/actions.ts'
import type { EnrolmentSource } from '../contract.ts'
import { isPromised } from '../rules.ts'
import { openEnrolment } from './open.ts'
import { type LockedEnrolment, transition } from './transition.ts'

/** An open enrolment that its caller has locked, to be left for another class. */
interface LeftEnrolment extends LockedEnrolment {
  accountId: string
  source: EnrolmentSource
  sourceId: string | null
  barReason: string | null
}

/** The class that is joined in its place, the record of the transfer, and why. */
interface Move {
  classId: string
  transferId: string
  reason: string
}

/**
 * Leaves an enrolment for another of the same learner: a paid place stays that of its order item, so that a refund
 * ends the place in the class the learner is in, and a bar goes along. Gives the new enrolment's id; refuses as opening one does.
 */
export async function moveInto(
  tx: Tx,
  by: Action['by'],
  left: LeftEnrolment,
  { classId, transferId, reason }: Move,
): Promise<string> {
  const { projectId, accountId, source, sourceId, barReason } = left
  await transition(tx, by, left, 'transfer', reason)
  const isPaid = isPromised(source)
  const id = await openEnrolment(tx, {
    projectId,
    accountId,
    classId,
    source: isPaid ? source : 'transfer',
    sourceId: isPaid ? sourceId : transferId,
    by,
    moved: true,
  })
  if (barReason !== null) await tx`update enrolments set bar_reason = ${barReason} where id = ${id}`
  return id
}

/**
 * Undoes a move between two locked enrolments: the former is open again as it was, the other is removed, and only the
 * transfer is left of where it came from. Refuses (409) where the former class has no place any more or is over, (404)
 * where it is deleted.
 */
export async function moveBack(
  tx: Tx,
  by: Action['by'],
  { former, joined }: { former: LockedEnrolment; joined: LockedEnrolment },
  { transferId, reason }: Pick<Move, 'transferId' | 'reason'>,
): Promise<void> {
  const classes = await lockClasses(tx, [former.classId, joined.classId])
  assertSeat(classes.get(former.classId) ?? refuse(commonRefusals.notFound), { promised: true, held: 0 })
  await transition(tx, by, joined, 'remove', reason)
  await tx`update enrolments set source = 'transfer', source_id = ${transferId} where id = ${joined.id}`
  await transition(tx, by, former, 'restore', reason)
}
