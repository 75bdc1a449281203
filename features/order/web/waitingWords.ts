import { words } from '../../../web/words.ts'

/** Words that lead to an order that waits for money. */
export const useWaitingWords = words(
  'waiting-order',
  { pay: '去付款', viewOrder: '查看订单' },
  { pay: 'Pay', viewOrder: 'View order' },
)
