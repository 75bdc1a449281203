import { audit, type Action } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { claimInvoiced } from '../../order/server/actions.ts'
import type { InvoiceStatus, invoiceFormats } from '../contract.ts'
import { blueLifecycle, isIssued, isLive, redLifecycle } from '../rules.ts'
import { listStored, partsOf, type StoredInvoice } from './data.ts'

type Subject = Pick<StoredInvoice, 'id' | 'projectId' | 'status' | 'amount'>

/** Writes what happened to an invoice into its history; `note` is the provider's words or a person's. */
export async function recordEvent(
  tx: Tx,
  { id: invoiceId, projectId }: Pick<StoredInvoice, 'id' | 'projectId'>,
  { status, by = null, note = null }: { status: InvoiceStatus; by?: Action['by']; note?: string | null },
): Promise<void> {
  const operatorId = by?.accountId ?? null
  await tx`insert into invoice_events ${tx({ projectId, invoiceId, status, operatorId, note })}`
}

/** Records in the log what became of an invoice. */
const log = (
  tx: Tx,
  by: Action['by'],
  { id, projectId, status, amount }: Subject,
  next: InvoiceStatus,
  { reason, ...more }: { reason?: string; [part: string]: unknown },
) =>
  audit(tx, {
    by,
    projectId,
    action: `invoice.${next}`,
    subjectKind: 'invoice',
    subjectId: id,
    before: { status },
    after: { status: next, amount, ...more },
    ...(reason ? { reason } : {}),
  })

/** Counts all of an invoice as invoiced for its locked orders, or no more. */
async function claimOrders(
  tx: Tx,
  by: Action['by'],
  invoiceId: string,
  way: 'claim' | 'release',
): Promise<void> {
  const sign = way === 'claim' ? 1 : -1
  const parts = await partsOf(tx, invoiceId)
  await claimInvoiced(
    tx,
    by,
    parts.map(({ orderId, amount }) => ({ orderId, amount: sign * amount })),
  )
}

/** Columns that change with a status, beside it; the schema refuses what does not go with it. */
type Further = Partial<{
  number: string | null
  issuedAt: string | null
  failure: string | null
  failureCode: string | null
  decision: string | null
  deciderId: string | null
  decidedAt: string | null
  loginQr: string | null
  loginUntil: string | null
  provider: 'nuonuo' | 'manual' | null
  serial: string | null
  attempts: number
  asked: number
  askAt: string | null
  askedAt: string | null
  formSerial: string | null
  formNo: string | null
  formBy: 'buyer' | 'seller' | null
  formUntil: string | null
}>

type BlueEvent = Parameters<typeof blueLifecycle.can>[1]
type RedEvent = Parameters<typeof redLifecycle.can>[1]

/**
 * Changes the status of an invoice by an event of its lifecycle, with the audit entry and the row of its history; refuses
 * (409) what the lifecycle does not have. `lockWithOrders` has locked its orders and itself. What its orders have invoiced
 * changes here and nowhere else: a blue one that is rejected or withdrawn releases them and claims them when it is
 * submitted again, a red one releases them once it is issued, and one that replaces another claims them when that is
 * reversed as a whole.
 */
export async function setStatus(
  tx: Tx,
  by: Action['by'],
  invoice: StoredInvoice,
  event: BlueEvent | RedEvent,
  {
    set = {},
    note = null,
    reason,
    more = {},
  }: { set?: Further; note?: string | null; reason?: string; more?: Record<string, unknown> } = {},
): Promise<InvoiceStatus> {
  const { id, colour, status } = invoice
  const next = (
    colour === 'blue'
      ? blueLifecycle.next(status as 'requested', event as BlueEvent)
      : redLifecycle.next(status as 'requested', event as RedEvent)
  ) as InvoiceStatus
  await tx`update invoices set ${tx({ ...set, status: next } as never)} where id = ${id}`
  if (colour === 'blue') {
    if (isLive(status) !== isLive(next) && !invoice.waitsForRed)
      await claimOrders(tx, by, id, isLive(next) ? 'claim' : 'release')
  } else if (!isIssued(status) && isIssued(next)) await claimOrders(tx, by, id, 'release')
  await recordEvent(tx, invoice, { status: next, by, note: note ?? reason ?? null })
  await log(tx, by, invoice, next, { ...more, ...(reason ? { reason } : {}) })
  if (colour === 'blue' && next === 'reddened') await claimReplacement(tx, by, id)
  return next
}

/** Claims for the invoice that is requested in place of one that is reversed now as a whole. */
async function claimReplacement(tx: Tx, by: Action['by'], originalId: string): Promise<void> {
  const [row] = await tx<{ id: string }[]>`
    select id from invoices where replaces_id = ${originalId} and status not in ('withdrawn', 'rejected') for update`
  if (row) await claimOrders(tx, by, row.id, 'claim')
}

/** Writes a line of an invoice as it will be printed. */
interface WrittenLine {
  lineNo: number
  orderId: string
  classId: string
  name: string
  taxCode: string
  quantity: number
  amount: number
  rate: number
  policy: string | null
  tax: number
  /** Line of the blue invoice that a line of a red one reverses. */
  originalLine?: number | null
}

/** Columns of a new invoice. */
type NewInvoice = Pick<
  StoredInvoice,
  | 'projectId'
  | 'colour'
  | 'kind'
  | 'applyNo'
  | 'accountId'
  | 'payerUnitId'
  | 'unitId'
  | 'applicantId'
  | 'title'
  | 'seller'
  | 'email'
  | 'remark'
  | 'amount'
  | 'tax'
> &
  Partial<Pick<StoredInvoice, 'replacesId' | 'originalId' | 'redReason' | 'refundId'>> & {
    requestKey?: string | null
    requestHash?: string | null
  }

/**
 * Writes a new invoice of either colour with its lines, its first event and its audit entry, under the locks of its
 * orders. A blue one claims them, unless it waits until the one that it replaces is reversed.
 */
export async function insertInvoice(
  tx: Tx,
  by: Action['by'],
  invoice: NewInvoice,
  lines: readonly WrittenLine[],
): Promise<StoredInvoice> {
  const { title, seller, ...columns } = invoice
  const [row] = await tx<{ id: string }[]>`
    insert into invoices ${tx({
      ...columns,
      title: tx.json(title as never),
      seller: tx.json(seller as never),
      status: 'requested',
    } as never)} returning id`
  const { id } = row!
  const rows = lines.map(
    ({
      lineNo,
      orderId,
      classId,
      name,
      taxCode,
      quantity,
      amount,
      rate,
      policy,
      tax,
      originalLine = null,
    }) => ({
      invoiceId: id,
      lineNo,
      orderId,
      classId,
      name,
      taxCode,
      quantity,
      amount,
      rate,
      policy,
      tax,
      originalLine,
    }),
  )
  await tx`insert into invoice_lines ${tx(rows)}`
  const stored = (await listStored(tx, [id]))[0]!
  if (stored.colour === 'blue' && !stored.waitsForRed) await claimOrders(tx, by, id, 'claim')
  await recordEvent(tx, stored, { status: 'requested', by })
  await audit(tx, {
    by,
    projectId: stored.projectId,
    action: 'invoice.request',
    subjectKind: 'invoice',
    subjectId: id,
    after: { status: 'requested', colour: stored.colour, kind: stored.kind, amount: stored.amount },
  })
  return stored
}

/** Files of an issued invoice, by their formats. */
export type InvoiceFile = { format: (typeof invoiceFormats)[number]; bytes: Buffer }

/** Name that the content of a file is bound to, with its row. */
export const filePlace = 'invoice_files.content'
export const fileRow = (invoiceId: string, format: string) => `${invoiceId}/${format}`

/** Stores files of an invoice, sealed; another one of a format takes the place of the one before. */
export async function storeFiles(
  tx: Tx,
  secrets: Secrets,
  invoiceId: string,
  files: readonly InvoiceFile[],
): Promise<void> {
  for (const { format, bytes } of files) {
    const contentSealed = secrets.seal(filePlace, fileRow(invoiceId, format), bytes.toString('base64'))
    await tx`
      insert into invoice_files (invoice_id, format, content_sealed) values (${invoiceId}, ${format}, ${contentSealed})
      on conflict (invoice_id, format) do update set content_sealed = excluded.content_sealed, created_at = moment()`
  }
}
