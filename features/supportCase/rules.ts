import { lifecycle } from '../../contract/lifecycle.ts'
import { type CorrectionStatus } from '../correction/rules.ts'

/**
 * A problem that was written down: perhaps while a correction of it waits, settled one way or the other, and opened
 * again when it was not over.
 */
export const exceptionLifecycle = lifecycle({
  states: {
    open: ['待处理', 'Open', { correct: 'correcting', resolve: 'resolved', dismiss: 'dismissed' }],
    correcting: [
      '更正中',
      'In correction',
      { correct: 'correcting', resolve: 'resolved', dismiss: 'dismissed' },
    ],
    resolved: ['已解决', 'Resolved', { reopen: 'open' }],
    dismissed: ['不予处理', 'Dismissed', { reopen: 'open' }],
  },
  events: {
    correct: ['更正', 'correct'],
    resolve: ['解决', 'resolve'],
    dismiss: ['不予处理', 'dismiss'],
    reopen: ['重新打开', 'reopen'],
  },
})
export const exceptionStatuses = exceptionLifecycle.states
export type ExceptionStatus = (typeof exceptionStatuses)[number]

/** True if somebody still has to see to it. */
export const isUnsettled = (status: ExceptionStatus) => status === 'open' || status === 'correcting'

/** True if it is time to see to it: it is open, or its correction no longer waits for anyone. */
export function isWaiting({
  status,
  correctionStatus,
}: {
  status: ExceptionStatus
  correctionStatus: CorrectionStatus | null
}): boolean {
  return (
    status === 'open' ||
    (status === 'correcting' && correctionStatus !== 'proposed' && correctionStatus !== 'approved')
  )
}

export const exceptionKinds = ['unit', 'identity', 'hours', 'exam', 'order', 'face', 'other'] as const
export type ExceptionKind = (typeof exceptionKinds)[number]

/** Reasons for which somebody's unit is in doubt. */
export const unitIssueKinds = ['none', 'closed', 'differs'] as const

/** The kind of correction that mends a kind of problem; null where none does. */
export function correctionFor(kind: ExceptionKind): 'unit' | 'identity' | 'hours' | 'score' | null {
  if (kind === 'exam') return 'score'
  return kind === 'unit' || kind === 'identity' || kind === 'hours' ? kind : null
}
