import { type Answers, mostAnswerText, type SaveReply } from '../contract.ts'
import { batchOf, later, mergeTheirs, type Unsaved, withUnsaved, without } from './merge.ts'
import type { Outbox } from './outbox.ts'

/**
 * State of saving, as shown to the learner. `kept`: on this device, the server was not reached and is tried
 * again; `refused`: the server does not take it, `ended`: nor will it ever.
 */
type SaveState = 'saved' | 'waiting' | 'saving' | 'kept' | 'refused' | 'ended'

export interface SheetView {
  answers: Answers
  state: SaveState
  /** Time at which the server last saved something, by its clock. */
  savedAt: string | null
  /** Items that the server does not have yet. */
  unsaved: number[]
  /** Answers that another device saved meanwhile; null once they were read. */
  merged: { taken: number[]; ours: number[] } | null
  /** The server's sentence when it refused. */
  refusal: string | null
}

interface SheetOptions {
  answers: Answers
  revision: number
  savedAt: string | null
  outbox: Outbox
  /** Rejects with `respCode`: 0 when the server was not reached. */
  save: (revision: number, answers: Answers, keepalive: boolean) => Promise<SaveReply>
  /** The server takes nothing more: the attempt has ended, or its time is over. */
  onEnded: () => void
  /** Called with the server's time of each reply. */
  onServerTime?: (savedAt: string) => void
}

/** The answers of an attempt, on their way to the server: stored on the device until it has acknowledged them. */
export interface Sheet {
  view: () => SheetView
  subscribe: (listener: () => void) => () => void
  answer: (no: number, value: string[]) => void
  /** Sends what waits, now; resolves when all is saved or a try failed. */
  flush: () => Promise<void>
  /** The page is going away: a last try that outlives it. */
  leave: () => void
  /** Another window of this browser wrote to the outbox. */
  refresh: () => void
  /** Returns the answers the server does not have yet, to go with the submission. */
  rest: () => Answers
  acknowledge: () => void
  stop: () => void
}

const pause = 800
const firstDelay = 1000
const longestDelay = 15_000
/** A request that outlives its page may carry 64 KB; a Chinese character takes three bytes. */
const mostOnLeaving = 16_000

const failureOf = (error: unknown) => error as { respCode?: number; message?: string }
const valuesOf = (unsaved: Unsaved): Answers => withUnsaved({}, unsaved)

/** Opens the answers of an attempt with what an earlier page of this device could not send. */
export function openSheet(options: SheetOptions): Sheet {
  const { outbox } = options
  const listeners = new Set<() => void>()
  let saved = options.answers
  let { revision } = options
  let savedAt = options.savedAt
  let unsaved = adopt({})
  let state: SaveState = isEmpty(unsaved) ? 'saved' : 'waiting'
  let merged: SheetView['merged'] = null
  let refusal: string | null = null
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false
  let shown = draw()
  if (!isEmpty(unsaved)) schedule(0)

  function isEmpty(some: Unsaved): boolean {
    return Object.keys(some).length === 0
  }
  /**
   * Answers stored on the device that this window does not have. Also those the server seems to have: a save that left
   * before it may still be under way to the server and would arrive last.
   */
  function adopt(mine: Unsaved): Unsaved {
    return later(mine, outbox.read())
  }
  function draw(): SheetView {
    return {
      answers: withUnsaved(saved, unsaved),
      state,
      savedAt,
      unsaved: Object.keys(unsaved).map(Number),
      merged,
      refusal,
    }
  }
  function notify(next: SaveState = state): void {
    state = next
    shown = draw()
    for (const listener of listeners) listener()
  }
  function schedule(delay: number): void {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void flush(), delay)
  }

  /** Takes a reply to a batch; a conflict leaves what was given here to be sent on the new revision. */
  function take(reply: SaveReply, batch: Unsaved): void {
    revision = reply.revision
    if (reply.savedAt) {
      savedAt = reply.savedAt
      options.onServerTime?.(reply.savedAt)
    }
    if (reply.saved) {
      saved = withUnsaved(saved, batch)
      unsaved = without(unsaved, batch)
      outbox.drop(batch)
      return
    }
    const theirs = reply.answers ?? {}
    const { taken, ours, unsaved: still } = mergeTheirs(saved, theirs, unsaved)
    outbox.drop(Object.fromEntries(Object.entries(unsaved).filter(([no]) => !still[no])))
    saved = theirs
    unsaved = still
    if (taken.length + ours.length > 0) merged = { taken, ours }
  }

  function fail(error: unknown): void {
    const { respCode = 0, message = '' } = failureOf(error)
    if (respCode === 409 || respCode === 404) {
      notify('ended')
      options.onEnded()
    } else if (respCode >= 400 && respCode < 429) {
      refusal = message
      notify('refused')
    } else {
      notify('kept')
      schedule(Math.min(longestDelay, firstDelay * 2 ** failures++) * (0.75 + Math.random() / 2))
    }
  }

  async function send(): Promise<void> {
    try {
      while (!stopped && state !== 'ended' && !isEmpty(unsaved)) {
        const batch = batchOf(unsaved, mostAnswerText * 0.9)
        if (state !== 'kept') notify('saving')
        take(await options.save(revision, valuesOf(batch), false), batch)
        failures = 0
        refusal = null
        notify(isEmpty(unsaved) ? 'saved' : 'waiting')
      }
    } catch (error) {
      if (!stopped) fail(error)
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    running ??= send().finally(() => {
      running = null
    })
    return running
  }

  return {
    view: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    answer(no, value) {
      if (state === 'ended') return
      // Later than what it replaces, even in the same millisecond or on a device whose date was put back.
      const at = Math.max(Date.now(), (unsaved[no]?.at ?? 0) + 1)
      const given = { [no]: { value, at } }
      unsaved = later(unsaved, given)
      outbox.put(given)
      notify(state === 'kept' || state === 'saving' ? state : 'waiting')
      if (state !== 'kept') schedule(pause)
    },
    flush,
    leave() {
      if (stopped || state === 'ended' || isEmpty(unsaved)) return
      const batch = batchOf(unsaved, mostOnLeaving)
      void options.save(revision, valuesOf(batch), true).then(
        (reply) => {
          take(reply, batch)
          if (!stopped) notify(isEmpty(unsaved) ? 'saved' : 'waiting')
        },
        // The device still has it.
        () => {},
      )
    },
    refresh() {
      if (state === 'ended') return
      unsaved = adopt(unsaved)
      notify(isEmpty(unsaved) ? state : state === 'saved' ? 'waiting' : state)
      if (state === 'waiting') schedule(pause)
    },
    rest: () => valuesOf(unsaved),
    acknowledge() {
      merged = null
      notify()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
