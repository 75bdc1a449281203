import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../../web/client.ts'
import { thisYear } from '../../../web/dayStart.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useViewNavigate } from '../../../web/shell/view/useViewNavigate.ts'
import { useStateName } from '../../../web/words.ts'
import { planCalls, type PlanRow } from '../contract.ts'
import { planLifecycle } from '../rules.ts'
import { useHoursSentence } from './hoursSentence.ts'
import { planPaths } from './paths.ts'
import { PlanStatusTag } from './PlanStatusTag.tsx'
import { usePlanActions } from './usePlanActions.ts'
import { useTrainPlanWords } from './words.ts'

const CopyPlanDialog = dialogPart(() => import('./CopyPlanDialog.tsx'))

/** /train-manage/train-plan-list: training plans by year; a unit sees how many of its people have fulfilled each. */
export default function TrainPlanListPage() {
  const say = useTrainPlanWords()
  const navigate = useViewNavigate()
  const stateName = useStateName(planLifecycle)
  const sentence = useHoursSentence()
  const mayWrite = useMay(planCalls.save)
  const mayDelete = useMay(planCalls.delete)
  const remove = useAction(planCalls.delete, { onDone: () => notify('success', say('deleted')) })
  const statusActions = usePlanActions()
  const [copied, setCopied] = useState<PlanRow | null>(null)
  const currentYear = thisYear()
  return (
    <>
      <CrudTable
        call={planCalls.query}
        empty={say('empty')}
        toolbar={
          mayWrite && (
            <Button type="primary" onClick={() => navigate(planPaths.create)}>
              {say('create')}
            </Button>
          )
        }
        filters={[
          { name: 'keyword', label: say('name'), kind: 'text' },
          {
            name: 'year',
            label: say('year'),
            meant: Number,
            kind: 'select',
            options: Array.from({ length: 8 }, (_, i) => String(currentYear + 1 - i)).map((value) => ({
              value,
              label: value,
            })),
          },
          {
            name: 'status',
            label: say('status'),
            kind: 'select',
            options: planLifecycle.states
              .filter((value) => value !== 'deleted')
              .map((value) => ({ value, label: stateName(value) })),
          },
        ]}
        columns={[
          {
            key: 'name',
            title: say('name'),
            wide: true,
            render: (_, row) => <Link to={planPaths.detail(row.id)}>{row.name}</Link>,
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => <PlanStatusTag status={row.status} />,
          },
          { key: 'year', title: say('year'), dataIndex: 'year' },
          { key: 'hours', title: say('hours'), render: (_, row) => sentence(row.hours) },
          { key: 'required', title: say('required'), align: 'right', dataIndex: 'required' },
          {
            key: 'choices',
            title: say('choices'),
            align: 'right',
            render: (_, row) => (row.choices > 0 ? row.choices : say('anyClass')),
          },
          // The provider reads these in the plan: over a whole project they take long to count.
          ...(mayWrite
            ? []
            : [
                {
                  key: 'progress',
                  title: say('fulfilledCount'),
                  align: 'right' as const,
                  render: (_: unknown, row: PlanRow) =>
                    row.people === null
                      ? ''
                      : say('progressOf', { fulfilled: row.fulfilled ?? 0, people: row.people }),
                },
              ]),
          { key: 'dueOn', title: say('dueOn'), dataIndex: 'dueOn' },
          { key: 'createdAt', title: say('created'), render: (_, row) => <When at={row.createdAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  {
                    key: 'progress',
                    label: say('progress'),
                    opens: true,
                    onClick: () => navigate(planPaths.detail(row.id)),
                  },
                  ...statusActions(row),
                  mayWrite && { key: 'copy', label: say('copy'), onClick: () => setCopied(row) },
                  mayDelete &&
                    planLifecycle.can(row.status, 'delete') && {
                      key: 'delete',
                      label: say('delete'),
                      danger: true,
                      confirm: { title: say('deleteConfirm', { name: row.name }), text: say('deleteHint') },
                      onClick: () => remove.mutate({ id: row.id }),
                    },
                ]}
              />
            ),
          },
        ]}
      />
      {copied && <CopyPlanDialog id={copied.id} onClose={() => setCopied(null)} />}
    </>
  )
}
