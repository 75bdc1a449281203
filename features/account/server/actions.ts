import type { Db, Tx } from '../../../server/db.ts'

/** Notes a successful sign-in: the count of wrong passwords starts anew. */
export async function noteSignIn(tx: Tx, accountId: string): Promise<void> {
  await tx`
    update accounts set failed_count = 0, locked_until = null, last_login_at = moment() where id = ${accountId}`
}

/** Notes a wrong password; the last of `lockAfter` locks the account for so many minutes. */
export async function noteWrongPassword(
  db: Db,
  accountId: string,
  lock: { after: number; minutes: number },
): Promise<void> {
  await db`
    update accounts set failed_count = case when failed_count + 1 >= ${lock.after} then 0 else failed_count + 1 end,
      locked_until = case when failed_count + 1 >= ${lock.after}
        then moment() + make_interval(mins => ${lock.minutes}) else locked_until end
    where id = ${accountId}`
}
