import { useState } from 'react'
import { Button } from '../../../web/kit/Button.tsx'
import { clock } from '../../../web/format.ts'
import { currentLocale } from '../../../web/words.ts'
import { measure, outside } from '../beat/rules.ts'
import { MinuteStrip } from './MinuteStrip.tsx'
import type { Lease } from './useLease.ts'
import { WhyCard } from './WhyCard.tsx'
import { useStudyWords } from './words.ts'

const timeOf = (moment: string) =>
  new Intl.DateTimeFormat(currentLocale(), { timeStyle: 'medium', hourCycle: 'h23' }).format(new Date(moment))

/** The truth about this video: what is saved and when, minute by minute, and why something was not. */
export function CountedCard({
  lease,
  playing,
  durationSeconds,
  onAgain,
}: {
  lease: Lease
  playing: boolean
  durationSeconds: number
  onAgain: (from: number) => void
}) {
  const say = useStudyWords()
  const [open, setOpen] = useState(false)
  const { live, queue } = lease
  const missed = live.refusals
    .map((refusal) => ({ refusal, left: measure(outside([refusal.from, refusal.to], live.ranges)) }))
    .filter(({ left }) => left >= 1)
  const missing = missed.reduce((sum, { left }) => sum + left, 0)
  const watched = clock(live.watchedSeconds)
  const left = Math.max(0, durationSeconds - live.watchedSeconds)
  const state = queue.offline ? 'offline' : live.done ? 'done' : playing ? 'counting' : 'idle'
  return (
    <>
      <section className={`k-card study-counted ${state}`} aria-live="polite">
        <span className="dot" aria-hidden="true" />
        <div>
          <strong>{say(state)}</strong>
          <span className="k-muted k-small">
            {queue.offline && say('offlineHint', { seconds: Math.round(queue.pending) })}
            {!queue.offline && live.savedAt && `${say('savedAt', { time: timeOf(live.savedAt) })} · `}
            {!queue.offline &&
              (live.done ? say('allCounted', { watched }) : say('needed', { watched, left: clock(left) }))}
          </span>
          <MinuteStrip live={live} durationSeconds={durationSeconds} />
        </div>
        {missing >= 1 && (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {missing >= 60
              ? say('why', { minutes: Math.round(missing / 60) })
              : say('whyShort', { seconds: Math.round(missing) })}
          </Button>
        )}
      </section>
      {open && missed.length > 0 && (
        <WhyCard
          refusals={missed.map(({ refusal }) => refusal)}
          onAgain={onAgain}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
