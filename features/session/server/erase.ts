import type { Tx } from '../../../server/db.ts'

/** Takes away where and with what a closed account was signed in, its second factor, its links and unused codes. */
export async function eraseSessions(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from sessions where account_id = ${accountId}`
  await tx`delete from session_tickets where account_id = ${accountId}`
  await tx`delete from account_links where ${accountId} in (account_id, linked_id)`
  await tx`delete from recovery_codes where account_id = ${accountId}`
  await tx`delete from second_factors where account_id = ${accountId}`
  await tx`
    delete from message_codes c using accounts a where a.id = ${accountId} and c.mobile_index = a.mobile_index`
}
