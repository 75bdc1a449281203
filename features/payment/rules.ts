import { lifecycle } from '../../contract/lifecycle.ts'
import type { PayPlace } from '../../contract/payment.ts'

/** Lifecycle of a payment. Late money never changes an order; it is surplus and refunded. */
export const paymentLifecycle = lifecycle({
  states: {
    waiting: ['等待支付', 'Awaiting payment', { succeed: 'succeeded', close: 'closed', late: 'surplus' }],
    succeeded: ['已到账', 'Received'],
    closed: ['已关闭', 'Closed', { late: 'surplus' }],
    surplus: ['多余款项，退回中', 'Surplus, being refunded', { refunded: 'refunded' }],
    refunded: ['已退回', 'Refunded'],
  },
  events: {
    succeed: ['到账', 'receive'],
    close: ['关闭', 'close'],
    late: ['逾期到账', 'receive late'],
    refunded: ['确认退回', 'confirm the refund'],
  },
})

/** Seconds from one question to the channel to the next while nothing changes: 15 s at first, 24 h at last. */
export const askDelays: readonly number[] = Array.from({ length: 14 }, (_, i) =>
  Math.min(86_400, 15 * 2 ** i),
)

/** Seconds a person's own page waits before it triggers another query of the channel. */
export const minIntervalSeconds = 4

/** Seconds after its code has run out until a closed payment is queried for the last time. */
export const lastAskDelay = 60

/**
 * Minutes a payment can be made at most: by a code WeChat Pay's own limit, on a phone as long as its page's address is
 * good, inside WeChat as long as its prepayment is.
 */
export const codeMinutes: Readonly<Record<PayPlace, number>> = { desk: 120, phone: 5, wechat: 110 }

/**
 * Seconds a QR code is good for at least, also where the order ends sooner: WeChat Pay opens none for under a minute.
 */
export const leastCodeSeconds = 75

/**
 * The number of an order's n-th payment, from 1: at most 32 characters as WeChat Pay requires, of letters, digits and
 * `_` as Alipay does.
 */
export const outTradeNoOf = (orderNo: string, n: number) => `${orderNo}_${n}`

/** True if a page is shown by Alipay's own browser, from which WeChat cannot be opened. */
export const isInsideAlipay = (userAgent: string) => /AlipayClient/i.test(userAgent)

const bytesOf = (text: string) => new TextEncoder().encode(text).length

/** Description on the payer's phone: the first class and how many in all, within WeChat Pay's 127 bytes. */
export function descriptionOf(names: readonly string[]): string {
  const rest = names.length > 1 ? ` 等${names.length}个班级` : ''
  const first = names[0] ?? ''
  if (bytesOf(first + rest) <= 127) return first + rest
  const letters = [...first]
  while (bytesOf(`${letters.join('')}…${rest}`) > 127) letters.pop()
  return `${letters.join('')}…${rest}`
}
