import { lifecycle } from '../../contract/lifecycle.ts'

/** What may follow what; a late success on anything but `unpaid` leaves the order as it is. */
export const orderLifecycle = lifecycle({
  unpaid: { pay: 'paid', cancel: 'cancelled', free: 'free', expire: 'cancelled' },
  paid: { refundSome: 'part_refunded', refundAll: 'refunded' },
  part_refunded: { refundSome: 'part_refunded', refundAll: 'refunded' },
  cancelled: {},
  free: {},
  refunded: {},
})

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
