import { useState } from 'react'
import { clock, timeOfDay } from '../../../web/format.ts'
import { Button } from '../../../web/kit/Button.tsx'
import type { QueueState } from './beatQueue.ts'
import { againAt, missedOf, missingOf } from './liveItem.ts'
import { MinuteStrip } from './MinuteStrip.tsx'
import type { Lease } from './useLease.ts'
import { WhyCard } from './WhyCard.tsx'
import { useStudyWords } from './words.ts'

/** Words that explain what becomes of the time that was not sent, and what to do. */
function hintOf({ trouble, isStored }: QueueState) {
  if (trouble === 'signedOut') return isStored ? 'signedOutHint' : 'signedOutOpenHint'
  return isStored ? 'troubleHint' : 'troubleOpenHint'
}

/** Sentences about what a lost connection leaves uncounted in this video: beyond the next check, and from a question on. */
function useOfflineLimits({ token, pinAt, live }: Lease): string[] {
  const say = useStudyWords()
  if (live.done) return []
  return [
    ...(token?.isCaptured ? [say('offlineCheck')] : []),
    ...(pinAt === null ? [] : [say('offlinePin', { at: clock(pinAt) })]),
  ]
}

/** The truth about this video: what is saved and when, what is on its way, what was not counted and why. */
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
  const [asked, setAsked] = useState(false)
  const { live, queue } = lease
  const limits = useOfflineLimits(lease)
  const goesOn = limits.length === 0 && queue.trouble !== 'signedOut'
  const missed = missedOf(live.refusals, live.ranges)
  const missing = missingOf(missed, live.ranges)
  const left = Math.max(0, durationSeconds - live.watchedSeconds)
  const state = queue.trouble ?? (live.done ? 'done' : playing ? 'counting' : 'idle')
  const pending = Math.round(queue.pending)
  const watched = clock(live.watchedSeconds)
  return (
    <>
      <section
        className={`k-card study-counted k-grid k-gap-4 ${queue.trouble ? 'trouble' : state}`}
        aria-label={say('counted')}
      >
        <span className="dot" aria-hidden="true" />
        <div>
          <p className="facts k-cluster">
            <strong role="status">{say(state)}</strong>
            <span>
              {live.done ? say('allCounted', { watched }) : say('needed', { watched, left: clock(left) })}
            </span>
          </p>
          {/* Its height is reserved: what is to be saved comes and goes every few seconds. */}
          <div className="saving k-cluster">
            {pending > 0 && (
              <span className={queue.trouble ? 'k-tag warn' : 'k-tag plain'}>
                {say('pending', { seconds: pending })}
              </span>
            )}
            {live.savedAt && (
              <span className="k-muted k-small">{say('savedAt', { time: timeOfDay(live.savedAt) })}</span>
            )}
            {limits.length > 0 && !queue.trouble && (
              <button
                className="k-bare"
                type="button"
                aria-label={say('offlineLimits')}
                title={say('offlineLimits')}
                aria-expanded={asked}
                onClick={() => setAsked(!asked)}
              >
                ?
              </button>
            )}
          </div>
          {queue.trouble && (
            <p className="k-muted k-small">
              {goesOn && say('goOn')} {say(hintOf(queue))}
            </p>
          )}
          {limits.length > 0 && (queue.trouble || asked) && (
            <p className="k-muted k-small">{limits.join(' ')}</p>
          )}
          <MinuteStrip live={live} missed={missed} durationSeconds={durationSeconds} />
        </div>
        {missing >= 1 && (
          <Button aria-expanded={open} onClick={() => setOpen(!open)}>
            {missing >= 60
              ? say('why', { minutes: Math.round(missing / 60) })
              : say('whyShort', { seconds: Math.round(missing) })}
          </Button>
        )}
      </section>
      {open && missing >= 1 && (
        <WhyCard
          missed={missed}
          startOf={(one) => againAt(one, live)}
          onAgain={onAgain}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
