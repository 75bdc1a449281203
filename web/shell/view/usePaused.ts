import { useEffect, useState } from 'react'

/** Milliseconds of quiet before the server is asked. */
const pause = 200

/** A text once nothing was typed for a moment. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
