import { useEffect, useEffectEvent, useState } from 'react'
import { type ServerClock, secondsUntil, warningBetween } from './timer.ts'

/** Seconds left by the server's clock; reports the warnings, and once that time is over. */
export function useCountdown(clock: ServerClock, deadlineAt: string, onOver: () => void) {
  const [left, setLeft] = useState(() => secondsUntil(deadlineAt, clock.now()))
  const [warning, setWarning] = useState<number | null>(null)
  const over = useEffectEvent(onOver)
  useEffect(() => {
    let before = secondsUntil(deadlineAt, clock.now())
    const tick = () => {
      const now = secondsUntil(deadlineAt, clock.now())
      const minutes = warningBetween(before, now)
      if (minutes !== null) setWarning(minutes)
      setLeft(now)
      if (now === 0 && before > 0) over()
      before = now
    }
    const timer = setInterval(tick, 250)
    if (before === 0) over()
    return () => clearInterval(timer)
  }, [clock, deadlineAt])
  return { left, warning }
}
