import { lifecycle } from '../../contract/lifecycle.ts'

export const correctionKinds = ['identity', 'unit', 'hours', 'score', 'pass'] as const
export type CorrectionKind = (typeof correctionKinds)[number]

/** A correction: what may follow what. What was applied can be undone for a day. */
export const correctionLifecycle = lifecycle({
  proposed: { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' },
  approved: { apply: 'applied', withdraw: 'withdrawn' },
  applied: { undo: 'undone' },
  undone: {},
  rejected: {},
  withdrawn: {},
})
export const correctionStatuses = correctionLifecycle.states
export type CorrectionStatus = (typeof correctionStatuses)[number]

/** How long what was applied can be undone. */
export const undoHours = 24

/** Whether somebody else than the proposer has to approve it: what certificates and money stand on. */
export function needsSecond(kind: CorrectionKind): boolean {
  return kind === 'hours' || kind === 'score' || kind === 'pass'
}

/** What somebody may do to a correction at a moment; the page shows these as buttons, the server asks the same. */
export type CorrectionDeed = 'approve' | 'reject' | 'withdraw' | 'apply' | 'undo'

interface Standing {
  kind: CorrectionKind
  status: CorrectionStatus
  /** The caller proposed it. */
  own: boolean
  /** It was applied less than `undoHours` ago. */
  undoable: boolean
}

/** The deeds open to a caller who may propose, approve, or both. */
export function deedsOf(
  { kind, status, own, undoable }: Standing,
  may: { propose: boolean; approve: boolean },
): CorrectionDeed[] {
  const can = (event: CorrectionDeed) => correctionLifecycle.can(status, event)
  const decides = needsSecond(kind) ? may.approve && !own : may.approve || (may.propose && own)
  return [
    ...(can('approve') && decides ? (['approve'] as const) : []),
    ...(can('apply') && (may.approve || (may.propose && own)) ? (['apply'] as const) : []),
    ...(can('reject') && may.approve && !own ? (['reject'] as const) : []),
    ...(can('withdraw') && (own || (status === 'approved' && may.approve)) ? (['withdraw'] as const) : []),
    ...(can('undo') && undoable && (needsSecond(kind) ? may.approve : may.approve || own)
      ? (['undo'] as const)
      : []),
  ]
}

/** Who a correction waits for. */
export type WaitsFor = 'second' | 'anyone' | 'applying' | null

export function waitsFor({ kind, status }: Pick<Standing, 'kind' | 'status'>): WaitsFor {
  if (status === 'approved') return 'applying'
  if (status !== 'proposed') return null
  return needsSecond(kind) ? 'second' : 'anyone'
}
