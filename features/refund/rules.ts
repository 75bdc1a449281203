import { lifecycle } from '../../contract/lifecycle.ts'

/** What may follow what for money that goes back. */
export const refundLifecycle = lifecycle({
  states: {
    applied: [
      '待处理',
      'Awaiting review',
      { cancel: 'cancelled', reject: 'rejected', do: 'processing', doOffline: 'succeeded' },
    ],
    processing: ['退款中', 'Processing', { succeed: 'succeeded', fail: 'failed' }],
    failed: ['退款失败', 'Failed', { retry: 'processing', succeed: 'succeeded', doOffline: 'succeeded' }],
    succeeded: ['已退款', 'Refunded'],
    rejected: ['已拒绝', 'Rejected'],
    cancelled: ['已撤销', 'Cancelled'],
  },
  events: {
    cancel: ['撤销', 'cancel'],
    reject: ['拒绝', 'reject'],
    do: ['退款', 'refund'],
    doOffline: ['登记线下退款', 'record an offline refund'],
    succeed: ['确认到账', 'confirm'],
    fail: ['退款失败', 'fail'],
    retry: ['重试', 'retry'],
  },
})

/** The number of a payment's n-th refund, from 1. */
export const refundNoOf = (outTradeNo: string, n: number) => `${outTradeNo}-R${n}`

/**
 * The number of the n-th request to the channel for one refund, from 1: after no answer the same is sent again; the
 * channel takes no number twice once it has closed it. At most 64 characters, as WeChat Pay requires.
 */
export const channelNoOf = (refundNo: string, attempt: number) =>
  attempt === 1 ? refundNo : `${refundNo}-${attempt}`
