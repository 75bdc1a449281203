import { randomBytes, randomInt } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { taxWithin } from '../../contract/invoicing.ts'
import { fenOf } from '../../server/channels/nuonuoShapes.ts'
import type { Tx } from '../../server/db.ts'
import { enqueue, type JobKind } from '../../server/jobs.ts'
import {
  findByOrder,
  type GatewayInvoice,
  type GatewayLine,
  lockInvoice,
  OrderHead,
  readDrawer,
} from './data.ts'
import { knobs, takeKnobs } from './knobs.ts'

/** The job that issues an invoice at the tax bureau, and the one that calls the seller back. */
export const issueJob = { type: 'sandbox.issue', lane: 'time' } as const satisfies JobKind
export const callbackJob = { type: 'sandbox.callback', lane: 'message' } as const satisfies JobKind

/** A refusal in 诺诺's own words. */
export class NuonuoFault extends Error {
  readonly code: string
  constructor(code: string, describe: string) {
    super(describe)
    this.code = code
  }
}

/** Codes that 诺诺 is known to answer, and one for all else that it refuses. */
export const codes = {
  wrong: 'E9999',
  used: 'E9106',
  reddened: 'E9103',
  none: 'E9500',
  tries: 'E9613',
} as const

export const wrong = (describe: string): never => {
  throw new NuonuoFault(codes.wrong, describe)
}

const Sum = Type.String({ pattern: '^-?\\d{1,11}\\.\\d{2}$' })
const OrderLine = Type.Object({
  goodsName: Type.String({ minLength: 1, maxLength: 90 }),
  goodsCode: Type.String({ pattern: '^\\d{19}$' }),
  num: Type.String({ pattern: '^[1-9]\\d{0,7}$' }),
  price: Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,8})?$' }),
  withTaxFlag: Type.Literal('1'),
  taxRate: Type.String({ pattern: '^[01](\\.\\d{1,4})?$' }),
  tax: Sum,
  taxExcludedAmount: Sum,
  taxIncludedAmount: Sum,
  invoiceLineProperty: Type.Literal('0'),
  favouredPolicyFlag: Type.String({ pattern: '^(0|0[1-9]|1[0-8])$' }),
  zeroRateFlag: Type.String({ pattern: '^[123]?$' }),
})
/** The body that asks for a blue invoice. */
const Order = Type.Object({
  order: Type.Object({
    ...OrderHead.properties,
    invoiceDetail: Type.Array(OrderLine, { minItems: 1, maxItems: 100 }),
  }),
})

function lineOf(line: Static<typeof OrderLine>, i: number): GatewayLine {
  const amount = fenOf(line.taxIncludedAmount)
  const tax = fenOf(line.tax)
  if (amount <= 0 || fenOf(line.taxExcludedAmount) + tax !== amount) wrong('明细金额合计不等于价税合计')
  const rate = Math.round(Number(line.taxRate) * 10_000)
  if (Math.abs(tax - taxWithin(amount, rate)) > 1) wrong('税额与税率不符')
  if (Math.abs(Number(line.price) * Number(line.num) * 100 - amount) > 1) wrong('单价乘以数量不等于金额')
  if ((rate === 0) !== (line.zeroRateFlag !== '')) wrong('零税率标识错误')
  return {
    index: i + 1,
    name: line.goodsName,
    taxCode: line.goodsCode,
    quantity: line.num,
    rate: line.taxRate,
    amount,
    tax,
  }
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

const sumOf = (lines: readonly GatewayLine[], part: 'amount' | 'tax') =>
  lines.reduce((sum, line) => sum + line[part], 0)

/** The knobs that an invoice takes; an answer is lost by what gives it. */
const knobsOfIssuing = knobs.filter((knob) => knob !== 'loseAnswer')

/** Adds an invoice that is to be issued soon; a number of the seller's is used once. */
async function add(
  tx: Tx,
  invoice: Pick<GatewayInvoice, 'sellerTaxNo' | 'orderNo' | 'color' | 'content' | 'lines' | 'callbackUrl'> & {
    formId?: string
  },
): Promise<string> {
  const turned = await takeKnobs(tx, invoice.content.buyerName, knobsOfIssuing)
  const serialNo = digits(20)
  const added = await tx`
    insert into sandbox_invoices ${tx({
      serialNo,
      sellerTaxNo: invoice.sellerTaxNo,
      orderNo: invoice.orderNo,
      color: invoice.color,
      formId: invoice.formId ?? null,
      content: tx.json(invoice.content),
      lines: tx.json(invoice.lines),
      amount: sumOf(invoice.lines, 'amount'),
      tax: sumOf(invoice.lines, 'tax'),
      callbackUrl: invoice.callbackUrl,
      callbacks: turned.has('loseCallback') ? 0 : turned.has('doubleCallback') ? 2 : 1,
      fault: turned.has('noCredit') ? '授信额度不足' : (turned.get('fail') ?? null),
      sealFails: turned.has('failSeal'),
      booked: turned.has('booked'),
      token: randomBytes(18).toString('base64url'),
    })} on conflict (seller_tax_no, order_no) do nothing`
  if (added.count === 0) throw new NuonuoFault(codes.used, '订单编号或流水号不能重复')
  const needs = turned.has('login') ? 'login' : turned.has('identity') ? 'identity' : null
  if (needs) await requireDrawer(tx, invoice.sellerTaxNo, needs)
  await issueLater(tx, serialNo, turned.has('delay') ? 3600 : 1)
  return serialNo
}

/** Queues the issuing of an invoice so many seconds from now. */
export async function issueLater(tx: Tx, serialNo: string, seconds: number): Promise<void> {
  const [then] = await tx<{ at: string }[]>`select moment() + make_interval(secs => ${seconds}) as at`
  await enqueue(tx, { ...issueJob, input: { serialNo }, runAt: then!.at })
}

/** Signs the drawer of a seller out, or wants their face; nothing is issued until they have scanned. */
async function requireDrawer(tx: Tx, taxNo: string, needs: 'login' | 'identity'): Promise<void> {
  await readDrawer(tx, taxNo)
  await tx`
    update sandbox_drawers set needs = ${needs}, code = null, code_until = null, scanned = false
    where seller_tax_no = ${taxNo}`
}

/** Takes the order of a blue invoice and gives its serial number. */
export async function takeOrder(tx: Tx, taxNo: string, body: unknown): Promise<string> {
  if (!Value.Check(Order, body)) return wrong('开票参数格式错误')
  const { invoiceDetail, ...content } = body.order
  if (content.salerTaxNum !== taxNo) wrong('销方税号与授权税号不一致')
  if (content.naturalPersonFlag === '0' && !content.buyerTaxNum) wrong('购方税号不能为空')
  if (content.invoiceLine === 'bs' && content.naturalPersonFlag === '1') wrong('自然人不能开具专用发票')
  return add(tx, {
    sellerTaxNo: taxNo,
    orderNo: content.orderNo,
    color: 'blue',
    content,
    lines: invoiceDetail.map(lineOf),
    callbackUrl: content.callBackUrl,
  })
}

/** Adds the red invoice of a form that needs no further word. */
export async function addRed(
  tx: Tx,
  blue: GatewayInvoice,
  form: { formId: string; lines: readonly GatewayLine[]; redOrderNo: string | null; callbackUrl: string },
): Promise<void> {
  await add(tx, {
    sellerTaxNo: blue.sellerTaxNo,
    orderNo: form.redOrderNo ?? digits(20),
    color: 'red',
    formId: form.formId,
    content: blue.content,
    // Nothing below 0 is ever -0.
    lines: form.lines.map((line) => ({ ...line, amount: 0 - line.amount, tax: 0 - line.tax })),
    callbackUrl: form.callbackUrl || blue.callbackUrl,
  })
}

/** Issues an invoice that waits: not while the drawer is wanted, and never beyond the credit line. */
export async function issue(tx: Tx, serialNo: string): Promise<void> {
  const found = await lockInvoice(tx, serialNo)
  if (found?.status !== '20') return
  const { needs, credit, used } = await readDrawer(tx, found.sellerTaxNo)
  if (needs) return
  const fault = found.fault ?? (used + found.amount - found.tax > credit ? '授信额度不足' : null)
  if (fault) {
    await tx`update sandbox_invoices set status = '22', fault = ${fault} where serial_no = ${serialNo}`
  } else {
    await tx`
      update sandbox_invoices set status = ${found.sealFails ? '24' : '2'}, seal_fails = false, issued_at = moment(),
        number = to_char(moment() at time zone 'Asia/Shanghai', 'YY') || ${digits(18)}
      where serial_no = ${serialNo}`
  }
  await callBack(tx, found)
}

async function callBack(tx: Tx, { serialNo, callbacks }: GatewayInvoice): Promise<void> {
  for (let i = 0; i < callbacks; i++) await enqueue(tx, { ...callbackJob, input: { serialNo } })
}

/** Tries of a day to go on with an invoice that stopped. */
const triesOfDay = 20

/** Goes on with an invoice: seals one that is issued, or issues one that failed. */
export async function retry(tx: Tx, taxNo: string, orderNo: string): Promise<void> {
  const [known] = await findByOrder(tx, taxNo, [orderNo])
  const found = known && (await lockInvoice(tx, known.serialNo))
  if (!found) throw new NuonuoFault(codes.none, '未查询到发票')
  if (found.status === '2') wrong('发票已生成，无需再重试开票')
  if (found.status === '20') wrong('开票中（重试中），请耐心等待开票结果')
  const [row] = await tx`
    update sandbox_invoices set tries = case when tried_on = today then tries else 0 end + 1, tried_on = today
    from (select (moment() at time zone 'Asia/Shanghai')::date as today) d
    where serial_no = ${found.serialNo} returning tries`
  if ((row!.tries as number) > triesOfDay) throw new NuonuoFault(codes.tries, '同一流水号单日最多重试20次')
  const turned = await takeKnobs(tx, found.content.buyerName, ['fail', 'failSeal'])
  if (found.status === '24') {
    if (turned.has('failSeal')) return
    await tx`update sandbox_invoices set status = '2' where serial_no = ${found.serialNo}`
    await callBack(tx, found)
    return
  }
  await tx`
    update sandbox_invoices set status = '20', fault = ${turned.get('fail') ?? null} where serial_no = ${found.serialNo}`
  await issueLater(tx, found.serialNo, 1)
}
