import { useEffect, useEffectEvent, useState } from 'react'
import { send } from '../../../../web/client.ts'
import { attemptCalls } from '../contract.ts'

/** A page hidden for less than this, in milliseconds, was only reloaded or glanced away from. */
const glance = 1500
/** A page of the product other than the exam's may be a way out of it, or the same page drawn again. */
let goneFor: ReturnType<typeof setTimeout> | undefined

/** Reports that the exam page was left; past the exam's limit the server submits the attempt. */
export function useLeaving(attemptId: string, timesBefore: number, onSubmitted: () => void): number {
  const [times, setTimes] = useState(timesBefore)
  const submitted = useEffectEvent(onSubmitted)
  useEffect(() => {
    clearTimeout(goneFor)
    let since: number | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = async () => {
      since = null
      clearTimeout(timer)
      const reply = await send(
        attemptCalls.reportExamLeave,
        { attemptId },
        { quiet: true, keepalive: true },
      ).catch(() => null)
      if (!reply) return
      setTimes(reply.timesLeft)
      if (reply.submitted) submitted()
    }
    const onChange = () => {
      if (document.visibilityState === 'hidden') {
        since = Date.now()
        timer = setTimeout(() => void report(), glance)
      } else {
        clearTimeout(timer)
        // A frozen page runs no timer: what was missed is reported on return.
        if (since !== null && Date.now() - since >= glance) void report()
        since = null
      }
    }
    document.addEventListener('visibilitychange', onChange)
    return () => {
      document.removeEventListener('visibilitychange', onChange)
      clearTimeout(timer)
      goneFor = setTimeout(() => void report(), glance)
    }
  }, [attemptId])
  return times
}
