import { Button } from '../../../../web/kit/Button.tsx'
import type { SheetView } from './sheet.ts'
import { useAttemptWords } from './words.ts'

/** Another device answers the same paper: what was taken from there, what stays, and what to do. */
export function MergeNotice({ merged, onRead }: { merged: SheetView['merged']; onRead: () => void }) {
  const say = useAttemptWords()
  if (!merged) return null
  const list = (numbers: readonly number[]) => numbers.join(say('comma'))
  return (
    <div className="exam-notice k-alert" role="alert">
      <div className="k-wrap k-row k-gap-4 k-split">
        <p>
          <strong>{say('merged')}</strong>{' '}
          {merged.taken.length > 0 && say('mergedTaken', { list: list(merged.taken) })}{' '}
          {merged.ours.length > 0 && say('mergedKept', { list: list(merged.ours) })} {say('mergedHint')}
        </p>
        <Button onClick={onRead}>{say('gotIt')}</Button>
      </div>
    </div>
  )
}

/** The page was left: how often, and how often it still may be. */
export function LeaveNotice({
  times,
  before,
  limit,
}: {
  times: number
  /** Times it was left before this page was opened; these cause no notice by themselves. */
  before: number
  limit: number | null
}) {
  const say = useAttemptWords()
  if (times === 0 || (times === before && limit === null)) return null
  const more = limit === null ? null : limit - times
  return (
    <div className="exam-notice k-alert" role="status">
      <div className="k-wrap k-row k-gap-4 k-split">
        <p>
          {more === null
            ? say('leftPage', { times })
            : more <= 0
              ? say('leftPageLast', { times })
              : say('leftPageLimit', { times, more: more + 1 })}
        </p>
      </div>
    </div>
  )
}
