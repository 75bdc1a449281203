/** The ways through which money comes, and how each of them is paid. */
const paymentMethods = {
  wechat: ['native', 'jsapi', 'h5'],
  alipay: ['precreate', 'wap'],
} as const

export type PaymentChannelName = keyof typeof paymentMethods
export const paymentChannelNames = Object.keys(paymentMethods) as PaymentChannelName[]

/** Where a payer is: at a screen whose code is scanned, or on the phone that pays. */
export const payPlaces = ['desk', 'phone'] as const
export type PayPlace = (typeof payPlaces)[number]

/** How each channel is paid at each place. */
export const methodAt = {
  wechat: { desk: 'native', phone: 'h5' },
  alipay: { desk: 'precreate', phone: 'wap' },
} as const satisfies Record<PaymentChannelName, Record<PayPlace, PaymentMethod>>

/** `native` and `precreate` are codes to scan, `jsapi` pays inside WeChat, `h5` and `wap` open the app on a phone. */
export type PaymentMethod = (typeof paymentMethods)[PaymentChannelName][number]
