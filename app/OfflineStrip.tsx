import { notifyManager, type QueryCache, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { cartCalls } from '../features/cart/contract.ts'
import { messageCalls } from '../features/message/contract.ts'
import { projectCalls } from '../features/project/contract.ts'
import { textCalls } from '../features/project/text/contract.ts'
import { sessionCalls } from '../features/session/contract.ts'
import { waitingSeconds } from '../features/study/web/savedBeats.ts'
import { currentConnection, onConnection } from '../web/connection.ts'
import './OfflineStrip.css'
import { type Sending, stripOf } from './offlineStrip.ts'
import { useFrameWords } from './words.ts'

/** Time the strip says that everything is sent, in milliseconds. */
const shownAfter = 6_000

/** Calls of the frame; all others are a page's. */
const ofFrame = new Set<unknown>([
  projectCalls.getSystemConfig.path,
  sessionCalls.getAccountInfo.path,
  cartCalls.count.path,
  messageCalls.countUnread.path,
  textCalls.findShownPopup.path,
])

/** True if a page shows what was answered before the cut. */
const showsAnswers = (queries: QueryCache) =>
  queries
    .findAll({ type: 'active' })
    .some(({ queryKey, state }) => state.data !== undefined && !ofFrame.has(queryKey[0]))

/** Words for screen readers: no number that changes each second. */
const spoken = {
  offlineRecorded: 'offlineSpoken',
  unreachableRecorded: 'unreachableSpoken',
  backSending: 'backSpoken',
  backSent: 'backSentSpoken',
} as const

/** One line over a learner's pages while the network is gone, and for a moment after it is back. */
export function OfflineStrip() {
  const say = useFrameWords()
  const connection = useSyncExternalStore(onConnection, currentConnection)
  const [waiting, setWaiting] = useState(0)
  const [sending, setSending] = useState<Sending | null>(null)

  useEffect(() => {
    if (connection === 'up') return
    let last = 0
    const count = () => {
      const { queued, open } = waitingSeconds()
      last = Math.round(queued + open)
      setWaiting(last)
    }
    count()
    const timer = setInterval(count, 1000)
    return () => {
      clearInterval(timer)
      setSending(last > 0 ? { of: last, left: last } : null)
    }
  }, [connection])

  const isSent = sending?.left === 0
  useEffect(() => {
    if (connection !== 'up' || !sending) return
    const updateRemaining = () => setSending({ of: sending.of, left: Math.round(waitingSeconds().queued) })
    const timer = isSent ? setTimeout(() => setSending(null), shownAfter) : setInterval(updateRemaining, 500)
    return () => clearTimeout(timer)
    // Begun once for what is sent and once for the end.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [connection, sending?.of, isSent])

  const queries = useQueryClient().getQueryCache()
  const isOlder = useSyncExternalStore(
    (listener) => queries.subscribe(notifyManager.batchCalls(listener)),
    () => connection !== 'up' && showsAnswers(queries),
  )
  const line = stripOf(connection, waiting, sending, isOlder)
  const text = line && say(line.key, { seconds: line.seconds })

  // The bar below sticks to the strip and not behind it. A strip without a line is not measured: the browser would lay
  // out the whole page for it, before its first paint.
  const strip = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (text === null) return
    const { style } = document.documentElement
    style.setProperty('--strip', `${strip.current!.offsetHeight}px`)
    return () => void style.removeProperty('--strip')
  }, [text])

  return (
    <div ref={strip} className="offline-strip">
      {line && (
        <p className={line.isBack ? 'back' : ''} aria-hidden="true">
          {text}
        </p>
      )}
      <span className="k-hidden" role="status">
        {line && say(line.key in spoken ? spoken[line.key as keyof typeof spoken] : line.key)}
      </span>
    </div>
  )
}
