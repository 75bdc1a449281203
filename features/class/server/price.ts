import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import { decideAlone, everyAccount, samePerson } from '../../approval/server/actions.ts'
import { classRefusals } from '../contract.ts'

/**
 * Counts what a raise makes a locked class dearer, in any of its versions, for each place that the same person gave at
 * their own price, waived or made cheaper, and for each that one of their own accounts has, also of learners, as money they
 * take off. Refuses (409) more than they may alone: a colleague raises it. The person is locked.
 */
export async function countRaise(
  tx: Tx,
  by: { accountId: string; projectId: string },
  { id, name, price: before }: { id: string; name: string; price: number },
  price: number,
): Promise<void> {
  if (price <= before) return
  const [given] = await tx<{ count: number }[]>`
    with versions as (
      select v.id from train_classes c join train_classes v on v.root_id = c.root_id where c.id = ${id}),
    decided as (
      select subject_id as id from sole_decisions
      where effect = 'reduction' and operator_id = ${samePerson(tx, by.accountId)}),
    places as (
      select e.id as enrolment_id, e.source_id as item_id, e.account_id from enrolments e
      where e.class_id in (select id from versions)
        and (is_live(e.status) or e.id in (select enrolment_id from returning_places))
      union all
      -- What is ordered and not opened yet, also where opening it failed.
      select null, i.id, i.account_id from order_items i join orders o on o.id = i.order_id
      where i.class_id in (select id from versions) and o.status not in ('cancelled', 'refunded')
        and (i.waiting or i.refunded = 0 and not exists (select from enrolments e where e.source_id = i.id)))
    select count(*)::int as count from places p left join order_items i on i.id = p.item_id
    where p.enrolment_id in (select id from decided) or i.id in (select id from decided)
      or i.order_id in (select id from decided) or p.account_id in ${everyAccount(tx, by.accountId)}`
  const { count } = given!
  const leaving = { subjectId: id, sourceId: randomUUID(), sums: { reduction: count * (price - before) } }
  if (count > 0 && !(await decideAlone(tx, by, { ...leaving, bySum: true })))
    refuse(classRefusals.ownRaise, { name, count }, 'price')
}
