import { date, type Given, instantOf } from './format.ts'
import { currentLocale } from './words.ts'

const units = {
  'zh-CN': {
    now: '刚刚',
    ago: '前',
    join: '',
    minute: [' 分钟', ' 分钟'],
    hour: [' 小时', ' 小时'],
    day: [' 天', ' 天'],
    brief: { d: '天', h: '小时', m: '分', s: '秒' },
  },
  en: {
    now: 'just now',
    ago: ' ago',
    join: ' ',
    minute: [' minute', ' minutes'],
    hour: [' hour', ' hours'],
    day: [' day', ' days'],
    brief: { d: ' d', h: ' h', m: ' min', s: ' s' },
  },
} as const

/** Age of a moment in words, for the last two days; before that, and for what is still to come, its date. */
export function relativeTime(moment: Given, now: number = Date.now()): string {
  const say = units[currentLocale()]
  const seconds = Math.floor((now - instantOf(moment)) / 1000)
  const ago = (count: number, unit: 'minute' | 'hour' | 'day') =>
    `${count}${say[unit][count === 1 ? 0 : 1]}${say.ago}`
  // A clock that runs a little ahead of the server's is no future.
  if (seconds < -30) return date(moment)
  if (seconds < 30) return say.now
  if (seconds < 3600) return ago(Math.max(1, Math.floor(seconds / 60)), 'minute')
  if (seconds < 86_400) return ago(Math.floor(seconds / 3600), 'hour')
  if (seconds < 2 * 86_400) return ago(1, 'day')
  return date(moment)
}

/** A length of time in days, hours, minutes and seconds: 90061 → "1 d 1 h 1 min 1 s"; parts that are zero are left out. */
export function duration(seconds: number): string {
  const { brief, join } = units[currentLocale()]
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [
    [Math.floor(whole / 86_400), brief.d],
    [Math.floor(whole / 3600) % 24, brief.h],
    [Math.floor(whole / 60) % 60, brief.m],
    [whole % 60, brief.s],
  ] as const
  const shown = parts.filter(([count]) => count > 0)
  return (shown.length > 0 ? shown : parts.slice(-1)).map(([count, unit]) => count + unit).join(join)
}
