import { type Static, Type } from 'typebox'
import { Nullable, OneOf } from '../../contract/call.ts'
import { type Db, rowOf, type Tx } from '../../server/db.ts'

/**
 * Failures of a payment's refunds: WeChat Pay closes the first, or the payer's bank returns it; or the
 * platform refuses them, the first while the merchant's balance is empty, all where the payer's account takes
 * nothing.
 */
export const RefundFault = OneOf(['CLOSED', 'ABNORMAL', 'NO_BALANCE', 'ACCOUNT_BLOCKED'])
export type RefundFault = Static<typeof RefundFault>

export const GatewayPayment = Type.Object({
  outTradeNo: Type.String(),
  tradeType: OneOf(['NATIVE', 'MWEB', 'JSAPI', 'PRECREATE', 'WAP']),
  token: Type.String(),
  payer: Nullable(Type.String()),
  appid: Type.String(),
  mchid: Type.String(),
  description: Type.String(),
  amount: Type.Integer(),
  notifyUrl: Type.String(),
  timeExpire: Nullable(Type.String()),
  /** The current state: a payment not made in time is closed. */
  state: Type.Unsafe<'NOTPAY' | 'SUCCESS' | 'CLOSED' | 'REFUND'>(Type.String()),
  transactionId: Nullable(Type.String()),
  paidAt: Nullable(Type.String()),
  refundFault: Nullable(RefundFault),
  /** The payer's app has it open. */
  scanned: Type.Boolean(),
  /** Fen that went back. */
  givenBack: Type.Integer(),
})
export type GatewayPayment = Static<typeof GatewayPayment>

/** True if a payment is of the demo's Alipay; the others are of its WeChat Pay. */
export const isAlipays = ({ tradeType }: Pick<GatewayPayment, 'tradeType'>) =>
  tradeType === 'PRECREATE' || tradeType === 'WAP'

/** Failures the refunds of a payment can have, beside success. Alipay closes and returns none. */
export const refundFaultsOf = (payment: Pick<GatewayPayment, 'tradeType'>): readonly RefundFault[] =>
  isAlipays(payment)
    ? ['NO_BALANCE', 'ACCOUNT_BLOCKED']
    : ['CLOSED', 'ABNORMAL', 'NO_BALANCE', 'ACCOUNT_BLOCKED']

const columns = (db: Db) => db`
  out_trade_no, trade_type, token, payer, appid, mchid, description, amount, notify_url, time_expire, transaction_id,
  paid_at, refund_fault, scanned_at is not null as scanned,
  case when state = 'NOTPAY' and expires_at <= moment() then 'CLOSED' else state end as state,
  (select coalesce(sum(r.amount), 0) from gateway_refunds r
    where r.out_trade_no = gateway_payments.out_trade_no and r.fault is null) as given_back`

export async function findPayment(db: Db, outTradeNo: string): Promise<GatewayPayment | null> {
  return rowOf(
    GatewayPayment,
    await db`select ${columns(db)} from gateway_payments where out_trade_no = ${outTradeNo}`,
  )
}

export async function lockPayment(tx: Tx, outTradeNo: string): Promise<GatewayPayment | null> {
  return rowOf(
    GatewayPayment,
    await tx`select ${columns(tx)} from gateway_payments where out_trade_no = ${outTradeNo} for update`,
  )
}

/** The payment of a QR code, with its payee; null when there is none. */
export async function findByToken(
  db: Db,
  token: string,
): Promise<(GatewayPayment & { merchant: string }) | null> {
  const rows = await db`
    select ${columns(db)}, coalesce((
      select settings_of(p.project_id)->>'title' from payments p where p.out_trade_no = gateway_payments.out_trade_no), '') as merchant
    from gateway_payments where token = ${token}`
  return rowOf(Type.Object({ ...GatewayPayment.properties, merchant: Type.String() }), rows)
}

const Refund = Type.Object({
  refundNo: Type.String(),
  outTradeNo: Type.String(),
  amount: Type.Integer(),
  /** As with a bank, the money is under way for a moment. */
  status: OneOf(['PROCESSING', 'SUCCESS', 'CLOSED', 'ABNORMAL']),
  notifyUrl: Nullable(Type.String()),
})
export type GatewayRefund = Static<typeof Refund>

export async function findRefund(db: Db, refundNo: string): Promise<GatewayRefund | null> {
  const rows = await db`
    select refund_no, out_trade_no, amount, notify_url,
      case when created_at <= moment() - interval '1 second' then coalesce(fault, 'SUCCESS') else 'PROCESSING' end as status
    from gateway_refunds where refund_no = ${refundNo}`
  return rowOf(Refund, rows)
}

/** True if an official account of the demo's WeChat is joined to a merchant of the demo's: all are. */
export async function isJoined(db: Db, appId: string): Promise<boolean> {
  const rows = await db`
    select 1 from wechat_apps
    where app_id = ${appId} and kind = 'official' and provider = 'demo' and status = 'active'`
  return rows.length > 0
}
