import { Suspense } from 'react'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { Tabs } from '../../../web/kit/Tabs.tsx'
import { usePart } from '../../../web/shell/view/usePart.ts'
import { HoursTable } from './HoursTable.tsx'
import { PortfolioTable } from './PortfolioTable.tsx'
import { useStudyRecordWords } from './words.ts'

const parts = ['enrolments', 'hours'] as const

/** /train-manage/study-report: all enrolments in scope with their progress; pass, review, extend, delete; and the ledger of hours. */
export default function StudyReportPage() {
  const say = useStudyRecordWords()
  const [part, show] = usePart(parts)
  return (
    <Tabs
      label={say('parts')}
      value={part}
      onChange={show}
      tabs={[
        { key: 'enrolments', label: say('enrolments') },
        { key: 'hours', label: say('ledger') },
      ]}
    >
      <div className="k-tab-part">
        <Suspense fallback={<Skeleton lines={6} />}>
          {part === 'enrolments' ? <PortfolioTable /> : <HoursTable />}
        </Suspense>
      </div>
    </Tabs>
  )
}
