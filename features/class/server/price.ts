import type { Tx } from '../../../server/db.ts'
import { isPriceForTwo } from '../../approval/rules.ts'
import type { ClassFields, ManagedClass } from '../contract.ts'

export type Prices = Pick<ClassFields, 'price' | 'originalPrice'>

/** True if another price of a locked class takes two people; the price of a draft is a part of writing it. */
export async function takesTwo(
  tx: Tx,
  { id, status, price: before }: Pick<ManagedClass, 'id' | 'status' | 'price'>,
  after: number,
): Promise<boolean> {
  if (status === 'draft' || after === before) return false
  const [places] = await tx<{ isFirstDay: boolean; isTaken: boolean }[]>`
    with versions as (
      select v.id from train_classes c join train_classes v on v.root_id = c.root_id where c.id = ${id})
    select coalesce(published_at > moment() - interval '1 day', true) as is_first_day,
      exists (select from enrolments where class_id in (select id from versions))
        or exists (select from order_items where class_id in (select id from versions)) as is_taken
    from train_classes where id = ${id}`
  return isPriceForTwo(places!, { before, after })
}
