import {
  approvalLifecycle,
  type ApprovalStatus,
  type ApprovalStep,
  type ApprovalSummary as ApprovalStanding,
  stepsOf,
  type WaitsFor,
  waitsFor as approvalWaitsFor,
} from '../approval/rules.ts'

export const correctionKinds = ['identity', 'unit', 'hours', 'score', 'pass'] as const
export type CorrectionKind = (typeof correctionKinds)[number]

/** The lifecycle of a correction is that of its approval. An applied correction can be undone for a day. */
export const correctionLifecycle = approvalLifecycle
export const correctionStatuses = correctionLifecycle.states
export type CorrectionStatus = ApprovalStatus

/** True if somebody else than the proposer has to approve it: certificates and money depend on it. */
export function needsSecond(kind: CorrectionKind): boolean {
  return kind === 'hours' || kind === 'score' || kind === 'pass'
}

/** An action on a correction; the page shows these as buttons, the server checks the same. */
export type CorrectionAction = ApprovalStep

type CorrectionSummary = Omit<ApprovalStanding, 'second'> & { kind: CorrectionKind }

/** The actions open to a caller who may propose, approve, or both. */
export function actionsOf(
  summary: CorrectionSummary,
  may: { propose: boolean; approve: boolean },
): CorrectionAction[] {
  return stepsOf({ ...summary, second: needsSecond(summary.kind) }, may)
}

/** Returns the next person to act on a correction. */
export function waitsFor({ kind, status }: Pick<CorrectionSummary, 'kind' | 'status'>): WaitsFor {
  return approvalWaitsFor({ status, second: needsSecond(kind) })
}

/** Returns the next step: a colleague's approval, or applying it if nobody has to approve it first. */
export function decisionOf(summary: Pick<CorrectionSummary, 'kind' | 'status'>): 'approve' | 'apply' {
  return waitsFor(summary) === 'second' ? 'approve' : 'apply'
}

type Sides = Readonly<Record<'before' | 'after', Readonly<Record<string, unknown>>>>

/** Returns a correction that leads back from what this one changed. */
export function undone<C extends Sides>(correction: C): C {
  const { before, after } = correction
  const change = typeof after.change === 'number' ? { change: -after.change } : {}
  return { ...correction, before: after, after: { ...after, ...before, ...change } }
}
