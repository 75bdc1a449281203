import Card from 'antd/es/card'
import Result from 'antd/es/result'
import Select from 'antd/es/select'
import { useCall } from '../../../web/client.ts'
import { Loaded, Skeleton } from '../../../web/kit/Loaded.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { type StudyReport, studyRecordCalls } from '../../studyRecord/contract.ts'
import { YearLedger, YearMeters } from '../../studyRecord/web/YearReport.tsx'
import { useLearnerWords } from './words.ts'

/** Hours by year against the requirement, with their ledger lines. */
export function HoursPanel({ accountId, hasProfile }: { accountId: string; hasProfile: boolean }) {
  const say = useLearnerWords()
  const [{ year }, change] = useUrlState()
  const query = useCall(
    studyRecordCalls.findMyStudyReport,
    { accountId, ...(year ? { year: Number(year) } : {}) },
    { enabled: hasProfile, keep: true },
  )
  if (!hasProfile) return <Result status="info" title={say('hoursNone')} />
  return (
    <Loaded query={query} skeleton={<Skeleton lines={6} />}>
      {(report) => <YearHours report={report} onYear={(chosen) => change({ year: chosen })} />}
    </Loaded>
  )
}

function YearHours({ report, onYear }: { report: StudyReport; onYear: (year: number) => void }) {
  const say = useLearnerWords()
  const years = [...new Set([report.year, ...report.years])].sort((a, b) => b - a)
  return (
    <div className="k-stack k-gap-4">
      <Card size="small">
        <Select<number>
          aria-label={say('year')}
          value={report.year}
          style={{ width: 120, marginBottom: 12 }}
          options={years.map((value) => ({ value, label: String(value) }))}
          onChange={onYear}
        />
        <YearMeters report={report} />
      </Card>
      <YearLedger report={report} />
    </div>
  )
}
