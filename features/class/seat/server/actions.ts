import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { rowOf, type Tx } from '../../../../server/db.ts'
import { classRefusals } from '../../contract.ts'

const SeatRow = Type.Object({
  name: Type.String(),
  status: Type.String(),
  full: Type.Boolean(),
  notYet: Type.Boolean(),
  over: Type.Boolean(),
  studyOver: Type.Boolean(),
  /** When a place taken now ends; null without an end. */
  expiresAt: Nullable(Type.String()),
})

/**
 * Takes one place in a class and gives when it ends. Refuses when the class is full, deleted or over, and,
 * unless the place was promised before, when it is not on the shelf or outside its sign-up time.
 * Whoever takes several in one transaction takes them in the order of class ids, or two may wait for each other.
 */
export async function takeSeat(
  tx: Tx,
  seat: { projectId: string; classId: string; promised: boolean },
): Promise<Static<typeof SeatRow>> {
  const rows = await tx`
    select name, status, coalesce(sold >= quota, false) as full,
      coalesce(sign_up_from > moment(), false) as not_yet, coalesce(sign_up_to < moment(), false) as over,
      coalesce(study_to < moment(), false) as study_over,
      least(study_to, moment() + make_interval(days => valid_days)) as expires_at
    from train_classes
    where id = ${seat.classId} and project_id = ${seat.projectId} and status <> 'deleted'
    for no key update`
  const found = rowOf(SeatRow, rows) ?? refuse(commonRefusals.notFound)
  const { name } = found
  if (!seat.promised) {
    if (found.status !== 'on_shelf') refuse(classRefusals.notOnShelf, { name })
    if (found.notYet) refuse(classRefusals.signUpNotYet, { name })
    if (found.over) refuse(classRefusals.signUpOver, { name })
  }
  if (found.studyOver) refuse(classRefusals.studyOver, { name })
  if (found.full) refuse(classRefusals.full, { name })
  await tx`update train_classes set sold = sold + 1 where id = ${seat.classId}`
  return found
}

/** Gives a place back: after a refund, a rejection, a withdrawal or a removal. */
export async function freeSeat(tx: Tx, classId: string): Promise<void> {
  await tx`update train_classes set sold = sold - 1 where id = ${classId} and sold > 0`
}
