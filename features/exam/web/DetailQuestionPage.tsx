import { useUrlState } from '../../../web/shell/useUrlState.ts'
import { LearnerOnly } from '../../session/web/LearnerOnly.tsx'
import { ExamBar } from '../attempt/web/ExamBar.tsx'
import { ExamDoor } from '../attempt/web/ExamDoor.tsx'
import { MyExams } from '../attempt/web/MyExams.tsx'
import { ExerciseRoom } from './ExerciseRoom.tsx'
import { useExerciseWords } from './exerciseWords.ts'

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
  if (examId) return <ExamDoor key={examId} examId={examId} />
  if (bankId) return <ExerciseRoom key={bankId} source={{ bankId }} />
  if (classId) {
    return (
      <ExerciseRoom key={classId + resourceId} source={{ classId, ...(resourceId ? { resourceId } : {}) }} />
    )
  }
  return (
    <>
      <ExamBar />
      <main id="main" className="k-wrap exam-result">
        <h1>{say('choose')}</h1>
        <MyExams />
      </main>
    </>
  )
}
