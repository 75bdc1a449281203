import { approvalLifecycle, type ApprovalStatus, type ApprovalStep, waitsFor } from '../approval/rules.ts'
import type { EnrolmentStatus } from '../enrolment/contract.ts'

export const correctionKinds = ['identity', 'unit', 'hours', 'score', 'pass'] as const
export type CorrectionKind = (typeof correctionKinds)[number]

/** The lifecycle of a correction is that of its approval. An applied correction can be undone for a day. */
export const correctionLifecycle = approvalLifecycle
export const correctionStatuses = correctionLifecycle.states
export type CorrectionStatus = ApprovalStatus

/**
 * True if somebody else than the proposer has to approve it: certificates and money depend on it. A name and number decide
 * whose certificate it is, once there is one.
 */
export function needsSecond(kind: CorrectionKind, isCertified: boolean): boolean {
  return kind === 'hours' || kind === 'score' || kind === 'pass' || (kind === 'identity' && isCertified)
}

/** An action on a correction; the page shows these as buttons, the server checks the same. */
export type CorrectionAction = ApprovalStep

/** Returns the next step: a colleague's approval, or applying it if nobody has to approve it first. */
export const decisionOf = (summary: { status: CorrectionStatus; second: boolean }): 'approve' | 'apply' =>
  waitsFor(summary) === 'second' ? 'approve' : 'apply'

/** Statuses of an enrolment in which its pass can be corrected. */
export const passableStatuses: readonly EnrolmentStatus[] = ['active', 'failed', 'passed']

type Sides = Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>>

/** Returns a correction that leads back from what this one changed. */
export function undone<C extends Sides>(correction: C): C {
  const { before, after } = correction
  const change = typeof after.change === 'number' ? { change: -after.change } : {}
  return { ...correction, before: after, after: { ...after, ...before, ...change } }
}
