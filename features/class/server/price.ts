import { randomUUID } from 'node:crypto'
import { refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import { decideAlone, samePerson } from '../../approval/server/actions.ts'
import { classRefusals } from '../contract.ts'

/**
 * Counts what a raise makes a locked class dearer for each place that the same person gave in it at their own price, as
 * money they take off. Refuses (409) more than they may alone: a colleague raises it. The person is locked.
 */
export async function countRaise(
  tx: Tx,
  by: { accountId: string; projectId: string },
  { id, name, price: before }: { id: string; name: string; price: number },
  price: number,
): Promise<void> {
  if (price <= before) return
  const [given] = await tx<{ count: number }[]>`
    select count(distinct d.subject_id)::int as count from sole_decisions d
    where d.effect = 'reduction' and d.amount = 0 and d.operator_id = ${samePerson(tx, by.accountId)} and d.subject_id in (
      select e.id from enrolments e where e.class_id = ${id} and is_live(e.status)
      union all select i.id from order_items i where i.class_id = ${id})`
  const { count } = given!
  const leaving = { subjectId: id, sourceId: randomUUID(), sums: { reduction: count * (price - before) } }
  if (count > 0 && !(await decideAlone(tx, by, { ...leaving, bySum: true })))
    refuse(classRefusals.ownRaise, { name, count }, 'price')
}
