import { useEffect, useRef, useState } from 'react'
import { CallRefused, notifyRefusal, send } from '../../../web/client.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { type Proof, ProofForm } from '../../session/web/ProofForm.tsx'
import { type WechatOutcome, wechatCalls } from '../contract.ts'
import { useWechatWords } from './words.ts'

/** Milliseconds between two questions whether the person who scanned has answered on the phone. */
const pause = 2000
/** A line that is down, or a server that is busy, says nothing about the visit. */
const isFinal = (error: unknown): error is CallRefused =>
  error instanceof CallRefused && error.respCode >= 400 && error.respCode < 500 && error.respCode !== 429
const isOpen = (state: WechatOutcome['state']) => ['unbound', 'confirming', 'unfollowed'].includes(state)

/**
 * Proves an account by its password and binds a recognised WeChat to it; without `showsAccount` the one signed in.
 * After a scan the person who scanned agrees on the phone: the form waits for that and then sends the same once more.
 */
export function BindForm({
  scene,
  showsAccount = false,
  onBound,
  onEnded,
}: {
  scene: string
  showsAccount?: boolean
  onBound: (token: string | null) => void
  /** The visit is over, or was cancelled on the phone. */
  onEnded: (state: WechatOutcome['state']) => void
}) {
  const say = useWechatWords()
  const [waits, setWaits] = useState(false)
  const waiting = useRef<Proof | null>(null)

  async function bind({ account, password }: Proof): Promise<void> {
    const unitId = visitedUnit()
    const input = { scene, password, ...(showsAccount ? { account } : {}), ...(unitId ? { unitId } : {}) }
    waiting.current = null
    try {
      const { state, data } = await send(wechatCalls.bind, input, { quiet: true })
      if (state === 'bound') return onBound(data.tokenCode)
      waiting.current = { account, password }
    } finally {
      setWaits(waiting.current !== null)
    }
  }

  async function ask(signal: AbortSignal): Promise<void> {
    const proof = waiting.current
    const unitId = visitedUnit()
    const input = { scene, ...(unitId ? { unitId } : {}) }
    try {
      const { state } = await send(wechatCalls.scanFollowCheck, input, { quiet: true, signal })
      if (signal.aborted) return
      if (!isOpen(state)) onEnded(state)
      else if (proof && state === 'unbound') await bind(proof)
    } catch (error) {
      if (!(error instanceof CallRefused) || signal.aborted) return
      // What the second proof was refused for is said above the form, which is there again.
      if (proof && !waiting.current) notifyRefusal(error)
      else if (isFinal(error)) {
        notifyRefusal(error)
        onEnded('over')
      }
    }
  }
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  useEffect(() => {
    const stop = new AbortController()
    let busy = false
    async function askOnce() {
      if (document.hidden || busy) return
      busy = true
      await latest.current(stop.signal)
      busy = false
    }
    const timer = setInterval(() => void askOnce(), pause)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [])

  return (
    <>
      <div hidden={waits}>
        <ProofForm
          showsAccount={showsAccount}
          submit={say(showsAccount ? 'bind' : 'bindOwn')}
          onProve={bind}
        />
      </div>
      <div aria-live="polite">
        {waits && (
          <>
            <h2>{say('confirming')}</h2>
            <p className="k-muted">{say('bindConfirmingHint')}</p>
          </>
        )}
      </div>
    </>
  )
}
