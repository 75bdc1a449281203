import Empty from 'antd/es/empty'
import Select from 'antd/es/select'
import Space from 'antd/es/space'
import Table from 'antd/es/table'
import { useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { dateTime } from '../../../../web/format.ts'
import { Failure } from '../../../../web/kit/Loaded.tsx'
import { Tag, type TagColor } from '../../../../web/shell/Tag.tsx'
import { useMay } from '../../../../web/shell/may.ts'
import { RowActions } from '../../../../web/shell/RowActions.tsx'
import { attemptStatuses, type AttemptStatus, type SubmitReason } from '../../attempt/contract.ts'
import { attemptLifecycle } from '../../attempt/rules.ts'
import { type AttemptRow, markingCalls } from '../contract.ts'
import { useStateName } from '../../../../web/words.ts'
import { MarkingDrawer } from './MarkingDrawer.tsx'
import { VoidDialog } from './VoidDialog.tsx'
import { useMarkingWords } from './words.ts'

const limit = 10
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

/** Who sat an exam and how it went; essays are marked and attempts voided from here. */
export function AttemptTable({ examId }: { examId: string }) {
  const say = useMarkingWords()
  const stateName = useStateName(attemptLifecycle)
  const [status, setStatus] = useState<AttemptStatus | undefined>()
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<string | null>(null)
  const [voided, setVoided] = useState<AttemptRow | null>(null)
  const mayVoid = useMay(markingCalls.voidAttempt)
  const query = useCall(
    markingCalls.findAttemptList,
    { examId, page, limit, ...(status ? { status } : {}) },
    { keep: true },
  )
  const list = query.data?.list ?? []

  if (query.isError && !query.data) {
    return <Failure error={query.error} onRetry={() => void query.refetch()} />
  }
  return (
    <>
      <Select<AttemptStatus>
        allowClear
        aria-label={say('status')}
        placeholder={say('allStatuses')}
        style={{ width: 160, marginBottom: 12 }}
        options={attemptStatuses.map((value) => ({ value, label: stateName(value) }))}
        value={status}
        onChange={(value) => {
          setStatus(value)
          setPage(1)
        }}
      />
      <Table<AttemptRow>
        rowKey="attemptId"
        size="small"
        loading={query.isFetching}
        dataSource={list}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: <Empty description={say('none')} /> }}
        pagination={{
          current: page,
          pageSize: limit,
          total: query.data?.total ?? 0,
          showSizeChanger: false,
          hideOnSinglePage: true,
          onChange: setPage,
        }}
        columns={[
          { title: say('learner'), dataIndex: 'learner' },
          {
            title: say('attempt'),
            render: (_, row) => (
              <>
                {say('attemptNumber', { number: row.number })} {row.makeUp && <Tag>{say('makeUp')}</Tag>}
              </>
            ),
          },
          {
            title: say('status'),
            render: (_, row) => (
              <>
                <Tag color={statusColor[row.status]}>{stateName(row.status)}</Tag>
                {row.stuck && <Tag color="red">{say('stuck')}</Tag>}
              </>
            ),
          },
          { title: say('started'), render: (_, row) => dateTime(row.startedAt) },
          { title: say('submittedAt'), render: (_, row) => row.submittedAt && dateTime(row.submittedAt) },
          { title: say('reason'), render: (_, row) => row.submitReason && say(reasonWord[row.submitReason]) },
          { title: say('score'), align: 'right', render: (_, row) => <Score row={row} /> },
          {
            title: say('left'),
            align: 'right',
            render: (_, row) => row.timesLeft > 0 && say('times', { count: row.timesLeft }),
          },
          {
            title: say('actions'),
            fixed: 'right',
            render: (_, row) => (
              <RowActions
                actions={[
                  row.status !== 'in_progress' && {
                    key: 'open',
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
      />
      {opened && (
        <MarkingDrawer
          key={opened}
          attemptId={opened}
          next={list.find((row) => row.status === 'marking' && row.attemptId !== opened)?.attemptId ?? null}
          onNext={setOpened}
          onClose={() => setOpened(null)}
        />
      )}
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
    <Space size={4}>
      {say('scoreOf', { score: row.score, total: row.total })}
      {row.passed !== null && (
        <Tag color={row.passed ? 'green' : 'red'}>{say(row.passed ? 'passed' : 'failed')}</Tag>
      )}
    </Space>
  )
}
