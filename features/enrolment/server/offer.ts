import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { countPlaces } from '../../approval/server/actions.ts'
import { audienceRefusals } from '../../class/audience/contract.ts'
import { getAudienceMember } from '../../class/audience/server/actions.ts'
import { isOwnPrice, lockSeats } from '../../class/seat/server/actions.ts'
import { obstacleRefusals } from '../../unit/trainType/contract.ts'
import { findBuying } from '../../unit/trainType/server/actions.ts'

/**
 * The approved applications of a learner for these classes, as enrolment by class, locked: what is ordered for them
 * and what withdraws them take turns. Locked before the classes, as everywhere.
 */
export async function lockApproved(
  tx: Tx,
  accountId: string,
  classIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx<{ id: string; classId: string }[]>`
    select id, class_id from enrolments
    where account_id = ${accountId} and class_id = any(${classIds as string[]}::uuid[]) and status = 'approved'
    order by class_id for no key update`
  return new Map(rows.map((row) => [row.classId, row.id]))
}

/**
 * A class as one learner may have it, and what it costs them, in fen; locked before it is read, so that this holds until
 * the learner is in it. Refuses (404) a class of another project and (409) one that the unit does not buy, or that is meant
 * for others unless that is accepted where it may be.
 */
export async function getOffer(
  tx: Tx,
  input: {
    projectId: string
    accountId: string
    unitId: string | null
    classId: string
    acceptMismatch: boolean
  },
): Promise<{
  name: string
  needReview: boolean
  payable: number
  isFree: boolean
}> {
  const { projectId, accountId, classId, acceptMismatch } = input
  await tx`select from accounts where id = ${accountId} for no key update`
  await lockApproved(tx, accountId, [classId])
  await lockSeats(tx, [classId])
  const [row] = await tx`
    select name, price, need_review, class_type, category_id, hours_tenths, personnel_categories, regions
    from train_classes
    where id = ${classId} and project_id = ${projectId} and status <> 'deleted'`
  if (!row) refuse(commonRefusals.notFound)
  const name = row.name as string
  const sold = {
    classType: row.classType as string,
    categoryId: row.categoryId as string,
    price: row.price as number,
    hoursTenths: row.hoursTenths as number,
  }
  const buying = await findBuying(tx, input.unitId, accountId)
  const obstacle = buying.obstacle(sold)
  if (obstacle) refuse(obstacleRefusals[obstacle], { name })
  const { mismatchOf } = await getAudienceMember(tx, input)
  const mismatch = mismatchOf({
    personnelCategories: row.personnelCategories as string[],
    regions: row.regions as string[],
  })
  if (mismatch?.rule === 'refuse') refuse(audienceRefusals[`refuse_${mismatch.part}`], { name })
  if (mismatch && !acceptMismatch)
    refuse(audienceRefusals[`confirm_${mismatch.part}`], { name }, 'acceptMismatch')
  return {
    name,
    needReview: row.needReview as boolean,
    payable: buying.payable(sold),
    isFree: buying.isFree(sold),
  }
}

/** A place for nothing that staff give. */
export interface GivenPlace {
  enrolmentId: string
  classId: string
  /** It costs nothing by the price of its class, and not by the terms of a unit. */
  isFree: boolean
}

/**
 * Counts a place for nothing that staff give, as a waived order where they set its price. Refuses (409) more than they may
 * alone. The person and the class are locked.
 */
export async function countGiven(
  tx: Tx,
  session: Session,
  { enrolmentId, classId, isFree }: GivenPlace,
): Promise<void> {
  if (isFree && (await isOwnPrice(tx, session, { classId, places: 1 })))
    await countPlaces(tx, session, [enrolmentId])
}
