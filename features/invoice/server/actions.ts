import { hash, randomBytes } from 'node:crypto'
import type { InputOf } from '../../../contract/call.ts'
import { isEmail } from '../../../contract/identity.ts'
import { yuan } from '../../../contract/money.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import { lockOrders } from '../../order/server/actions.ts'
import { orderNoOf } from '../../order/rules.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { type BuyerTitle, type invoiceCalls, invoiceRefusals } from '../contract.ts'
import { blueLifecycle, stepsOf } from '../rules.ts'
import {
  addresseeOf,
  findByRequest,
  findInvoice,
  isPayers,
  isReader,
  lockInvoice,
  readerOf,
  shortOrders,
  type StoredInvoice,
} from './data.ts'
import { invoiceRetitled } from './messages.ts'
import { insertInvoice, recordEvent, setStatus } from './record.ts'
import { assertExpected, assertTitle, cleanTitle, draftInvoice, getPayerOrders, today } from './request.ts'

export {
  addresseeOf,
  findInvoice,
  findVisible,
  formatsOf,
  inOffice,
  isPayers,
  isReader,
  listLines,
  lockInvoice,
  lockVisible,
  partsOf,
  readerOf,
  readInvoice,
  storedColumns,
  type StoredInvoice,
  type StoredLine,
  storedSchema,
  waitsForRed,
} from './data.ts'
export { mailIssued } from './document.ts'
export { getDetail, invoiceColumns, invoiceSought } from './read.ts'
export { claimOrders, insertInvoice, recordStatus, setStatus, storeFiles } from './record.ts'
export { assertTitle, cleanTitle, draftInvoice, getPayerOrders, today } from './request.ts'

type Request = InputOf<typeof invoiceCalls.save>

/** Our number of a new invoice, which people read to each other. */
export const newApplyNo = async (tx: Tx): Promise<string> =>
  `FP${orderNoOf(await today(tx), randomBytes(10))}`

/** Hash of what a request asks for: the orders, in whatever order they are named, the sum, and for whom. */
export const requestHashOf = ({ orderIds, kind, title, email = null, expectedAmount }: Request) =>
  hash(
    'sha256',
    JSON.stringify([
      [...orderIds].sort(),
      kind,
      Object.entries(cleanTitle(title)).sort(),
      email,
      expectedAmount,
    ]),
  )

/** Refuses (422) what is no e-mail address; none at all is as good as an empty one. */
export function checkEmail(email: string | null | undefined): string | null {
  if (!email) return null
  return isEmail(email) ? email : refuse(invoiceRefusals.mailWrong, {}, 'email')
}

/** Keeps what an invoice is made out to, so that it is offered to its payer again. */
export async function rememberTitle(
  tx: Tx,
  { projectId, accountId, payerUnitId }: Pick<StoredInvoice, 'projectId' | 'accountId' | 'payerUnitId'>,
  { kind, name, taxNo, address, phone, bank, bankAccount }: BuyerTitle,
): Promise<void> {
  const row = {
    projectId,
    accountId,
    unitId: payerUnitId,
    kind,
    name,
    taxNo,
    address,
    phone,
    bank,
    bankAccount,
  }
  const owner =
    accountId === null
      ? tx`(unit_id, name, tax_no) where unit_id is not null`
      : tx`(account_id, name, tax_no) where account_id is not null`
  await tx`
    insert into invoice_titles ${tx(row)}
    on conflict ${owner} do update set kind = excluded.kind, address = excluded.address, phone = excluded.phone,
      bank = excluded.bank, bank_account = excluded.bank_account, used_at = moment()`
}

/**
 * Requests an invoice for all that can be invoiced of orders of one payer. Refuses 404 orders of others, (409, 422) by
 * the first rule that blocks it, and (409) another sum or paper than the caller saw. The same request key gives the request there
 * is, and is refused (409) with another request.
 */
export async function saveInvoice(
  tx: Tx,
  session: Session,
  request: Request,
): Promise<{ id: string; applyNo: string }> {
  const { accountId, projectId, scope } = session
  const { orderIds, kind, requestKey } = request
  await getPayerOrders(tx, scope, orderIds)
  await lockOrders(tx, orderIds)
  // One form, one request, however often it is sent: the account's row makes its requests wait for each other.
  await tx`select from accounts where id = ${accountId} for no key update`
  const requestHash = requestHashOf(request)
  const known = await findByRequest(tx, accountId, requestKey)
  if (known && known.requestHash !== requestHash) refuse(invoiceRefusals.otherRequest, {}, 'requestKey')
  if (known) return { id: known.id, applyNo: known.applyNo }
  const orders = await getPayerOrders(tx, scope, orderIds)
  const draft = await draftInvoice(tx, projectId, orders)
  const { seller, remark, amount, tax, lines } = draft
  const { accountId: payerId, payerUnitId, unitId } = orders[0]!
  const title = cleanTitle(request.title)
  await assertTitle(tx, projectId, { kind, title, isUnitPayer: payerUnitId !== null })
  const email = checkEmail(request.email)
  assertExpected(draft, request)
  const payer = { projectId, accountId: payerId, payerUnitId }
  const invoice = await insertInvoice(
    tx,
    session,
    {
      ...payer,
      colour: 'blue',
      kind,
      applyNo: await newApplyNo(tx),
      unitId,
      applicantId: accountId,
      title,
      seller,
      email,
      remark,
      amount,
      tax,
      requestKey,
      requestHash,
    },
    lines,
  )
  await rememberTitle(tx, payer, title)
  return { id: invoice.id, applyNo: invoice.applyNo }
}

/** Locks an invoice of the caller, and refuses 404 another's. */
async function lockOwn(tx: Tx, session: Session, id: string, condition = isPayers(tx, session.scope)) {
  await findInvoice(tx, id, condition)
  return lockInvoice(tx, id)
}

/** True if the caller, or a unit of the caller's scope, is the payer of an invoice. */
export async function isPayerOf(tx: Tx, session: Session, id: string): Promise<boolean> {
  const rows = await tx`
    select from invoices i left join units pu on pu.id = i.payer_unit_id
    where i.id = ${id} and ${isPayers(tx, session.scope)}`
  return rows.length > 0
}

/** True if a caller who may act for the payer of an invoice is no office: what they enter is the payer's own. */
export const isOwnBooks = ({ scope }: Session, { payerUnitId }: Pick<StoredInvoice, 'payerUnitId'>) =>
  payerUnitId === null || scope.unitPath !== null

/**
 * Submits a request again with its title put right, for what it was for: its orders are claimed again where it was
 * rejected. Refuses 404, and (409, 422) as a new request is.
 */
export async function reSave(
  tx: Tx,
  session: Session,
  input: InputOf<typeof invoiceCalls.reSave>,
): Promise<null> {
  const { id, kind } = input
  const invoice = await lockOwn(tx, session, id, isReader(tx, session))
  const reader = readerOf(session, await isPayerOf(tx, session, id))
  if (!stepsOf(invoice, reader).includes('reSave'))
    blueLifecycle.next(invoice.status as 'requested', 'reSave')
  const { projectId, accountId, payerUnitId } = invoice
  const title = cleanTitle(input.title)
  await assertTitle(tx, projectId, { kind, title, isUnitPayer: payerUnitId !== null })
  const email = input.email === undefined ? invoice.email : checkEmail(input.email)
  // The schema has a special invoice made out to an enterprise at every moment.
  await tx`update invoices set kind = ${kind}, title = ${tx.json(title as never)}, email = ${email} where id = ${id}`
  if (reader.isPayer && isOwnBooks(session, invoice))
    await rememberTitle(tx, { projectId, accountId, payerUnitId }, title)
  const addressee = await addresseeOf(tx, id)
  if (addressee !== null && addressee !== session.accountId)
    await sendMessage(tx, invoiceRetitled, addressee, { applyNo: invoice.applyNo, titleName: title.name })
  if (invoice.status === 'requested') {
    await recordEvent(tx, invoice, { status: 'requested', by: session })
    await audit(tx, {
      by: session,
      action: 'invoice.retitle',
      subjectKind: 'invoice',
      subjectId: id,
      after: { kind },
    })
    return null
  }
  if (invoice.status === 'rejected') await assertFree(tx, invoice)
  await setStatus(tx, session, invoice, 'reSave', {
    set: { failure: null, failureCode: null, decision: null, deciderId: null, decidedAt: null },
  })
  return null
}

/** Refuses (409) a rejected request whose orders have less left than it is for, by what took that of the first of them. */
async function assertFree(tx: Tx, invoice: StoredInvoice): Promise<void> {
  if (invoice.waitsForRed) return
  const [order] = await tx<
    { orderNo: string; asked: number; left: number; isRefunded: boolean; isRefunding: boolean }[]
  >`select * from ${shortOrders(tx, tx`${invoice.id}`)} s order by s.id limit 1`
  if (!order) return
  const { orderNo, asked, left, isRefunded, isRefunding } = order
  // In the order in which a new request of it would be refused.
  if (isRefunded) refuse(invoiceRefusals.refunded, { orderNo })
  if (isRefunding) refuse(invoiceRefusals.refunding, { orderNo })
  if (left <= 0) refuse(invoiceRefusals.invoiced, { orderNo })
  refuse(invoiceRefusals.leftLess, { orderNo, left: yuan(left), amount: yuan(asked) })
}

/** Withdraws a request of the caller's that nobody has begun to issue; refuses 404, and (409) any other. */
export async function withdraw(tx: Tx, session: Session, id: string): Promise<null> {
  const invoice = await lockOwn(tx, session, id)
  if (!stepsOf(invoice, readerOf(session, true)).includes('withdraw')) {
    blueLifecycle.next(invoice.status as 'requested', 'withdraw')
    refuse(invoiceRefusals.waitsForRed)
  }
  await setStatus(tx, session, invoice, 'withdraw')
  return null
}

/** Removes a title of the caller's, or of a unit of the caller's scope; refuses 404 others. */
export async function removeTitle(tx: Tx, { scope, ...session }: Session, id: string): Promise<null> {
  const own =
    scope.accountId === null
      ? tx`t.unit_id in (select u.id from units u where u.project_id = ${scope.projectId}
          and u.path like ${`${scope.unitPath ?? ''}%`})`
      : tx`t.account_id = ${scope.accountId}`
  const gone = await tx`
    delete from invoice_titles t where t.id = ${id} and t.project_id = ${scope.projectId} and ${own} returning id`
  if (gone.length === 0) refuse(commonRefusals.notFound)
  await audit(tx, {
    by: session,
    action: 'invoice.removeTitle',
    subjectKind: 'invoiceTitle',
    subjectId: id,
  })
  return null
}

/**
 * Takes the titles of a person whose account is closed away, and the name off requests that came to nothing; what was
 * issued, or may be yet, is an accounting voucher and names its buyer as printed.
 */
export async function eraseInvoices(
  tx: Tx,
  { accountId, name, formerName }: { accountId: string; name: string; formerName: string },
): Promise<void> {
  await tx`
    update invoices set title = jsonb_set(title, '{name}', to_jsonb(${name}::text)),
      remark = replace(remark, ${formerName}, ${name})
    where account_id = ${accountId} and status in ('withdrawn', 'rejected') and title ->> 'kind' = 'personal'`
  await tx`delete from invoice_titles where account_id = ${accountId}`
  await tx`update invoices set email = null where account_id = ${accountId} or applicant_id = ${accountId}`
}

/** Moves the invoices and titles of a unit to another; titles that it has already are one. For a merge of units. */
export async function moveInvoices(tx: Tx, fromId: string, toId: string): Promise<void> {
  await tx`update invoices set unit_id = ${toId} where unit_id = ${fromId}`
  await tx`update invoices set payer_unit_id = ${toId} where payer_unit_id = ${fromId}`
  await tx`
    delete from invoice_titles t where t.unit_id = ${fromId} and exists (
      select from invoice_titles k
      where k.unit_id = ${toId} and k.name = t.name and k.tax_no is not distinct from t.tax_no)`
  await tx`update invoice_titles set unit_id = ${toId} where unit_id = ${fromId}`
}
