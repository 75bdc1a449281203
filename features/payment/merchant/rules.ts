import type { PaymentChannelName } from '../../../contract/payment.ts'

/** Patterns of the parts of a merchant at either channel. */
export const merchantPatterns = {
  merchantNo: '^\\d{8,16}$',
  appId: '^(wx[0-9a-zA-Z]{16}|\\d{16})$',
  serial: '^[0-9A-Fa-f]{20,64}$',
  platformKeyId: '^PUB_KEY_ID_[0-9A-Za-z]{8,50}$',
  apiV3Key: '^[0-9A-Za-z]{32}$',
} as const

const channelPatterns: Readonly<Record<PaymentChannelName, { merchantNo: RegExp; appId: RegExp }>> = {
  wechat: { merchantNo: /^\d{8,12}$/, appId: /^wx[0-9a-zA-Z]{16}$/ },
  alipay: { merchantNo: /^2088\d{12}$/, appId: /^\d{16}$/ },
}

/** True if a number looks like one of a channel. */
export const isNumberOf = (channel: PaymentChannelName, part: 'merchantNo' | 'appId', text: string) =>
  channelPatterns[channel][part].test(text)
