import { useEffect, useRef, useState } from 'react'
import { send, useCall } from '../../../web/client.ts'
import { type WorkClaim, workQueueCalls } from '../contract.ts'

/** Milliseconds between two signs that the reader is at work on something. */
const every = 60_000

/** Reads who is at work on which items of a kind, by id; polled where the reader may settle them. */
export function useClaims(code: string, enabled: boolean): ReadonlyMap<string, WorkClaim> {
  const query = useCall(workQueueCalls.findClaims, { code }, { enabled, refetchInterval: () => every / 3 })
  return new Map((query.data ?? []).map((claim) => [claim.id, claim]))
}

/**
 * Claims an item for as long as it is shown and the reader does something; gives who has it. A claim that fails says
 * nothing: it is advice.
 */
export function useClaim(code: string, id: string | null): WorkClaim | null {
  const [claim, setClaim] = useState<WorkClaim | null>(null)
  // One after the other: a release that overtook its claim would leave it.
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  useEffect(() => {
    if (id === null) return
    let isAtWork = true
    let isOver = false
    const sign = () => {
      isAtWork = true
    }
    async function renew() {
      if (!isAtWork) return
      isAtWork = false
      const asked = sent.current.then(() =>
        isOver ? null : send(workQueueCalls.claim, { code, id: id! }, { quiet: true }).catch(() => null),
      )
      sent.current = asked
      const found = await asked
      if (!isOver) setClaim(found)
    }
    const release = (keepalive: boolean) =>
      send(workQueueCalls.release, { code, id }, { quiet: true, keepalive }).catch(() => null)
    const leave = () => void release(true)
    void renew()
    const timer = setInterval(() => void renew(), every)
    addEventListener('keydown', sign)
    addEventListener('pointermove', sign)
    addEventListener('pagehide', leave)
    return () => {
      isOver = true
      clearInterval(timer)
      removeEventListener('keydown', sign)
      removeEventListener('pointermove', sign)
      removeEventListener('pagehide', leave)
      sent.current = sent.current.then(() => release(false))
    }
  }, [code, id])
  return claim?.id === id ? claim : null
}
