import type { Tx } from '../../../server/db.ts'

/** Takes away the sealed numbers of a closed account's corrections; that there were some stays. */
export async function eraseCorrections(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`
    update corrections set before_card_sealed = null, after_card_sealed = null where account_id = ${accountId}`
}
