import { clock } from '../../../../web/format.ts'
import { urgency } from './timer.ts'
import { useAttemptWords } from './words.ts'

/** The time left; read aloud only at ten, five and one minute. */
export function ExamClock({ left, warning }: { left: number; warning: number | null }) {
  const say = useAttemptWords()
  return (
    <>
      <span className={`exam-clock ${urgency(left)}`} role="timer" aria-live="off" aria-label={say('left')}>
        {clock(left)}
      </span>
      <span className="k-hidden" role="status">
        {warning !== null && say('leftMinutes', { minutes: warning })}
      </span>
    </>
  )
}
