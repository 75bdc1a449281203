import type { Db } from '../../../server/db.ts'
import { isOpen } from '../../class/category/server/actions.ts'

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

/** Those of the classes whose category the project shows to learners, in the order of the ids. */
export async function listShown(db: Db, projectId: string, classIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select c.id from train_classes c join class_categories g on g.id = c.category_id
    where c.id = any(${classIds as string[]}) and c.project_id = ${projectId} and ${isOpen(db, projectId)}
    order by array_position(${classIds as string[]}::uuid[], c.id)`
  return rows.map((row) => row.id)
}
