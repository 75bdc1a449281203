import { type RefObject, useEffect, useRef, useState } from 'react'
import { CallRefused, send } from '../../../web/client.ts'
import { merge, type Ranges } from '../beat/rules.ts'
import {
  type BeatAnswer,
  type StudyItem,
  type StudyRefusal,
  studyCalls,
  type VideoToken,
} from '../contract.ts'
import {
  type BeatQueue,
  openBeatQueue,
  type QueuedBeat,
  type QueueState,
  sendLeftovers,
} from './beatQueue.ts'
import type { PlayerHandle } from './Player.tsx'

const ownLease = 'study-lease'
/** What is left of earlier windows may hold the opening up so long, in milliseconds. */
const patience = 4000

/** What this window knows of the item it plays, as the server's answers come in. */
export interface LiveItem {
  ranges: Ranges
  refusals: readonly StudyRefusal[]
  watchedSeconds: number
  /** The watched edge, counted or on its way. */
  edge: number
  done: boolean
  /** Basis points of the class; null before the first answer. */
  progress: number | null
  savedAt: string | null
}

export interface Lease {
  phase: 'opening' | 'open' | 'elsewhere' | 'failed'
  token: VideoToken | null
  error: CallRefused | null
  live: LiveItem
  queue: QueueState
  /** The reason for which the learner was just put back, shown for a moment. */
  putBack: StudyRefusal['reason'] | null
  played: (from: number, to: number) => void
  cut: () => void
  reopen: () => void
}

const post = (leaseToken: string, beat: QueuedBeat, keepalive = false): Promise<BeatAnswer> =>
  send(studyCalls.videoTask, { leaseToken, ...beat }, { quiet: true, keepalive })

const liveOf = (item: StudyItem): LiveItem => ({
  ranges: item.ranges,
  refusals: item.refusals,
  watchedSeconds: item.watchedSeconds,
  edge: item.furthest,
  done: item.state === 'done',
  progress: null,
  savedAt: null,
})

/** What the item looks like after an answer. */
function afterAnswer(live: LiveItem, answer: BeatAnswer, beat: QueuedBeat): LiveItem {
  const { refused } = answer
  const counted = refused ? Math.max(beat.from, refused.from) : beat.to
  const isNew = refused && refused.reason !== 'repeated' && refused.to > refused.from
  return {
    ranges: answer.acceptedSeconds > 0 ? merge(live.ranges, [[beat.from, counted]]) : live.ranges,
    refusals: isNew
      ? [
          ...live.refusals.filter((one) => one.reason !== refused.reason || one.from !== refused.from),
          { ...refused, times: 1, at: answer.savedAt },
        ]
      : live.refusals,
    watchedSeconds: answer.watchedSeconds,
    edge: isNew ? answer.furthest : Math.max(live.edge, answer.furthest),
    done: answer.itemDone,
    progress: answer.progress,
    savedAt: answer.savedAt,
  }
}

/** Holds the lease of an item while it is on screen: opens it, sends what was played, gives it back. */
export function useLease(
  enrolmentId: string,
  item: StudyItem,
  player: RefObject<PlayerHandle | null>,
): Lease {
  const [round, setRound] = useState(0)
  const [phase, setPhase] = useState<Lease['phase']>('opening')
  const [token, setToken] = useState<VideoToken | null>(null)
  const [error, setError] = useState<CallRefused | null>(null)
  const [live, setLive] = useState(() => liveOf(item))
  const [queueState, setQueueState] = useState<QueueState>({ pending: 0, offline: false })
  const [putBack, setPutBack] = useState<Lease['putBack']>(null)
  const queue = useRef<BeatQueue | null>(null)
  const wasVisible = useRef(true)

  useEffect(() => {
    let gone = false
    const end = new AbortController()
    let beating: ReturnType<typeof setInterval> | undefined
    const first = liveOf(item)
    setPhase('opening')
    setToken(null)
    setLive(first)
    setQueueState({ pending: 0, offline: false })

    function onAnswer(opened: VideoToken, answer: BeatAnswer, beat: QueuedBeat): void {
      if (gone) return
      setLive((before) => afterAnswer(before, answer, beat))
      if (!answer.leaseHeld) {
        player.current?.pause()
        setPhase('elsewhere')
        return
      }
      const { refused } = answer
      if (!refused || refused.reason === 'repeated') return
      if (refused.reason === 'expired' || refused.reason === 'not_enrolled') player.current?.pause()
      else if ((player.current?.at() ?? 0) > answer.furthest + opened.aheadSeconds) {
        player.current?.seek(answer.furthest)
      }
      setPutBack(refused.reason)
    }

    async function open(): Promise<void> {
      const previous = sessionStorage.getItem(ownLease)
      await Promise.race([
        sendLeftovers(localStorage, post, previous),
        new Promise((resolve) => setTimeout(resolve, patience)),
      ])
      if (gone) return
      const input = { enrolmentId, itemId: item.itemId, previous }
      const opened = await send(studyCalls.getVideoToken, input, { quiet: true, signal: end.signal })
      sessionStorage.setItem(ownLease, opened.leaseToken)
      if (gone) return
      queue.current = openBeatQueue({
        leaseToken: opened.leaseToken,
        storage: localStorage,
        send: (beat, keepalive) => post(opened.leaseToken, beat, keepalive),
        onAnswer: (answer, beat) => onAnswer(opened, answer, beat),
        onState: (state) => !gone && setQueueState(state),
        onLost: () => !gone && setPhase('elsewhere'),
      })
      setLive((before) => ({ ...before, edge: Math.max(before.edge, opened.furthest) }))
      setToken(opened)
      setPhase('open')
      beating = setInterval(() => queue.current?.cut(), opened.beatSeconds * 1000)
    }
    open().catch((reason: unknown) => {
      if (gone || !(reason instanceof CallRefused)) return
      setError(reason)
      setPhase(reason.field === 'window' ? 'elsewhere' : 'failed')
    })

    const onHide = () => queue.current?.leave()
    const onShow = (event: PageTransitionEvent) => event.persisted && setRound((n) => n + 1)
    const onLine = () => void queue.current?.flush()
    addEventListener('pagehide', onHide)
    addEventListener('pageshow', onShow)
    addEventListener('online', onLine)
    return () => {
      gone = true
      end.abort()
      clearInterval(beating)
      removeEventListener('pagehide', onHide)
      removeEventListener('pageshow', onShow)
      removeEventListener('online', onLine)
      // The player's own cleanup has said what was played; the queue sends it on by itself.
      queue.current?.cut(true)
      queue.current = null
    }
    // The item is read when its lease opens; later answers are newer than any list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [enrolmentId, item.itemId, round])

  useEffect(() => {
    if (!putBack) return
    const timer = setTimeout(() => setPutBack(null), 6000)
    return () => clearTimeout(timer)
  }, [putBack])

  return {
    phase,
    token,
    error,
    live,
    queue: queueState,
    putBack,
    played(from, to) {
      queue.current?.extend(from, to, wasVisible.current)
      wasVisible.current = !document.hidden
      setLive((before) => (to > before.edge ? { ...before, edge: to } : before))
    },
    cut: () => queue.current?.cut(),
    reopen() {
      setError(null)
      setRound((n) => n + 1)
    },
  }
}
