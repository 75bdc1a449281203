import Card from 'antd/es/card'
import Result from 'antd/es/result'
import Select from 'antd/es/select'
import Skeleton from 'antd/es/skeleton'
import { useCall } from '../../../web/client.ts'
import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { studyRecordCalls } from '../../studyRecord/contract.ts'
import { Failed } from '../../studyRecord/web/Failed.tsx'
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
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton active paragraph={{ rows: 6 }} />
  const report = query.data
  const years = [...new Set([report.year, ...report.years])].sort((a, b) => b - a)
  return (
    <div className="learner-cards">
      <Card size="small">
        <Select<number>
          aria-label={say('year')}
          value={report.year}
          style={{ width: 120, marginBottom: 12 }}
          options={years.map((value) => ({ value, label: String(value) }))}
          onChange={(chosen) => change({ year: chosen })}
        />
        <YearMeters report={report} />
      </Card>
      <YearLedger report={report} />
    </div>
  )
}
