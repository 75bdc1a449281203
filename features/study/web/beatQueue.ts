import { longestMs } from '../beat/rules.ts'
import type { BeatAnswer } from '../contract.ts'
import { type QueuedBeat, readSaved, storedText, textOf, writeSaved } from './savedBeats.ts'

/** Reason for which what was played is not on the server yet. */
export type Trouble = 'offline' | 'unreachable' | 'signedOut'

export interface QueueState {
  /** Seconds played that the server has not acknowledged. */
  pending: number
  trouble: Trouble | null
  /** True if what waits is stored on the device and outlives the page. */
  isStored: boolean
}

export interface QueueOptions {
  leaseToken: string
  /** The position of the video before anything is played, in seconds. */
  startAt: number
  storage: Storage
  /** Seconds since the lease was opened. */
  age: () => number
  /** Sends one beat; rejects with `respCode` 0, or none, when the server was not reached. */
  send: (beat: QueuedBeat, keepalive: boolean) => Promise<BeatAnswer>
  onAnswer: (answer: BeatAnswer, beat: QueuedBeat) => void
  onState: (state: QueueState) => void
  /** The server knows no such lease of anyone who is signed in now; what waits stays on the device. */
  onLost: () => void
  isOnline?: () => boolean
}

/** Played stretches on their way to the server: stored on the device, sent in order, dropped when acknowledged. */
export interface BeatQueue {
  /** A little more was played; what joins on lengthens the stretch being played. */
  extend: (from: number, to: number, visible: boolean) => void
  /** Ends the stretch being played and sends it; `ended` releases the lease with it. */
  cut: (ended?: boolean) => void
  /** Checks whether the lease is still valid, when nothing was sent for so many milliseconds. */
  probe: (after: number) => void
  /** Tries to send what waits, now. */
  flush: () => Promise<void>
  /** The page is going away: a last try that outlives it. */
  leave: () => void
  /** Sends nothing more; what waits stays on the device. */
  stop: () => void
}

const firstDelay = 1_000
const longestDelay = 15_000
/** A stretch is sent after so many seconds even where the page's timers stand still, as in a tab in the background. */
const longestStretch = 20
/** Distance numbers jump when another window has sent for this one, so that none is used twice. */
const leap = 1_000

export const codeOf = (error: unknown) => (error as { respCode?: number } | null)?.respCode ?? 0
/** The lease is not of anyone who is signed in now. */
export const isForeign = (code: number) => code === 404 || code === 403
/** The server can make nothing of this one beat, however often it comes. */
export const isSpoilt = (code: number) => code === 400 || code === 422

/** Opens the queue of a lease and takes up what an earlier page left in it. */
export function openBeatQueue(options: QueueOptions): BeatQueue {
  const { storage, leaseToken, age } = options
  const isOnline = options.isOnline ?? (() => navigator.onLine)
  const saved = readSaved(storage, leaseToken)
  let written = storedText(storage, leaseToken)
  let isStored = true
  let place = saved.open?.to ?? saved.queue.at(-1)?.to ?? options.startAt
  let sentAt = Date.now()
  let sending = false
  let stopped = false
  let trouble: Trouble | null = null
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function keep(): void {
    saved.aliveAt = Date.now()
    written = writeSaved(storage, leaseToken, saved)
    isStored = written === textOf(saved)
  }

  function notify(): void {
    const pending = [...saved.queue, ...(saved.open ? [saved.open] : [])]
    options.onState({ pending: pending.reduce((sum, { from, to }) => sum + to - from, 0), trouble, isStored })
  }

  /** Puts a stretch in the queue. Sent twice under two numbers it earns once; two under one number would lose one. */
  function push(stretch: Omit<QueuedBeat, 'sequence' | 'ended'>, ended: boolean): void {
    if (storedText(storage, leaseToken) !== written) {
      saved.next = Math.max(saved.next, readSaved(storage, leaseToken).next) + leap
    }
    saved.queue.push({ sequence: saved.next++, ...stretch, ended })
  }

  /** A beat of nothing played, now. */
  const nothing = () => ({ from: place, to: place, visible: true, since: age(), until: age() })

  function close(ended: boolean): void {
    const { open } = saved
    saved.open = null
    if (open || ended) push(open ?? nothing(), ended)
    keep()
  }

  async function flush(): Promise<void> {
    if (sending || stopped) return
    sending = true
    clearTimeout(timer)
    try {
      while (saved.queue.length > 0 && !stopped) {
        const beat = saved.queue[0]!
        sentAt = Date.now()
        const answer = await options.send(beat, false).catch((error: unknown) => {
          if (isSpoilt(codeOf(error))) return null
          throw error
        })
        saved.queue.shift()
        trouble = null
        failures = 0
        keep()
        if (answer) options.onAnswer(answer, beat)
        notify()
      }
    } catch (error) {
      fail(codeOf(error))
      notify()
    } finally {
      sending = false
    }
  }

  function fail(code: number): void {
    if (isForeign(code) || code === 401) {
      stopped = true
      if (code === 401) trouble = 'signedOut'
      else options.onLost()
      return
    }
    trouble = isOnline() ? 'unreachable' : 'offline'
    const delay = Math.min(longestDelay, firstDelay * 2 ** failures++) * (0.75 + Math.random() / 2)
    if (!stopped) timer = setTimeout(() => void flush(), delay)
  }

  return {
    extend(from, to, visible) {
      place = to
      const until = age()
      const { open } = saved
      if (open && open.visible === visible && Math.abs(open.to - from) < 0.001) {
        Object.assign(open, { to, until })
        if (until - (open.since ?? until) >= longestStretch) {
          close(false)
          void flush()
        }
      } else {
        if (open) close(false)
        // Reported at its end: it began its own length ago, but not before the previous stretch ended.
        const since = Math.max(saved.queue.at(-1)?.until ?? 0, until - (to - from))
        saved.open = { from, to, visible, since: Math.min(since, until), until }
        if (open) void flush()
      }
      if (Date.now() - saved.aliveAt >= 1000) keep()
      notify()
    },
    cut(ended = false) {
      close(ended)
      notify()
      void flush()
    },
    probe(after) {
      if (saved.queue.length > 0 || Date.now() - sentAt < after) return
      push(nothing(), false)
      void flush()
    },
    flush,
    leave() {
      close(true)
      const first = saved.queue[0]!
      const last = saved.queue.at(-1)!
      // One beat for all when they join on and are no more than a beat may be: should the one under way come later, it
      // finds its work done.
      const joined =
        ((last.until ?? 0) - (first.since ?? 0)) * 1000 <= longestMs &&
        saved.queue.every(
          (beat, i) => i === 0 || (beat.from === saved.queue[i - 1]!.to && beat.visible === first.visible),
        )
      const beat = joined
        ? { ...last, from: first.from, ...(first.since !== undefined && { since: first.since }) }
        : first
      stopped = true
      clearTimeout(timer)
      options.send(beat, true).catch(() => {})
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      keep()
    },
  }
}
