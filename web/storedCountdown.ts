import { useEffect, useState } from 'react'

/** Seconds that count down to zero and continue over a reload; `start` begins again. */
export function useStoredCountdown(key: string): [seconds: number, start: (seconds: number) => void] {
  const left = () => Math.max(0, Math.ceil((Number(sessionStorage.getItem(key) ?? 0) - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setInterval(() => setSeconds(left()), 500)
    return () => clearInterval(timer)
  })
  return [
    seconds,
    (from) => {
      sessionStorage.setItem(key, String(Date.now() + from * 1000))
      setSeconds(from)
    },
  ]
}
