import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCall } from '../../../../web/client.ts'
import { refetchAll } from '../../../../web/refetchAll.ts'
import { ButtonLink } from '../../../../web/kit/Button.tsx'
import { Empty, Failure, Loaded, Skeleton } from '../../../../web/kit/Loaded.tsx'
import { useUrlState } from '../../../../web/shell/view/useUrlState.ts'
import { BackBar } from '../../../question/answer/web/BackBar.tsx'
import { attemptCalls } from '../contract.ts'
import { ExamEntry } from './ExamEntry.tsx'
import { ExamOutcome } from './ExamOutcome.tsx'
import { ExamRoom } from './ExamRoom.tsx'
import { openOutbox } from './outbox.ts'
import { dropSaved } from './savedAnswers.ts'
import { useSitting } from './useSitting.ts'
import { useAttemptWords } from './words.ts'

/** An exam by its address: first its entry, with an attempt the paper itself, and once that is over its result. */
export function ExamStart({ examId }: { examId: string }) {
  const [address, change] = useUrlState()
  const { attemptId } = address
  if (attemptId) return <Attempt key={attemptId} examId={examId} attemptId={attemptId} />
  return <Entry examId={examId} onStart={(begun) => change({ attemptId: begun })} />
}

function Entry({ examId, onStart }: { examId: string; onStart: (attemptId: string) => void }) {
  const say = useAttemptWords()
  const query = useCall(attemptCalls.findMyClassExam, { examId }, { staleTime: 0 })
  return (
    <>
      <BackBar />
      <Loaded
        query={query}
        skeleton={
          <div className="k-wrap">
            <Skeleton lines={6} height={28} />
          </div>
        }
        isEmpty={(exams) => exams.length === 0}
        empty={
          <Empty
            title={say('notFound')}
            hint={say('notFoundHint')}
            action={
              <ButtonLink kind="main" to="/classCenter">
                {say('toClasses')}
              </ButtonLink>
            }
          />
        }
      >
        {(exams) => (
          <ExamEntry
            // A class may have been joined twice: what can be done now comes first.
            exam={exams.find(({ state }) => state === 'in_progress' || state === 'open') ?? exams[0]!}
            onStart={onStart}
          />
        )}
      </Loaded>
    </>
  )
}

function Attempt({ examId, attemptId }: { examId: string; attemptId: string }) {
  const say = useAttemptWords()
  const cache = useQueryClient()
  const [sitting, { retry, end }] = useSitting(examId, attemptId)
  const [lost, setLost] = useState<number[]>([])
  const isOver = sitting.state === 'over'

  // Opened after it was over: answers that this device could not send are reported once, then discarded.
  useEffect(() => {
    if (!isOver) return
    const outbox = openOutbox(localStorage, attemptId)
    const left = Object.keys(outbox.read()).map(Number)
    if (left.length > 0) setLost(left)
    outbox.clear()
  }, [isOver, attemptId])

  if (sitting.state === 'running') {
    return (
      <ExamRoom
        paper={sitting.paper}
        clock={sitting.clock}
        onEnd={(unsaved) => {
          setLost(unsaved)
          openOutbox(localStorage, attemptId).clear()
          dropSaved(localStorage, attemptId)
          void refetchAll(cache)
          scrollTo({ top: 0 })
          end()
        }}
      />
    )
  }
  return (
    <>
      <BackBar />
      {sitting.state === 'asking' && (
        <div className="k-wrap">
          <Skeleton lines={6} height={28} />
        </div>
      )}
      {sitting.state === 'failed' && (
        <Failure
          error={sitting.error}
          onRetry={retry}
          {...(sitting.error.respCode === 0 ? { hint: say('cutOff') } : {})}
        />
      )}
      {sitting.state === 'over' && <ExamOutcome attemptId={attemptId} lost={lost} />}
    </>
  )
}
