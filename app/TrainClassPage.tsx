import { TrainClassDetail } from '../features/class/web/TrainClassDetail.tsx'
import { EarlierEnds } from '../features/studyRecord/web/EarlierEnds.tsx'
import { PortfolioTable } from '../features/studyRecord/web/PortfolioTable.tsx'
import { lazyPart } from '../web/lazyPart.tsx'

const ClassExamPanel = lazyPart(async () => ({
  default: (await import('../features/exam/web/ClassExamPanel.tsx')).ClassExamPanel,
}))

const ClassAnnouncements = lazyPart(async () => ({
  default: (await import('../features/notice/web/ClassAnnouncements.tsx')).ClassAnnouncements,
}))

const ClassPreview = lazyPart(async () => ({
  default: (await import('../features/catalogue/web/ClassPreview.tsx')).ClassPreview,
}))

/** /train-manage/train-class-detail: a class with its learners, exam and announcements, from other features. */
export default function TrainClassPage() {
  return (
    <TrainClassDetail
      Learners={PortfolioTable}
      Ends={EarlierEnds}
      Exam={ClassExamPanel}
      Announcements={ClassAnnouncements}
      Preview={ClassPreview}
    />
  )
}
