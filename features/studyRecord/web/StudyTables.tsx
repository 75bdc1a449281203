import { clock, dateTime } from '../../../web/format.ts'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { CrudTable } from '../../../web/shell/list/CrudTable.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { attemptLifecycle } from '../../exam/attempt/rules.ts'
import { studyRecordCalls } from '../contract.ts'
import { useRefusalWords } from '../../study/web/refusalWords.ts'
import { useStateName } from '../../../web/words.ts'
import { CoverageBar } from './CoverageBar.tsx'
import { useDetailWords } from './detailWords.ts'
import { deviceOf } from './device.ts'

interface Of {
  enrolmentId: string
}
const at = (moment: string | null) => (moment ? dateTime(moment) : '')

/** The videos of an enrolment with what was watched of each. */
export function ItemTable({ enrolmentId }: Of) {
  const say = useDetailWords()
  return (
    <CrudTable
      call={studyRecordCalls.queryPageList}
      fixed={{ enrolmentId }}
      rowKey="itemId"
      columns={[
        {
          key: 'title',
          title: say('video'),
          wide: true,
          render: (_, row) => (
            <>
              {row.title}
              <div className="crud-line">{row.courseName}</div>
            </>
          ),
        },
        {
          key: 'attribute',
          title: say('attribute'),
          render: (_, row) => (
            <Tag color={row.attribute === 'required' ? 'blue' : 'default'}>{say(row.attribute)}</Tag>
          ),
        },
        {
          key: 'watchedSeconds',
          title: say('counted'),
          align: 'right',
          render: (_, row) => `${clock(row.watchedSeconds)} / ${clock(row.durationSeconds)}`,
        },
        { key: 'stretches', title: say('stretches'), render: (_, row) => <CoverageBar item={row} /> },
        { key: 'refusals', title: say('refusedTimes'), align: 'right', dataIndex: 'refusals' },
        { key: 'completedAt', title: say('completedAt'), render: (_, row) => <When at={row.completedAt} /> },
        { key: 'studiedAt', title: say('studiedAt'), render: (_, row) => <When at={row.studiedAt} /> },
      ]}
    />
  )
}

/** Table of what was played and not counted, and why. */
export function RefusalTable({ enrolmentId }: Of) {
  const say = useDetailWords()
  const sayReason = useRefusalWords()
  return (
    <CrudTable
      call={studyRecordCalls.findRefusalList}
      fixed={{ enrolmentId }}
      columns={[
        {
          key: 'video',
          title: say('video'),
          wide: true,
          render: (_, row) => row.title,
        },
        {
          key: 'place',
          title: say('place'),
          render: (_, row) => say('stretch', { from: clock(row.from), to: clock(row.to) }),
        },
        { key: 'reason', title: say('reason'), render: (_, row) => sayReason(row.reason) },
        { key: 'times', title: say('times'), align: 'right', dataIndex: 'times' },
        { key: 'firstAt', title: say('firstAt'), render: (_, row) => <When at={row.firstAt} /> },
        { key: 'lastAt', title: say('lastAt'), render: (_, row) => <When at={row.lastAt} /> },
      ]}
    />
  )
}

const ends = { released: 'released', other_window: 'otherWindow', lapsed: 'lapsed' } as const

/** The windows it was studied in, from opening to giving way. */
export function LeaseTable({ enrolmentId }: Of) {
  const say = useDetailWords()
  return (
    <CrudTable
      call={studyRecordCalls.findLeaseList}
      fixed={{ enrolmentId }}
      columns={[
        { key: 'openedAt', title: say('openedAt'), render: (_, row) => <When at={row.openedAt} /> },
        {
          key: 'video',
          title: say('video'),
          wide: true,
          render: (_, row) => row.title,
        },
        {
          key: 'acceptedSeconds',
          title: say('accepted'),
          align: 'right',
          render: (_, row) => clock(row.acceptedSeconds),
        },
        { key: 'lastBeatAt', title: say('lastBeatAt'), render: (_, row) => <When at={row.lastBeatAt} /> },
        {
          key: 'ended',
          title: say('ended'),
          render: (_, row) =>
            row.endReason ? (
              `${say(ends[row.endReason])} · ${at(row.endedAt)}`
            ) : (
              <Tag color="green">{say('playing')}</Tag>
            ),
        },
        { key: 'ip', title: say('ip'), dataIndex: 'ip' },
        {
          key: 'agent',
          title: say('agent'),
          render: (_, row) => <span title={row.agent}>{deviceOf(row.agent)}</span>,
        },
      ]}
    />
  )
}

/** The attempts at the exam of the class. */
export function AttemptTable({ enrolmentId }: Of) {
  const say = useDetailWords()
  const stateName = useStateName(attemptLifecycle)
  return (
    <CrudTable
      call={studyRecordCalls.findAttemptList}
      fixed={{ enrolmentId }}
      columns={[
        {
          key: 'exam',
          title: say('exam'),
          wide: true,
          dataIndex: 'examName',
        },
        {
          key: 'number',
          title: say('number'),
          render: (_, row) => (
            <>
              {say('attemptNumber', { number: row.number })} {row.makeUp && <Tag>{say('makeUp')}</Tag>}
            </>
          ),
        },
        { key: 'status', title: say('status'), card: 'tag', render: (_, row) => stateName(row.status) },
        {
          key: 'score',
          title: say('result'),
          render: (_, row) =>
            row.score !== null && (
              <>
                {say('resultOf', { score: row.score, total: row.total, pass: row.passScore })}{' '}
                <Tag color={row.passed ? 'green' : 'red'}>{say(row.passed ? 'passed' : 'notPassed')}</Tag>
              </>
            ),
        },
        { key: 'startedAt', title: say('startedAt'), render: (_, row) => <When at={row.startedAt} /> },
        { key: 'submittedAt', title: say('submittedAt'), render: (_, row) => <When at={row.submittedAt} /> },
        {
          key: 'submittedBy',
          title: say('submittedBy'),
          render: (_, row) => (row.submitReason ? say(row.submitReason) : ''),
        },
        { key: 'timesLeft', title: say('timesLeft'), align: 'right', dataIndex: 'timesLeft' },
      ]}
    />
  )
}
