import type { SystemReason } from '../../../contract/systemReason.ts'
import type { Tx } from '../../../server/db.ts'
import { exceptionLifecycle } from '../rules.ts'

const closed: SystemReason = 'account.closed'

/** Takes away what was written down about a person whose account is closed; what was open is dismissed. */
export async function eraseExceptions(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  const dismissed = exceptionLifecycle.next('open', 'dismiss')
  await tx`
    update exception_registers set note = ${closed}, outcome = ${closed},
      status = case when is_unsettled(status) then ${dismissed} else status end,
      settler_id = coalesce(settler_id, account_id), settled_at = coalesce(settled_at, moment())
    where account_id = ${accountId}`
}
