import { yuan } from '../contract/money.ts'
import { currentLocale } from './words.ts'

/** Tenths of an hour as hours: 75 → "7.5", 80 → "8". */
export function hours(tenths: number): string {
  return String(tenths / 10)
}

/** A number with its thousands set apart: 12345.5 → "12,345.5". */
export function number(value: number): string {
  return value.toLocaleString(currentLocale())
}

/** Fen as money with its sign and thousands set apart: 1234560 → "¥12,345.60". */
export const money = (fen: number): string => `${fen < 0 ? '-' : ''}¥${yuan(Math.abs(fen))}`

/** Seconds as clock time: 65 → "1:05", 3725 → "1:02:05". */
export function clock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const pad = (n: number) => String(n).padStart(2, '0')
  const h = Math.floor(whole / 3600)
  const m = Math.floor((whole % 3600) / 60)
  return h > 0 ? `${h}:${pad(m)}:${pad(whole % 60)}` : `${m}:${pad(whole % 60)}`
}

/**
 * A moment as it may come: ISO text, or a timestamp, which is in seconds when it has ten digits and else in
 * milliseconds.
 */
export type Given = string | number

/** Milliseconds since 1970 of a moment as it may come; NaN for what is none. */
export function instantOf(moment: Given): number {
  const text = String(moment).trim()
  if (!/^-?\d+$/.test(text)) return Date.parse(text)
  return /^\d{10}$/.test(text) ? Number(text) * 1000 : Number(text)
}

const zone = 'Asia/Shanghai'

/** A moment as a date in the reader's way: 2026年11月21日 or Nov 21, 2026. */
export function date(moment: Given): string {
  return new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeZone: zone }).format(
    instantOf(moment),
  )
}

/** A moment with its time of day. */
export function dateTime(moment: Given): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: zone,
  }).format(instantOf(moment))
}

const partsOf = (moment: Given, fields: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(currentLocale(), { ...fields, timeZone: zone }).format(instantOf(moment))
const isThisYear = (moment: Given, now: number) =>
  partsOf(moment, { year: 'numeric' }) === partsOf(now, { year: 'numeric' })

/** A day in as few characters as it can be told by: 11-22 or Nov 22 in this year, 2025-11-22 or Nov 22, 2025 before. */
export function shortDate(moment: Given, now = Date.now()): string {
  const year = isThisYear(moment, now) ? {} : { year: 'numeric' as const }
  if (currentLocale() === 'en') return partsOf(moment, { ...year, month: 'short', day: 'numeric' })
  return partsOf(moment, { ...year, month: '2-digit', day: '2-digit' }).replaceAll('/', '-')
}

/** A moment in as few characters as a list needs: its time of day is there in this year only: 11-22 16:31. */
export function shortTime(moment: Given, now = Date.now()): string {
  if (!isThisYear(moment, now)) return shortDate(moment, now)
  return `${shortDate(moment, now)} ${timeOfDay(moment).slice(0, 5)}`
}

/**
 * The moment at which something ends, with its time of day. Midnight is shown as the end of the day before, since
 * 00:00 is read as the whole of the day it begins: 2026年12月20日 24:00 or end of Dec 20, 2026.
 */
export function endTime(moment: Given): string {
  if (timeOfDay(moment) !== '00:00:00') return dateTime(moment)
  return currentLocale() === 'en' ? `end of ${endDate(moment)}` : `${endDate(moment)} 24:00`
}

/** The last day of what ends at a moment. */
export function endDate(moment: Given): string {
  return date(instantOf(moment) - 1)
}

/** True if the reader's own clock shows China's time at a moment. */
export function showsChinaTime(moment: Given): boolean {
  return new Date(instantOf(moment)).getTimezoneOffset() === -8 * 60
}

/** A moment's time of day to the second: 14:05:09. */
export function timeOfDay(moment: Given): string {
  return new Intl.DateTimeFormat(currentLocale(), {
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(instantOf(moment))
}

/** Bytes in B, K, M, G, T, base 1024, two decimals. */
export function fileSize(bytes: number): string {
  const names = ['B', 'K', 'M', 'G', 'T']
  let value = bytes
  let unit = 0
  // What would be written as 1024.00 is one of the next unit.
  while (Number(value.toFixed(2)) >= 1024 && unit < names.length - 1) {
    value /= 1024
    unit++
  }
  return `${value.toFixed(2)} ${names[unit]}`
}
