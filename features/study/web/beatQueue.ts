import type { BeatAnswer } from '../contract.ts'

/** A stretch that was played and is to be saved. */
export interface QueuedBeat {
  sequence: number
  from: number
  to: number
  visible: boolean
  ended: boolean
}

/** What of a lease is kept on this device until the server has it. */
interface Kept {
  next: number
  queue: QueuedBeat[]
  /** The stretch being played now. */
  open: { from: number; to: number; visible: boolean } | null
  aliveAt: number
}

export interface QueueState {
  /** Seconds played that the server has not acknowledged. */
  pending: number
  /** The last attempt did not reach the server. */
  offline: boolean
}

export interface QueueOptions {
  leaseToken: string
  storage: Storage
  /** Sends one beat; rejects with `respCode` 0 when the server was not reached. */
  send: (beat: QueuedBeat, keepalive: boolean) => Promise<BeatAnswer>
  onAnswer: (answer: BeatAnswer, beat: QueuedBeat) => void
  onState: (state: QueueState) => void
  /** The server knows no such lease: nothing of it can be saved any more. */
  onLost: () => void
}

/** Played stretches on their way to the server: kept on the device, sent in order, dropped when acknowledged. */
export interface BeatQueue {
  /** A little more was played; what joins on lengthens the stretch being played. */
  extend: (from: number, to: number, visible: boolean) => void
  /** Ends the stretch being played and sends it; `ended` gives the lease back with it. */
  cut: (ended?: boolean) => void
  /** Tries to send what waits, now. */
  flush: () => Promise<void>
  /** The page is going away: a last try that outlives it. */
  leave: () => void
  stop: () => void
}

const prefix = 'study-beats:'
const keyOf = (leaseToken: string) => prefix + leaseToken
const firstDelay = 1_000
const longestDelay = 15_000
/** A window that has not written for so long is gone. */
const goneAfter = 15_000

function read(storage: Storage, leaseToken: string): Kept {
  try {
    const kept = JSON.parse(storage.getItem(keyOf(leaseToken)) ?? '') as Kept
    if (Array.isArray(kept.queue)) return kept
  } catch {
    // Nothing kept, or not by us.
  }
  return { next: 1, queue: [], open: null, aliveAt: 0 }
}

const codeOf = (error: unknown) => (error as { respCode?: number }).respCode ?? 0
/** The server said no for good; every other failure is worth another try. */
const isFinal = (code: number) => code === 404 || code === 403

/** Opens the queue of a lease and takes up what an earlier page left in it. */
export function openBeatQueue(options: QueueOptions): BeatQueue {
  const { storage, leaseToken } = options
  const kept = read(storage, leaseToken)
  let sending = false
  let stopped = false
  let offline = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function keep(): void {
    kept.aliveAt = Date.now()
    try {
      if (kept.queue.length === 0 && !kept.open) storage.removeItem(keyOf(leaseToken))
      else storage.setItem(keyOf(leaseToken), JSON.stringify(kept))
    } catch {
      // A full or forbidden store: the queue lives on in memory.
    }
  }

  function tell(): void {
    const pending = [...kept.queue, ...(kept.open ? [kept.open] : [])]
    options.onState({ pending: pending.reduce((sum, { from, to }) => sum + to - from, 0), offline })
  }

  function close(ended: boolean): void {
    const { open } = kept
    kept.open = null
    const last = kept.queue.at(-1)
    const at =
      open ?? (last ? { from: last.to, to: last.to, visible: true } : { from: 0, to: 0, visible: true })
    if (open || ended) kept.queue.push({ sequence: kept.next++, ...at, ended })
    keep()
  }

  async function flush(): Promise<void> {
    if (sending || stopped) return
    sending = true
    clearTimeout(timer)
    try {
      while (kept.queue.length > 0 && !stopped) {
        const beat = kept.queue[0]!
        const answer = await options.send(beat, false)
        kept.queue.shift()
        offline = false
        failures = 0
        keep()
        options.onAnswer(answer, beat)
        tell()
      }
    } catch (error) {
      const code = codeOf(error)
      if (isFinal(code)) {
        kept.queue = []
        keep()
        options.onLost()
      } else {
        offline = code === 0
        const delay = Math.min(longestDelay, firstDelay * 2 ** failures++) * (0.75 + Math.random() / 2)
        if (!stopped) timer = setTimeout(() => void flush(), delay)
      }
      tell()
    } finally {
      sending = false
    }
  }

  return {
    extend(from, to, visible) {
      if (kept.open && kept.open.visible === visible && Math.abs(kept.open.to - from) < 0.001)
        kept.open.to = to
      else {
        const goesOn = kept.open !== null
        if (goesOn) close(false)
        kept.open = { from, to, visible }
        if (goesOn) void flush()
      }
      if (Date.now() - kept.aliveAt >= 1000) keep()
      tell()
    },
    cut(ended = false) {
      close(ended)
      tell()
      void flush()
    },
    flush,
    leave() {
      close(true)
      const first = kept.queue[0]!
      const last = kept.queue.at(-1)!
      // One beat for all when they join on: should the one under way come later, it finds its work done.
      const joined = kept.queue.every((beat, i) => i === 0 || beat.from === kept.queue[i - 1]!.to)
      const beat = joined ? { ...last, from: first.from, visible: first.visible } : first
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

/**
 * Sends what windows now gone have left on this device: after a crash, a reload, a lost connection. `own` is the
 * lease this very window held before, which needs no waiting.
 */
export async function sendLeftovers(
  storage: Storage,
  send: (leaseToken: string, beat: QueuedBeat) => Promise<unknown>,
  own: string | null,
): Promise<void> {
  const leases = Array.from({ length: storage.length }, (_, i) => storage.key(i) ?? '')
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
  for (const leaseToken of leases) {
    const kept = read(storage, leaseToken)
    if (leaseToken !== own && Date.now() - kept.aliveAt < goneAfter) continue
    if (kept.open) kept.queue.push({ sequence: kept.next++, ...kept.open, ended: false })
    kept.open = null
    try {
      while (kept.queue.length > 0) {
        await send(leaseToken, kept.queue[0]!)
        kept.queue.shift()
        storage.setItem(keyOf(leaseToken), JSON.stringify(kept))
      }
      storage.removeItem(keyOf(leaseToken))
    } catch (error) {
      if (isFinal(codeOf(error))) storage.removeItem(keyOf(leaseToken))
      else {
        storage.setItem(keyOf(leaseToken), JSON.stringify(kept))
        return
      }
    }
  }
}
