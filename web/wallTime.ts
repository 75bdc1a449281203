import dayjs, { type Dayjs } from 'dayjs'

const zone = '+08:00'
const shift = 8 * 3_600_000

/** A moment for a date field: its hands show China's wall clock, as every date on the screen does, wherever the reader is. */
export function wallOf(moment: string): Dayjs {
  return dayjs(new Date(Date.parse(moment) + shift).toISOString().slice(0, -1))
}

/** The moment at which China's wall clock shows what a date field shows. */
export function momentOf(wall: Dayjs): string {
  return new Date(`${wall.format('YYYY-MM-DDTHH:mm:ss')}${zone}`).toISOString()
}
