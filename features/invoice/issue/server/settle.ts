import type { InvoiceOutcome, IssuedInvoice } from '../../../../server/channels/invoicing.ts'
import type { Tx } from '../../../../server/db.ts'
import { sendMessage } from '../../../message/server/actions.ts'
import { blueLifecycle } from '../../rules.ts'
import { ownFailures } from '../rules.ts'
import { addresseeOf, lockInvoice, recordStatus, type StoredInvoice } from '../../server/actions.ts'
import { findNumber } from './data.ts'
import { recordDifference } from './differences.ts'
import { invoiceOpened } from './messages.ts'
import { announce } from './record.ts'

type BlueStatus = Parameters<typeof blueLifecycle.next>[0]

/** The status of a blue invoice, for its lifecycle. */
export const blueStatus = ({ status }: StoredInvoice) => status as BlueStatus

/** Fails a locked blue invoice: it is asked for again under another number only. */
async function fail(tx: Tx, invoice: StoredInvoice, code: string, words: string): Promise<void> {
  const status = blueLifecycle.next(blueStatus(invoice), 'fail')
  await tx`
    update invoices set status = ${status}, failure_code = ${code.slice(0, 60)}, failure = ${words.slice(0, 300) || code},
      ask_at = null, login_qr = null, login_until = null
    where id = ${invoice.id}`
  await recordStatus(tx, null, invoice, status, { note: words, code })
  await announce(tx, invoice)
}

/**
 * Writes that a locked invoice of either colour was issued; its files are fetched next. One whose sum is another than was
 * asked for is issued all the same, and a person settles the difference.
 */
export async function writeIssued(
  tx: Tx,
  invoice: StoredInvoice,
  { number, issuedAt, amount }: Pick<IssuedInvoice, 'number' | 'issuedAt' | 'amount'>,
  status: StoredInvoice['status'],
): Promise<void> {
  await tx`
    update invoices set status = ${status}, number = ${number}, issued_at = ${issuedAt}, asked = 0, ask_at = moment(),
      failure_code = null, failure = null, login_qr = null, login_until = null
    where id = ${invoice.id}`
  await recordStatus(tx, null, invoice, status, { number })
  if (Math.abs(amount) === invoice.amount) return
  await recordDifference(tx, invoice.projectId, {
    kind: 'amount',
    invoiceId: invoice.id,
    number,
    issuedAt,
    issued: Math.abs(amount),
    booked: invoice.amount,
  })
}

/** Tells who asked for an invoice that it was issued. */
export async function tellIssued(tx: Tx, invoice: StoredInvoice, number: string): Promise<void> {
  const { id, applyNo, amount, title } = invoice
  const addressee = await addresseeOf(tx, id)
  if (addressee === null) return
  await sendMessage(tx, invoiceOpened, addressee, { applyNo, titleName: title.name, amount, number }, id)
}

async function issue(tx: Tx, invoice: StoredInvoice, issued: IssuedInvoice): Promise<void> {
  const other = await findNumber(tx, { ...invoice, number: issued.number, beside: invoice.id })
  if (other) return fail(tx, invoice, ownFailures.numberTaken, `${issued.number} = ${other.applyNo}`)
  await writeIssued(tx, invoice, issued, blueLifecycle.next(blueStatus(invoice), 'succeed'))
  await tellIssued(tx, invoice, issued.number)
  await announce(tx, invoice)
}

/** Waits for the drawer to sign in by a code; the code alone changes nothing but itself. */
async function waitForDrawer(
  tx: Tx,
  invoice: StoredInvoice,
  { qr, expiresAt }: { qr: string | null; expiresAt: string | null },
): Promise<void> {
  // The tax bureau is still making it.
  if (qr === null) return
  await tx`update invoices set login_qr = ${qr}, login_until = ${expiresAt} where id = ${invoice.id}`
  if (invoice.status !== 'opening') return
  const status = blueLifecycle.next(blueStatus(invoice), 'askLogin')
  await tx`update invoices set status = ${status} where id = ${invoice.id}`
  await recordStatus(tx, null, invoice, status)
}

/** Goes on with a locked invoice whose drawer has signed in. */
async function goOn(tx: Tx, invoice: StoredInvoice): Promise<void> {
  if (invoice.status !== 'waiting_drawer') return
  const status = blueLifecycle.next(blueStatus(invoice), 'retry')
  await tx`
    update invoices set status = ${status}, login_qr = null, login_until = null, asked = 1,
      ask_at = least(ask_at, moment() + interval '5 seconds')
    where id = ${invoice.id}`
  await recordStatus(tx, null, invoice, status)
}

/**
 * Lets what the provider said about a blue invoice under a serial count; what was heard before, or is of a serial that is
 * given up, changes nothing. What failed may have been issued all the same.
 */
export async function applyOutcome(
  tx: Tx,
  { id, serial }: Pick<StoredInvoice, 'id' | 'serial'>,
  outcome: InvoiceOutcome,
): Promise<void> {
  const invoice = await lockInvoice(tx, id)
  const isOpen = invoice.status === 'opening' || invoice.status === 'waiting_drawer'
  const isLate = invoice.status === 'failed' && outcome.state === 'opened'
  if (invoice.serial !== serial || !(isOpen || isLate)) return
  switch (outcome.state) {
    case 'opened':
      return issue(tx, invoice, outcome)
    case 'failed':
      return fail(tx, invoice, outcome.code, outcome.message)
    case 'waitingDrawer':
      return waitForDrawer(tx, invoice, outcome.code)
    case 'opening':
      return goOn(tx, invoice)
    case 'sealFailed':
    case 'silent':
      await tx`
        update invoices set failure_code = ${outcome.state === 'silent' ? outcome.code : '24'} where id = ${id}`
      return
    case 'unknown':
    // Nothing of it is there: it is sent again under the same serial when it is due.
  }
}
