/** The ways through which money comes, and how each of them is paid. */
const paymentMethods = {
  wechat: ['native', 'jsapi', 'h5'],
  alipay: ['precreate', 'wap'],
} as const

export type PaymentChannelName = keyof typeof paymentMethods
export const paymentChannelNames = Object.keys(paymentMethods) as PaymentChannelName[]

/** `native` and `precreate` are codes to scan, `jsapi` pays inside WeChat, `h5` and `wap` open the app on a phone. */
export type PaymentMethod = (typeof paymentMethods)[PaymentChannelName][number]
