import { lifecycle } from '../../../contract/lifecycle.ts'

/**
 * An application from being sent to a place: approved, it is confirmed at once where there is no fee, and otherwise once
 * the order of its fee is settled. Live ones have a place.
 */
export const applicationLifecycle = lifecycle({
  states: {
    applied: [
      '待审核',
      'Awaiting review',
      { approve: 'approved', admit: 'confirmed', reject: 'rejected', withdraw: 'withdrawn' },
    ],
    approved: [
      '待缴费',
      'Fee due',
      { pay: 'confirmed', reject: 'rejected', withdraw: 'withdrawn', lapse: 'lapsed' },
    ],
    confirmed: ['报名成功', 'Confirmed', { withdraw: 'withdrawn', refund: 'refunded' }],
    rejected: ['未通过', 'Rejected'],
    withdrawn: ['已取消', 'Withdrawn'],
    lapsed: ['已失效', 'Lapsed'],
    refunded: ['已退费', 'Refunded'],
  },
  events: {
    approve: ['通过', 'approve'],
    admit: ['通过', 'approve'],
    reject: ['不通过', 'reject'],
    withdraw: ['取消报名', 'withdraw'],
    pay: ['缴费', 'pay'],
    lapse: ['失效', 'lapse'],
    refund: ['退费', 'refund'],
  },
})

export const liveStatuses = ['applied', 'approved', 'confirmed'] as const

/** Days in which an uploaded file waits to be used by an application before it is deleted. */
export const fileDays = 2

/** Days for which the files of an application are kept once it has ended. */
export const endedFileDays = 30

/** Files that one person may upload a day. */
export const filesPerDay = 100
