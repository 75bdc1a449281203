import type { World } from '../harness.ts'

const dayMs = 86_400_000
const china = () => new Date(Date.now() + 8 * 3_600_000)

/** The year it is in China, or so many years later. */
export const yearFromNow = (later = 0): number => china().getUTCFullYear() + later

/** The day it is in China, or so many days later, as YYYY-MM-DD. */
export const dayFromNow = (later = 0): string =>
  new Date(china().getTime() + later * dayMs).toISOString().slice(0, 10)

/** The moment so many days from now. */
export const momentFromNow = (later: number): string => new Date(Date.now() + later * dayMs).toISOString()

/** Starts a world's clock at a moment in China, e.g. `2024-02-29 16:20`; a test lets time pass from there. */
export async function startClock(
  world: World,
  at: string,
): Promise<{ pass(seconds: number): Promise<void> }> {
  let shift = Date.parse(`${at.replace(' ', 'T')}+08:00`) - Date.now()
  const pass = async (seconds: number) => {
    shift += seconds * 1000
    await world.moveClock(`${shift} milliseconds`)
  }
  await pass(0)
  return { pass }
}

const isLeap = (year: number) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
const nextLeapYear = () => [1, 2, 3, 4, 5, 6, 7, 8].map(yearFromNow).find(isLeap)!

/** Moments in China on which a calendar turns, and ordinary ones of other years; all to come. */
export const turns = {
  'ten minutes before the year ends': `${yearFromNow()}-12-31 23:50`,
  'half an hour into the next year': `${yearFromNow(1)}-01-01 00:30`,
  'a February': `${yearFromNow(1)}-02-10 10:00`,
  'a leap day': `${nextLeapYear()}-02-29 16:20`,
  'three years ahead': `${yearFromNow(3)}-11-20 08:05`,
} as const
