import { useState } from 'react'
import { clock, dateTime } from '../../../../web/format.ts'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { useBilingual, useStateName } from '../../../../web/words.ts'
import { captureKindNames } from '../../../project/rules.ts'
import { type Capture, captureCalls } from '../contract.ts'
import { captureLifecycle, type CaptureState } from '../rules.ts'
import type { CheckedLearner } from './DecideDialog.tsx'
import { useCaptureWords } from './words.ts'

const DecideDialog = dialogPart(() => import('./DecideDialog.tsx'))
const PictureDialog = dialogPart(() => import('./PictureDialog.tsx'))

const colourOf = (state: CaptureState) =>
  state === 'passed' || state === 'accepted' || state === 'made_up'
    ? 'green'
    : state === 'review' || state === 'appealed'
      ? 'gold'
      : captureLifecycle.can(state, 'makeUp')
        ? 'red'
        : 'default'

/** The checks of an enrolment with their evidence, and what may be done about each. */
export function CaptureTable({ enrolmentId, of }: { enrolmentId: string; of: CheckedLearner }) {
  const say = useCaptureWords()
  const pick = useBilingual()
  const stateName = useStateName(captureLifecycle)
  const mayDecide = useMay(captureCalls.updateCaptureJson)
  const [decided, setDecided] = useState<Capture | null>(null)
  const [looked, setLooked] = useState<string | null>(null)
  return (
    <>
      <CrudTable
        call={captureCalls.findResourceCaptureList}
        fixed={{ enrolmentId }}
        columns={[
          {
            key: 'video',
            title: say('video'),
            wide: true,
            render: (_, row) => (
              <>
                {row.title}
                <div className="crud-line">{clock(row.at)}</div>
              </>
            ),
          },
          {
            key: 'state',
            title: say('state'),
            card: 'tag',
            render: (_, row) => <Tag color={colourOf(row.state)}>{stateName(row.state)}</Tag>,
          },
          {
            key: 'kind',
            title: say('kind'),
            render: (_, row) => pick(captureKindNames[row.kind].zh, captureKindNames[row.kind].en),
          },
          { key: 'toldAt', title: say('toldAt'), render: (_, row) => <When at={row.toldAt} /> },
          { key: 'answeredAt', title: say('answeredAt'), render: (_, row) => <When at={row.answeredAt} /> },
          { key: 'tries', title: say('triesUsed'), align: 'right', dataIndex: 'tries' },
          {
            key: 'likeness',
            title: say('likeness'),
            align: 'right',
            render: (_, row) => (
              <>
                {row.likeness !== null && `${row.likeness}%`}
                {row.resembles && (
                  <div className="crud-line">{say('resembles', { time: dateTime(row.resembles) })}</div>
                )}
              </>
            ),
          },
          { key: 'appeal', title: say('appealText'), render: (_, row) => row.appeal ?? '' },
          {
            key: 'changes',
            title: say('history'),
            render: (_, row) =>
              row.changes.map((one) => (
                <div key={one.at} className="crud-line">
                  {say('changed', {
                    from: stateName(one.from),
                    to: stateName(one.to),
                    reason: one.reason,
                    by: one.by,
                  })}
                </div>
              )),
          },
          { key: 'ip', title: 'IP', dataIndex: 'ip' },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  row.hasPicture && {
                    key: 'look',
                    label: say('look'),
                    opens: true,
                    onClick: () => setLooked(row.id),
                  },
                  mayDecide &&
                    (captureLifecycle.can(row.state, 'accept') ||
                      captureLifecycle.can(row.state, 'reject')) && {
                      key: 'decide',
                      label: say('decide'),
                      onClick: () => setDecided(row),
                    },
                ]}
              />
            ),
          },
        ]}
      />
      {decided && <DecideDialog capture={decided} of={of} onClose={() => setDecided(null)} />}
      {looked && <PictureDialog captureId={looked} onClose={() => setLooked(null)} />}
    </>
  )
}
