import { type Static, Type } from 'typebox'
import { call, Fen, FreeText, Id, Keyword, Moment, Nothing, Nullable, OneOf } from '../../contract/call.ts'
import { exportOf } from '../../contract/exporting.ts'
import { PageOf, Paging } from '../../contract/paging.ts'
import { type PaymentChannelName, paymentChannelNames } from '../../contract/payment.ts'
import { refusals } from '../../contract/refusal.ts'

export const reconciliationRefusals = refusals({
  settledAlready: {
    code: 409,
    zh: '这笔差异已经有人处理',
    en: 'This difference has been settled already',
  },
  readAlready: { code: 409, zh: '这一天的账单已经读取', en: 'The bill of this day has been read already' },
  nothingToAsk: {
    code: 409,
    zh: '只有账单里有、系统里没有入账的付款可以向渠道查询',
    en: 'Only payments that the bill has and the books do not can be asked about at the channel',
  },
  notOurs: {
    code: 409,
    zh: '系统里没有这笔付款，不是从平台发起的，无法入账；请到渠道的商户后台核对，再写明原因处理',
    en: 'The books have no payment of this number, so it did not begin here and cannot be booked; check it in the channel’s console, then settle it with a reason',
  },
  notConfirmed: {
    code: 409,
    zh: '渠道没有确认这笔款项，没有入账；请到渠道的商户后台核对',
    en: 'The channel did not confirm this payment, so nothing was booked; check it in the channel’s console',
  },
  silent: {
    code: 503,
    zh: '支付渠道暂时没有应答，请稍后再试',
    en: 'The payment channel is not responding; try again later',
  },
})

const Channel = OneOf<PaymentChannelName[]>(paymentChannelNames)

/** A day of a merchant's; sums in fen, of the reader's project alone. */
export const Bill = Type.Object({
  id: Id,
  day: Type.String({ format: 'date' }),
  channel: Channel,
  /** Null for the merchant that the portal has for all its projects. */
  merchantName: Nullable(Type.String()),
  readAt: Nullable(Moment),
  /** Reason why it could not be read, the last time. */
  failure: Nullable(Type.String()),
  askAt: Nullable(Moment),
  payments: Type.Integer(),
  received: Fen,
  refunds: Type.Integer(),
  refunded: Fen,
  /** Fen that the channel kept; below 0 where it gave back more. */
  fees: Type.Integer(),
  /** Fen that it pays out of the day: received − refunded − fees. */
  net: Type.Integer(),
  differences: Type.Integer(),
  openDifferences: Type.Integer(),
})
export type Bill = Static<typeof Bill>

export const differenceKinds = ['unbooked', 'unbilled', 'amount'] as const

export const BillDifference = Type.Object({
  id: Id,
  day: Type.String({ format: 'date' }),
  channel: Channel,
  merchantName: Nullable(Type.String()),
  item: OneOf(['payment', 'refund']),
  /** The books do not have it, the bill does not, or their sums differ. */
  kind: OneOf(differenceKinds),
  outTradeNo: Type.String(),
  refundNo: Nullable(Type.String()),
  transactionId: Type.String(),
  billed: Nullable(Fen),
  booked: Nullable(Fen),
  /** Time at which the money moved. */
  at: Moment,
  /** The order of the payment, where it is one of ours. */
  orderId: Nullable(Id),
  orderNo: Nullable(Type.String()),
  /** The books can take it over, once the channel confirms it. */
  canBook: Type.Boolean(),
  settledAt: Nullable(Moment),
  settledBy: Nullable(Type.String()),
  reason: Nullable(Type.String()),
})
export type BillDifference = Static<typeof BillDifference>

const allow = '/order-manage/list#reconcile'
const period = {
  /** Days, as moments of their beginning and end. */
  from: Type.Optional(Moment),
  to: Type.Optional(Moment),
  channel: Type.Optional(Channel),
}
const reason = FreeText(200, 2)

export const reconciliationCalls = {
  findPageList: call('/base/reconciliation/find-page-list.action', {
    allow,
    wholeProject: true,
    viewable: true,
    input: Paging(
      {
        ...period,
        /** Only days with open differences, or whose bill is late. */
        attention: Type.Optional(OneOf(['open', 'late'])),
      },
      { sort: ['day'] },
    ),
    output: PageOf(Bill),
    summary: 'Days of the project’s merchants by the bills of their channels, the newest first',
  }),
  findDifferences: call('/base/reconciliation/find-differences.action', {
    allow,
    wholeProject: true,
    viewable: true,
    input: Paging(
      {
        ...period,
        kind: Type.Optional(OneOf(differenceKinds)),
        open: Type.Optional(Type.Boolean()),
        /** A whole number of the payment, the refund or the order, ours or the channel’s. */
        keyword: Type.Optional(Keyword(64)),
      },
      { sort: ['day', 'billed', 'booked'] },
    ),
    output: PageOf(BillDifference),
    summary: 'Money that a bill and the books have otherwise than each other, the newest first',
  }),
  settle: call('/base/reconciliation/settle.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ id: Id, reason }),
    output: Nothing,
    summary: 'Settles a difference with what was found out and done about it; nothing in the books changes',
  }),
  takeOver: call('/base/reconciliation/take-over.action', {
    allow,
    wholeProject: true,
    input: Type.Object({ id: Id, reason }),
    /** The money paid its order, or is surplus and goes back. */
    output: Type.Object({ outcome: OneOf(['settled', 'surplus']) }),
    summary:
      'Asks the channel about a payment that the books do not have; once it confirms it, books it and settles the difference',
  }),
  readAgain: call('/base/reconciliation/read-again.action', {
    allow,
    wholeProject: true,
    perMinute: 10,
    input: Type.Object({ id: Id }),
    output: Nothing,
    summary: 'Asks the channel for a bill that could not be read, without waiting for the next time',
  }),
}

export const reconciliationExports = {
  exportBills: exportOf(reconciliationCalls.findPageList, '/base/reconciliation/export.action', {
    title: { zh: '对账', en: 'Reconciliation' },
  }),
  exportDifferences: exportOf(
    reconciliationCalls.findDifferences,
    '/base/reconciliation/export-differences.action',
    { title: { zh: '对账差异', en: 'Differences' } },
  ),
}
