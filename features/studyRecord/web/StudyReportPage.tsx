import { PortfolioTable } from './PortfolioTable'

/** /train-manage/study-report: all enrolments in scope with their progress; pass, review, extend, delete. */
export default function StudyReportPage() {
  return <PortfolioTable />
}
