import { lifecycle } from '../../contract/lifecycle.ts'
import type { EnrolmentSource, EnrolmentStatus } from './contract.ts'

/** One learner in one class: what may follow what. */
export const enrolmentLifecycle = lifecycle({
  applied: {
    approve: 'active',
    reject: 'rejected',
    withdraw: 'withdrawn',
    remove: 'removed',
    expire: 'rejected',
  },
  active: {
    pass: 'passed',
    exhaust: 'failed',
    expire: 'expired',
    extend: 'active',
    refund: 'refunded',
    remove: 'removed',
    transfer: 'transferred',
  },
  failed: {
    makeUp: 'active',
    reopen: 'active',
    extend: 'failed',
    pass: 'passed',
    refund: 'refunded',
    remove: 'removed',
  },
  expired: { extend: 'active', refund: 'refunded', remove: 'removed' },
  passed: { refund: 'refunded', unpass: 'active' },
  refunded: { remove: 'removed' },
  rejected: {},
  withdrawn: {},
  removed: {},
  transferred: {},
})

/** States that hold a seat and of which a learner has at most one a class. */
export const liveStatuses: readonly EnrolmentStatus[] = ['applied', 'active', 'passed', 'failed', 'expired']

/** States in which study is written down. */
export const studyStatuses: readonly EnrolmentStatus[] = ['active', 'passed']

/** States a learner's own lists are made of. */
export const myStates: Record<'studying' | 'passed' | 'expired', readonly EnrolmentStatus[]> = {
  studying: ['applied', 'active', 'failed'],
  passed: ['passed'],
  expired: ['expired'],
}

/**
 * Whether the class was already open to the learner when the money was asked for: a paid place is kept
 * even when the class has left the shelf since.
 */
export function isPromised(source: EnrolmentSource): boolean {
  return source === 'order' || source === 'batch'
}

/** Whether every requirement is met: all study done and the exam, where there is one, passed. */
export function isComplete(enrolment: {
  studyDone: boolean
  examRequired: boolean
  examPassed: boolean
}): boolean {
  return enrolment.studyDone && (!enrolment.examRequired || enrolment.examPassed)
}

/** Whether the rules alone pass it: complete, and nothing holds it. */
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

/** Where an enrolment is studied. */
export const studyPath = (enrolmentId: string) => `/student/study-page?enrolmentId=${enrolmentId}`
