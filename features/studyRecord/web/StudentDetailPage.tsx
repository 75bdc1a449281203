import Card from 'antd/es/card'
import Select from 'antd/es/select'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { useMay } from '../../../web/shell/view/may.ts'
import { LoadedSubject } from '../../../web/shell/form/LoadedSubject.tsx'
import { SubjectPage } from '../../../web/shell/form/SubjectPage.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { usePersonnelName } from '../../classType/web/personnel.ts'
import { useReveal } from '../../student/reveal/web/Reveal.tsx'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { type StudyReport, studyRecordCalls } from '../contract.ts'
import { useDetailWords } from './detailWords.ts'
import { PortfolioTable } from './PortfolioTable.tsx'
import './StudyDetail.css'
import { YearLedger, YearMeters } from './YearReport.tsx'

/** /train-manage/study-report/student-detail: one learner's year: hours against the requirement, classes, ledger. */
export default function StudentDetailPage() {
  const [{ accountId, year }] = useUrlState()
  const query = useCall(
    studyRecordCalls.findMyStudyReport,
    { accountId: accountId!, ...(year ? { year: Number(year) } : {}) },
    { enabled: accountId !== undefined, keep: true },
  )
  return (
    <LoadedSubject list="/train-manage/study-report" query={query} skeleton={<Skeleton lines={8} />}>
      {(report) => <Year key={report.accountId} report={report} />}
    </LoadedSubject>
  )
}

function Year({ report }: { report: StudyReport }) {
  const say = useDetailWords()
  const groupOf = usePersonnelName()
  const [, change] = useUrlState()
  const mayLearner = useMay('/student-manage/student')
  const { accountId, realName, year } = report
  const numbers = useReveal(accountId, { card: report.cardMask, mobile: report.mobileMask })
  const years = [...new Set([year, ...report.years])].sort((a, b) => b - a)
  return (
    <>
      <SubjectPage
        name={say('yearOf', { name: realName, year })}
        line={
          mayLearner && <Link to={`/student-manage/student-detail?accountId=${accountId}`}>{realName}</Link>
        }
        facts={[
          { label: say('idNumber'), value: numbers.card },
          { label: say('mobile'), value: numbers.mobile },
          { label: say('unit'), value: report.unitName },
          {
            label: say('personnelCategory'),
            value: report.personnelCategory && groupOf(report.personnelCategory),
          },
          {
            label: say('year'),
            value: (
              <Select<number>
                aria-label={say('year')}
                value={year}
                style={{ width: 120 }}
                options={years.map((value) => ({ value, label: String(value) }))}
                onChange={(chosen) => change({ year: chosen, page: null })}
              />
            ),
          },
        ]}
        tabs={[
          {
            key: 'classes',
            label: say('classes'),
            count: { call: enrolmentCalls.findPortfolioPage, input: { accountId, year } },
            children: (
              <>
                <Card size="small" className="study-year">
                  <YearMeters report={report} />
                </Card>
                <PortfolioTable learner={{ accountId, year }} />
              </>
            ),
          },
          { key: 'ledger', label: say('ledger'), children: <YearLedger report={report} /> },
        ]}
      />
      {numbers.dialog}
    </>
  )
}
