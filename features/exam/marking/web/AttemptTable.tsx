import { useState } from 'react'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { Tag, type TagColor } from '../../../../web/shell/control/Tag.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { attemptStatuses, type AttemptStatus, type SubmitReason } from '../../attempt/contract.ts'
import { attemptLifecycle } from '../../attempt/rules.ts'
import { type AttemptRow, markingCalls, markingExports } from '../contract.ts'
import { useStateName } from '../../../../web/words.ts'
import { MarkingDrawer } from './MarkingDrawer.tsx'
import { VoidDialog } from './VoidDialog.tsx'
import { useMarkingWords } from './words.ts'

const statusColor = {
  in_progress: 'blue',
  submitted: 'default',
  marking: 'orange',
  scored: 'green',
  voided: 'red',
} as const satisfies Record<AttemptStatus, TagColor>

/** The text key for how an attempt ended. */
const reasonWord = {
  learner: 'byLearner',
  deadline: 'byDeadline',
  left: 'byLeft',
} as const satisfies Record<SubmitReason, string>

/** Learners who sat an exam, with their results; essays are marked and attempts voided from here. */
export function AttemptTable({ examId }: { examId: string }) {
  const say = useMarkingWords()
  const stateName = useStateName(attemptLifecycle)
  const [opened, setOpened] = useState<string | null>(null)
  const [voided, setVoided] = useState<AttemptRow | null>(null)
  const mayVoid = useMay(markingCalls.voidAttempt)
  return (
    <>
      <CrudTable
        call={markingCalls.findAttemptList}
        exportCall={markingExports.exportAttemptList}
        fixed={{ examId }}
        prefix="attempts."
        rowKey="attemptId"
        empty={say('none')}
        filters={[
          {
            name: 'status',
            label: say('status'),
            kind: 'many',
            options: attemptStatuses.map((value) => ({ value, label: stateName(value) })),
          },
          { name: 'keyword', label: say('learner'), kind: 'text' },
          { kind: 'days', from: 'submittedFrom', to: 'submittedTo', label: say('submittedAt') },
          {
            name: 'passed',
            label: say('result'),
            kind: 'select',
            options: [
              { value: 'yes', label: say('passed') },
              { value: 'no', label: say('failed') },
            ],
          },
          { kind: 'days', from: 'startedFrom', to: 'startedTo', label: say('started') },
        ]}
        columns={[
          { key: 'learner', title: say('learner'), dataIndex: 'learner' },
          {
            key: 'attempt',
            title: say('attempt'),
            render: (_, row) => (
              <>
                {say('attemptNumber', { number: row.number })} {row.makeUp && <Tag>{say('makeUp')}</Tag>}
              </>
            ),
          },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <>
                <Tag color={statusColor[row.status]}>{stateName(row.status)}</Tag>
                {row.stuck && <Tag color="red">{say('stuck')}</Tag>}
              </>
            ),
          },
          { key: 'startedAt', title: say('started'), render: (_, row) => <When at={row.startedAt} /> },
          {
            key: 'submittedAt',
            title: say('submittedAt'),
            render: (_, row) => row.submittedAt && <When at={row.submittedAt} />,
          },
          {
            key: 'reason',
            title: say('reason'),
            render: (_, row) => row.submitReason && say(reasonWord[row.submitReason]),
          },
          { key: 'score', title: say('score'), align: 'right', render: (_, row) => <Score row={row} /> },
          {
            key: 'left',
            title: say('left'),
            align: 'right',
            render: (_, row) => row.timesLeft > 0 && say('times', { count: row.timesLeft }),
          },
          {
            key: 'actions',
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  row.status !== 'in_progress' && {
                    key: 'open',
                    opens: true,
                    label: say(row.status === 'marking' ? 'mark' : 'view'),
                    onClick: () => setOpened(row.attemptId),
                  },
                  mayVoid &&
                    attemptLifecycle.can(row.status, 'void') &&
                    row.passed !== true && {
                      key: 'void',
                      label: say('void'),
                      danger: true,
                      onClick: () => setVoided(row),
                    },
                ]}
              />
            ),
          },
        ]}
      >
        {(rows) =>
          opened && (
            <MarkingDrawer
              key={opened}
              attemptId={opened}
              next={
                rows.find((row) => row.status === 'marking' && row.attemptId !== opened)?.attemptId ?? null
              }
              onNext={setOpened}
              onClose={() => setOpened(null)}
            />
          )
        }
      </CrudTable>
      {voided && <VoidDialog attempt={voided} onClose={() => setVoided(null)} />}
    </>
  )
}

function Score({ row }: { row: AttemptRow }) {
  const say = useMarkingWords()
  if (row.score === null) {
    return row.objective !== null && row.status === 'marking'
      ? say('objective', { score: row.objective })
      : null
  }
  return (
    <>
      {say('scoreOf', { score: row.score, total: row.total })}{' '}
      {row.passed !== null && (
        <Tag color={row.passed ? 'green' : 'red'}>{say(row.passed ? 'passed' : 'failed')}</Tag>
      )}
    </>
  )
}
