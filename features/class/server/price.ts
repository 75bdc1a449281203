import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import { decideAlone, everyAccount, samePerson } from '../../approval/server/actions.ts'
import { classRefusals } from '../contract.ts'

/**
 * Counts what a raise makes a locked class dearer, in any of its versions, for each place that the same person gave at their
 * own price or waived, and for each that one of their own accounts has, also of learners, as money they take off. Refuses
 * (409) more than they may alone: a colleague raises it. The person is locked.
 */
export async function countRaise(
  tx: Tx,
  by: { accountId: string; projectId: string },
  { id, name, price: before }: { id: string; name: string; price: number },
  price: number,
): Promise<void> {
  if (price <= before) return
  const [given] = await tx<{ count: number; reduction: number }[]>`
    with versions as (
      select v.id from train_classes c join train_classes v on v.root_id = c.root_id where c.id = ${id}),
    counted as (
      select s.id, sum(d.amount) as amount
      from sole_decisions d cross join lateral (select d.subject_id union select d.source_id) s (id)
      where d.effect = 'reduction' and d.operator_id = ${samePerson(tx, by.accountId)} group by 1),
    places as (
      select e.id as enrolment_id, e.source_id as item_id, e.account_id from enrolments e
      where e.class_id in (select id from versions)
        and (is_live(e.status) or e.id in (select enrolment_id from returning_places))
      union all
      select null, i.id, i.account_id from order_items i where i.class_id in (select id from versions) and i.waiting)
    select count(*)::int as count,
      -- What was counted when the place was given is not counted again.
      coalesce(sum(greatest(0, ${price - before} - coalesce(g.amount, 0) - coalesce(b.amount, 0))), 0) as reduction
    from places p
    left join counted g on g.id = p.enrolment_id
    left join counted b on b.id = p.item_id
    left join order_items i on i.id = p.item_id
    left join orders o on o.id = i.order_id and o.status = 'free'
    where g.id is not null or b.id is not null or o.id in (select id from counted)
      or p.account_id in ${everyAccount(tx, by.accountId)}`
  const { count, reduction } = given!
  const leaving = { subjectId: id, sourceId: randomUUID(), sums: { reduction } }
  if (count > 0 && !(await decideAlone(tx, by, { ...leaving, bySum: true })))
    refuse(classRefusals.ownRaise, { name, count }, 'price')
}
