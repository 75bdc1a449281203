import Card from 'antd/es/card'
import Descriptions from 'antd/es/descriptions'
import Progress from 'antd/es/progress'
import Tabs from 'antd/es/tabs'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { dateTime, hours } from '../../../web/format.ts'
import { duration } from '../../../web/howLong.ts'
import { Empty, Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { useSubject } from '../../../web/shell/subject.ts'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { enrolmentCalls, type PortfolioRow } from '../../enrolment/contract.ts'
import { useRequirements } from '../../enrolment/web/requirements.ts'
import { Reveal } from '../../student/reveal/web/Reveal.tsx'
import { studyRecordCalls } from '../contract.ts'
import { Answer } from './Answer.tsx'
import { useDetailWords } from './detailWords.ts'
import { EnrolmentStatusTag } from './EnrolmentStatusTag.tsx'
import './Portfolio.css'
import { studentDetailPath } from './PortfolioTable.tsx'
import './StudyDetail.css'
import { AttemptTable, ItemTable, LeaseTable, RefusalTable } from './StudyTables.tsx'
import { useStudyRecordWords } from './words.ts'

/** /train-manage/study-report/study-detail: one enrolment to the second. */
export default function StudyDetailPage() {
  const say = useDetailWords()
  const [{ enrolmentId, tab = 'items' }, change] = useUrlState()
  const query = useCall(
    enrolmentCalls.findPortfolioPage,
    { enrolmentId: enrolmentId!, limit: 1 },
    { enabled: enrolmentId !== undefined },
  )
  const row = query.data?.list[0]
  useSubject(row && `${row.realName} · ${row.className}`)
  if (enrolmentId === undefined) return <Empty title={say('none')} />
  const tables = { items: ItemTable, refusals: RefusalTable, leases: LeaseTable, attempts: AttemptTable }
  return (
    <Loaded
      query={query}
      skeleton={<Skeleton lines={8} />}
      isEmpty={({ list }) => list.length === 0}
      empty={<Empty title={say('absent')} />}
    >
      {({ list: [row] }) => (
        <>
          <Head row={row!} />
          <Tabs
            activeKey={tab}
            aria-label={say('sections')}
            destroyOnHidden
            onChange={(key) => change({ tab: key === 'items' ? null : key, page: null })}
            items={Object.entries(tables).map(([key, Table]) => ({
              key,
              label: say(key as keyof typeof tables),
              children: <Table enrolmentId={enrolmentId} />,
            }))}
          />
        </>
      )}
    </Loaded>
  )
}

function Head({ row }: { row: PortfolioRow }) {
  const say = useDetailWords()
  const sayReport = useStudyRecordWords()
  const nameOf = useClassTypeName()
  const requirements = useRequirements()
  const explained = useCall(studyRecordCalls.explain, { enrolmentId: row.id }).data
  const percent = Math.floor(row.progress / 100)
  const facts = {
    idNumber: row.cardMask && <Reveal accountId={row.accountId} what="card" masked={row.cardMask} />,
    mobile: row.mobileMask && <Reveal accountId={row.accountId} what="mobile" masked={row.mobileMask} />,
    unit: row.unitName,
    hours: hours(row.hoursTenths),
    requirements: requirements.met(row),
    watched: duration(row.watchedSeconds),
    examScore: row.examScore,
    source: sayReport(row.source),
    joined: dateTime(row.createdAt),
    studyUntil: row.expiresAt ? dateTime(row.expiresAt) : say('noLimit'),
    passedAt: row.passedAt && dateTime(row.passedAt),
    passReason: row.passReason,
  }
  return (
    <Card size="small" style={{ marginBottom: 12 }}>
      <h1 className="study-detail-title">
        <Link to={studentDetailPath(row.accountId, row.year)}>{row.realName}</Link> · {row.className}{' '}
        <EnrolmentStatusTag status={row.status} />
      </h1>
      <p className="portfolio-line">
        {nameOf(row.classType)} · {row.year}
      </p>
      <Progress
        percent={percent}
        status={percent === 100 ? 'success' : 'normal'}
        aria-label={sayReport('progressOf', { name: row.realName, percent })}
      />
      {explained && (
        <div className="study-detail-why">
          <Answer className={row.className} explained={explained} />
        </div>
      )}
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, xl: 4 }}
        items={Object.entries(facts)
          .filter(([, value]) => value !== null)
          .map(([key, children]) => ({ key, label: say(key as keyof typeof facts), children }))}
      />
    </Card>
  )
}
