import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { BackBar } from '../../question/answer/web/BackBar.tsx'
import { ExerciseRoom } from '../../question/exercise/web/ExerciseRoom.tsx'
import { useExerciseWords } from '../../question/exercise/web/words.ts'
import { LearnerOnly } from '../../session/web/LearnerOnly.tsx'
import { ExamStart } from '../attempt/web/ExamStart.tsx'
import { MyExams } from '../attempt/web/MyExams.tsx'

/** /detail-question: an exam (`examId`), practice for a class (`classId`) or on a bank (`bankId`), or the choice of one. */
export default function DetailQuestionPage() {
  return (
    <LearnerOnly>
      <Chosen />
    </LearnerOnly>
  )
}

function Chosen() {
  const say = useExerciseWords()
  const [{ examId, classId, resourceId, bankId }] = useUrlState()
  if (examId) return <ExamStart key={examId} examId={examId} />
  if (bankId) return <ExerciseRoom key={bankId} source={{ bankId }} />
  if (classId) {
    return (
      <ExerciseRoom key={classId + resourceId} source={{ classId, ...(resourceId ? { resourceId } : {}) }} />
    )
  }
  return (
    <>
      <BackBar />
      <main id="main" className="k-wrap answer-result k-stack k-gap-4">
        <h1>{say('choose')}</h1>
        <MyExams />
      </main>
    </>
  )
}
