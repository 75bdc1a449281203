import { minutesOf } from '../rules.ts'
import type { LiveItem } from './useLease.ts'
import { useStudyWords } from './words.ts'

/** One cell a minute: counted, played and not counted, still to come. */
export function MinuteStrip({ live, durationSeconds }: { live: LiveItem; durationSeconds: number }) {
  const say = useStudyWords()
  const minutes = minutesOf({ durationSeconds, ranges: live.ranges, refusals: live.refusals })
  const said = { counted: 'stripCounted', refused: 'stripRefused', open: 'stripOpen' } as const
  return (
    <ol className="study-strip" aria-label={say('strip')}>
      {minutes.map((state, i) => (
        <li key={i} className={state} title={say(said[state], { minute: i + 1 })}>
          <span className="k-hidden">{say(said[state], { minute: i + 1 })}</span>
        </li>
      ))}
    </ol>
  )
}
