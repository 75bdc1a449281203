/** What a provider says of one payment; amounts in fen. */
export interface ProviderPayment {
  outTradeNo: string
  transactionId: string | null
  state: 'waiting' | 'succeeded' | 'closed' | 'refunded'
  amount: number
  currency: string
}

export interface ProviderRefund {
  refundNo: string
  state: 'processing' | 'succeeded' | 'failed'
  amount: number
}

/** A payment provider whose QR codes people scan; WeChat Pay v3 is the first. */
export interface PaymentChannel {
  readonly name: 'wechat'
  /** Opens a payment and gives the text of its QR code. */
  create(payment: {
    outTradeNo: string
    amount: number
    description: string
    expiresAt: string
  }): Promise<string>
  /** The provider's truth, or null when it knows no such payment. */
  query(outTradeNo: string): Promise<ProviderPayment | null>
  close(outTradeNo: string): Promise<void>
  refund(refund: {
    outTradeNo: string
    refundNo: string
    amount: number
    total: number
    reason: string
  }): Promise<ProviderRefund>
  /** Reads a notice: signature over the raw bytes first, then app, merchant and content; null when forged. */
  readNotice(headers: Record<string, string | string[] | undefined>, raw: Buffer): ProviderPayment | null
}
