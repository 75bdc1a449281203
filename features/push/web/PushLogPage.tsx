import { useAction } from '../../../web/client.ts'
import { hours } from '../../../web/format.ts'
import { notify } from '../../../web/notice.ts'
import { Button } from '../../../web/shell/control/Button.tsx'
import { RowActions } from '../../../web/shell/control/RowActions.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { useBilingual, useStateName } from '../../../web/words.ts'
import { BatchButton } from '../../batch/web/BatchButton.tsx'
import { useBatchReport } from '../../batch/web/BatchReport.tsx'
import { type Push, pushCalls, pushExports } from '../contract.ts'
import { causeNames, eventNames, pushCauses, pushEvents, pushLifecycle, pushStates } from '../rules.ts'
import { useCauseText } from './causeText.ts'
import './Push.css'
import { PushStatusTag } from './PushStatusTag.tsx'
import { usePushWords } from './words.ts'

const PushDrawer = dialogPart(() => import('./PushDrawer.tsx'))

/** /customer/my-class-push-log-manage: what was pushed to the outside system, and what became of it. */
export default function PushLogPage() {
  const say = usePushWords()
  const pick = useBilingual()
  const nameOf = useStateName(pushLifecycle)
  const causeText = useCauseText()
  const [{ push: opened }, change] = useUrlState()
  const mayReplay = useMay(pushCalls.replay)
  const { showReport, report } = useBatchReport()
  const replay = useAction(pushCalls.replay, {
    onDone: (result) => (result.failed.length > 0 ? showReport(result) : notify('success', say('replayed'))),
  })
  return (
    <>
      <CrudTable
        call={pushCalls.query}
        exportCall={pushExports.exportPushes}
        batch={
          mayReplay && {
            nameOf: (row: Push) => `${row.realName} · ${row.title}`,
            render: (selected, clear) => (
              <BatchButton
                call={pushCalls.replay}
                selected={selected}
                label={say('replay')}
                yes={say('replay')}
                question={say('replayMany', { count: selected.said })}
                hint={say('replayHint')}
                onResult={(result) => {
                  showReport(result)
                  clear()
                }}
              />
            ),
          }
        }
        filters={[
          { name: 'keyword', label: say('realName'), kind: 'text' },
          { name: 'className', label: say('class'), kind: 'text' },
          {
            name: 'status',
            label: say('status'),
            kind: 'many',
            options: pushStates.map((value) => ({ value, label: nameOf(value) })),
          },
          {
            name: 'event',
            label: say('event'),
            kind: 'select',
            options: pushEvents.map((value) => ({
              value,
              label: pick(eventNames[value].zh, eventNames[value].en),
            })),
          },
          {
            name: 'cause',
            label: say('reason'),
            kind: 'select',
            options: pushCauses.map((value) => ({
              value,
              label: pick(causeNames[value].zh, causeNames[value].en),
            })),
          },
          { kind: 'days', from: 'from', to: 'to', label: say('created') },
        ]}
        columns={[
          {
            key: 'realName',
            title: say('realName'),
            card: 'title',
            render: (_, row) => (
              <Button type="link" size="small" data-opens onClick={() => change({ push: row.id })}>
                {row.realName}
              </Button>
            ),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => <PushStatusTag status={row.status} />,
          },
          {
            key: 'event',
            title: say('event'),
            card: 'line',
            render: (_, row) => pick(eventNames[row.event].zh, eventNames[row.event].en),
          },
          { key: 'title', title: say('class'), wide: true, card: 'line', dataIndex: 'title' },
          { key: 'year', title: say('year'), align: 'right', dataIndex: 'year' },
          {
            key: 'hoursTenths',
            title: say('hours'),
            align: 'right',
            render: (_, row) => hours(row.hoursTenths),
          },
          {
            key: 'cause',
            title: say('reason'),
            wide: true,
            card: 'line',
            render: (_, row) => causeText({ cause: row.cause, status: row.httpStatus }),
          },
          { key: 'tries', title: say('attemptsMade'), align: 'right', dataIndex: 'tries' },
          { key: 'unitName', title: say('unit'), dataIndex: 'unitName' },
          {
            key: 'createdAt',
            title: say('created'),
            card: 'line',
            render: (_, row) => <When at={row.createdAt} />,
          },
          { key: 'triedAt', title: say('triedAt'), render: (_, row) => <When at={row.triedAt} /> },
          { key: 'dueAt', title: say('dueAt'), render: (_, row) => <When at={row.dueAt} /> },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  mayReplay && {
                    key: 'replay',
                    label: say('replay'),
                    loading: replay.isPending && replay.variables.ids?.[0] === row.id,
                    onClick: () => replay.mutate({ ids: [row.id] }),
                  },
                ]}
              />
            ),
          },
        ]}
      />
      {report}
      {opened && <PushDrawer id={opened} onClose={() => change({ push: null })} />}
    </>
  )
}

/** Button that pushes the chosen rows again. */
