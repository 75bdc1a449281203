import { useContext } from 'react'
import { Dense, When } from '../../../web/shell/control/When.tsx'
import { Tag, type TagColor } from '../../../web/shell/control/Tag.tsx'
import { dateTime } from '../../../web/format.ts'
import type { Approval } from '../contract.ts'
import { approvalLifecycle, type ApprovalStatus, type WaitsFor } from '../rules.ts'
import { useReason } from '../../../web/reason.ts'
import { useStateName } from '../../../web/words.ts'
import './Approval.css'
import { useApprovalWords } from './words.ts'

const colours: Record<ApprovalStatus, TagColor> = {
  proposed: 'orange',
  approved: 'gold',
  applied: 'green',
  undone: 'default',
  rejected: 'red',
  withdrawn: 'default',
}
const waits = {
  second: ['waitsSecond', 'waitsYourApproval'],
  anyone: ['waitsAnyone', 'waitsYou'],
  applying: ['waitsAnyone', 'waitsYou'],
} as const
const pending = { second: 'toApprove', anyone: 'toApply' } as const

/** Returns what a proposal rests on: its reason, or the bank's numbers of the money it is about. */
export function useBasis(): (row: Pick<Approval, 'kind' | 'reason'>) => string {
  const say = useApprovalWords()
  const reasonOf = useReason()
  return ({ kind, reason }) => (kind === 'receipt' ? say('serials', { numbers: reason }) : reasonOf(reason))
}

/**
 * The state of a proposal: what is to be done with it and by whom, why it was rejected or undone, and until when it can
 * be undone.
 */
export function ProposalState({
  row,
  waiting,
  mine,
  canUndo,
}: {
  row: Pick<Approval, 'status' | 'decision' | 'undoReason' | 'undoUntil'>
  waiting: WaitsFor
  /** The reader may do what it waits for. */
  mine: boolean
  canUndo: boolean
}) {
  const say = useApprovalWords()
  const stateName = useStateName(approvalLifecycle)
  const reasonOf = useReason()
  // In a row of one line the buttons beside it say that the reader may.
  const isSaid = useContext(Dense) && mine
  return (
    <>
      <Tag color={colours[row.status]}>
        {waiting === 'second' || waiting === 'anyone' ? say(pending[waiting]) : stateName(row.status)}
      </Tag>
      {waiting && !isSaid && <div className="approval-line">{say(waits[waiting][mine ? 1 : 0])}</div>}
      {row.decision && <div className="approval-text approval-line">{reasonOf(row.decision)}</div>}
      {row.undoReason && <div className="approval-text approval-line">{row.undoReason}</div>}
      {canUndo && row.undoUntil && (
        <div className="approval-line">{say('undoUntil', { time: dateTime(row.undoUntil) })}</div>
      )}
    </>
  )
}

/**
 * People who proposed, decided, applied and undid a proposal, with times; where one person may, nobody has
 * approved it. A row of one line has the last of them.
 */
export function ProposalStaff({
  row,
  second,
}: {
  /** True if it requires a second person. */
  second: boolean
  row: Pick<Approval, 'status' | 'proposed' | 'decided' | 'undone'> & { applied?: Approval['applied'] }
}) {
  const say = useApprovalWords()
  const dense = useContext(Dense)
  const steps = [
    ['proposedBy', row.proposed],
    [second || row.status === 'rejected' ? 'decidedBy' : 'decidedAlone', row.decided],
    ['appliedBy', row.applied],
    ['undoneBy', row.undone],
  ] as const
  const hands = steps.flatMap(([word, someone]) =>
    someone
      ? [
          <div key={word} className="approval-line">
            {say(word, { name: someone.name })} · <When at={someone.at} />
          </div>,
        ]
      : [],
  )
  return dense ? hands.at(-1) : hands
}
