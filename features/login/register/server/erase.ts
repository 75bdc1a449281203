import type { Tx } from '../../../../server/db.ts'

/** Takes away what the owner of a closed account chose when registering; that they agreed, and to what, stays. */
export async function eraseRegistration(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`update agreement_consents set ip = null where account_id = ${accountId}`
  await tx`delete from chosen_skills where account_id = ${accountId}`
}
