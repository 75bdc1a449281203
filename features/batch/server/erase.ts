import type { Tx } from '../../../server/db.ts'
import { batchLifecycle } from '../rules.ts'

/**
 * Stops the batches of an account that is closed; one that runs ends at its next row. The sweep deletes them within the
 * hour: their rows may be more than a statement of this transaction could delete.
 */
export async function eraseBatches(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`
    update batches set status = ${batchLifecycle.next('running', 'cancel')}
    where operator_id = ${accountId} and status = 'running'`
}
