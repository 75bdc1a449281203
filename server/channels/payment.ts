import type { BridgeRequest, PaymentChannelName, PaymentMethod } from '../../contract/payment.ts'

/** A provider's record of one payment; amounts in fen. */
export interface ProviderPayment {
  outTradeNo: string
  /** The provider's own number, once money has moved. */
  transactionId: string | null
  state: 'waiting' | 'succeeded' | 'closed' | 'refunded'
  amount: number
  currency: string
  /** The app it was asked for through, where that is not the merchant's own. */
  appId: string | null
}

export interface ProviderRefund {
  refundNo: string
  /** The provider's own number of it. */
  providerNo: string | null
  /** `closed`: nothing moved, and the number is used up. `abnormal`: the payer's bank took the money back to us. */
  state: 'processing' | 'succeeded' | 'closed' | 'abnormal'
  amount: number
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
  /** When it can no longer be paid. */
  expiresAt: string
  /** Until then, by the database's clock. */
  secondsLeft: number
  /** Of the payer's phone, and where the channel's page sends it back to. */
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

/** A notice that is truly the provider's; `payment` is null when it speaks of something else. */
export interface ProviderNotice {
  id: string
  event: string
  payment: ProviderPayment | null
}

/** A notice that is not the provider's, or not for us; nothing of it may be believed. */
export class ForgedNotice extends Error {}

/** The provider did not answer, or answered what could not be believed; nothing is known of what it did. */
export class ChannelFailure extends Error {}

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
  /** Reads a notice: signature over the raw bytes first, then seal, app and merchant. Throws ForgedNotice. */
  readNotice(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    raw: Buffer,
  ): Promise<ProviderNotice>
}

/** The channels of the contracts in the environment, or of the demo; null where there is none. */
export type PaymentChannels = Readonly<Record<PaymentChannelName, PaymentChannel | null>>
