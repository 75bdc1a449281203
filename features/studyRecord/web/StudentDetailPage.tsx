import Card from 'antd/es/card'
import Descriptions from 'antd/es/descriptions'
import Select from 'antd/es/select'
import { useCall } from '../../../web/client.ts'
import { Empty, Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { useSubject } from '../../../web/shell/subject.ts'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { usePersonnelName } from '../../classType/web/personnel.ts'
import { type StudyReport, studyRecordCalls } from '../contract.ts'
import { Reveal } from '../../student/reveal/web/Reveal.tsx'
import { useDetailWords } from './detailWords.ts'
import { PortfolioTable } from './PortfolioTable.tsx'
import './StudyDetail.css'
import { YearLedger, YearMeters } from './YearReport.tsx'

/** /train-manage/study-report/student-detail: one learner's year: hours against the requirement, classes, ledger. */
export default function StudentDetailPage() {
  const say = useDetailWords()
  const [{ accountId, year }, change] = useUrlState()
  const query = useCall(
    studyRecordCalls.findMyStudyReport,
    { accountId: accountId!, ...(year ? { year: Number(year) } : {}) },
    { enabled: accountId !== undefined, keep: true },
  )
  useSubject(query.data && say('yearOf', { name: query.data.realName, year: query.data.year }))
  if (accountId === undefined) return <Empty title={say('none')} />
  return (
    <Loaded query={query} skeleton={<Skeleton lines={8} />}>
      {(report) => (
        <>
          <Head report={report} onYear={(chosen) => change({ year: chosen, page: null })} />
          <h2 className="study-year-section">{say('classes')}</h2>
          <PortfolioTable learner={{ accountId, year: report.year }} />
          <h2 className="study-year-section">{say('ledger')}</h2>
          <YearLedger report={report} />
        </>
      )}
    </Loaded>
  )
}

function Head({ report, onYear }: { report: StudyReport; onYear: (year: number) => void }) {
  const say = useDetailWords()
  const groupOf = usePersonnelName()
  const facts = {
    idNumber: report.cardMask && <Reveal accountId={report.accountId} what="card" masked={report.cardMask} />,
    mobile: report.mobileMask && (
      <Reveal accountId={report.accountId} what="mobile" masked={report.mobileMask} />
    ),
    unit: report.unitName,
    personnelCategory: report.personnelCategory && groupOf(report.personnelCategory),
  }
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
      <YearMeters report={report} />
    </Card>
  )
}
