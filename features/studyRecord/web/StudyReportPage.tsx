import { PortfolioTable } from './PortfolioTable.tsx'

/** /train-manage/study-report: all enrolments in scope with their progress; pass, review, extend, delete. */
export default function StudyReportPage() {
  return <PortfolioTable />
}
