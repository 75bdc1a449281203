import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { CrudTable } from '../../../web/shell/CrudTable.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { type RowAction, RowActions } from '../../../web/shell/RowActions.tsx'
import { currentLocale, useStateName } from '../../../web/words.ts'
import { type Approval, approvalCalls, type Bilingual } from '../contract.ts'
import { approvalLifecycle, approvalStatuses, waitsFor } from '../rules.ts'
import './Approval.css'
import { ProposalState, ProposalStaff } from './ProposalParts.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { useApprovalWords } from './words.ts'

const kinds = ['passes', 'examWithdrawal', 'examRelease', 'waiver'] as const
const inLocale = (sentence: Bilingual) => sentence[currentLocale() === 'en' ? 'en' : 'zh']

/** What waits for a second person, or did: whom it concerns, why, and what the reader may do. */
export function ApprovalTable() {
  const say = useApprovalWords()
  const stateName = useStateName(approvalLifecycle)
  const [asking, setAsking] = useState<{ step: 'reject' | 'undo'; row: Approval } | null>(null)
  const approve = useAction(approvalCalls.approve, {
    onDone: ({ leftOut: { length: count } }) =>
      count > 0
        ? notify('prompt', say('doneBut', { count }))
        : notify('success', say('done', { what: say('approve') })),
  })
  const withdraw = useAction(approvalCalls.withdraw, {
    onDone: () => notify('success', say('done', { what: say('withdraw') })),
  })

  const reject = useAction(approvalCalls.reject, { quiet: true })
  const undo = useAction(approvalCalls.undo, { quiet: true })

  function actionsOf(row: Approval): RowAction[] {
    const { id, reason } = row
    return row.steps.flatMap((step): RowAction[] => {
      switch (step) {
        case 'approve':
          return [
            {
              key: step,
              label: say(step),
              confirm: {
                title: say('approveConfirm'),
                text: say('approveText', { summary: inLocale(row.summary), reason }),
              },
              onClick: () => approve.mutate({ id }),
            },
          ]
        case 'withdraw':
          return [
            {
              key: step,
              label: say(step),
              confirm: { title: say('withdrawConfirm'), text: say('withdrawText') },
              onClick: () => withdraw.mutate({ id }),
            },
          ]
        case 'apply':
          return []
        default:
          return [{ key: step, label: say(step), danger: true, onClick: () => setAsking({ step, row }) }]
      }
    })
  }

  return (
    <>
      <CrudTable
        call={approvalCalls.findPageList}
        empty={say('nothingYet')}
        filters={[
          {
            name: 'status',
            label: say('status'),
            kind: 'select',
            options: approvalStatuses.map((value) => ({ value, label: stateName(value) })),
          },
          {
            name: 'kind',
            label: say('type'),
            kind: 'select',
            options: kinds.map((value) => ({ value, label: say(value) })),
          },
          {
            name: 'own',
            label: say('whose'),
            kind: 'select',
            meant: (value) => value === 'yes',
            options: [
              { value: 'yes', label: say('ownOnes') },
              { value: 'no', label: say('othersOnes') },
            ],
          },
        ]}
        columns={[
          {
            key: 'what',
            title: say('what'),
            render: (_, row) => <div className="approval-text">{inLocale(row.summary)}</div>,
          },
          {
            key: 'reason',
            title: say('reason'),
            render: (_, row) => <div className="approval-text">{row.reason}</div>,
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <ProposalState row={row} waiting={waitsFor(row)} canUndo={row.steps.includes('undo')} />
            ),
          },
          { key: 'people', title: say('people'), render: (_, row) => <People row={row} /> },
          { key: 'handledBy', title: say('handledBy'), render: (_, row) => <ProposalStaff row={row} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actionsOf(row)} />,
          },
        ]}
      />
      <ReasonDialog
        step={asking?.step ?? null}
        title={say(asking?.step === 'undo' ? 'undoTitle' : 'rejectTitle')}
        undoHint={say('whyUndo')}
        success={say('done', { what: say(asking?.step ?? 'reject') })}
        onReason={(reason) =>
          (asking!.step === 'undo' ? undo : reject).mutateAsync({ id: asking!.row.id, reason })
        }
        onClose={() => setAsking(null)}
      >
        {asking && <p>{inLocale(asking.row.summary)}</p>}
      </ReasonDialog>
    </>
  )
}

const studyReport = '/train-manage/study-report'

function People({ row: { id, kind, names, count, leftOut } }: { row: Approval }) {
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
