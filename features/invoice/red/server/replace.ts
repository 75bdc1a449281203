import { hash } from 'node:crypto'
import type { InputOf, OutputOf } from '../../../../contract/call.ts'
import { redFormHours } from '../../../../contract/invoicing.ts'
import { type Language, refuse, Refusal } from '../../../../contract/refusal.ts'
import type { Db, Fragment, Tx } from '../../../../server/db.ts'
import type { Session } from '../../../../server/session.ts'
import { invoiceRefusals, invoiceRules } from '../../contract.ts'
import {
  insertInvoice,
  isOwnBooks,
  listLines,
  assertTitle,
  checkEmail,
  cleanTitle,
  findInvoice,
  isPayerOf,
  isPayers,
  isReader,
  lockInvoice,
  newApplyNo,
  readerOf,
  rememberTitle,
  type StoredInvoice,
} from '../../server/actions.ts'
import { type redCalls, redRefusals } from '../contract.ts'
import { requestRed } from './request.ts'

/** Refuses (409) an invoice that is not issued again with another title. */
async function assertReplaceable(db: Db, blue: StoredInvoice): Promise<void> {
  if (blue.colour === 'red') refuse(redRefusals.notBlue)
  const [waiting] = await db`
    select from invoices where replaces_id = ${blue.id} and status not in ('withdrawn', 'rejected')`
  if (waiting) refuse(redRefusals.reOpenedAlready)
  if (blue.status === 'reddening') refuse(redRefusals.onceAtATime)
  if (blue.status === 'part_reddened') refuse(redRefusals.partReddened)
  if (blue.status === 'reddened') refuse(redRefusals.nothingLeft)
  if (blue.status !== 'opened') refuse(invoiceRefusals.notOpened)
  const [refunding] = await db<{ orderNo: string }[]>`
    select o.order_no from invoice_lines l join orders o on o.id = l.order_id
    where l.invoice_id = ${blue.id} and exists (select from order_items i where i.order_id = o.id and i.refunding > 0) limit 1`
  if (refunding) refuse(invoiceRules.refunding, { orderNo: refunding.orderNo })
}

/** The condition that the caller may have an invoice replaced: its payer, and the office with the button to reverse. */
const mayReplace = (db: Db, session: Session): Fragment =>
  readerOf(session, false).red ? isReader(db, session) : isPayers(db, session.scope)

/** Tells whether an invoice of the caller's, or of the office's scope, can be issued again with another title, and why not; refuses 404. */
export async function checkReOpen(
  db: Db,
  session: Session,
  id: string,
  language: Language,
): Promise<OutputOf<typeof redCalls.checkReOpen>> {
  const blue = await findInvoice(db, id, mayReplace(db, session))
  const more = { buyerMayConfirm: blue.kind === 'special', confirmHours: redFormHours }
  try {
    await assertReplaceable(db, blue)
    return { canReOpen: true, block: null, ...more }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { canReOpen: false, block: error.say(language), ...more }
  }
}

type Replacing = InputOf<typeof redCalls.reOpen>

const requestHashOf = ({ id, kind, title, email = null }: Replacing) =>
  hash('sha256', JSON.stringify([id, kind, Object.entries(title).sort(), email]))

/** The replacement that a form asked for before, by its key; refuses (409) another request under it. */
async function findRequested(
  tx: Tx,
  session: Session,
  input: Replacing,
): Promise<{ id: string; redId: string } | null> {
  const [known] = await tx<{ id: string; requestHash: string; redId: string | null }[]>`
    select n.id, n.request_hash, (select r.id from invoices r where r.original_id = n.replaces_id order by r.id limit 1) as red_id
    from invoices n where n.applicant_id = ${session.accountId} and n.request_key = ${input.requestKey}`
  if (!known) return null
  if (known.requestHash !== requestHashOf(input) || known.redId === null)
    refuse(invoiceRefusals.otherRequest, {}, 'requestKey')
  return { id: known.id, redId: known.redId }
}

/** Writes the request for an invoice in the place of a locked one: with its lines and sums, and another title. */
async function insertReplacement(
  tx: Tx,
  session: Session,
  blue: StoredInvoice,
  input: Replacing,
): Promise<string> {
  const { projectId, accountId, payerUnitId, unitId, seller, remark, amount, tax } = blue
  const { id } = await insertInvoice(
    tx,
    session,
    {
      projectId,
      colour: 'blue',
      kind: input.kind,
      applyNo: await newApplyNo(tx),
      accountId,
      payerUnitId,
      unitId,
      applicantId: session.accountId,
      title: cleanTitle(input.title),
      seller,
      email: checkEmail(input.email),
      remark,
      amount,
      tax,
      replacesId: blue.id,
      requestKey: input.requestKey,
      requestHash: requestHashOf(input),
    },
    await listLines(tx, [blue.id]),
    { replaces: blue.number },
  )
  return id
}

/** The title of an invoice, for comparison: what is printed of it. */
const printed = ({ kind, title }: Pick<Replacing, 'kind' | 'title'>) =>
  JSON.stringify([kind, ...Object.entries(title).sort()])

/**
 * Reverses an issued invoice of the caller's, or of the office's scope, as a whole, because it was issued in error, and requests a new one in its
 * place: it is sent once the red one is issued, and has its sums of the orders from then on. Refuses 404, (409) what is
 * not issued, reversed in part or being reversed, and (422) a title that cannot be or is the same.
 */
export async function reOpen(
  tx: Tx,
  session: Session,
  input: Replacing,
): Promise<{ id: string; redId: string }> {
  await findInvoice(tx, input.id, mayReplace(tx, session))
  const blue = await lockInvoice(tx, input.id)
  // One form, one request, however often it is sent: the account's row makes its requests wait for each other.
  await tx`select from accounts where id = ${session.accountId} for no key update`
  const known = await findRequested(tx, session, input)
  if (known) return known
  await assertReplaceable(tx, blue)
  const { kind } = input
  const title = cleanTitle(input.title)
  if (printed({ kind, title }) === printed(blue)) refuse(redRefusals.sameTitle, {}, 'title')
  await assertTitle(tx, blue.projectId, { kind, title, isUnitPayer: blue.payerUnitId !== null })
  const id = await insertReplacement(tx, session, blue, input)
  if (isOwnBooks(session, blue) && (await isPayerOf(tx, session, blue.id)))
    await rememberTitle(tx, blue, title)
  return { id, redId: await requestRed(tx, session, blue, { reason: 'error' }) }
}
