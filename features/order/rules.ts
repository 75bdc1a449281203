import { readableCode, readableLetters } from '../../contract/readableCode.ts'
import { lifecycle } from '../../contract/lifecycle.ts'
import type { PaymentChannelName } from '../../contract/payment.ts'
import type { Bilingual } from '../../contract/refusal.ts'

/** States of an order and their transitions; a late success changes `unpaid` orders alone. */
export const orderLifecycle = lifecycle({
  states: {
    unpaid: [
      '待付款',
      'Unpaid',
      { pay: 'paid', cancel: 'cancelled', free: 'free', reprice: 'unpaid', expire: 'cancelled' },
    ],
    paid: ['已付款', 'Paid', { refundSome: 'part_refunded', refundAll: 'refunded' }],
    part_refunded: ['部分退款', 'Partly refunded', { refundSome: 'part_refunded', refundAll: 'refunded' }],
    cancelled: ['已取消', 'Cancelled'],
    free: ['已免单', 'Waived'],
    refunded: ['已退款', 'Refunded'],
  },
  events: {
    pay: ['付款', 'pay'],
    cancel: ['取消', 'cancel'],
    free: ['免单', 'waive'],
    reprice: ['改价', 'change the price of'],
    expire: ['超时取消', 'expire'],
    refundSome: ['退回部分款项', 'refund in part'],
    refundAll: ['全额退款', 'refund in full'],
  },
})

/** Returns whether the amount of an order is due or paid; of one that was cancelled or waived it is neither, but a sum. */
export const amountKind = (status: (typeof orderLifecycle.states)[number]): 'due' | 'paid' | 'sum' =>
  status === 'unpaid' ? 'due' : status === 'cancelled' || status === 'free' ? 'sum' : 'paid'

/** Classes that a learner can order at once. */
export const mostItems = 50

/** Way in which an order is settled: through a payment channel, beside all of them, or without money. */
export type OrderChannel = PaymentChannelName | 'offline' | 'none'

export const orderChannelNames: Readonly<Record<OrderChannel, Bilingual>> = {
  wechat: { zh: '微信支付', en: 'WeChat Pay' },
  alipay: { zh: '支付宝', en: 'Alipay' },
  offline: { zh: '线下付款', en: 'Paid offline' },
  none: { zh: '无需付款', en: 'No payment' },
}
export const orderChannels = Object.keys(orderChannelNames) as OrderChannel[]

/** Minutes before the end of its time in which an unpaid order is about to expire. */
export const expiringMinutes = 10

/** Price of an item that replaces the one it had, in fen. */
export interface NewPrice {
  itemId: string
  payable: number
}

/** An item as it was sold: its price, what the unit's terms took off, and what the office did, in fen. */
interface PricedItem {
  id: string
  price: number
  discount: number
  payable: number
}

/**
 * Returns the effect of new prices on an order's items, in fen, or why they cannot be set: nobody pays more
 * than they agreed to, and what costs nothing at all is waived.
 */
export function adjustmentsOf(
  items: readonly PricedItem[],
  wanted: readonly NewPrice[],
): { lines: { itemId: string; amount: number }[]; total: number } | 'unknown' | 'above' | 'same' | 'nothing' {
  const prices = new Map(wanted.map(({ itemId, payable }) => [itemId, payable]))
  if (prices.size < wanted.length || wanted.some(({ itemId }) => !items.some(({ id }) => id === itemId))) {
    return 'unknown'
  }
  const priceOf = ({ id, payable }: PricedItem) => prices.get(id) ?? payable
  if (items.some((item) => priceOf(item) > item.price - item.discount)) return 'above'
  const lines = items
    .map((item) => ({ itemId: item.id, amount: priceOf(item) - item.payable }))
    .filter(({ amount }) => amount !== 0)
  if (lines.length === 0) return 'same'
  const total = items.reduce((sum, item) => sum + priceOf(item), 0)
  return total === 0 ? 'nothing' : { lines, total }
}

/** The sum of what is to be paid, in fen. */
export function amountOf(items: readonly { price: number; discount?: number }[]): number {
  return items.reduce((sum, item) => sum + item.price - (item.discount ?? 0), 0)
}

/** An order number a person can read out and nobody can guess: the day, then ten random letters. */
export function orderNoOf(day: string, random: Uint8Array): string {
  return day.replaceAll('-', '') + readableCode(random.slice(0, 10))
}

/** A payment reference of six characters, the first a letter, that a person copies into the memo of a transfer. */
export const referenceOf = (random: Uint8Array): string =>
  Array.from(random.slice(0, 6), (byte, at) => {
    const some = at === 0 ? readableLetters.slice(8) : readableLetters
    return some[byte % some.length]
  }).join('')

/** True if what was ordered is open: nothing is while a refund of all that it costs is under way. */
export const isOpen = ({
  status,
  items,
}: {
  status: (typeof orderLifecycle.states)[number]
  items: readonly Record<'payable' | 'refunded' | 'refunding', number>[]
}): boolean =>
  status === 'free' ||
  ((status === 'paid' || status === 'part_refunded') &&
    items.some((item) => item.payable === 0 || leftOf(item) > 0))

/** Fen of an item that have neither gone back nor are on their way. */
export const leftOf = ({
  payable,
  refunded,
  refunding,
}: Record<'payable' | 'refunded' | 'refunding', number>) => payable - refunded - refunding
