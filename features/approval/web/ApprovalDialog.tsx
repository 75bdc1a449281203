import { type ComponentType, useState } from 'react'
import { Link } from 'react-router'
import { useAction, useCall } from '../../../web/client.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { notify } from '../../../web/notice.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { useIsShown } from '../../../web/useIsShown.ts'
import { nextOf, type WorkAction, WorkDialog } from '../../workQueue/web/WorkDialog.tsx'
import { type Approval, approvalCalls } from '../contract.ts'
import { waitsFor } from '../rules.ts'
import './Approval.css'
import { inLocale } from './inLocale.ts'
import { ProposalStaff, ProposalState, useBasis } from './ProposalParts.tsx'
import type { ReasonStep } from './ReasonDialog.tsx'
import { useApprovalWords } from './words.ts'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'

/** By the key of a kind: the part that shows what its approver compares. */
export type Evidence = Readonly<Record<string, ComponentType<{ approval: Approval }>>>

const ReasonDialog = dialogPart(() => import('./ReasonDialog.tsx'))

/** The state of a proposal as its own list shows it. */
export function StateOf({ row }: { row: Approval }) {
  return (
    <ProposalState
      row={row}
      waiting={waitsFor(row)}
      mine={row.steps.includes('approve')}
      canUndo={row.steps.includes('undo')}
    />
  )
}

/** Asks why a proposal is rejected or undone. */
export function ApprovalReason({
  asking,
  onDone,
  onClose,
}: {
  asking: { step: ReasonStep; row: Approval } | null
  onDone?: () => void
  onClose: () => void
}) {
  const say = useApprovalWords()
  if (!asking) return null
  const { step, row } = asking
  return (
    <ReasonDialog
      step={step}
      id={row.id}
      calls={approvalCalls}
      title={say(step === 'undo' ? 'undoTitle' : 'rejectTitle')}
      undoHint={say('whyUndo')}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{inLocale(row.summary)}</p>
    </ReasonDialog>
  )
}

/**
 * A proposal that requires a second person, with the facts for the decision: what, why, whom it concerns, who
 * proposed it, and what follows. After a decision the next pending one is opened.
 */
export function ApprovalDialog({
  id,
  waiting,
  evidence,
  onGo,
}: {
  id: string
  /** Content that a kind shows for comparison before the decision. */
  evidence: Evidence
  /** Proposals of the list that wait for the reader, in its order. */
  waiting: readonly string[]
  /** Opens another one; null closes. */
  onGo: (id: string | null) => void
}) {
  const say = useApprovalWords()
  const query = useCall(approvalCalls.findPageList, { id, page: 1, limit: 1 }, { staleTime: 0 })
  const row = query.data?.list[0]
  const steps = row?.steps ?? []
  const [asking, setAsking] = useState<ReasonStep | null>(null)
  const isShown = useIsShown()
  const goOn = () => isShown() && onGo(nextOf(waiting, id) === id ? null : nextOf(waiting, id))
  const approve = useAction(approvalCalls.approve)
  const actions: WorkAction[] = [
    ...(steps.includes('approve')
      ? [
          {
            key: 'approve',
            kind: 'main' as const,
            shortcut: 'A' as const,
            busy: approve.isPending,
            label: say('approve'),
            onClick: () =>
              approve.mutate({
                id,
                onDone({ leftOut: { length: count } }) {
                  if (count > 0) notify('prompt', say('doneBut', { count }))
                  else notify('success', say('done', { what: say('approve') }))
                  goOn()
                },
              }),
          },
        ]
      : []),
    ...(['reject', 'undo'] as const)
      .filter((step) => steps.includes(step))
      .map((step) => ({
        key: step,
        label: say(step),
        kind: 'danger' as const,
        onClick: () => setAsking(step),
        ...(step === 'reject' ? { shortcut: 'R' as const } : {}),
      })),
  ]
  return (
    <>
      <WorkDialog
        code="approval.approve"
        id={id}
        waits={steps.includes('approve')}
        title={row ? say('openedOf', { what: say(row.kind as 'waiver') }) : say('toApprove')}
        ids={waiting}
        actions={actions}
        isAsking={asking !== null}
        onGo={onGo}
        onClose={() => onGo(null)}
      >
        <Loaded query={query} skeleton={<Skeleton lines={6} />}>
          {({ list: [found] }) => (found ? <Facts row={found} evidence={evidence} /> : say('gone'))}
        </Loaded>
      </WorkDialog>
      <ApprovalReason
        asking={asking && row ? { step: asking, row } : null}
        // What was undone was nobody's work: it stays in sight.
        onDone={() => asking !== 'undo' && goOn()}
        onClose={() => setAsking(null)}
      />
    </>
  )
}

function Facts({ row, evidence }: { row: Approval; evidence: Evidence }) {
  const say = useApprovalWords()
  const basisOf = useBasis()
  const Compared = evidence[row.kind]
  const follows = `${row.kind}Follow`
  return (
    <dl className="work-facts k-facts">
      <dt>{say('what')}</dt>
      <dd>{inLocale(row.summary)}</dd>
      {Compared && (
        <>
          <dt className="k-full">{say('evidence')}</dt>
          <dd className="k-full">
            <Compared approval={row} />
          </dd>
        </>
      )}
      <dt>{say('status')}</dt>
      <dd>
        <StateOf row={row} />
      </dd>
      <dt>{say('reason')}</dt>
      <dd>{basisOf(row)}</dd>
      <dt>{say('people')}</dt>
      <dd>
        <People row={row} />
      </dd>
      <dt>{say('handledBy')}</dt>
      <dd>
        <ProposalStaff row={row} second={row.second} />
      </dd>
      {row.status === 'proposed' && (
        <>
          <dt>{say('follows')}</dt>
          <dd>
            {say(follows as 'waiverFollow')}
            <div className="approval-line">{say('checkedAgain')}</div>
          </dd>
        </>
      )}
    </dl>
  )
}

const studyReport = '/train-manage/study-report'

/** People concerned by a proposal, with those it left out. */
export function People({ row: { id, kind, names, count, leftOut } }: { row: Approval }) {
  const say = useApprovalWords()
  const mayList = useMay(studyReport)
  const form = count > names.length ? 'some' : count > 1 ? 'all' : 'one'
  return (
    <div className="approval-text">
      {say(form, { names: names.join(say('comma')), count })}
      {kind === 'passes' && mayList && (
        <div>
          <Link to={`${studyReport}?approvalId=${id}`}>{say('listAll')}</Link>
        </div>
      )}
      {leftOut.length > 0 && (
        <details className="approval-line">
          <summary>{say('leftOut', { count: leftOut.length })}</summary>
          {leftOut.map((one) => (
            <div key={one.name}>{say('leftOutLine', { name: one.name, why: inLocale(one) })}</div>
          ))}
        </details>
      )}
    </div>
  )
}
