import { useEffect, useState } from 'react'
import { Button, ButtonLink } from '../../../web/kit/Button.tsx'
import { clock } from '../../../web/format.ts'
import type { StudyItem } from '../contract.ts'
import { useStudyWords } from './words.ts'

/** Counts down to zero once a second, then acts. */
function useCountdown(seconds: number, onZero: () => void): number {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (left <= 0) {
      onZero()
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [left])
  return left
}

/** After a video: the next one in five seconds, unless cancelled. */
export function NextUp({
  next,
  onNext,
  onCancel,
}: {
  next: StudyItem
  onNext: () => void
  onCancel: () => void
}) {
  const say = useStudyWords()
  const left = useCountdown(5, onNext)
  return (
    <div className="veil solid" role="alertdialog" aria-label={say('nextUp', { title: next.title })}>
      <strong>{say('nextUp', { title: next.title })}</strong>
      <span>{say('nextIn', { seconds: left })}</span>
      <div className="row">
        <Button kind="main" onClick={onNext}>
          {say('nextNow')}
        </Button>
        <Button onClick={onCancel}>{say('cancel')}</Button>
      </div>
    </div>
  )
}

/** After the last video of the class. */
export function AllDone({ examId }: { examId: string | null }) {
  const say = useStudyWords()
  return (
    <div className="veil solid" role="status">
      <strong>{say('allDone')}</strong>
      <span>{say(examId ? 'allDoneExam' : 'allDoneHint')}</span>
      <ButtonLink kind="main" to={examId ? `/detail-question?examId=${examId}` : '/classCenter'}>
        {say(examId ? 'goExam' : 'toClasses')}
      </ButtonLink>
    </div>
  )
}

/** Where one was left last time, for a while. */
export function ResumeNotice({ at, onStart }: { at: number; onStart: () => void }) {
  const say = useStudyWords()
  const [shown, setShown] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), 8000)
    return () => clearTimeout(timer)
  }, [])
  if (!shown) return null
  return (
    <div className="resume" role="status">
      {say('resumed', { at: clock(at) })}
      <button
        type="button"
        onClick={() => {
          setShown(false)
          onStart()
        }}
      >
        {say('fromStart')}
      </button>
    </div>
  )
}

/** Another window has the lease: what that means, and the way on that the portal allows. */
export function Elsewhere({
  message,
  mayTakeOver,
  onContinue,
}: {
  message: string | null
  mayTakeOver: boolean
  onContinue: () => void
}) {
  const say = useStudyWords()
  return (
    <div className="study-elsewhere" role="alert">
      <h2>{say('elsewhere')}</h2>
      <p>{message ?? say('elsewhereHint')}</p>
      <Button kind="main" onClick={onContinue}>
        {say(mayTakeOver ? 'takeOver' : 'tryAgain')}
      </Button>
      {!mayTakeOver && <RetryIn seconds={15} onZero={onContinue} />}
    </div>
  )
}

function RetryIn({ seconds, onZero }: { seconds: number; onZero: () => void }) {
  const say = useStudyWords()
  const left = useCountdown(seconds, onZero)
  return <span className="k-small">{say('tryIn', { seconds: left })}</span>
}
