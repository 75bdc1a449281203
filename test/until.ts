import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds that the loop below takes on the machine that the limits of tests are written for. */
const known = 80

function measure(): number {
  const start = performance.now()
  for (let i = 0, mixed = 1; i < 5e7; i++) mixed = Math.imul(mixed ^ i, 0x9e3779b1)
  return Math.max(1, (performance.now() - start) / known)
}

/**
 * Returns how many times slower this machine is now than the one limits are written for, at least 1. Measured
 * by the first process that asks; those it starts find it in TEST_FACTOR.
 */
export function slowness(): number {
  process.env.TEST_FACTOR ??= measure().toFixed(2)
  return Number(process.env.TEST_FACTOR)
}

/**
 * Milliseconds after which a test no longer waits for what it expects: only a fault takes as long. A machine that has
 * become slower since the first process asked is measured again.
 */
export const timeout = (): number => 60_000 * Math.max(slowness(), measure())

/**
 * Returns what is true once a wait that begins now has lasted so many seconds, on a slow machine so much longer. When
 * they are over the machine is measured again: it may have become slower meanwhile.
 */
export function limit(seconds = 60): () => boolean {
  const start = performance.now()
  let longest = seconds * 1000 * slowness()
  const isOver = () => performance.now() - start > longest
  return () => {
    if (isOver()) longest = Math.max(longest, seconds * 1000 * measure())
    return isOver()
  }
}

/** Waits until it is so; throws when that takes longer than these seconds, on a slow machine so much longer. */
export async function until(isSo: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const isOver = limit(seconds)
  while (!(await isSo())) {
    if (isOver()) throw new Error(`It was not so within ${seconds} s, or longer on a slow machine: ${isSo}`)
    await wait(10)
  }
}
