import { lifecycle } from '../../contract/lifecycle.ts'
import type { EnrolmentSource, EnrolmentStatus } from './contract.ts'

/** One learner in one class: what may follow what. */
export const enrolmentLifecycle = lifecycle({
  applied: { approve: 'active', reject: 'rejected', withdraw: 'withdrawn', remove: 'removed' },
  active: {
    pass: 'passed',
    exhaust: 'failed',
    expire: 'expired',
    refund: 'refunded',
    remove: 'removed',
    transfer: 'transferred',
  },
  failed: { makeUp: 'active', pass: 'passed', refund: 'refunded', remove: 'removed' },
  expired: { extend: 'active', refund: 'refunded', remove: 'removed' },
  passed: { refund: 'refunded' },
  refunded: { remove: 'removed' },
  rejected: {},
  withdrawn: {},
  removed: {},
  transferred: {},
})

/** States that hold a seat and of which a learner has at most one a class. */
export const liveStatuses: readonly EnrolmentStatus[] = ['applied', 'active', 'passed', 'failed', 'expired']

/** States in which study and exam results are written down. */
export const studyStatuses: readonly EnrolmentStatus[] = ['active', 'passed']

/**
 * Whether the class was already open to the learner when the money was asked for: a paid place is kept
 * even when the class has left the shelf since.
 */
export function isPromised(source: EnrolmentSource): boolean {
  return source === 'order' || source === 'batch'
}

/** Whether every requirement is met: all study done and the exam, where there is one, passed. */
export function isComplete(enrolment: {
  studyDoneAt: string | null
  examRequired: boolean
  examPassed: boolean
}): boolean {
  return enrolment.studyDoneAt !== null && (!enrolment.examRequired || enrolment.examPassed)
}
