import Card from 'antd/es/card'
import Descriptions from 'antd/es/descriptions'
import Empty from 'antd/es/empty'
import Progress from 'antd/es/progress'
import Select from 'antd/es/select'
import Skeleton from 'antd/es/skeleton'
import Table from 'antd/es/table'
import { useCall } from '../../../web/client.ts'
import { date, hours } from '../../../web/format.ts'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { useClassTypeName } from '../../classType/web/classType.ts'
import { usePersonnelName } from '../../classType/web/personnel.ts'
import { type StudyReport, studyDetailCalls } from '../contract.ts'
import { Reveal } from '../../student/reveal/web/Reveal.tsx'
import { useDetailWords } from './detailWords.ts'
import { Failed } from './Failed.tsx'
import { PortfolioTable } from './PortfolioTable.tsx'
import './StudyDetail.css'

/** /train-manage/study-report/student-detail: one learner's year: hours against what is asked, classes, ledger. */
export default function StudentDetailPage() {
  const say = useDetailWords()
  const [{ accountId, year }, change] = useUrlState()
  const query = useCall(
    studyDetailCalls.findMyStudyReport,
    { accountId: accountId!, ...(year ? { year: Number(year) } : {}) },
    { enabled: accountId !== undefined, keep: true },
  )
  if (accountId === undefined) return <Failed />
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data || query.data.accountId !== accountId) return <Skeleton active paragraph={{ rows: 8 }} />
  const report = query.data
  return (
    <>
      <Head report={report} onYear={(chosen) => change({ year: chosen, page: null })} />
      <h2 className="study-year-section">{say('classes')}</h2>
      <PortfolioTable learner={{ accountId, year: report.year }} />
      <h2 className="study-year-section">{say('ledger')}</h2>
      <Ledger report={report} />
    </>
  )
}

function Head({ report, onYear }: { report: StudyReport; onYear: (year: number) => void }) {
  const say = useDetailWords()
  const groupOf = usePersonnelName()
  const nameOf = useClassTypeName()
  const facts = {
    card: report.cardMask && <Reveal accountId={report.accountId} what="card" masked={report.cardMask} />,
    mobile: report.mobileMask && (
      <Reveal accountId={report.accountId} what="mobile" masked={report.mobileMask} />
    ),
    unit: report.unitName,
    personnel: report.personnelCategory && groupOf(report.personnelCategory),
  }
  const meters = [
    { key: 'total', name: say('total'), ...report },
    ...report.types.map((type) => ({ key: type.classType, name: nameOf(type.classType), ...type })),
  ]
  const years = [...new Set([report.year, ...report.years])].sort((a, b) => b - a)
  return (
    <Card size="small">
      <div className="study-year-head">
        <h1 className="study-detail-title">{say('yearOf', { name: report.realName, year: report.year })}</h1>
        <Select<number>
          aria-label={say('year')}
          value={report.year}
          style={{ width: 120 }}
          options={years.map((value) => ({ value, label: String(value) }))}
          onChange={onYear}
        />
      </div>
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, xl: 4 }}
        items={Object.entries(facts)
          .filter(([, value]) => value !== null)
          .map(([key, children]) => ({ key, label: say(key as keyof typeof facts), children }))}
      />
      <div className="study-year-types">
        {meters.map(({ key, ...meter }) => (
          <Meter key={key} {...meter} />
        ))}
      </div>
    </Card>
  )
}

function Meter({
  name,
  requiredTenths,
  earnedTenths,
  missingTenths,
}: {
  name: string
  requiredTenths: number
  earnedTenths: number
  missingTenths: number
}) {
  const say = useDetailWords()
  const said =
    requiredTenths > 0
      ? say('ofHours', { earned: hours(earnedTenths), required: hours(requiredTenths) })
      : say('onlyHours', { earned: hours(earnedTenths) })
  return (
    <div>
      <b>{name}</b> {said}
      {requiredTenths > 0 && (
        <>
          <Progress
            percent={Math.min(100, Math.floor((earnedTenths / requiredTenths) * 100))}
            size="small"
            status={missingTenths === 0 ? 'success' : 'normal'}
            aria-label={`${name} ${said}`}
          />
          <span className="portfolio-line">
            {missingTenths === 0 ? say('reached') : say('missing', { hours: hours(missingTenths) })}
          </span>
        </>
      )}
    </div>
  )
}

function Ledger({ report }: { report: StudyReport }) {
  const say = useDetailWords()
  const nameOf = useClassTypeName()
  return (
    <Card size="small">
      <Table
        rowKey="id"
        size="small"
        dataSource={report.entries}
        pagination={report.entries.length > 20 ? { pageSize: 20, showSizeChanger: false } : false}
        locale={{ emptyText: <Empty description={say('ledgerNone')} /> }}
        columns={[
          {
            title: say('at'),
            render: (_, entry) => <span className="study-ledger-date">{date(entry.createdAt)}</span>,
          },
          { title: say('title'), dataIndex: 'title' },
          {
            title: say('attribute'),
            responsive: ['md'],
            render: (_, entry) => `${nameOf(entry.classType)} · ${say(entry.attribute)}`,
          },
          { title: say('hours'), align: 'right', render: (_, entry) => hours(entry.hoursTenths) },
          {
            title: say('source'),
            responsive: ['md'],
            render: (_, entry) => say(entry.source === 'class' ? 'classSource' : entry.source),
          },
          { title: say('reason'), responsive: ['md'], dataIndex: 'reason' },
          { title: say('certificate'), responsive: ['md'], dataIndex: 'certificateNumber' },
        ]}
      />
    </Card>
  )
}
