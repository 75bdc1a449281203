import {
  addresseeOf,
  claimOrders,
  listLines,
  lockInvoice,
  recordStatus,
  type StoredInvoice,
} from '../../server/actions.ts'
import { redFormHours } from '../../../../contract/invoicing.ts'
import type { Action } from '../../../../server/audit.ts'
import type { InvoiceOutcome, RedForm, RedFormOutcome } from '../../../../server/channels/invoicing.ts'
import type { Tx } from '../../../../server/db.ts'
import { sendMessage } from '../../../message/server/actions.ts'
import { announce, countInReplacement, writeIssued } from '../../issue/server/actions.ts'
import { invoiceReversed } from '../../issue/server/messages.ts'
import { blueLifecycle, redLifecycle } from '../../rules.ts'
import { redConfirming } from './messages.ts'
import { claimLines } from './request.ts'

type RedStatus = Parameters<typeof redLifecycle.next>[0]
type RedEvent = Parameters<typeof redLifecycle.next>[1]
type BlueStatus = Parameters<typeof blueLifecycle.next>[0]

/** Statuses in which a red invoice has its part of the blue one. */
const living = ['requested', 'confirming', 'opening', 'stalled'] as const

/** Lets the status of a locked red invoice follow from an event, and writes that down; the caller writes the rest. */
export async function follow(
  tx: Tx,
  by: Action['by'],
  red: StoredInvoice,
  event: RedEvent,
  more: { note?: string | null; [part: string]: unknown } = {},
): Promise<StoredInvoice> {
  const status = redLifecycle.next(red.status as RedStatus, event)
  await tx`update invoices set status = ${status} where id = ${red.id}`
  await recordStatus(tx, by, red, status, more)
  return { ...red, status }
}

/** Lets the status of the blue invoice follow from those of its red ones: it is being reversed as long as one is open. */
async function followBlue(tx: Tx, by: Action['by'], blueId: string): Promise<StoredInvoice> {
  const blue = await lockInvoice(tx, blueId)
  const [row] = await tx<{ isOpen: boolean; reversed: number }[]>`
    select coalesce(bool_or(status = any(${[...living]})), false) as is_open,
      coalesce(sum(amount) filter (where status = 'opened'), 0)::bigint as reversed
    from invoices where original_id = ${blueId}`
  const { isOpen, reversed } = row!
  if (isOpen || blue.status !== 'reddening') return blue
  const event = reversed >= blue.amount ? 'redWhole' : reversed > 0 ? 'redPart' : 'redEnded'
  const status = blueLifecycle.next(blue.status as BlueStatus, event)
  await tx`update invoices set status = ${status} where id = ${blueId}`
  await recordStatus(tx, by, blue, status)
  return { ...blue, status }
}

/**
 * Ends a locked red invoice that does not come about for now: what it claimed of the blue one is free again, unless its form
 * stands, under which it may still come.
 */
export async function endRed(
  tx: Tx,
  by: Action['by'],
  red: StoredInvoice,
  event: 'lapse' | 'refuse' | 'fail' | 'cancel',
  { code = null, words = null }: { code?: string | null; words?: string | null } = {},
): Promise<void> {
  const isLiving = (status: string) => (living as readonly string[]).includes(status)
  // What failed keeps its words when it is given up: it has them as long as it is failed.
  await tx`
    update invoices set ask_at = null, failure_code = ${code?.slice(0, 60) ?? null},
      failure = coalesce(${words?.slice(0, 300) ?? (event === 'fail' ? code : null)}, failure)
    where id = ${red.id}`
  const { status } = await follow(tx, by, red, event, { note: words })
  if (!isLiving(red.status) || isLiving(status)) return
  const lines = await listLines(tx, [red.id])
  await claimLines(
    tx,
    red.originalId!,
    lines.map(({ originalLine, amount }) => ({ lineNo: originalLine!, amount })),
    -1,
  )
  await followBlue(tx, by, red.originalId!)
}

/** Tells whom an invoice is for that it was reversed, by whomever. */
async function tellReversed(
  tx: Tx,
  blue: StoredInvoice,
  red: StoredInvoice,
  redNumber: string,
): Promise<void> {
  const addressee = await addresseeOf(tx, blue.id)
  if (addressee === null) return
  const params = { number: blue.number!, titleName: blue.title.name, amount: red.amount, redNumber }
  await sendMessage(tx, invoiceReversed, addressee, params, red.id)
}

/**
 * Counts a locked red invoice as issued, by anybody’s word: its sums are no more invoiced, the blue one follows, and what is
 * to replace that has its sums from now on.
 */
export async function countRed(tx: Tx, by: Action['by'], red: StoredInvoice, number: string): Promise<void> {
  await claimOrders(tx, by, red.id, 'release')
  const blue = await followBlue(tx, by, red.originalId!)
  if (blue.status === 'reddened') await countInReplacement(tx, blue.id)
  await tellReversed(tx, blue, red, number)
  await announce(tx, red)
}

/** Lets the provider's answer about the red invoice itself count, once its form is confirmed. */
export async function applyIssued(
  tx: Tx,
  { id, serial }: Pick<StoredInvoice, 'id' | 'serial'>,
  outcome: InvoiceOutcome,
): Promise<void> {
  const red = await lockInvoice(tx, id)
  if (red.serial !== serial || red.number !== null) return
  if (outcome.state === 'silent') {
    await tx`update invoices set failure_code = ${outcome.code} where id = ${id}`
    return
  }
  if (outcome.state === 'failed' && red.status === 'opening')
    return endRed(tx, null, red, 'fail', { code: outcome.code, words: outcome.message })
  if (outcome.state !== 'opened') return
  await writeIssued(tx, red, outcome, redLifecycle.next(red.status as RedStatus, 'succeed'))
  await countRed(tx, null, red, outcome.number)
}

/** Writes that a side has to confirm a form, and until when; told to the buyer once. */
async function waitFor(tx: Tx, red: StoredInvoice, by: 'buyer' | 'seller'): Promise<void> {
  if (red.formBy === by) return
  await tx`
    update invoices set form_by = ${by}, form_until = coalesce(form_until, moment() + make_interval(hours => ${redFormHours}))
    where id = ${red.id}`
  if (by !== 'buyer') return
  const addressee = await addresseeOf(tx, red.originalId!)
  if (addressee === null) return
  const [row] = await tx<{ number: string }[]>`select number from invoices where id = ${red.originalId}`
  const params = { number: row!.number, titleName: red.title.name, amount: red.amount }
  await sendMessage(tx, redConfirming, addressee, params, red.id)
}

/** Events of a red invoice by which states of its form count; nothing follows from the others yet. */
async function applyState(tx: Tx, red: StoredInvoice, { state, message }: RedForm): Promise<void> {
  const said = { words: message, code: state }
  switch (state) {
    case 'noneNeeded':
    case 'confirmed': {
      const confirmed = await follow(tx, null, red, 'confirm')
      // The invoice turns red by itself: it is asked for now.
      await tx`update invoices set asked = 0, ask_at = moment() where id = ${confirmed.id}`
      return
    }
    case 'waitsForBuyer':
      return waitFor(tx, red, 'buyer')
    case 'waitsForSeller':
      return waitFor(tx, red, 'seller')
    case 'refused':
      return endRed(tx, null, red, 'refuse', said)
    case 'lapsed':
      return endRed(tx, null, red, 'lapse', said)
    case 'revoked':
    case 'void':
    case 'failed':
      return endRed(tx, null, red, 'fail', said)
    case 'applying':
  }
}

/** Lets what the provider said about the form of a red invoice count; what is of a form that was given up does not. */
export async function applyForm(
  tx: Tx,
  { id, formSerial }: Pick<StoredInvoice, 'id' | 'formSerial'>,
  outcome: RedFormOutcome,
): Promise<void> {
  const red = await lockInvoice(tx, id)
  if (red.formSerial !== formSerial || red.status !== 'confirming') return
  if (outcome.state === 'silent') {
    await tx`update invoices set failure_code = ${outcome.code} where id = ${id}`
    return
  }
  if (outcome.state === 'failed')
    return endRed(tx, null, red, 'fail', { code: outcome.code, words: outcome.message })
  if (outcome.state === 'unknown') return
  const { number, redSerial } = outcome.form
  await tx`
    update invoices set form_no = coalesce(${number}, form_no), serial = coalesce(${redSerial}, serial), failure_code = null
    where id = ${id}`
  await applyState(tx, red, outcome.form)
}

/** Lets a form lapse whose time to be confirmed is over, after the provider has said that it still waits. */
export async function lapseRed(tx: Tx, { id }: Pick<StoredInvoice, 'id'>): Promise<void> {
  const red = await lockInvoice(tx, id)
  if (red.status === 'confirming' && red.formOver) await endRed(tx, null, red, 'lapse')
}
