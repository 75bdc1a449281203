import { yuan } from '../../contract/money.ts'
import type { EnrolmentStatus } from '../enrolment/contract.ts'

/** Path of the page of all transfers. */
export const recordsPath = '/train-manage/study-report/transfer-record'

/** Hours for which an untouched transfer can be undone. */
export const undoHours = 24

/** A price difference with its sign: more or less than before. */
export const difference = (fen: number): string => (fen > 0 ? `+${yuan(fen)}` : yuan(fen))

/** Seconds as hours, minutes and seconds, in either language. */
export function clockTime(seconds: number): string {
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** Progress in whole percent, of basis points. */
export const percent = (points: number): number => Math.floor(points / 100)

/** One learner in one class, and the class the learner is to move into. */
interface TransferFacts {
  status: EnrolmentStatus
  isSuspended: boolean
  /** A refund of the place is asked for or on its way. */
  isRefunding: boolean
  isSameClass: boolean
  year: number
  targetYear: number
  /** The target or another version of it has the learner already, beside the place that moves. */
  isJoined: boolean
  /** An unpaid order of the learner holds a place of the target. */
  orderWaits: boolean
  isAttemptOpen: boolean
  isPublished: boolean
  isStudyOver: boolean
  /** Places of the target that nobody has; null without a limit. */
  placesLeft: number | null
}

/** Obstacles to a transfer, by the keys of their refusals. */
type TransferBlock =
  | 'sameClass'
  | 'alreadyJoined'
  | 'orderWaits'
  | 'otherYear'
  | 'notPublished'
  | 'studyOver'
  | 'full'
  | 'passed'
  | 'suspended'
  | 'refunding'
  | 'attemptOpen'
  | 'expired'
  | 'failed'
  | 'applying'
  | 'left'

/** Obstacle that each status but an open one is. */
const byStatus: Readonly<Record<Exclude<EnrolmentStatus, 'active'>, TransferBlock>> = {
  applied: 'applying',
  approved: 'applying',
  passed: 'passed',
  failed: 'failed',
  expired: 'expired',
  rejected: 'left',
  withdrawn: 'left',
  refunded: 'left',
  removed: 'left',
  transferred: 'left',
}

/**
 * The first obstacle to a transfer, or null: what is asked of the learner's place, then of the two classes
 * together, then of the target. Preview, list and file decide by this rule alone.
 */
export function blockOf(facts: TransferFacts): TransferBlock | null {
  if (facts.isRefunding) return 'refunding'
  if (facts.isSuspended) return 'suspended'
  if (facts.status !== 'active') return byStatus[facts.status]
  if (facts.isSameClass) return 'sameClass'
  if (facts.isJoined) return 'alreadyJoined'
  if (facts.orderWaits) return 'orderWaits'
  if (facts.isAttemptOpen) return 'attemptOpen'
  if (facts.year !== facts.targetYear) return 'otherYear'
  if (!facts.isPublished) return 'notPublished'
  if (facts.isStudyOver) return 'studyOver'
  return facts.placesLeft !== null && facts.placesLeft <= 0 ? 'full' : null
}
