import { useState } from 'react'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { type RowAction, RowActions } from '../../../web/shell/control/RowActions.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useStateName } from '../../../web/words.ts'
import { useClaims } from '../../workQueue/web/useClaim.ts'
import { useSeen } from '../../workQueue/web/useWork.ts'
import { ClaimLine } from '../../workQueue/web/WorkDialog.tsx'
import { type Approval, approvalCalls, approvalExports } from '../contract.ts'
import { approvalLifecycle, approvalStatuses } from '../rules.ts'
import './Approval.css'
import { ApprovalDialog, ApprovalReason, type Evidence, People, StateOf } from './ApprovalDialog.tsx'
import { inLocale } from './inLocale.ts'
import { ProposalStaff, useBasis } from './ProposalParts.tsx'
import type { ReasonStep } from './ReasonDialog.tsx'
import { useApprovalWords } from './words.ts'

const kinds = [
  'passes',
  'examWithdrawal',
  'examRelease',
  'waiver',
  'price',
  'classPrice',
  'refund',
  'receipt',
  'reversal',
  'merchant',
  'bankAccount',
  'sellerAccount',
  'limits',
  'unitPrice',
  'unitTerms',
  'signUpFee',
  'scoreChange',
] as const

/** Proposals that need or needed a second person: whom each concerns, why, and what the reader may do. */
export function ApprovalTable({ evidence }: { evidence: Evidence }) {
  const say = useApprovalWords()
  const basisOf = useBasis()
  const stateName = useStateName(approvalLifecycle)
  const [asking, setAsking] = useState<{ step: ReasonStep; row: Approval } | null>(null)
  const [{ approval: opened, status }, change] = useUrlState()
  useSeen(['approval.rejected'], status === 'rejected')
  const open = (approval: string | null) => change({ approval })
  const claims = useClaims('approval.approve', useMay(approvalCalls.approve))
  const withdraw = useAction(approvalCalls.withdraw, {
    onDone: () => notify('success', say('done', { what: say('withdraw') })),
  })

  function actionsOf(row: Approval): RowAction[] {
    const { id, steps } = row
    const mayApprove = steps.includes('approve')
    return [
      {
        key: 'open',
        opens: true,
        label: say(mayApprove ? 'approve' : 'view'),
        onClick: () => open(id),
        ...(mayApprove ? { shortcut: 'A' as const } : {}),
      },
      ...steps.flatMap((step): RowAction[] => {
        switch (step) {
          case 'withdraw':
            return [
              {
                key: step,
                label: say(step),
                confirm: { title: say('withdrawConfirm'), text: say('withdrawText') },
                onClick: () => withdraw.mutate({ id }),
              },
            ]
          case 'reject':
            return [
              {
                key: step,
                label: say(step),
                danger: true,
                shortcut: 'R',
                onClick: () => setAsking({ step, row }),
              },
            ]
          case 'undo':
            return [{ key: step, label: say(step), danger: true, onClick: () => setAsking({ step, row }) }]
          default:
            return []
        }
      }),
    ]
  }

  return (
    <>
      <CrudTable
        call={approvalCalls.findPageList}
        exportCall={approvalExports.exportApprovalList}
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
            wide: true,
            render: (_, row) => <div className="approval-text">{inLocale(row.summary)}</div>,
          },
          {
            key: 'reason',
            title: say('reason'),
            render: (_, row) => <div className="approval-text">{basisOf(row)}</div>,
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <>
                <StateOf row={row} />
                <ClaimLine claim={claims.get(row.id)} />
              </>
            ),
          },
          { key: 'people', title: say('people'), render: (_, row) => <People row={row} /> },
          {
            key: 'handledBy',
            title: say('handledBy'),
            render: (_, row) => <ProposalStaff row={row} second={row.second} />,
          },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={actionsOf(row)} />,
          },
        ]}
      >
        {(rows) => {
          const waiting = rows.filter(({ steps }) => steps.includes('approve')).map(({ id }) => id)
          return opened && <ApprovalDialog key={opened} {...{ id: opened, waiting, evidence }} onGo={open} />
        }}
      </CrudTable>
      <ApprovalReason asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}
