const dayMs = 86_400_000

/**
 * The moment at which a day (`2026-11-21`) begins in China, as every date on the screen is meant, or so many days
 * later. Undefined for what is no day: a URL may contain anything.
 */
export function dayStart(day: string, later = 0): string | undefined {
  const start = Date.parse(`${day}T00:00:00+08:00`)
  return Number.isNaN(start) ? undefined : new Date(start + later * dayMs).toISOString()
}

/** The day it is in China, or so many days later, as an address has it. */
export function today(later = 0, now = Date.now()): string {
  return new Date(now + 8 * 3_600_000 + later * dayMs).toISOString().slice(0, 10)
}

/** The year it is in China, whose years classes and hours belong to. */
export function thisYear(now = Date.now()): number {
  return new Date(now + 8 * 3_600_000).getUTCFullYear()
}
