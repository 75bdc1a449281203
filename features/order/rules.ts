import { lifecycle } from '../../contract/lifecycle.ts'
import type { PaymentChannelName } from '../../contract/payment.ts'
import type { Bilingual } from '../../contract/refusal.ts'

/** What may follow what; a late success on anything but `unpaid` leaves the order as it is. */
export const orderLifecycle = lifecycle({
  states: {
    unpaid: ['待付款', 'Unpaid', { pay: 'paid', cancel: 'cancelled', free: 'free', expire: 'cancelled' }],
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
    expire: ['超时取消', 'expire'],
    refundSome: ['退回部分款项', 'refund in part'],
    refundAll: ['全额退款', 'refund in full'],
  },
})

/** How an order is settled: through a payment channel, beside all of them, or without money. */
export type OrderChannel = PaymentChannelName | 'offline' | 'none'

export const orderChannelNames: Readonly<Record<OrderChannel, Bilingual>> = {
  wechat: { zh: '微信支付', en: 'WeChat Pay' },
  alipay: { zh: '支付宝', en: 'Alipay' },
  offline: { zh: '线下付款', en: 'Paid offline' },
  none: { zh: '无需付款', en: 'No payment' },
}
export const orderChannels = Object.keys(orderChannelNames) as OrderChannel[]

/** The sum of what is to be paid, in fen. */
export function amountOf(items: readonly { price: number; discount?: number }[]): number {
  return items.reduce((sum, item) => sum + item.price - (item.discount ?? 0), 0)
}

const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const letter = (byte: number) => letters[byte % letters.length]

/** An order number a person can read out and nobody can guess: the day, then ten random letters. */
export function orderNoOf(day: string, random: Uint8Array): string {
  return day.replaceAll('-', '') + Array.from(random.slice(0, 10), letter).join('')
}
