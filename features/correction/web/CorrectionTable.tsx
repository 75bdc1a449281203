import Input from 'antd/es/input'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { CrudTable } from '../../../web/shell/CrudTable.tsx'
import type { FilterOf } from '../../../web/shell/filter.ts'
import { useMay } from '../../../web/shell/may.ts'
import { type RowAction, RowActions } from '../../../web/shell/RowActions.tsx'
import { ProposalStaff, ProposalState } from '../../approval/web/ProposalParts.tsx'
import { ReasonDialog } from '../../approval/web/ReasonDialog.tsx'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { type Correction, correctionCalls } from '../contract.ts'
import {
  actionsOf,
  correctionKinds,
  correctionLifecycle,
  correctionStatuses,
  waitsFor,
  undone,
} from '../rules.ts'
import { useStateName } from '../../../web/words.ts'
import { enrolmentLifecycle } from '../../enrolment/rules.ts'
import './Correction.css'
import { sidesOf } from './sides.ts'
import { useCorrectionWords } from './words.ts'

/**
 * Corrections with what was and what shall be, who waits for whom, and what the reader may do: of all, or of one
 * learner.
 */
export function CorrectionTable({ accountId }: { accountId?: string }) {
  const say = useCorrectionWords()
  const stateName = useStateName(correctionLifecycle)
  const enrolmentState = useStateName(enrolmentLifecycle)
  const typeName = useClassTypeName()
  const may = { propose: useMay(correctionCalls.propose), approve: useMay(correctionCalls.reject) }
  const [asking, setAsking] = useState<{ action: 'reject' | 'undo'; row: Correction } | null>(null)
  const approve = useAction(correctionCalls.approve)
  const apply = useAction(correctionCalls.apply)
  const withdraw = useAction(correctionCalls.withdraw)
  const reject = useAction(correctionCalls.reject, { quiet: true })
  const undo = useAction(correctionCalls.undo, { quiet: true })

  function rowActionsOf(row: Correction): RowAction[] {
    const { id, realName: name } = row
    const { before, after } = sidesOf(row, say, typeName, enrolmentState)
    const reported = (what: 'approve' | 'approveOnly' | 'apply' | 'withdraw') => ({
      onSuccess: () => notify('success', say('done', { what: say(what) })),
    })
    return actionsOf(row, may).flatMap((action): RowAction[] => {
      switch (action) {
        case 'approve':
          return [
            {
              key: 'approve',
              label: say(row.own ? 'apply' : 'approve'),
              confirm: {
                title: say('approveConfirm', { name }),
                text: say('approveText', { change: `${before} → ${after}` }),
              },
              onClick: () => approve.mutate({ id }, reported('approve')),
            },
            ...(row.own
              ? []
              : [
                  {
                    key: 'approveOnly',
                    label: say('approveOnly'),
                    onClick: () => approve.mutate({ id, apply: false }, reported('approveOnly')),
                  },
                ]),
          ]
        case 'apply':
          return [
            { key: 'apply', label: say('apply'), onClick: () => apply.mutate({ id }, reported('apply')) },
          ]
        case 'withdraw':
          return [
            {
              key: 'withdraw',
              label: say('withdraw'),
              confirm: { title: say('withdrawConfirm'), text: say('withdrawText') },
              onClick: () => withdraw.mutate({ id }, reported('withdraw')),
            },
          ]
        default:
          return [
            { key: action, label: say(action), danger: true, onClick: () => setAsking({ action, row }) },
          ]
      }
    })
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
      input: <Input allowClear placeholder={say('keywordHint')} style={{ width: 220 }} />,
    },
    {
      name: 'waiting',
      label: say('toDo'),
      kind: 'select',
      options: [{ value: 'me', label: say('waitingMe') }],
    },
  ]
  return (
    <>
      <CrudTable
        call={correctionCalls.findPageList}
        fixed={accountId ? { accountId } : {}}
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
          { key: 'change', title: say('change'), render: (_, row) => <Sides row={row} /> },
          {
            key: 'reason',
            title: say('reason'),
            render: (_, row) => (
              <div className="approval-text">
                {row.reason}
                {row.proofPath && (
                  <div>
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
            render: (_, row) => <ProposalState row={row} waiting={waitsFor(row)} canUndo={row.undoable} />,
          },
          { key: 'handledBy', title: say('handledBy'), render: (_, row) => <ProposalStaff row={row} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => <RowActions actions={rowActionsOf(row)} />,
          },
        ]}
      />
      <ReasonDialog
        step={asking?.action ?? null}
        title={`${say(asking?.action === 'undo' ? 'undoTitle' : 'rejectTitle')} · ${asking?.row.realName ?? ''}`}
        undoHint={say('whyUndo')}
        success={say('done', { what: say(asking?.action ?? 'reject') })}
        onReason={(reason) =>
          (asking!.action === 'undo' ? undo : reject).mutateAsync({ id: asking!.row.id, reason })
        }
        onClose={() => setAsking(null)}
      >
        {asking && <Sides row={asking.action === 'undo' ? undone(asking.row) : asking.row} />}
      </ReasonDialog>
    </>
  )
}

function Sides({ row }: { row: Correction }) {
  const say = useCorrectionWords()
  const { about, before, after } = sidesOf(row, say, useClassTypeName(), useStateName(enrolmentLifecycle))
  return (
    <div className="correction-sides">
      {about && <span className="correction-about">{about}</span>}
      <span className="correction-before">{before}</span>
      <span className="correction-after">{after}</span>
    </div>
  )
}
