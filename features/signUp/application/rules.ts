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

/** Refusals to end an application, with what can be done instead. */
export const endingWords = {
  inOrder: {
    code: 409,
    zh: '费用在待付款的订单 {orderNo} 里，请先取消订单',
    en: 'Its fee is in the unpaid order {orderNo}; cancel that order first',
  },
  isPaid: {
    code: 409,
    zh: '已缴费的报名不能直接取消，请申请退款',
    en: 'An application whose fee is paid cannot be withdrawn; apply for a refund',
  },
  paidByApplicant: {
    code: 409,
    zh: '报名费由本人缴纳，不能代为取消报名：请由本人申请退款，或联系主办方办理；退款后报名随之取消',
    en: 'The applicant paid the fee, so nobody else can withdraw the application: they apply for a refund, or the organiser refunds it; that ends the application',
  },
  paidByUnit: {
    code: 409,
    zh: '报名费由单位缴纳，不能直接取消报名：退款由主办方办理，请联系主办方；退款后报名随之取消',
    en: 'A unit paid the fee, so the application cannot be withdrawn: contact the organiser, who refunds it; that ends the application',
  },
  seated: {
    code: 409,
    zh: '已安排座位，不能取消报名；请联系主办方',
    en: 'A seat is assigned, so the application cannot be withdrawn; contact the organiser',
  },
  sat: {
    code: 409,
    zh: '考试已经开始或已有成绩，不能取消报名；缺考请记为缺考，成绩有误请在成绩列表提出更正',
    en: 'The exam has begun or there is a score, so the application cannot be withdrawn; record an absence as such, and propose a correction of a wrong score in the list of scores',
  },
} as const
