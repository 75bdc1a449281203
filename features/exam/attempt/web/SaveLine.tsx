import { timeOfDay } from '../../../../web/format.ts'
import type { SheetView } from './sheet.ts'
import { useAttemptWords } from './words.ts'

/** Status and time of the last save; read aloud only when saving goes wrong. */
export function SaveLine({ view, onRetry }: { view: SheetView; onRetry: () => void }) {
  const say = useAttemptWords()
  const { state, savedAt, unsaved, refusal } = view
  const isTrouble = state === 'kept' || state === 'refused'
  const text =
    state === 'saved'
      ? savedAt
        ? say('savedAt', { time: timeOfDay(savedAt) })
        : say('nothingYet')
      : state === 'kept'
        ? say('kept', { count: unsaved.length })
        : state === 'refused'
          ? say('refused', { reason: refusal ?? '' })
          : say(state)
  return (
    <span className={`exam-saved ${state}`}>
      <i aria-hidden="true" />
      <span>{text}</span>
      {isTrouble && (
        <button className="k-bare" type="button" onClick={onRetry}>
          {say('retryNow')}
        </button>
      )}
      <span className="k-hidden" role="status">
        {isTrouble && text}
      </span>
    </span>
  )
}
