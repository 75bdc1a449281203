import type { Tx } from '../../../server/db.ts'

/** Takes away what was written to the owner of a closed account, and every address; codes to their number as well. */
export async function eraseMessages(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`
    delete from message_deliveries d using accounts a
    where a.id = ${accountId}
      and (d.account_id = a.id or (d.project_id = a.project_id and d.mobile_index = a.mobile_index))`
  await tx`
    delete from message_budgets b using accounts a
    where a.id = ${accountId} and b.project_id = a.project_id and b.mobile_index = a.mobile_index`
  await tx`delete from messages where account_id = ${accountId}`
  await tx`delete from message_refusals where account_id = ${accountId}`
  await tx`delete from message_mails where account_id = ${accountId}`
}
