import { readInvoice, type StoredInvoice } from '../../server/actions.ts'
import { refuse } from '../../../../contract/refusal.ts'
import type { Action } from '../../../../server/audit.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import type { Tx } from '../../../../server/db.ts'
import { providerFor } from '../../issue/server/actions.ts'
import { redLifecycle } from '../../rules.ts'
import { redRefusals } from '../contract.ts'
import { endRed } from './settle.ts'

/** Refuses a step that is not open to a locked red invoice. */
export function assertCan(red: StoredInvoice, event: Parameters<typeof redLifecycle.next>[1]): void {
  if (red.colour !== 'red') refuse(redRefusals.notRed)
  redLifecycle.next(red.status as Parameters<typeof redLifecycle.next>[0], event)
}

export type ProviderApp = Pick<AppContext, 'db' | 'environment' | 'secrets' | 'channels'>

/**
 * Has the provider revoke the form of a red invoice that was sent, so that it does not turn red by itself once we have given it
 * up. Refuses (409) one that is confirmed by now, and (503) while the provider does not say.
 */
export async function revokeForm(app: ProviderApp, id: string): Promise<void> {
  const red = await readInvoice(app.db, id)
  if (red?.status !== 'confirming' || red.formSerial === null) return
  const provider = (await providerFor(app, red)) ?? refuse(redRefusals.noAnswer)
  const revoked = await provider.revokeRed(red.formSerial)
  if (revoked.state === 'done') return
  if (revoked.state === 'silent') refuse(redRefusals.noAnswer)
  const known = await provider.queryRed(red.formSerial)
  // The request may still be on its way: what it has not reached yet is not ended.
  if (known.state !== 'form') refuse(redRefusals.noAnswer)
  if (['refused', 'lapsed', 'revoked', 'void', 'failed'].includes(known.form.state)) return
  refuse(redRefusals.confirmedAlready)
}

/** Cancels a locked red invoice that is not issued yet, and whose form was revoked if it was sent. */
export async function cancelLocked(tx: Tx, by: Action['by'], red: StoredInvoice): Promise<void> {
  assertCan(red, 'cancel')
  await endRed(tx, by, red, 'cancel')
}
