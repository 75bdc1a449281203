import dayjs, { type Dayjs } from 'dayjs'

const zone = '+08:00'
const shift = 8 * 3_600_000

/** A moment for a date field: its hands show China's wall clock, as every date on the screen does, wherever the reader is. */
export function wallOf(moment: string): Dayjs {
  return dayjs(new Date(Date.parse(moment) + shift).toISOString().slice(0, -1))
}

/**
 * The moment of a date and time as a browser's own field gives it (`2026-11-21T09:00`), in China; undefined while it is
 * not whole.
 */
export function momentOfText(typed: string): string | undefined {
  const time = Date.parse(`${typed}${zone}`)
  return Number.isNaN(time) ? undefined : new Date(time).toISOString()
}

/** The moment at which China's wall clock shows what a date field shows. */
export function momentOf(wall: Dayjs): string {
  return new Date(`${wall.format('YYYY-MM-DDTHH:mm:ss')}${zone}`).toISOString()
}
