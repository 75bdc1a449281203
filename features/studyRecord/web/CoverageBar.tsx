import { clock } from '../../../web/format.ts'
import type { StudyDetail } from '../contract.ts'
import './CoverageBar.css'
import { useDetailWords } from './detailWords.ts'

/** A video as a line, with what of it was watched drawn where it lies. */
export function CoverageBar({ item }: { item: StudyDetail }) {
  const say = useDetailWords()
  const { title, ranges, durationSeconds, watchedSeconds } = item
  const list = ranges.map(([from, to]) => say('stretch', { from: clock(from), to: clock(to) })).join(', ')
  const label =
    ranges.length === 0
      ? say('stretchesNone', { title })
      : say('stretchesOf', { title, watched: clock(watchedSeconds), all: clock(durationSeconds), list })
  const percent = (seconds: number) => `${(seconds / durationSeconds) * 100}%`
  return (
    <div className="coverage" role="img" aria-label={label} title={label}>
      {ranges.map(([from, to]) => (
        <span
          key={from}
          className={item.completedAt ? 'done' : ''}
          style={{ insetInlineStart: percent(from), width: percent(to - from) }}
        />
      ))}
    </div>
  )
}
