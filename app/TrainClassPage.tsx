import { lazy } from 'react'
import { TrainClassDetail } from '../features/class/web/TrainClassDetail.tsx'
import { EarlierEnds } from '../features/studyRecord/web/EarlierEnds.tsx'
import { PortfolioTable } from '../features/studyRecord/web/PortfolioTable.tsx'

const ClassExamPanel = lazy(async () => ({
  default: (await import('../features/exam/web/ClassExamPanel.tsx')).ClassExamPanel,
}))

/** /train-manage/train-class-detail: a class with its learners and exam, from other features. */
export default function TrainClassPage() {
  return <TrainClassDetail Learners={PortfolioTable} Ends={EarlierEnds} Exam={ClassExamPanel} />
}
