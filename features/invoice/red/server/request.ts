import { taxWithin } from '../../../../contract/invoicing.ts'
import { yuan } from '../../../../contract/money.ts'
import { refuse } from '../../../../contract/refusal.ts'
import type { Action } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import { wake } from '../../../../server/jobs.ts'
import { isManual, redJob, serialOf } from '../../issue/server/actions.ts'
import { blueLifecycle, isWholeOnly, type RedReason, sumsOf } from '../../rules.ts'
import {
  insertInvoice,
  listLines,
  newApplyNo,
  recordStatus,
  type StoredInvoice,
  type StoredLine,
} from '../../server/actions.ts'
import { type RedLine, redRefusals } from '../contract.ts'

type BlueStatus = Parameters<typeof blueLifecycle.next>[0]

/** A part of a line that is to be reversed, with how many people it is for where that is known. */
type Wanted = RedLine & { people?: number }

/** A part of a blue line that turns red, with how many people it is for. */
interface Part {
  line: StoredLine
  amount: number
  quantity: number
}

const leftOf = ({ amount, reddened }: StoredLine) => amount - reddened

/** The parts of a blue invoice that turn red: those named, or all that is left. Refuses (422) what is not there. */
function partsOf(lines: readonly StoredLine[], reason: RedReason, given?: readonly Wanted[]): Part[] {
  const whole = ({
    line,
    amount,
    people = 1,
  }: {
    line: StoredLine
    amount: number
    people?: number
  }): Part => ({
    line,
    amount,
    quantity: amount === line.amount ? line.quantity : Math.min(line.quantity, people),
  })
  if (!given) {
    const left = lines.filter((line) => leftOf(line) > 0)
    if (left.length === 0) refuse(redRefusals.nothingLeft)
    return left.map((line) => whole({ line, amount: leftOf(line) }))
  }
  if (isWholeOnly(reason)) refuse(redRefusals.wholeOnly, {}, 'lines')
  const seen = new Set<number>()
  return given.map(({ lineNo, amount, people }) => {
    const line = lines.find((one) => one.lineNo === lineNo) ?? refuse(redRefusals.noLine, { lineNo }, 'lines')
    if (seen.has(lineNo)) refuse(redRefusals.lineTwice, { lineNo }, 'lines')
    seen.add(lineNo)
    if (amount > leftOf(line)) refuse(redRefusals.tooMuch, { lineNo, left: yuan(leftOf(line)) }, 'lines')
    return whole({ line, amount, ...(people && { people }) })
  })
}

/** Fen of tax that living red invoices have of each line of a blue one. */
async function taxOf(tx: Tx, blueId: string): Promise<Map<number, number>> {
  const rows = await tx<{ lineNo: number; tax: number }[]>`
    select l.original_line as line_no, sum(l.tax)::bigint as tax
    from invoices r join invoice_lines l on l.invoice_id = r.id
    where r.original_id = ${blueId} and r.status in ('requested', 'confirming', 'opening', 'stalled', 'opened')
    group by l.original_line`
  return new Map(rows.map(({ lineNo, tax }) => [lineNo, tax]))
}

/** Tax of a part, so that the red parts of a whole line have all of its tax: reckoned of their sum, less what they had. */
function taxOfPart({ line, amount }: Part, had: number): number {
  const sum = line.reddened + amount
  const all = sum === line.amount ? line.tax : taxWithin(sum, line.rate)
  return Math.min(Math.max(all - had, 0), amount - 1)
}

/** Parts of a locked blue invoice, each with its tax beside the living red ones. */
export async function taxedParts<P extends Part>(
  tx: Tx,
  blueId: string,
  parts: readonly P[],
): Promise<(P & { tax: number })[]> {
  const had = await taxOf(tx, blueId)
  return parts.map((part) => ({ ...part, tax: taxOfPart(part, had.get(part.line.lineNo) ?? 0) }))
}

/** The parts that the lines of a red invoice reverse of those of its blue one. Refuses (409) what is not left of them. */
export function partsAgain(
  red: readonly StoredLine[],
  blue: readonly StoredLine[],
): (Part & { redLine: number })[] {
  return red.map(({ lineNo: redLine, originalLine, amount, quantity }) => {
    const line = blue.find(({ lineNo }) => lineNo === originalLine)!
    if (amount > leftOf(line)) refuse(redRefusals.nothingLeft)
    return { line, amount, quantity, redLine }
  })
}

/** Writes the tax of the lines of a red invoice, and its sum. */
export async function writeTax(
  tx: Tx,
  redId: string,
  lines: readonly { redLine: number; tax: number }[],
): Promise<void> {
  const rows = lines.map(({ redLine, tax }) => ({ redLine, tax }))
  await tx`
    update invoice_lines l set tax = x.tax
    from jsonb_to_recordset(${tx.json(rows as never)}) as x ("redLine" int, tax bigint)
    where l.invoice_id = ${redId} and l.line_no = x."redLine"`
  await tx`
    update invoices set tax = (select sum(tax) from invoice_lines where invoice_id = ${redId}) where id = ${redId}`
}

/** Claims parts of the lines of a locked blue invoice for a red one. */
export async function claimLines(
  tx: Tx,
  blueId: string,
  parts: readonly { lineNo: number; amount: number }[],
  way: 1 | -1 = 1,
): Promise<void> {
  const rows = parts.map(({ lineNo, amount }) => ({ lineNo, amount: way * amount }))
  await tx`
    update invoice_lines l set reddened = l.reddened + x.amount
    from jsonb_to_recordset(${tx.json(rows as never)}) as x("lineNo" int, amount bigint)
    where l.invoice_id = ${blueId} and l.line_no = x."lineNo"`
}

/** Has a locked blue invoice being reversed. */
export async function beginReversal(tx: Tx, by: Action['by'], blue: StoredInvoice): Promise<void> {
  if (blue.status === 'reddening') return
  const status = blueLifecycle.next(blue.status as BlueStatus, 'red')
  await tx`update invoices set status = ${status} where id = ${blue.id}`
  await recordStatus(tx, by, blue, status)
}

interface NewRed {
  reason: RedReason
  /** Lines and fen of them; all that is left unless given. */
  lines?: readonly Wanted[] | undefined
  /** The refund whose money waits for it. */
  refundId?: string
  /** A form that the buyer began, by the provider's number. */
  form?: { serial: string; number: string | null }
}

/**
 * Requests a red invoice of a locked blue one: what it reverses is claimed line by line, so that several never exceed
 * it. A job asks for its form, where the blue one came from a provider. Refuses (409) a red one and what was not issued,
 * and (422) more than is left.
 */
export async function requestRed(
  tx: Tx,
  by: Action['by'],
  blue: StoredInvoice,
  { reason, lines: given, refundId, form }: NewRed,
): Promise<string> {
  if (blue.colour === 'red') refuse(redRefusals.notBlue)
  // From reversed ones nothing is left, whatever their lines say.
  if (blue.status === 'reddened') refuse(redRefusals.nothingLeft)
  if (blue.status !== 'reddening') blueLifecycle.next(blue.status as BlueStatus, 'red')
  const parts = partsOf(await listLines(tx, [blue.id]), reason, given)
  const rows = (await taxedParts(tx, blue.id, parts)).map(({ line, amount, quantity, tax }, at) => {
    const { lineNo, orderId, classId, name, taxCode, rate, policy } = line
    return {
      lineNo: at + 1,
      originalLine: lineNo,
      orderId,
      classId,
      name,
      taxCode,
      quantity,
      amount,
      rate,
      policy,
      tax,
    }
  })
  const isAsked = blue.provider === 'nuonuo' && !(await isManual(tx, blue.projectId))
  const { projectId, kind, accountId, payerUnitId, unitId, title, seller, email, remark } = blue
  const { id } = await insertInvoice(
    tx,
    by,
    {
      projectId,
      colour: 'red',
      kind,
      applyNo: await newApplyNo(tx),
      accountId,
      payerUnitId,
      unitId,
      applicantId: refundId ? null : (by?.accountId ?? null),
      title,
      seller,
      email,
      remark,
      ...sumsOf(rows),
      originalId: blue.id,
      redReason: reason,
      refundId: refundId ?? null,
    },
    rows,
    { original: blue.number, redReason: reason },
  )
  await tx`
    update invoices set provider = ${isAsked ? 'nuonuo' : 'manual'}, serial = ${isAsked ? serialOf('R', id, 1) : null},
      form_serial = ${form?.serial ?? (isAsked ? serialOf('F', id, 1) : null)}, form_no = ${form?.number ?? null},
      attempts = 1, ask_at = ${isAsked ? tx`moment()` : null}, sent_at = moment()
    where id = ${id}`
  await claimLines(
    tx,
    blue.id,
    parts.map(({ line: { lineNo }, amount }) => ({ lineNo, amount })),
  )
  await beginReversal(tx, by, blue)
  if (isAsked) await wake(tx, redJob)
  return id
}
