import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { CallRefused, send } from '../../../web/client.ts'
import { onConnection } from '../../../web/connection.ts'
import { freshId } from '../../../web/freshId.ts'
import type { CaptureDue } from '../capture/contract.ts'
import {
  type BeatAnswer,
  type StudyItem,
  type StudyRefusal,
  studyCalls,
  type VideoToken,
} from '../contract.ts'
import { type BeatQueue, openBeatQueue, type QueueState } from './beatQueue.ts'
import { endOwnLease, findOwnLease, keepOwnLease } from './ownLease.ts'
import type { QueuedBeat } from './savedBeats.ts'
import { startLeaseClock } from './leaseClock.ts'
import { sendLeftovers } from './leftovers.ts'
import { afterAnswer, beginAt, type LiveItem, liveOf, refusedBy, withList } from './liveItem.ts'
import type { PlayerHandle } from './Player.tsx'

/** Present while an opening has no response yet: repeated after a reload, it is the same window's. */
const unanswered = 'study-opening'
/** Time what is left of earlier windows may hold the opening up, in milliseconds. */
const timeout = 4_000
/** A beat without an answer for so long is tried again, in milliseconds. */
const answerWithin = 15_000

export interface Lease {
  /** `elsewhere`: another window has it; `closed`: the class cannot be studied now; `failed`: not reached. */
  phase: 'opening' | 'open' | 'elsewhere' | 'closed' | 'failed'
  /** The lease is being requested. */
  busy: boolean
  token: VideoToken | null
  error: CallRefused | null
  live: LiveItem
  queue: QueueState
  /** Reason for which the last stretch was not counted: shown for a moment while open, then for good. */
  putBack: StudyRefusal['reason'] | null
  /** Its cause is dealt with: it is shown no longer. */
  dropPutBack: () => void
  /** Place of the first question that is still to be answered, in seconds; null for none. */
  pinAt: number | null
  setPinAt: (pinAt: number | null) => void
  /** The check that is due now. */
  capture: CaptureDue | null
  setCheck: (due: CaptureDue | null) => void
  played: (from: number, to: number) => void
  cut: () => void
  /** Playback resumes after a while: checks whether the lease is still valid. */
  resumed: () => void
  reopen: () => void
}

const post = (leaseToken: string, beat: QueuedBeat, keepalive = false): Promise<BeatAnswer> =>
  send(
    studyCalls.videoTask,
    { leaseToken, ...beat },
    keepalive ? { quiet: true, keepalive } : { quiet: true, within: answerWithin },
  )

/** Holds the lease of an item while it is on screen: opens it, sends what was played, releases it. */
export function useLease(
  enrolmentId: string,
  item: StudyItem,
  player: RefObject<PlayerHandle | null>,
  mayTakeOver: boolean,
): Lease {
  const cache = useQueryClient()
  const [round, setRound] = useState(0)
  const [phase, setPhase] = useState<Lease['phase']>('opening')
  const [busy, setBusy] = useState(true)
  const [token, setToken] = useState<VideoToken | null>(null)
  const [error, setError] = useState<CallRefused | null>(null)
  const [live, setLive] = useState(() => liveOf(item))
  const [queueState, setQueueState] = useState<QueueState>({ pending: 0, trouble: null, isStored: true })
  const [putBack, setPutBack] = useState<Lease['putBack']>(null)
  const [pinAt, setPinAt] = useState<number | null>(null)
  const [capture, setCheck] = useState<CaptureDue | null>(null)
  const queue = useRef<BeatQueue | null>(null)
  const wasVisible = useRef(true)

  useEffect(() => {
    let gone = false
    const end = new AbortController()
    let beating: ReturnType<typeof setInterval> | undefined
    setBusy(true)
    setPhase((before) => (before === 'open' ? 'opening' : before))

    function onAnswer(opened: VideoToken, answer: BeatAnswer, beat: QueuedBeat): void {
      if (gone) return
      setLive((before) => afterAnswer(before, answer, beat))
      const due = answer.capture
      // The same try again has no more time than when it was first told.
      if (due)
        setCheck((before) => (before?.nonce === due.nonce && before?.state === due.state ? before : due))
      const refused = refusedBy(answer)
      if (refused?.reason === 'expired' || refused?.reason === 'not_enrolled') {
        setPutBack(refused.reason)
        setPhase('closed')
      } else if (!answer.leaseHeld) {
        // A lapsed lease is requested again; one that was taken over is not.
        if (mayTakeOver && answer.leaseEnd === 'other_window') setPhase('elsewhere')
        else setRound((n) => n + 1)
      } else if (refused) {
        if ((player.current?.at() ?? 0) > answer.furthest + opened.aheadSeconds) {
          player.current?.seek(answer.furthest)
        }
        setPutBack(refused.reason)
      }
    }

    async function open(): Promise<void> {
      const previous = await findOwnLease()
      const leftovers = sendLeftovers(localStorage, post, previous).then((sent) => {
        // Another window, or an earlier page, has earned something the list does not know of.
        if (sent > 0 || round > 0) {
          void cache.invalidateQueries({ queryKey: [studyCalls.myClassProcess.path] })
        }
      })
      await Promise.race([leftovers, new Promise((resolve) => setTimeout(resolve, timeout))])
      if (gone) return
      const opening = sessionStorage.getItem(unanswered) ?? freshId()
      sessionStorage.setItem(unanswered, opening)
      const input = { enrolmentId, itemId: item.itemId, previous, opening }
      const answer = await send(studyCalls.getVideoToken, input, { quiet: true, signal: end.signal })
      const opened = { ...answer, resumeAt: beginAt(answer.resumeAt, item) }
      keepOwnLease(opened.leaseToken)
      sessionStorage.removeItem(unanswered)
      if (gone) return endOwnLease()
      const { age, adopt } = startLeaseClock(opened.openedAt)
      queue.current = openBeatQueue({
        leaseToken: opened.leaseToken,
        age,
        startAt: opened.resumeAt,
        storage: localStorage,
        send: (beat, keepalive) => post(opened.leaseToken, beat, keepalive),
        onAnswer: (answer, beat) => {
          adopt(answer.savedAt)
          onAnswer(opened, answer, beat)
        },
        onState: (state) => !gone && setQueueState(state),
        onLost: () => !gone && setPhase('elsewhere'),
      })
      setLive((before) => ({ ...before, edge: Math.max(before.edge, opened.furthest) }))
      setQueueState({ pending: 0, trouble: null, isStored: true })
      setToken(opened)
      setPinAt(opened.pinAt)
      setCheck(opened.capture)
      setError(null)
      setBusy(false)
      setPhase('open')
      beating = setInterval(() => queue.current?.cut(), opened.beatSeconds * 1000)
    }
    open().catch((reason: unknown) => {
      if (gone || !(reason instanceof CallRefused)) return
      setError(reason)
      setBusy(false)
      setPhase(reason.field === 'window' ? 'elsewhere' : reason.respCode === 409 ? 'closed' : 'failed')
    })

    const onHide = () => queue.current?.leave()
    const onShow = (event: PageTransitionEvent) => event.persisted && setRound((n) => n + 1)
    // The failing attempt shows immediately that the connection is lost; when it is back all that was played is sent.
    const stopListening = onConnection(() => queue.current?.cut())
    addEventListener('pagehide', onHide)
    addEventListener('pageshow', onShow)
    return () => {
      gone = true
      end.abort()
      clearInterval(beating)
      removeEventListener('pagehide', onHide)
      removeEventListener('pageshow', onShow)
      stopListening()
      // The player has already reported what was played; the queue sends it on by itself.
      queue.current?.cut(true)
      queue.current = null
      endOwnLease()
    }
    // The list's data of the item may change without a new lease.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [enrolmentId, item.itemId, round])

  useEffect(() => {
    if (!putBack || phase === 'closed') return
    const timer = setTimeout(() => setPutBack(null), 6000)
    return () => clearTimeout(timer)
  }, [putBack, phase])

  return {
    phase,
    busy,
    token,
    error,
    live: withList(live, item),
    queue: queueState,
    putBack,
    dropPutBack: () => setPutBack(null),
    pinAt,
    setPinAt,
    capture,
    setCheck,
    played(from, to) {
      // Hidden only where it was so at both ends: play stops as the page goes, and begins after it came back.
      queue.current?.extend(from, to, wasVisible.current || !document.hidden)
      wasVisible.current = !document.hidden
      setLive((before) => (to > before.edge ? { ...before, edge: to } : before))
    },
    cut: () => queue.current?.cut(),
    resumed: () => token && queue.current?.probe(token.lapseSeconds * 1000),
    reopen: () => setRound((n) => n + 1),
  }
}
