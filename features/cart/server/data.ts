import type { Db } from '../../../server/db.ts'

/** Class ids in a learner's cart with the price seen, oldest first. */
export async function listCart(db: Db, accountId: string): Promise<{ classId: string; priceSeen: number }[]> {
  return db<{ classId: string; priceSeen: number }[]>`
    select class_id, price_seen from cart_items where account_id = ${accountId} order by created_at, class_id`
}

export async function countCart(db: Db, accountId: string): Promise<number> {
  const [row] = await db`select count(*)::int as count from cart_items where account_id = ${accountId}`
  return row!.count as number
}
