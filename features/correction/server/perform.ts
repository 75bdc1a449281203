import { refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import type { Doubt } from '../../account/server/actions.ts'
import { isSamePerson } from '../../approval/server/actions.ts'
import { reissueCertificates } from '../../certificate/server/actions.ts'
import { enrolmentRefusals } from '../../enrolment/contract.ts'
import { liftBar, needsSecond, passByHand, reopen, revertPass } from '../../enrolment/server/actions.ts'
import { correctScore } from '../../exam/marking/server/actions.ts'
import type { HourAttribute } from '../../hours/rules.ts'
import { correctHours, lockHours, reverseHours } from '../../hours/server/actions.ts'
import { changeIdentity, moveToUnit } from '../../student/manage/server/actions.ts'
import { correctionRefusals } from '../contract.ts'
import type { LockedCorrection, Side } from './data.ts'
import { identityNow, membershipNow, passNow, scoreNow, unitNow } from './plan.ts'

/** Values that applying adds to the stored correction. */
interface Applied {
  before?: Side
  after?: Side
  entryId?: string
}

const hourLine = ({ projectId, accountId, after }: LockedCorrection) => ({
  projectId,
  accountId,
  year: after.year as number,
  classType: after.classType as string,
  attribute: after.attribute as HourAttribute,
})

/** True if the record matches one side of a correction. */
async function matches(
  tx: Tx,
  secrets: Secrets,
  row: LockedCorrection,
  side: 'before' | 'after',
): Promise<boolean> {
  const { accountId, part: subject } = row
  const values = row[side]
  switch (row.kind) {
    case 'identity': {
      const now = await identityNow(tx, secrets, accountId)
      return (
        now.realName === values.realName && now.card === (side === 'before' ? row.beforeCard : row.afterCard)
      )
    }
    case 'unit':
      return (await unitNow(tx, accountId)).unitId === values.unitId
    case 'hours':
      return true
    case 'score':
      return (await scoreNow(tx, accountId, subject))?.score === values.score
    case 'pass': {
      const now = (await passNow(tx, accountId, subject))?.status
      // What was opened again may have ended or failed by itself since.
      const settled =
        side === 'after' && values.status === 'active' && (now === 'expired' || now === 'failed')
      return settled || now === values.status
    }
  }
}

/**
 * The one person who moves a learner into a unit; null where two did, or a unit's own manager within theirs, unless it was
 * they who moved that learner lately, in whichever role.
 */
async function doubtOf(
  tx: Tx,
  by: Session,
  { proposerId, accountId }: LockedCorrection,
): Promise<Doubt | null> {
  if (!(await isSamePerson(tx, by, proposerId))) return null
  const movedBy = (await membershipNow(tx, accountId)).movedBy as string | undefined
  const isManager = by.roleSystem === 2 && !(movedBy && (await isSamePerson(tx, by, movedBy)))
  return isManager ? null : { movedBy: by.accountId }
}

/** The doubt that there was before a move, for its undoing: who belonged there does again, and nobody else. */
function doubtBefore(by: Session, { isNamed = false, movedBy }: Side): Doubt | null {
  if (!isNamed && !movedBy) return null
  return { movedBy: (movedBy as string | undefined) ?? by.accountId, isNamed: isNamed as boolean }
}

/** Moves a learner into the unit of a correction; what is kept of before is what the move ends. */
async function moveUnit(tx: Tx, by: Session, row: LockedCorrection): Promise<Applied> {
  const before = await membershipNow(tx, row.accountId)
  await moveToUnit(tx, row, row.after.unitId as string | null, await doubtOf(tx, by, row))
  // One that was merged since took the learner by its successor.
  return { before, after: await unitNow(tx, row.accountId) }
}

/** Applies a correction through the features that own the records. Refuses (409) where the record has changed since. */
export async function applyChange(
  tx: Tx,
  secrets: Secrets,
  by: Session,
  row: LockedCorrection,
): Promise<Applied> {
  const { accountId, part: subject, reason, after } = row
  if (!(await matches(tx, secrets, row, 'before'))) refuse(correctionRefusals.changedSince)
  switch (row.kind) {
    case 'identity':
      await changeIdentity(tx, secrets, accountId, {
        realName: after.realName as string,
        cardNumber: row.afterCard!,
      })
      await reissueCertificates(tx, by, accountId, reason)
      return {}
    case 'unit':
      return moveUnit(tx, by, row)
    case 'hours': {
      const line = hourLine(row)
      const change = after.change as number
      const total = await lockHours(tx, line)
      const entryId = await correctHours(
        tx,
        { ...line, hoursTenths: change, title: row.title },
        { operatorId: by.accountId, reason },
      )
      // The total may have grown since it was proposed; what was meant is the difference.
      const { hoursTenths: _before, ...shared } = row.before
      return {
        entryId,
        before: { ...shared, hoursTenths: total },
        after: { ...shared, hoursTenths: total + change, change },
      }
    }
    case 'score':
      await correctScore(tx, by, { attemptId: subject, score: after.score as number, reason })
      return {}
    case 'pass':
      if (after.status === 'passed') await passByHand(tx, subject, { by, reason, approvalId: row.id })
      else await revertPass(tx, by, subject, reason, true)
      return {}
  }
}

/** Refuses (409) where a printed certificate depends on the present state of an enrolment or a person. */
async function assertNotPrinted(
  tx: Tx,
  of: { enrolmentId: string } | { accountId: string },
  since: string,
): Promise<void> {
  const own = 'accountId' in of ? tx`account_id = ${of.accountId}` : tx`enrolment_id = ${of.enrolmentId}`
  const [printed] = await tx`
    select number from certificates
    where ${own} and status = 'valid' and print_count > 0 and issued_at >= ${since} limit 1`
  if (printed) refuse(correctionRefusals.certificatePrinted, { number: printed.number as string })
}

/** Refuses (409) to move a learner back who has bought at the price of the unit since, until that is settled. */
async function assertNothingBought(
  tx: Tx,
  { accountId, after, appliedAt: since }: LockedCorrection,
): Promise<void> {
  const [order] = await tx<{ orderNo: string }[]>`
    select o.order_no from orders o join order_items i on i.order_id = o.id
    where (o.account_id = ${accountId} and o.kind = 'personal' and o.unit_id = ${after.unitId as string | null} and i.discount > 0
        or i.account_id = ${accountId} and exists (
          select from batch_orders b join unit_classes k on k.id = b.unit_class_id join units ku on ku.id = k.unit_id
          join units u on u.path ^@ ku.path where b.order_id = o.id and u.id = ${after.unitId as string | null}))
      and o.created_at >= ${since} and o.status not in ('cancelled', 'refunded')
      and not (i.payable > 0 and i.refunded = i.payable)
    order by o.id limit 1`
  if (order) refuse(correctionRefusals.bought, { orderNo: order.orderNo })
}

async function assertNothingBuilt(tx: Tx, row: LockedCorrection): Promise<void> {
  const { accountId, part: subject, appliedAt: since } = row
  if (row.kind === 'unit') await assertNothingBought(tx, row)
  if (row.kind === 'pass') await assertNotPrinted(tx, { enrolmentId: subject }, since!)
  if (row.kind === 'identity') await assertNotPrinted(tx, { accountId }, since!)
  if (row.kind === 'score') {
    const [attempt] = await tx`select enrolment_id, exam_id from exam_attempts where id = ${subject}`
    const enrolmentId = attempt!.enrolmentId as string
    const [later] = await tx`
      select 1 from exam_attempts where enrolment_id = ${enrolmentId} and started_at >= ${since} and id <> ${subject}`
    if (later) refuse(correctionRefusals.satAgain)
    await assertNotPrinted(tx, { enrolmentId }, since!)
  }
}

/**
 * Reverts what a correction did, for a reason. Refuses (409, with what it is) where something depends on it or the
 * record was changed again.
 */
export async function revert(
  tx: Tx,
  secrets: Secrets,
  by: Session,
  row: LockedCorrection,
  reason: string,
): Promise<void> {
  const { accountId, part: subject, before, after } = row
  await assertNothingBuilt(tx, row)
  if (!(await matches(tx, secrets, row, 'after'))) refuse(correctionRefusals.changedAfter)
  switch (row.kind) {
    case 'identity':
      await changeIdentity(tx, secrets, accountId, {
        realName: before.realName as string,
        cardNumber: row.beforeCard!,
      })
      return reissueCertificates(tx, by, accountId, reason)
    case 'unit':
      return moveToUnit(tx, row, before.unitId as string | null, doubtBefore(by, before))
    case 'hours':
      return reverseHours(tx, row.entryId!, { operatorId: by.accountId, reason })
    case 'score':
      await correctScore(tx, by, { attemptId: subject, score: before.score as number, reason })
      return
    case 'pass':
      if (after.status === 'passed') return revertPass(tx, by, subject, reason, false)
      return restorePass(tx, by, row, reason)
  }
}

/**
 * Gives back the pass that a correction took, which counts with those of the day. A pass by rule is restored by rule, where
 * it still can be, a manual one manually. Refuses (409) more of them than one person may give.
 */
async function restorePass(
  tx: Tx,
  by: Session,
  { id, part: enrolmentId, before }: LockedCorrection,
  reason: string,
): Promise<void> {
  if (await needsSecond(tx, by, 1)) refuse(enrolmentRefusals.secondNeeded)
  await reopen(tx, by, enrolmentId, reason)
  if (before.passedBy === 'manual') return passByHand(tx, enrolmentId, { by, reason })
  // The lifted bar is what counts: with the approval, the pass beside it does not.
  const passed = await liftBar(tx, by, enrolmentId, reason)
  if (!passed) await passByHand(tx, enrolmentId, { by, reason, approvalId: id })
}
