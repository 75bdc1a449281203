import {
  findVisible,
  listLines,
  lockInvoice,
  lockVisible,
  readInvoice,
  type StoredInvoice,
} from '../../server/actions.ts'
import type { InputOf } from '../../../../contract/call.ts'
import { Refusal, refuse } from '../../../../contract/refusal.ts'
import type { Action } from '../../../../server/audit.ts'
import type { RedForm } from '../../../../server/channels/invoicing.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { wake } from '../../../../server/jobs.ts'
import type { Session } from '../../../../server/session.ts'
import { callbackAddress, isManual, providerFor, redJob, serialOf } from '../../issue/server/actions.ts'
import { issueRefusals } from '../../issue/contract.ts'
import type { RedReason } from '../../rules.ts'
import { type redCalls, redRefusals } from '../contract.ts'
import { assertCan, cancelLocked, type ProviderApp } from './cancel.ts'
import { beginReversal, claimLines, partsAgain, requestRed, taxedParts, writeTax } from './request.ts'
import { applyForm, countRed, endRed, follow } from './settle.ts'

export { revokeForm } from './cancel.ts'
export { cancelReds, findExcess, makeRoom, revokeForms } from './plan.ts'

/** Refuses (409) a locked blue invoice that is being reversed already: its office reverses it once at a time. */
const assertFree = ({ status }: StoredInvoice) => {
  if (status === 'reddening') refuse(redRefusals.onceAtATime)
}

/**
 * Begins to reverse an invoice in the caller's scope, as a whole or by line. Refuses 404, (409) what was not issued, is
 * being reversed or has nothing left, and (422) more than is left of a line.
 */
export async function reverse(
  tx: Tx,
  session: Session,
  { id, reason, lines }: InputOf<typeof redCalls.red>,
): Promise<{ id: string }> {
  const blue = await lockVisible(tx, session.scope, id)
  assertFree(blue)
  return { id: await requestRed(tx, session, blue, { reason, lines }) }
}

/**
 * Has the provider issue a red invoice in the caller's scope again whose form stands; does nothing to any other. Refuses
 * 404, and (503) while the provider does not take it.
 */
export async function reissueStalled(app: ProviderApp, session: Session, id: string): Promise<void> {
  await findVisible(app.db, session.scope, id)
  const red = (await readInvoice(app.db, id))!
  if (red.status !== 'stalled') return
  const provider = (await providerFor(app, red)) ?? refuse(redRefusals.noAnswer)
  if ((await provider.reissue(red.serial!)).state === 'silent') refuse(redRefusals.noAnswer)
}

/**
 * Asks again for the form of a red invoice in the caller's scope that lapsed, failed or was refused, under new serials;
 * what it reverses is claimed again. One whose form stands and that `reissueStalled` has seen to is asked about. Refuses
 * 404, and (409) where others have reversed that meanwhile.
 */
export async function retryRed(tx: Tx, session: Session, id: string): Promise<null> {
  const red = await lockVisible(tx, session.scope, id)
  if (red.status === 'stalled') {
    await follow(tx, session, red, 'reissue')
    await tx`
      update invoices set asked = 0, ask_at = moment(), failure = null, failure_code = null where id = ${id}`
    await wake(tx, redJob)
    return null
  }
  assertCan(red, 'ask')
  if (red.status === 'requested') return null
  if (await isManual(tx, red.projectId)) refuse(issueRefusals.noProvider)
  await claimAgain(tx, session, red)
  await follow(tx, session, red, 'ask')
  const attempts = red.attempts + 1
  await tx`
    update invoices set attempts = ${attempts}, asked = 0, ask_at = moment(), sent_at = moment(), form_no = null,
      form_by = null, form_until = null, failure = null, failure_code = null, provider = 'nuonuo',
      form_serial = ${serialOf('F', id, attempts)}, serial = ${serialOf('R', id, attempts)}
    where id = ${id}`
  await wake(tx, redJob)
  return null
}

/**
 * Claims again what a locked red invoice reverses that had come to nothing, with the tax that is left for it: others may
 * have been reversed meanwhile. Refuses (409) what they have.
 */
async function claimAgain(tx: Tx, by: Action['by'], red: StoredInvoice): Promise<void> {
  const blue = await lockInvoice(tx, red.originalId!)
  const parts = partsAgain(await listLines(tx, [red.id]), await listLines(tx, [blue.id]))
  await writeTax(tx, red.id, await taxedParts(tx, blue.id, parts))
  await claimLines(
    tx,
    blue.id,
    parts.map(({ line: { lineNo }, amount }) => ({ lineNo, amount })),
  )
  await beginReversal(tx, by, blue)
}

/** Counts a locked red invoice that was issued elsewhere and has its number by now. */
export async function countMarked(
  tx: Tx,
  session: Session,
  red: StoredInvoice,
  number: string,
): Promise<void> {
  if (red.status === 'failed') await claimAgain(tx, session, red)
  await countRed(tx, session, { ...red, status: 'opened' }, number)
}

/** Cancels a red invoice in the caller's scope. Refuses 404, and (409) what is confirmed or what a refund waits for. */
export async function cancelRed(tx: Tx, session: Session, id: string): Promise<null> {
  const red = await lockVisible(tx, session.scope, id)
  assertCan(red, 'cancel')
  if (red.refundId !== null) refuse(redRefusals.notOwnOrder)
  await cancelLocked(tx, session, red)
  return null
}

/** Checks that a red invoice in the caller's scope may be cancelled, before anybody is asked. Refuses as `cancelRed` does. */
export async function assertCancellable(db: Db, session: Session, id: string): Promise<void> {
  await findVisible(db, session.scope, id)
  const red = (await readInvoice(db, id))!
  assertCan(red, 'cancel')
  if (red.refundId !== null) refuse(redRefusals.notOwnOrder)
}

/**
 * Asks the provider to confirm or refuse a form that the buyer has begun, of an invoice in the caller's scope. Refuses 404,
 * (409) one that does not wait for us or that the provider does not let be answered, and (503) while it does not say.
 */
export async function sendAnswer(
  app: ProviderApp,
  session: Session,
  { id, confirm }: InputOf<typeof redCalls.answer>,
) {
  await findVisible(app.db, session.scope, id)
  const red = (await readInvoice(app.db, id))!
  assertCan(red, 'confirm')
  if (red.formBy !== 'seller' || red.formSerial === null) refuse(redRefusals.notOurs)
  const provider = (await providerFor(app, red)) ?? refuse(redRefusals.noAnswer)
  const answer = await provider.answerRed(red.formSerial, {
    agrees: confirm,
    redSerial: red.serial!,
    callbackUrl: callbackAddress(app, id),
  })
  if (answer.state === 'silent') refuse(redRefusals.noAnswer)
  if (answer.state === 'failed') refuse(redRefusals.notTaken, { words: answer.message })
}

/** Writes that a form of the buyer was confirmed or refused. */
export async function writeAnswer(
  tx: Tx,
  session: Session,
  { id, confirm }: InputOf<typeof redCalls.answer>,
): Promise<null> {
  const red = await lockVisible(tx, session.scope, id)
  // Asked at the same moment, the provider has said so already.
  if (red.status !== 'confirming') return null
  if (!confirm) await endRed(tx, session, red, 'refuse')
  else {
    await follow(tx, session, red, 'confirm')
    await tx`update invoices set asked = 0, ask_at = moment() where id = ${id}`
    await wake(tx, redJob)
  }
  return null
}

/** True if a form was written down that a buyer began of an issued invoice of a project; one that is known is not again. */
export async function takeBuyerForm(tx: Tx, projectId: string, form: RedForm): Promise<boolean> {
  if (form.requester !== 'buyer' || form.state !== 'waitsForSeller') return false
  const [found] = await tx<{ id: string }[]>`
    select id from invoices where project_id = ${projectId} and number = ${form.blueNumber} and colour = 'blue'
      and not exists (select from invoices where form_serial = ${form.serial})`
  if (!found) return false
  const blue = await lockInvoice(tx, found.id)
  const reason: RedReason = form.reason ?? 'error'
  const lines =
    form.lines.length > 0 ? form.lines.map(({ index, amount }) => ({ lineNo: index, amount })) : undefined
  try {
    const isWhole = reason === 'error' || lines === undefined
    const id = await requestRed(tx, null, blue, {
      reason,
      ...(!isWhole && { lines }),
      form: { serial: form.serial, number: form.number },
    })
    const red = await lockInvoice(tx, id)
    await follow(tx, null, red, 'ask')
    await applyForm(tx, red, { state: 'form', form })
    return true
  } catch (error) {
    // Part of it is being reversed by us: the buyer's form waits, and is looked at again.
    if (error instanceof Refusal) return false
    throw error
  }
}
