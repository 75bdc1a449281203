import { lifecycle } from '../../contract/lifecycle.ts'

/** A proposal that is approved before it takes effect: what may follow what. */
export const approvalLifecycle = lifecycle({
  states: {
    proposed: ['待处理', 'Pending', { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' }],
    approved: ['已批准，待执行', 'Approved, not yet applied', { apply: 'applied', withdraw: 'withdrawn' }],
    applied: ['已执行', 'Applied', { undo: 'undone' }],
    undone: ['已撤销', 'Undone'],
    rejected: ['已驳回', 'Rejected'],
    withdrawn: ['已撤回', 'Withdrawn'],
  },
  events: {
    approve: ['批准', 'approve'],
    reject: ['驳回', 'reject'],
    withdraw: ['撤回', 'withdraw'],
    apply: ['执行', 'apply'],
    undo: ['撤销', 'undo'],
  },
})
export const approvalStatuses = approvalLifecycle.states
export type ApprovalStatus = (typeof approvalStatuses)[number]

/** The largest number of people one person may act on; above it a second person approves. */
export const secondAbove = 10

/** True if so many people are more than one person may act on alone. */
export const isForTwo = (people: number): boolean => people > secondAbove

/** Places at a price: whether its first day in public is over, and whether anybody has taken one. */
export interface PlacesAtPrice {
  isFirstDay: boolean
  isTaken: boolean
}

/**
 * True if another price takes two people: on the first day in public any other once somebody has taken a place, as until
 * then it is still being written, and from then on a lower one. So nobody alone sells at a price of a moment.
 */
export const isPriceForTwo = (
  { isFirstDay, isTaken }: PlacesAtPrice,
  { before, after }: { before: number; after: number },
): boolean => after !== before && (isFirstDay ? isTaken : after < before)

/** Days for which a rejection is news to its proposer. */
export const newsDays = 30

/** Hours within which an applied proposal can be undone, if its kind allows it. */
export const undoHours = 24

/** Actions on a proposal; the page shows these as buttons, the server checks the same. */
export const approvalSteps = ['approve', 'reject', 'withdraw', 'apply', 'undo'] as const
export type ApprovalStep = (typeof approvalSteps)[number]

interface ApprovalSummary {
  status: ApprovalStatus
  /** Another than the proposer has to approve it. */
  second: boolean
  /** The caller proposed it. */
  own: boolean
  /** Its proposer counts as the caller where something takes two. */
  alike: boolean
  /** It is approved by nobody but its proposer, in whichever account. */
  approvedAlone: boolean
  /** It was applied less than `undoHours` ago and its kind can be undone. */
  undoable: boolean
}

/**
 * The steps open to a caller who may propose, approve, or both. Nobody approves or undoes their own where two are needed,
 * nor applies it on their own approval.
 */
export function stepsOf(
  { status, second, own, alike, approvedAlone, undoable }: ApprovalSummary,
  may: { propose: boolean; approve: boolean },
): ApprovalStep[] {
  const asProposer = may.approve || (may.propose && own)
  const asSecond = may.approve && !alike
  const open: Record<ApprovalStep, boolean> = {
    approve: second ? asSecond : asProposer,
    apply: second && approvedAlone ? asSecond : asProposer,
    reject: asSecond,
    withdraw: own || (status === 'approved' && may.approve),
    undo: undoable && (second ? asSecond : may.approve || own),
  }
  return (['approve', 'apply', 'reject', 'withdraw', 'undo'] as const).filter(
    (step) => open[step] && approvalLifecycle.can(status, step),
  )
}

/** The next person to act on a proposal. */
export type WaitsFor = 'second' | 'anyone' | 'applying' | null

export function waitsFor({ status, second }: Pick<ApprovalSummary, 'status' | 'second'>): WaitsFor {
  if (status === 'approved') return 'applying'
  if (status !== 'proposed') return null
  return second ? 'second' : 'anyone'
}

/** Returns who proposed, decided, applied and undid a proposal, each person once. */
export function staffOf({
  proposed,
  decided,
  applied,
  undone,
}: Readonly<Record<'proposed' | 'decided' | 'applied' | 'undone', { name: string } | null>>): string {
  const names = [proposed, decided, applied, undone].flatMap((one) => one?.name ?? [])
  return [...new Set(names)].join('; ')
}
