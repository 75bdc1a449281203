import { clock } from '../../../web/format.ts'
import { minutesOf } from '../rules.ts'
import type { LiveItem, Missed } from './liveItem.ts'
import { useStudyWords } from './words.ts'

/** The length of one cell in seconds: ten of a short video, a minute, five of a very long one. */
const cellOf = (durationSeconds: number) => (durationSeconds <= 600 ? 10 : durationSeconds <= 5400 ? 60 : 300)

/** One cell a minute, or a part of one: counted, played and not counted, still to come. */
export function MinuteStrip({
  live,
  missed,
  durationSeconds,
}: {
  live: LiveItem
  missed: readonly Missed[]
  durationSeconds: number
}) {
  const say = useStudyWords()
  const cell = cellOf(durationSeconds)
  const cells = minutesOf({ durationSeconds, ranges: live.ranges, refusals: missed }, cell)
  const texts = { counted: 'stripCounted', refused: 'stripRefused', open: 'stripOpen' } as const
  const stretch = (from: number, to: number) => ({
    from: clock(from),
    to: clock(Math.min(to, durationSeconds)),
  })
  const name = [
    say('strip', { watched: clock(live.watchedSeconds), all: clock(durationSeconds) }),
    ...missed.map(({ from, to }) => say('stripRefused', stretch(from, to))),
  ].join(say('comma'))
  return (
    <div className="study-strip" role="img" aria-label={name}>
      {cells.map((state, i) => (
        <i key={i} className={state} title={say(texts[state], stretch(i * cell, (i + 1) * cell))} />
      ))}
    </div>
  )
}
