import { useEffect, useEffectEvent } from 'react'
import { useCall } from '../../../../web/client.ts'
import { captureCalls } from '../contract.ts'

/**
 * Asks if a check was met elsewhere, once or again after so many milliseconds, and reports it by `onMet`. Returns true
 * while it asks.
 */
export function useMet(
  { captureId, enrolmentId }: { captureId: string; enrolmentId: string },
  { isAsked, every, onMet }: { isAsked: boolean; every: number | false; onMet: () => void },
): boolean {
  const checks = useCall(
    captureCalls.findMyCaptures,
    { enrolmentId },
    { enabled: isAsked, staleTime: 0, refetchInterval: every },
  )
  const isMet =
    isAsked && checks.data?.some((one) => one.captureId === captureId && one.answeredAt !== null) === true
  const report = useEffectEvent(onMet)
  useEffect(() => {
    if (isMet) report()
  }, [isMet])
  return checks.isFetching
}
