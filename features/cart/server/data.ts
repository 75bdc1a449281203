import type { Db } from '../../../server/db.ts'

interface CartLine {
  classId: string
  priceSeen: number
  acceptsMismatch: boolean
}

/** The lines of a learner's cart, oldest first. */
export async function listCart(db: Db, accountId: string): Promise<CartLine[]> {
  return db<CartLine[]>`
    select class_id, price_seen, accepts_mismatch from cart_items where account_id = ${accountId} order by created_at, class_id`
}

export async function countCart(db: Db, accountId: string): Promise<number> {
  const [row] = await db`select count(*)::int as count from cart_items where account_id = ${accountId}`
  return row!.count as number
}
