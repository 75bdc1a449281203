import { randomBytes, randomInt } from 'node:crypto'
import type { Db, Tx } from '../../server/db.ts'
import { enqueue, type JobKind } from '../../server/jobs.ts'
import {
  findRefund,
  type GatewayPayment,
  isAlipays,
  type GatewayRefund,
  lockPayment,
  type RefundFault,
} from './data.ts'

/** The job that notifies the merchant of a payment or a refund, retried until acknowledged. */
export const notifyJob = { type: 'gateway.notify', lane: 'money' } as const satisfies JobKind

/** A refusal in the platform's own words: HTTP status and code. */
export class PaymentFault extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

interface GatewayOrder {
  outTradeNo: string
  tradeType: GatewayPayment['tradeType']
  appid: string
  mchid: string
  description: string
  amount: number
  notifyUrl: string
  /** Only person who can pay it, inside WeChat. */
  payer: string | null
  /** Time from which it can no longer be paid, as WeChat Pay writes it; Alipay compares none. */
  timeExpire: string | null
}

/** Opens a payment; the same number with the same words gives the same payment, with others a fault. */
export async function openTransaction(
  tx: Tx,
  order: GatewayOrder,
  expiresAt: string,
): Promise<GatewayPayment> {
  const token = randomBytes(18).toString('base64url')
  await tx`
    insert into gateway_payments ${tx({ ...order, token, expiresAt })} on conflict (out_trade_no) do nothing`
  const found = (await lockPayment(tx, order.outTradeNo))!
  if (found.state === 'CLOSED') throw new PaymentFault(400, 'ORDER_CLOSED')
  if (found.state !== 'NOTPAY') throw new PaymentFault(400, 'ORDERPAID')
  const same = (Object.keys(order) as (keyof GatewayOrder)[]).every((key) => found[key] === order[key])
  if (!same) throw new PaymentFault(403, 'OUT_TRADE_NO_USED')
  return found
}

/** Lets a payment be known by the payer's app: a code that was scanned, a page that was opened. */
export async function scan(db: Db, outTradeNo: string): Promise<void> {
  await db`
    update gateway_payments set scanned_at = moment() where out_trade_no = ${outTradeNo} and scanned_at is null`
}

/** Closes a payment nobody has paid; Alipay knows none whose code nobody has scanned, which then stays good. */
export async function close(tx: Tx, outTradeNo: string): Promise<void> {
  const found = await lockPayment(tx, outTradeNo)
  if (!found || (isAlipays(found) && !found.scanned)) throw new PaymentFault(404, 'ORDER_NOT_EXIST')
  if (found.transactionId) throw new PaymentFault(400, 'ORDERPAID')
  await tx`update gateway_payments set state = 'CLOSED' where out_trade_no = ${outTradeNo}`
}

/**
 * Accepts the payment, once, and has the merchant notified; returns the state after. `notices` is how often the
 * merchant is notified: the platform's notices get lost and doubled at times. `refundFault` is what its first refund
 * comes to.
 */
export async function pay(
  tx: Tx,
  outTradeNo: string,
  { notices = 1, refundFault = null }: { notices?: number; refundFault?: RefundFault | null } = {},
): Promise<GatewayPayment['state']> {
  const found = await lockPayment(tx, outTradeNo)
  if (!found) throw new PaymentFault(404, 'ORDER_NOT_EXIST')
  if (found.state !== 'NOTPAY') return found.state
  const digits = Array.from({ length: 24 }, () => randomInt(10)).join('')
  const number = (isAlipays(found) ? '2026' : '4200') + digits
  await tx`
    update gateway_payments set state = 'SUCCESS', transaction_id = ${number}, paid_at = moment(),
      scanned_at = coalesce(scanned_at, moment()), refund_fault = ${refundFault}
    where out_trade_no = ${outTradeNo}`
  for (let i = 0; i < notices; i++) await enqueue(tx, { ...notifyJob, input: { outTradeNo } })
  return 'SUCCESS'
}

/** Seconds until the payer's bank has a refund. */
const refundSeconds = 1

/** The platforms' words for refunds that they refuse. */
const refusals: Partial<Record<RefundFault, { wechat: string; alipay: string }>> = {
  NO_BALANCE: { wechat: 'NOT_ENOUGH', alipay: 'ACQ.SELLER_BALANCE_NOT_ENOUGH' },
  ACCOUNT_BLOCKED: { wechat: 'USER_ACCOUNT_ABNORMAL', alipay: 'ACQ.BUYER_ENABLE_STATUS_FORBID' },
}

/**
 * Refunds money, never more than was paid, and has the merchant notified `notices` times once it is there; the same
 * number gives the same refund. `notifyUrl` is where to, unless that is where the payment's notices go. Gives the fault
 * where the payer chose at the checkout that refunds are refused: the first of it is remembered.
 */
export async function giveBack(
  tx: Tx,
  input: {
    outTradeNo: string
    refundNo: string
    amount: number
    total: number
    notifyUrl?: string
    notices?: number
  },
): Promise<(GatewayRefund & { payment: GatewayPayment }) | PaymentFault> {
  const { outTradeNo, refundNo, amount, total, notifyUrl, notices = 1 } = input
  const payment = await lockPayment(tx, outTradeNo)
  if (!payment) throw new PaymentFault(404, 'RESOURCE_NOT_EXISTS')
  const known = await findRefund(tx, refundNo)
  if (known) {
    if (known.outTradeNo !== outTradeNo || known.amount !== amount) {
      throw new PaymentFault(400, 'INVALID_REQUEST')
    }
    return { ...known, payment }
  }
  const [given] = await tx`
    select coalesce(sum(amount) filter (where fault is null), 0) as amount, count(*)::int as count
    from gateway_refunds where out_trade_no = ${outTradeNo}`
  const left = payment.transactionId ? payment.amount - (given!.amount as number) : 0
  if (total !== payment.amount || amount > left || amount <= 0) throw new PaymentFault(403, 'NOT_ENOUGH')
  const refusal = payment.refundFault && refusals[payment.refundFault]
  if (refusal) {
    // The balance is filled up by the next time.
    if (payment.refundFault === 'NO_BALANCE')
      await tx`update gateway_payments set refund_fault = null where out_trade_no = ${outTradeNo}`
    return new PaymentFault(403, refusal[isAlipays(payment) ? 'alipay' : 'wechat'])
  }
  const fault = given!.count === 0 ? payment.refundFault : null
  await tx`insert into gateway_refunds ${tx({ refundNo, outTradeNo, amount, fault, notifyUrl: notifyUrl ?? null })}`
  await tx`update gateway_payments set state = 'REFUND' where out_trade_no = ${outTradeNo}`
  const [then] = await tx<{ at: string }[]>`select moment() + make_interval(secs => ${refundSeconds}) as at`
  for (let i = 0; i < notices; i++)
    await enqueue(tx, { ...notifyJob, input: { outTradeNo, refundNo }, runAt: then!.at })
  return { ...(await findRefund(tx, refundNo))!, payment }
}
