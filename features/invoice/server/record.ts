import { audit, type Action } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { claimInvoiced } from '../../order/server/actions.ts'
import type { InvoiceStatus, invoiceFormats } from '../contract.ts'
import { blueLifecycle, isIssued, isLive, redLifecycle } from '../rules.ts'
import { partsOf, readInvoice, type StoredInvoice } from './data.ts'

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

/** Writes what a locked invoice has become into its history and the log, with the provider's words or a person's. */
export async function recordStatus(
  tx: Tx,
  by: Action['by'],
  { id, projectId, status, amount }: Subject,
  next: InvoiceStatus,
  { note = null, ...more }: { note?: string | null; [part: string]: unknown } = {},
): Promise<void> {
  await recordEvent(tx, { id, projectId }, { status: next, by, note })
  await audit(tx, {
    by,
    projectId,
    action: `invoice.${next}`,
    subjectKind: 'invoice',
    subjectId: id,
    before: { status },
    after: { status: next, amount, ...more },
    ...(note ? { reason: note } : {}),
  })
}

/** Counts all of an invoice as invoiced for its locked orders, or no more. */
export async function claimOrders(
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
 * Changes the status of an invoice that `lockInvoice` has locked by an event of its lifecycle; refuses (409) what the
 * lifecycle does not have. A blue one that is rejected or withdrawn lets its orders go, and claims them when it is submitted
 * again; a red one lets them go once it is issued.
 */
export async function setStatus(
  tx: Tx,
  by: Action['by'],
  invoice: StoredInvoice,
  event: BlueEvent | RedEvent,
  { set = {} }: { set?: Further } = {},
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
  await recordStatus(tx, by, invoice, next)
  return next
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
 * Writes a new invoice of either colour with its lines, its first event and its audit entry, which says `more`, under the
 * locks of its orders. A blue one claims them, unless it waits until the one that it replaces is reversed.
 */
export async function insertInvoice(
  tx: Tx,
  by: Action['by'],
  invoice: NewInvoice,
  lines: readonly WrittenLine[],
  more: Record<string, unknown> = {},
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
  const stored = (await readInvoice(tx, id))!
  if (stored.colour === 'blue' && !stored.waitsForRed) await claimOrders(tx, by, id, 'claim')
  await recordEvent(tx, stored, { status: 'requested', by })
  await audit(tx, {
    by,
    projectId: stored.projectId,
    action: 'invoice.request',
    subjectKind: 'invoice',
    subjectId: id,
    after: { status: 'requested', colour: stored.colour, kind: stored.kind, amount: stored.amount, ...more },
  })
  return stored
}

/** Files of an issued invoice, by their formats. */
type InvoiceFile = { format: (typeof invoiceFormats)[number]; bytes: Buffer }

/** Name that the content of a file is bound to, with its row. */
export const filePlace = 'invoice_files.content'
export const fileRow = (invoiceId: string, format: string) => `${invoiceId}/${format}`

/** Stores files of an invoice, sealed; another one of a format takes the place of the one before. */
export async function storeFiles(
  db: Db,
  secrets: Secrets,
  invoiceId: string,
  files: readonly InvoiceFile[],
): Promise<void> {
  for (const { format, bytes } of files) {
    const contentSealed = secrets.seal(filePlace, fileRow(invoiceId, format), bytes.toString('base64'))
    await db`
      insert into invoice_files (invoice_id, format, content_sealed) values (${invoiceId}, ${format}, ${contentSealed})
      on conflict (invoice_id, format) do update set content_sealed = excluded.content_sealed, created_at = moment()`
  }
}
