import { Type } from 'typebox'
import { type Db, rowsOf } from '../../../../server/db.ts'
import { getAudienceMember } from '../../../class/audience/server/actions.ts'
import { listHeldHours } from '../../../hours/server/actions.ts'
import { findBuying } from '../../../unit/trainType/server/actions.ts'
import { Offer } from '../contract.ts'

const Listed = Type.Object({
  ...Type.Omit(Offer, ['discount', 'payable', 'awaitsUnit', 'heldTenths', 'mismatch']).properties,
  categoryId: Type.String(),
  personnelCategories: Type.Array(Type.String()),
  regions: Type.Array(Type.String()),
  approved: Type.Boolean(),
})

/** An offer, and whether the learner's application for the class is approved. */
type JudgedOffer = Offer & { approved: boolean }

/**
 * Lists prices of these classes for a learner now, by the terms of the unit acted for, and what prevents
 * buying them, in the order of the ids; classes that are deleted or of another project are left out.
 */
export async function listOffers(
  db: Db,
  buyer: { projectId: string; accountId: string; unitId: string | null },
  classIds: readonly string[],
): Promise<JudgedOffer[]> {
  const found = db`
    select c.id as class_id, c.name, c.class_type, c.category_id, k.name as category_name, c.year, c.hours_tenths,
      c.price, c.original_price, c.personnel_categories, c.regions,
      a.pay_until is not null as approved,
      case
        when j.status in ('applied', 'approved') then case when j.class_id = c.id then 'applied' else 'other_applied' end
        when j.status is not null then 'joined'
        when exists (select from order_items i join train_classes v on v.id = i.class_id and v.root_id = c.root_id
          where i.account_id = ${buyer.accountId} and i.waiting) then 'ordered'
        -- An approved application is a promise: its place is held even if the class was unpublished or sign-up ended
        -- since.
        when a.pay_until is not null then case when c.study_to < moment() then 'study_over'
          when a.pay_until <= moment() then 'pay_over' end
        when c.status <> 'on_shelf' then 'off_shelf'
        when c.need_review then 'needs_review'
        when c.sign_up_from > moment() then 'not_yet'
        when c.sign_up_to < moment() then 'sign_up_over'
        when c.study_to < moment() then 'study_over'
        when c.sold >= c.quota then 'full'
        when c.sold + c.held >= c.quota then 'held'
      end as obstacle
    from train_classes c join class_categories k on k.id = c.category_id
    left join enrolments a on a.account_id = ${buyer.accountId} and a.class_id = c.id and a.status = 'approved'
    -- What the learner has of the class or of another version of it; an approved application is what is ordered.
    left join lateral (
      select e.status, e.class_id from enrolments e join train_classes v on v.id = e.class_id
      where e.account_id = ${buyer.accountId} and v.root_id = c.root_id and is_live(e.status)
        and not (e.status = 'approved' and e.class_id = c.id)
      order by e.status in ('applied', 'approved') limit 1) j on true
    where c.id = any(${classIds as string[]}) and c.project_id = ${buyer.projectId} and c.status <> 'deleted'
    order by array_position(${classIds as string[]}::uuid[], c.id)`
  // Sent together: none of them waits for the answer to another.
  const [rows, buying, held, { mismatchOf }] = await Promise.all([
    found,
    findBuying(db, buyer.unitId, buyer.accountId),
    listHeldHours(db, buyer.accountId, classIds),
    getAudienceMember(db, buyer),
  ])
  return rowsOf(Listed, rows).map(({ categoryId, personnelCategories, regions, ...listed }) => {
    const payable = buying.payable({ ...listed, categoryId })
    // What was approved was confirmed when it was applied for, and judged by staff.
    const mismatch = listed.approved ? null : mismatchOf({ personnelCategories, regions })
    const obstacle =
      listed.obstacle ??
      buying.obstacle({ ...listed, categoryId }) ??
      (mismatch?.rule === 'refuse' ? (`refuse_${mismatch.part}` as const) : null)
    const heldTenths = held.get(listed.classId) ?? 0
    return {
      ...listed,
      heldTenths,
      discount: listed.price - payable,
      payable,
      awaitsUnit: buying.awaitsUnit({ ...listed, categoryId }),
      mismatch,
      obstacle,
    }
  })
}
