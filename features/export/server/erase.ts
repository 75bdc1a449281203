import type { Tx } from '../../../server/db.ts'
import { listExportLifecycle } from '../rules.ts'

/** Ends the exports of a closed account: without their keys nobody opens the files, which are swept. */
export async function eraseExports(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`
    update list_exports set status = ${listExportLifecycle.next('ready', 'lapse')}, key_sealed = null, file_key = null,
      filter_sealed = null
    where operator_id = ${accountId} and status in ('making', 'ready')`
  await tx`update list_exports set reason = '' where operator_id = ${accountId} and reason is not null`
}
