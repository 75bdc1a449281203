import { useState } from 'react'
import { Link } from 'react-router'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import type { FilterOf } from '../../../web/shell/list/filter.ts'
import { useMay } from '../../../web/shell/view/may.ts'
import { type RowAction, RowActions } from '../../../web/shell/control/RowActions.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useStateName } from '../../../web/words.ts'
import { waitsFor } from '../../approval/rules.ts'
import { ProposalStaff, ProposalState } from '../../approval/web/ProposalParts.tsx'
import type { ReasonStep } from '../../approval/web/ReasonDialog.tsx'
import { useClaims } from '../../workQueue/web/useClaim.ts'
import { useSeen } from '../../workQueue/web/useWork.ts'
import { ClaimLine } from '../../workQueue/web/WorkDialog.tsx'
import { type Correction, correctionCalls, correctionExports } from '../contract.ts'
import { correctionKinds, correctionLifecycle, correctionStatuses, decisionOf } from '../rules.ts'
import { CorrectionDialog, CorrectionReason } from './CorrectionDialog.tsx'
import { Sides } from './Sides.tsx'
import { useCorrectionSteps } from './useCorrectionSteps.ts'
import { useCorrectionWords } from './words.ts'

/**
 * Corrections with what was and what shall be, who waits for whom, and what the reader may do: of all, or of one
 * learner.
 */
export function CorrectionTable({ accountId }: { accountId?: string }) {
  const say = useCorrectionWords()
  const stateName = useStateName(correctionLifecycle)
  const [address, change] = useUrlState()
  useSeen(['correction.rejected'], address.status === 'rejected')
  const stepsOf = useCorrectionSteps()
  const isWaiting = (row: Correction) => stepsOf(row).some((step) => step === 'approve' || step === 'apply')
  const claims = useClaims('correction.settle', useMay(correctionCalls.approve))
  const [asking, setAsking] = useState<{ step: ReasonStep; row: Correction } | null>(null)
  const open = (correction: string | null) => change({ correction })

  function rowActionsOf(row: Correction): RowAction[] {
    const steps = stepsOf(row)
    const decide = steps.find((step) => step === 'approve' || step === 'apply')
    const label = decide ? say(decisionOf(row)) : say('view')
    return [
      {
        key: 'open',
        opens: true,
        label,
        onClick: () => open(row.id),
        ...(decide ? { shortcut: 'A' as const } : {}),
      },
      ...(['reject', 'undo'] as const)
        .filter((step) => steps.includes(step))
        .map((step) => ({
          key: step,
          label: say(step),
          danger: true,
          onClick: () => setAsking({ step, row }),
          ...(step === 'reject' ? { shortcut: 'R' as const } : {}),
        })),
    ]
  }

  const filters: FilterOf<typeof correctionCalls.findPageList>[] = [
    {
      name: 'status',
      label: say('status'),
      kind: 'select',
      options: correctionStatuses.map((value) => ({ value, label: stateName(value) })),
    },
    {
      name: 'kind',
      label: say('kind'),
      kind: 'select',
      options: correctionKinds.map((value) => ({ value, label: say(value) })),
    },
    {
      name: 'keyword',
      label: say('learner'),
      kind: 'text',
      hint: say('keywordHint'),
    },
    {
      name: 'waiting',
      label: say('toDo'),
      kind: 'select',
      options: [{ value: 'me', label: say('waitingMe') }],
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
  ]
  return (
    <>
      <CrudTable
        call={correctionCalls.findPageList}
        exportCall={correctionExports.exportCorrectionList}
        fixed={accountId ? { accountId } : {}}
        part={accountId !== undefined}
        filters={accountId ? [] : filters}
        columns={[
          ...(accountId
            ? []
            : [
                {
                  key: 'learner',
                  title: say('learner'),
                  render: (_: unknown, row: Correction) => (
                    <>
                      <Link to={`/student-manage/student-detail?accountId=${row.accountId}`}>
                        {row.realName}
                      </Link>
                      <div className="crud-line">{row.unitName}</div>
                    </>
                  ),
                },
              ]),
          { key: 'kind', title: say('kind'), render: (_, row) => say(row.kind) },
          { key: 'change', title: say('change'), wide: true, render: (_, row) => <Sides row={row} /> },
          {
            key: 'reason',
            title: say('reason'),
            render: (_, row) => (
              <div className="approval-text">
                {row.reason}
                {row.proofPath && (
                  <div className="approval-line">
                    <a href={row.proofPath} target="_blank" rel="noreferrer">
                      {say('proofOf')}
                    </a>
                  </div>
                )}
              </div>
            ),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <>
                <ProposalState
                  row={row}
                  waiting={waitsFor(row)}
                  mine={isWaiting(row)}
                  canUndo={stepsOf(row).includes('undo')}
                />
                <ClaimLine claim={claims.get(row.id)} />
              </>
            ),
          },
          {
            key: 'handledBy',
            title: say('handledBy'),
            render: (_, row) => <ProposalStaff row={row} second={row.second} />,
          },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={rowActionsOf(row)} />,
          },
        ]}
      >
        {(rows) =>
          address.correction && (
            <CorrectionDialog
              key={address.correction}
              id={address.correction}
              waiting={rows.filter(isWaiting).map(({ id }) => id)}
              onGo={open}
            />
          )
        }
      </CrudTable>
      <CorrectionReason asking={asking} onClose={() => setAsking(null)} />
    </>
  )
}
