import { lifecycle } from '../../contract/lifecycle.ts'
import type { EnrolmentSource, EnrolmentStatus } from './contract.ts'

/** One learner in one class: what may follow what. */
export const enrolmentLifecycle = lifecycle({
  states: {
    applied: [
      '待审核',
      'Awaiting review',
      {
        approve: 'approved',
        reject: 'rejected',
        withdraw: 'withdrawn',
        remove: 'removed',
        expire: 'rejected',
      },
    ],
    // Where there is something to pay, an approval holds a place for a time and opens nothing until it is paid.
    approved: [
      '已通过，待付款',
      'Approved, payment due',
      { admit: 'active', withdraw: 'withdrawn', remove: 'removed', expire: 'withdrawn' },
    ],
    active: [
      '在学',
      'Studying',
      {
        pass: 'passed',
        exhaust: 'failed',
        expire: 'expired',
        extend: 'active',
        refund: 'refunded',
        remove: 'removed',
        transfer: 'transferred',
      },
    ],
    failed: [
      '考试未通过',
      'Exam not passed',
      {
        makeUp: 'active',
        reopen: 'active',
        extend: 'failed',
        pass: 'passed',
        refund: 'refunded',
        remove: 'removed',
      },
    ],
    expired: [
      '已到期',
      'Expired',
      { extend: 'active', reopen: 'active', refund: 'refunded', remove: 'removed' },
    ],
    passed: ['已合格', 'Passed', { refund: 'refunded', unpass: 'active' }],
    refunded: ['已退款', 'Refunded', { remove: 'removed' }],
    rejected: ['未通过审核', 'Not approved'],
    withdrawn: ['已撤回', 'Withdrawn'],
    removed: ['已移除', 'Removed'],
    // For a day an untouched transfer can be undone.
    transferred: ['已转班', 'Transferred', { restore: 'active' }],
  },
  events: {
    approve: ['通过', 'approve'],
    reject: ['不通过', 'reject'],
    withdraw: ['撤回', 'withdraw'],
    admit: ['开通', 'admit'],
    pass: ['判为合格', 'pass'],
    unpass: ['撤销合格', 'revoke the pass'],
    exhaust: ['用完考试次数', 'use up the attempts'],
    makeUp: ['批准补考', 'grant a make-up exam'],
    reopen: ['重新开通', 'reopen'],
    expire: ['到期', 'expire'],
    extend: ['延期', 'extend'],
    refund: ['退款', 'refund'],
    remove: ['移除', 'remove'],
    transfer: ['转班', 'transfer'],
    restore: ['撤销转班', 'undo the transfer'],
  },
})

/** States that hold a seat and of which a learner has at most one a class. */
export const liveStatuses: readonly EnrolmentStatus[] = [
  'applied',
  'approved',
  'active',
  'passed',
  'failed',
  'expired',
]

/** The states in which study was opened and not given up: results count, also after the end. */
export const admittedStatuses: readonly EnrolmentStatus[] = ['active', 'passed', 'failed', 'expired']

/** Returns how an enrolment is counted in its class: a place held until it is paid, a place sold, or none. */
export function seatOf(status: EnrolmentStatus): 'held' | 'sold' | null {
  if (status === 'approved') return 'held'
  return liveStatuses.includes(status) ? 'sold' : null
}

/** States in which study is written down: after a failed exam it continues until a make-up is granted. */
export const studyStatuses: readonly EnrolmentStatus[] = ['active', 'passed', 'failed']

/** States a learner's own lists are made of. */
export const myStates: Record<'applying' | 'studying' | 'passed' | 'expired', readonly EnrolmentStatus[]> = {
  applying: ['applied', 'approved', 'rejected'],
  studying: ['active', 'failed'],
  passed: ['passed'],
  expired: ['expired'],
}

/**
 * True if the class was already open to the learner when payment was requested: a paid place is kept even
 * when the class was unpublished since.
 */
export function isPromised(source: EnrolmentSource): boolean {
  return source === 'order' || source === 'batch'
}

/** The requirements of a class and how far they are met; hours in tenths. */
export interface PassFacts {
  /** Every video of the required courses is watched. */
  studyDone: boolean
  /** Hours of finished electives, and how many of them are required. */
  electiveTenths: number
  electiveMinTenths: number
  examRequired: boolean
  examPassed: boolean
}

/** Requirements that a pass may still lack. */
const passParts = ['required', 'electives', 'exam'] as const
type PassPart = (typeof passParts)[number]

/** Returns the unmet requirements: required videos, hours of electives, the exam; none if all are met. */
export function missingParts(facts: PassFacts): PassPart[] {
  return [
    ...(facts.studyDone ? [] : (['required'] as const)),
    ...(facts.electiveTenths >= facts.electiveMinTenths ? [] : (['electives'] as const)),
    ...(!facts.examRequired || facts.examPassed ? [] : (['exam'] as const)),
  ]
}

/** True if every requirement is met: required videos, hours of electives, and the exam, if there is one. */
export function isComplete(facts: PassFacts): boolean {
  return missingParts(facts).length === 0
}

/** True if it passes by rule: complete, and not held. */
export function passesByRule(
  enrolment: Parameters<typeof isComplete>[0] & {
    suspended: boolean
    barred: boolean
  },
): boolean {
  return isComplete(enrolment) && !enrolment.suspended && !enrolment.barred
}

/** Money came in for it and has not gone back: such an enrolment is refunded, never simply removed. */
export function isPaid(enrolment: { source: EnrolmentSource; status: EnrolmentStatus }): boolean {
  return isPromised(enrolment.source) && enrolment.status !== 'refunded'
}

/** Path of the page on which an enrolment is studied. */
export const studyPath = (enrolmentId: string) => `/student/study-page?enrolmentId=${enrolmentId}`

/** Days before the end of an open enrolment at which its learner is reminded, the most first. */
export const reminderDays = [30, 7, 1] as const

/** Hours of a day in Shanghai between which reminders go out. */
export const reminderHours = { from: 9, to: 21 } as const
