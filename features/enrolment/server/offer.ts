import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import { audienceRefusals } from '../../class/audience/contract.ts'
import { getAudienceMember } from '../../class/audience/server/actions.ts'
import { obstacleRefusals } from '../../unit/trainType/contract.ts'
import { findBuying } from '../../unit/trainType/server/actions.ts'

/**
 * A class as one learner may have it, and what it costs them, in fen. Refuses (404) a class of another project and (409)
 * one that the unit does not buy, or that is meant for others unless that is accepted where it may be.
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
): Promise<{ name: string; needReview: boolean; payable: number }> {
  const { projectId, classId, acceptMismatch } = input
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
  const buying = await findBuying(tx, input.unitId)
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
  return { name, needReview: row.needReview as boolean, payable: buying.payable(sold) }
}
