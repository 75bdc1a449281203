import { words } from '../../../web/words.ts'

/** Words for an order whose transfer is being checked. */
export const useTransferWords = words(
  'transfer-pending',
  {
    transferPending: '已收到您的转账 ¥{amount}，正在核对',
    transferPendingHint: '不必再付。核对后班级自动开通，并发消息告诉您。',
  },
  {
    transferPending: 'We received your transfer of ¥{amount} and are checking it',
    transferPendingHint:
      'Do not pay again. The classes open by themselves once it is checked, and we send you a message.',
  },
)
