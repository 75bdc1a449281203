import { useCallback, useEffect, useRef, useState } from 'react'
import { CallRefused, send } from '../../../web/client.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { type WechatOutcome, type WechatVisit, wechatCalls } from '../contract.ts'
import type { WechatKind } from '../app/rules.ts'
import { isInsideWechat, sceneMinutes, type ScenePurpose } from '../rules.ts'

/** Milliseconds between two looks at a code that waits. */
const pause = 2000

interface LiveVisit {
  visit: WechatVisit | null
  /** Seconds the code is still good; 0 when it is over. */
  left: number
  /** Outcome of a scan, as far as it is known. */
  outcome: WechatOutcome | null
  problem: string | null
  /** Begins again, perhaps by the other kind of app. */
  renew: (kind?: WechatKind) => void
}

/** A sign-in by WeChat: started once, polled while the page is visible. */
export function useVisit(purpose: ScenePurpose, onOutcome: (outcome: WechatOutcome) => void): LiveVisit {
  const [visit, setVisit] = useState<WechatVisit | null>(null)
  const [outcome, setOutcome] = useState<WechatOutcome | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  const [request, setRequest] = useState<{ kind?: WechatKind; turn: number }>({ turn: 0 })
  const onDone = useRef(onOutcome)
  useEffect(() => {
    onDone.current = onOutcome
  })

  useEffect(() => {
    const stop = new AbortController()
    const unitId = visitedUnit()
    const input = {
      purpose,
      inside: isInsideWechat(navigator.userAgent),
      ...(request.kind ? { kind: request.kind } : {}),
      ...(unitId ? { unitId } : {}),
    }
    send(wechatCalls.getQrCode, input, { quiet: true, signal: stop.signal }).then(
      (begun) => {
        setVisit(begun)
        setUntil(Date.now() + begun.seconds * 1000)
        setLeft(begun.seconds)
      },
      (error: unknown) => {
        if (error instanceof CallRefused) setProblem(error.message)
      },
    )
    return () => stop.abort()
  }, [purpose, request])

  useEffect(() => {
    if (until === 0) return
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 500)
    return () => clearInterval(timer)
  }, [until])

  const isWaiting = visit?.codeUrl != null && left > 0 && problem === null
  const scene = visit?.scene
  useEffect(() => {
    if (!isWaiting || !scene) return
    const stop = new AbortController()
    let busy = false
    let isScanned = false
    async function look() {
      if (document.hidden || busy || stop.signal.aborted) return
      busy = true
      try {
        const unitId = visitedUnit()
        const input = { scene: scene!, ...(unitId ? { unitId } : {}) }
        const now = await send(wechatCalls.scanFollowCheck, input, { quiet: true, signal: stop.signal })
        if (stop.signal.aborted || now.state === 'waiting') return
        setOutcome(now)
        // From the scan on there is as much time again to answer on the phone.
        if (now.state === 'confirming' && !isScanned) {
          isScanned = true
          setUntil(Date.now() + sceneMinutes * 60_000)
        }
        if (now.state === 'over' || now.state === 'cancelled') setUntil(1)
        else if (now.state !== 'unfollowed' && now.state !== 'confirming') {
          stop.abort()
          onDone.current(now)
        }
      } catch (error) {
        // A line that is down for a moment ends nothing; a refusal is shown.
        if (error instanceof CallRefused && error.respCode !== 0 && error.respCode !== 503)
          setProblem(error.message)
      } finally {
        busy = false
      }
    }
    const timer = setInterval(() => void look(), pause)
    const onReturn = () => void look()
    document.addEventListener('visibilitychange', onReturn)
    return () => {
      stop.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onReturn)
    }
  }, [isWaiting, scene])

  const renew = useCallback((kind?: WechatKind) => {
    setVisit(null)
    setOutcome(null)
    setProblem(null)
    setUntil(0)
    setLeft(0)
    setRequest((last) => ({ turn: last.turn + 1, ...(kind ? { kind } : {}) }))
  }, [])
  return { visit, left, outcome, problem, renew }
}
