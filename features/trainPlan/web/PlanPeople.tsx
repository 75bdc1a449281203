import { useAction } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useBilingual } from '../../../web/words.ts'
import { BatchButton } from '../../batch/web/BatchButton.tsx'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { UnitPicker, useChosenUnit } from '../../unit/web/UnitPicker.tsx'
import { type Plan, planCalls, planExports, type PlanPerson } from '../contract.ts'
import { personStateNames } from '../rules.ts'
import { useTrainPlanWords } from './words.ts'

/** Learners whom a plan is for, with what each has not done of it; those behind are reminded. */
export function PlanPeople({ plan }: { plan: Pick<Plan, 'id' | 'status' | 'hours' | 'requiredClassIds'> }) {
  const say = useTrainPlanWords()
  const either = useBilingual()
  const [{ unitId }] = useUrlState()
  const unit = useChosenUnit(unitId)
  const mayRemind = useMay(planCalls.remind) && plan.status === 'published'
  const { showReport, report } = useBatchReport()
  const remind = useAction(planCalls.remind, { onDone: showReport })
  return (
    <>
      <CrudTable
        call={planCalls.findPeople}
        exportCall={planExports.exportPeople}
        fixed={{ planId: plan.id }}
        rowKey="accountId"
        empty={say('nobody')}
        filters={[
          { name: 'keyword', label: say('realName'), kind: 'text' },
          {
            name: 'state',
            label: say('state'),
            kind: 'select',
            options: (['behind', 'fulfilled'] as const).map((value) => ({
              value,
              label: either(personStateNames[value].zh, personStateNames[value].en),
            })),
          },
          { name: 'unitId', label: say('unit'), kind: 'select', input: <UnitPicker />, options: unit },
        ]}
        batch={
          mayRemind && {
            nameOf: (row: PlanPerson) => row.realName,
            render: (selected, clear) => (
              <BatchButton
                call={planCalls.remind}
                input={{ planId: plan.id }}
                selected={selected}
                label={say('remindMany', { count: selected.said })}
                yes={say('remind')}
                question={say('remindConfirm', { count: selected.said })}
                hint={say('remindHint')}
                onResult={(result) => {
                  showReport(result)
                  clear()
                }}
              />
            ),
          }
        }
        columns={[
          { key: 'realName', title: say('realName'), wide: true, dataIndex: 'realName' },
          {
            key: 'state',
            title: say('state'),
            card: 'tag',
            render: (_, { state }) => (
              <Tag color={state === 'fulfilled' ? 'green' : 'orange'}>
                {either(personStateNames[state].zh, personStateNames[state].en)}
              </Tag>
            ),
          },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          ...(plan.hours.length > 0
            ? [
                {
                  key: 'missingTenths',
                  title: say('missingHours'),
                  align: 'right' as const,
                  render: (_: unknown, row: PlanPerson) => hours(row.missingTenths),
                },
              ]
            : []),
          ...(plan.requiredClassIds.length > 0
            ? [
                {
                  key: 'missingClasses',
                  title: say('missingClasses'),
                  align: 'right' as const,
                  dataIndex: 'missingClasses' as const,
                },
              ]
            : []),
          { key: 'cardMask', title: say('cardNumber'), dataIndex: 'cardMask' },
          { key: 'remindedAt', title: say('remindedAt'), render: (_, row) => <When at={row.remindedAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  mayRemind &&
                    row.state === 'behind' && {
                      key: 'remind',
                      label: say('remind'),
                      onClick: () => remind.mutate({ planId: plan.id, ids: [row.accountId] }),
                    },
                ]}
              />
            ),
          },
        ]}
      />
      {report}
    </>
  )
}
