import { type Static, Type } from 'typebox'

/** The ways through which money comes, and how each of them is paid. */
const paymentMethods = {
  wechat: ['native', 'jsapi', 'h5'],
  alipay: ['precreate', 'wap'],
} as const

export type PaymentChannelName = keyof typeof paymentMethods
export const paymentChannelNames = Object.keys(paymentMethods) as PaymentChannelName[]

/** Place of a payer: at a screen whose code is scanned, on the phone that pays, or on it inside WeChat. */
export const payPlaces = ['desk', 'phone', 'wechat'] as const
export type PayPlace = (typeof payPlaces)[number]

/** Payment methods by channel and place. WeChat lets nobody leave it for Alipay. */
export const methodAt = {
  wechat: { desk: 'native', phone: 'h5', wechat: 'jsapi' },
  alipay: { desk: 'precreate', phone: 'wap', wechat: null },
} as const satisfies Record<PaymentChannelName, Record<PayPlace, PaymentMethod | null>>

/** `native` and `precreate` are codes to scan, `jsapi` pays inside WeChat, `h5` and `wap` open the app on a phone. */
export type PaymentMethod = (typeof paymentMethods)[PaymentChannelName][number]

/** The input of `getBrandWCPayRequest`, which opens WeChat's own payment window. */
export const BridgeRequest = Type.Object({
  appId: Type.String(),
  timeStamp: Type.String(),
  nonceStr: Type.String(),
  package: Type.String(),
  signType: Type.Literal('RSA'),
  paySign: Type.String(),
})
export type BridgeRequest = Static<typeof BridgeRequest>
