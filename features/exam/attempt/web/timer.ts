/** Minutes before the end at which a learner is warned. */
export const warnings = [10, 5, 1] as const

/** The server's time by this device's monotonic clock, corrected by each server time. */
export interface ServerClock {
  /** Milliseconds of the server's clock now. */
  now: () => number
  /** Takes the server's time, an ISO text, as it is now. */
  adopt: (moment: string) => void
}

/** A clock that runs from the server's time; changing the device's date does not change it. */
export function openClock(moment: string, steady: () => number = () => performance.now()): ServerClock {
  let base = Date.parse(moment) - steady()
  return {
    now: () => base + steady(),
    adopt(later) {
      base = Date.parse(later) - steady()
    },
  }
}

/** Seconds until the deadline, rounded up; 0 after it. */
export const secondsUntil = (deadlineAt: string, now: number) =>
  Math.max(0, Math.ceil((Date.parse(deadlineAt) - now) / 1000))

/** The warning to show when the remaining seconds went from `before` to `after`, or null. */
export function warningBetween(before: number, after: number): number | null {
  return [...warnings].reverse().find((minutes) => after <= minutes * 60 && before > minutes * 60) ?? null
}

/** Returns the urgency of the remaining time, for the colour of the clock. */
export function urgency(seconds: number): 'calm' | 'soon' | 'last' {
  if (seconds <= 60) return 'last'
  return seconds <= 300 ? 'soon' : 'calm'
}
