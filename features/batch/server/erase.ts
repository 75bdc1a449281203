import type { Tx } from '../../../server/db.ts'

/** Removes the batches of a closed account; one that runs ends at its next row. */
export async function eraseBatches(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from batches where operator_id = ${accountId}`
}
