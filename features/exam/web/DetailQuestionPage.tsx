import { Suspense } from 'react'
import { Skeleton } from '../../../web/kit/Loaded.tsx'
import { lazyPart } from '../../../web/lazyPart.tsx'
import { useUrlState } from '../../../web/shell/view/useUrlState.ts'
import { BackBar } from '../../question/answer/web/BackBar.tsx'
import type { ExercisePart } from '../../question/exercise/contract.ts'
import { ExerciseRoom } from '../../question/exercise/web/ExerciseRoom.tsx'
import { useExerciseWords } from '../../question/exercise/web/words.ts'
import { LearnerOnly } from '../../session/web/LearnerOnly.tsx'
import { ExamStart } from '../attempt/web/ExamStart.tsx'

// Most addresses name an exam or what is practised: the choice is loaded where none does.
const MyExams = lazyPart(() =>
  import('../attempt/web/MyExams.tsx').then((part) => ({ default: part.MyExams })),
)

/** /detail-question: an exam (`examId`), practice for a class (`classId`) or on a bank (`bankId`), or the choice of one. */
export default function DetailQuestionPage() {
  return (
    <LearnerOnly>
      <Chosen />
    </LearnerOnly>
  )
}

/** The part of practice that an address names; all where it names none. */
const partOf = (asked: string | undefined): ExercisePart =>
  (['new', 'wrong', 'favourite'] as const).find((part) => part === asked) ?? 'all'

function Chosen() {
  const say = useExerciseWords()
  const [{ examId, classId, resourceId, bankId, only: asked }, change] = useUrlState()
  const only = partOf(asked)
  const onOnly = (next: ExercisePart) => change({ only: next === 'all' ? null : next })
  if (examId) return <ExamStart key={examId} examId={examId} />
  if (bankId) return <ExerciseRoom key={bankId + only} source={{ bankId, only }} onOnly={onOnly} />
  if (classId) {
    return (
      <ExerciseRoom
        key={classId + resourceId + only}
        source={{ classId, only, ...(resourceId ? { resourceId } : {}) }}
        onOnly={onOnly}
      />
    )
  }
  return (
    <>
      <BackBar />
      <main id="main" className="k-wrap answer-result k-stack k-gap-4">
        <h1>{say('choose')}</h1>
        <Suspense fallback={<Skeleton />}>
          <MyExams />
        </Suspense>
      </main>
    </>
  )
}
