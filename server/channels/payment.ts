import type { BridgeRequest, PaymentChannelName, PaymentMethod } from '../../contract/payment.ts'

/** A provider's record of one payment; amounts in fen. */
export interface ProviderPayment {
  outTradeNo: string
  /** The provider's own number, once money has moved. */
  transactionId: string | null
  state: 'waiting' | 'succeeded' | 'closed' | 'refunded'
  amount: number
  currency: string
  /** Time at which the money moved, as the provider says; null where it has not, or does not say. */
  paidAt: string | null
  /** The app it was asked for through; null of a channel that has none. `isOwn`: the merchant's. */
  app: { id: string; isOwn: boolean } | null
}

export interface ProviderRefund {
  refundNo: string
  /** The provider's own number of it. */
  providerNo: string | null
  /**
   * `closed`: nothing moved, and the number is used up. `abnormal`: the payer's bank took the money back to us.
   * `refused`: the provider refunds nothing by this number, and knows of nothing that went back by it.
   */
  state: 'processing' | 'succeeded' | 'closed' | 'abnormal' | 'refused'
  /** The provider's own word for why it refused. */
  code: string | null
  amount: number
}

/** A refund as a notice speaks of it. */
export interface NotifiedRefund {
  /** Number of the refunded payment. */
  outTradeNo: string
  refundNo: string
  providerNo: string | null
  state: Exclude<ProviderRefund['state'], 'refused'>
  /** Fen that went back by it; null where only the sum of all that went back of the payment is said. */
  amount: number | null
  /** Fen that went back of the payment so far; null where only those of this refund are said. */
  givenBack: number | null
}

/** Answer of a channel to the keys of a merchant; `unsigned`: it does not bear the platform's key we hold. */
interface KeyCheck {
  result: 'right' | 'refused' | 'unsigned' | 'silent'
  /** The channel's own word for what it refuses. */
  code: string | null
}

/** A person as one official account knows them. */
export interface WechatPayer {
  appId: string
  openId: string
}

/** A payment as it is opened; the same words again give the same payment. */
interface NewPayment {
  outTradeNo: string
  method: PaymentMethod
  /** Fen. */
  amount: number
  description: string
  /** Time from which it can no longer be paid. */
  expiresAt: string
  /** Until then, by the database's clock. */
  secondsLeft: number
  /** Address of the payer's phone, and where the channel's page sends it back to. */
  payerIp: string
  /** Inside WeChat: who pays, by an official account that is joined to the merchant. */
  payer: WechatPayer | null
  returnUrl: string
}

/** A refund; the same refund number again gives the same refund. */
interface NewRefund {
  outTradeNo: string
  refundNo: string
  /** Fen that go back. */
  amount: number
  /** Fen that were paid. */
  total: number
  reason: string
}

/** A line of a channel's bill: money that came, or went back. */
export interface BillLine {
  item: 'payment' | 'refund'
  /** Our number of the payment, also of the one that a refund is of. */
  outTradeNo: string
  /** Our number of the refund; null of a payment. */
  refundNo: string | null
  /** The channel's number of the payment. */
  transactionId: string
  /** Fen that moved. */
  amount: number
  /** Fen that the channel kept of a payment; below 0 where it gave them back with a refund. */
  fee: number
  /** Time at which the money moved. */
  at: string
}

/** A notice that is truly the provider's; both are null when it speaks of something else. */
export interface ProviderNotice {
  id: string
  event: string
  payment: ProviderPayment | null
  refund: NotifiedRefund | null
}

/** A notice that is not the provider's, or not for us; nothing of it may be believed. */
export class ForgedNotice extends Error {}

/** The provider did not answer, or answered what could not be believed; nothing is known of what it did. */
export class ChannelFailure extends Error {
  /** The provider's own word for what it could not do now, where it gave one. */
  readonly code: string | null
  constructor(message: string, { code = null, ...more }: ErrorOptions & { code?: string | null } = {}) {
    super(message, more)
    this.code = code
  }
}

/** A payment provider, by the contract of one merchant. Every call may throw ChannelFailure. */
export interface PaymentChannel {
  readonly name: PaymentChannelName
  /**
   * Opens a payment and gives the text of its QR code; on a phone the address of the channel's page, inside WeChat the
   * id of the prepayment.
   */
  create(payment: NewPayment): Promise<string>
  /** Signs what opens WeChat's own window for a prepayment, good for a few minutes; only WeChat Pay has one. */
  bridge?(prepayment: { appId: string; prepayId: string }): Promise<BridgeRequest>
  /** The provider's state, or null when it knows no such payment. */
  query(outTradeNo: string): Promise<ProviderPayment | null>
  /** Closes a payment; `paid` when money came first. */
  close(outTradeNo: string): Promise<'closed' | 'paid'>
  refund(refund: NewRefund): Promise<ProviderRefund>
  /**
   * The lines of the bill of a day in China that is over, as the channel made it; none where it has no bill of the day,
   * which also says one that is not made yet.
   */
  readBill(day: string): Promise<BillLine[]>
  /** Asks about a payment there is not, which is answered to right keys only; throws nothing. */
  check(): Promise<KeyCheck>
  /** Reads a notice: signature over the raw bytes first, then seal, app and merchant. Throws ForgedNotice. */
  readNotice(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    raw: Buffer,
  ): Promise<ProviderNotice>
}

/** Addresses of the providers. */
export const providerAddresses: Readonly<Record<PaymentChannelName, string>> = {
  wechat: 'https://api.mch.weixin.qq.com',
  alipay: 'https://openapi.alipay.com/gateway.do',
}

/** The channels of the contracts in the environment, or of the demo; null where there is none. */
export type PaymentChannels = Readonly<Record<PaymentChannelName, PaymentChannel | null>>
