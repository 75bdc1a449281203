import type { Tx } from '../../../server/db.ts'

/** Takes away from where and with what the owner of a closed account studied; what was counted stays. */
export async function eraseLeases(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`update play_leases set ip = '', agent = '' where account_id = ${accountId}`
}
