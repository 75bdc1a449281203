import Tag from 'antd/es/tag'
import { clock, dateTime } from '../../../web/format.ts'
import { CrudTable } from '../../../web/shell/CrudTable.tsx'
import { attemptLifecycle } from '../../exam/attempt/rules.ts'
import { studyRecordCalls } from '../contract.ts'
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
          title: say('video'),
          render: (_, row) => (
            <div className="study-detail-name">
              {row.title}
              <div className="portfolio-line">{row.courseName}</div>
            </div>
          ),
        },
        {
          title: say('attribute'),
          render: (_, row) => (
            <Tag color={row.attribute === 'required' ? 'blue' : 'default'}>{say(row.attribute)}</Tag>
          ),
        },
        {
          title: say('counted'),
          align: 'right',
          render: (_, row) => `${clock(row.watchedSeconds)} / ${clock(row.durationSeconds)}`,
        },
        { title: say('stretches'), render: (_, row) => <CoverageBar item={row} /> },
        { title: say('refusedTimes'), align: 'right', dataIndex: 'refusals' },
        { title: say('completedAt'), render: (_, row) => at(row.completedAt) },
        { title: say('studiedAt'), render: (_, row) => at(row.studiedAt) },
      ]}
    />
  )
}

/** What was played and not counted, and why. */
export function RefusalTable({ enrolmentId }: Of) {
  const say = useDetailWords()
  return (
    <CrudTable
      call={studyRecordCalls.findRefusalList}
      fixed={{ enrolmentId }}
      columns={[
        { title: say('video'), render: (_, row) => <div className="study-detail-name">{row.title}</div> },
        {
          title: say('place'),
          render: (_, row) => say('stretch', { from: clock(row.from), to: clock(row.to) }),
        },
        { title: say('reason'), render: (_, row) => say(row.reason) },
        { title: say('times'), align: 'right', dataIndex: 'times' },
        { title: say('firstAt'), render: (_, row) => at(row.firstAt) },
        { title: say('lastAt'), render: (_, row) => at(row.lastAt) },
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
        { title: say('openedAt'), render: (_, row) => at(row.openedAt) },
        { title: say('video'), render: (_, row) => <div className="study-detail-name">{row.title}</div> },
        { title: say('accepted'), align: 'right', render: (_, row) => clock(row.acceptedSeconds) },
        { title: say('lastBeatAt'), render: (_, row) => at(row.lastBeatAt) },
        {
          title: say('ended'),
          render: (_, row) =>
            row.endReason ? (
              `${say(ends[row.endReason])} · ${at(row.endedAt)}`
            ) : (
              <Tag color="green">{say('playing')}</Tag>
            ),
        },
        { title: say('ip'), dataIndex: 'ip' },
        { title: say('agent'), render: (_, row) => <span title={row.agent}>{deviceOf(row.agent)}</span> },
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
        { title: say('exam'), render: (_, row) => <div className="study-detail-name">{row.examName}</div> },
        {
          title: say('number'),
          render: (_, row) => (
            <>
              {say('attemptNumber', { number: row.number })} {row.makeUp && <Tag>{say('makeUp')}</Tag>}
            </>
          ),
        },
        { title: say('status'), render: (_, row) => stateName(row.status) },
        {
          title: say('result'),
          render: (_, row) =>
            row.score !== null && (
              <>
                {say('resultOf', { score: row.score, total: row.total, pass: row.passScore })}{' '}
                <Tag color={row.passed ? 'green' : 'red'}>{say(row.passed ? 'passed' : 'notPassed')}</Tag>
              </>
            ),
        },
        { title: say('startedAt'), render: (_, row) => at(row.startedAt) },
        { title: say('submittedAt'), render: (_, row) => at(row.submittedAt) },
        { title: say('submittedBy'), render: (_, row) => (row.submitReason ? say(row.submitReason) : '') },
        { title: say('timesLeft'), align: 'right', dataIndex: 'timesLeft' },
      ]}
    />
  )
}
