import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sayMoment } from '../contract/message.ts'
import { fc } from '../test/dice.ts'
import { openWindow } from '../test/window.ts'

openWindow()
const { changeLocale } = await import('./words.ts')
const { date, dateTime, endDate, endTime, fileSize, instantOf, money, shortDate, shortTime, showsChinaTime } =
  await import('./format.ts')
const { duration, relativeTime } = await import('./howLong.ts')

const now = Date.parse('2023-11-21T04:00:00Z')
const inEnglish = (say: () => string) => {
  changeLocale('en')
  const texts = say()
  changeLocale('zh-CN')
  return texts
}
const ago = (seconds: number) => relativeTime(new Date(now - seconds * 1000).toISOString(), now)

test('money has its sign before it and thousands set apart', () => {
  assert.deepEqual([0, 5, 6050, 123_456_789, -100_050].map(money), [
    '¥0.00',
    '¥0.05',
    '¥60.50',
    '¥1,234,567.89',
    '-¥1,000.50',
  ])
})

test('messages write a moment as pages do, in both languages', () => {
  for (const at of ['2023-11-21T02:55:00Z', '2023-11-21T16:05:00Z']) {
    assert.equal(sayMoment(at).zh, dateTime(at))
    assert.equal(
      sayMoment(at).en,
      inEnglish(() => dateTime(at)),
    )
  }
})

test('an end at midnight is shown as the end of the day before, any other with its time of day', () => {
  const midnight = '2023-12-20T16:00:00Z'
  assert.equal(endTime(midnight), '2023年12月20日 24:00')
  assert.equal(
    inEnglish(() => endTime(midnight)),
    'end of Dec 20, 2023',
  )
  assert.equal(endTime('2023-12-20T15:00:00Z'), dateTime('2023-12-20T15:00:00Z'))
  assert.equal(endDate(midnight), '2023年12月20日')
  assert.equal(endDate('2023-12-20T15:59:59.999Z'), '2023年12月20日')
})

test('a moment of this year in China is short by its day and time, one of another year by its date', () => {
  const shown = (moment: string) => [shortTime(moment, now), shortDate(moment, now)]
  assert.deepEqual(shown('2023-03-04T05:06:00Z'), ['03-04 13:06', '03-04'])
  assert.deepEqual(shown('2022-12-31T16:00:00Z'), ['01-01 00:00', '01-01'])
  assert.deepEqual(shown('2022-12-31T15:59:00Z'), ['2022-12-31', '2022-12-31'])
  assert.deepEqual(
    inEnglish(() => shown('2023-03-04T05:06:00Z').join()),
    'Mar 4 13:06,Mar 4',
  )
  assert.equal(
    inEnglish(() => shortTime('2022-03-04T05:06:00Z', now)),
    'Mar 4, 2022',
  )
})

test('whether a clock shows China’s time is decided by the moment, not by the name of its zone', () => {
  const before = process.env.TZ
  const shows = (zone: string) => {
    process.env.TZ = zone
    return showsChinaTime('2023-12-20T16:00:00Z')
  }
  assert.deepEqual(['Asia/Shanghai', 'Asia/Singapore', 'Asia/Tokyo', 'America/New_York'].map(shows), [
    true,
    true,
    false,
    false,
  ])
  if (before === undefined) delete process.env.TZ
  else process.env.TZ = before
})

test('a timestamp of ten digits is in seconds, a longer one in milliseconds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1_000_000_000, max: 9_999_999_999 }), (seconds) => {
      assert.equal(instantOf(seconds), seconds * 1000)
      assert.equal(instantOf(String(seconds)), seconds * 1000)
      assert.equal(instantOf(seconds * 1000), seconds * 1000)
      assert.equal(instantOf(new Date(seconds * 1000).toISOString()), seconds * 1000)
    }),
  )
  assert.equal(date(1_700_539_200), date('2023-11-21T04:00:00Z'))
  assert.equal(dateTime(1_700_539_200), dateTime(1_700_539_200_000))
  assert.ok(Number.isNaN(instantOf('yesterday')))
})

test('relative time: just now below 30 s, then minutes, hours, one day, and a date from two days on', () => {
  assert.equal(ago(0), '刚刚')
  assert.equal(ago(29), '刚刚')
  assert.equal(ago(30), '1 分钟前')
  assert.equal(ago(3599), '59 分钟前')
  assert.equal(ago(3600), '1 小时前')
  assert.equal(ago(86_399), '23 小时前')
  assert.equal(ago(86_400), '1 天前')
  assert.equal(ago(172_799), '1 天前')
  assert.equal(ago(172_800), date('2023-11-19T04:00:00Z'))
  const english = [29, 60, 120, 3600, 7200, 86_400].map((seconds) => inEnglish(() => ago(seconds)))
  assert.deepEqual(english, [
    'just now',
    '1 minute ago',
    '2 minutes ago',
    '1 hour ago',
    '2 hours ago',
    '1 day ago',
  ])
})

test('relative time never shows a moment as younger than a later one, and never the future as the past', () => {
  const age = (text: string) => {
    if (text === '刚刚') return 0
    const [, count, unit] = /^(\d+) (分钟|小时|天)前$/.exec(text) ?? []
    const seconds = { 分钟: 60, 小时: 3600, 天: 86_400 }[unit as '天']
    return count ? Number(count) * seconds : Number.POSITIVE_INFINITY
  }
  fc.assert(
    fc.property(fc.nat(400_000), fc.nat(400_000), (a, b) => {
      const [young, old] = a < b ? [a, b] : [b, a]
      assert.ok(age(ago(young)) <= age(ago(old)))
      if (age(ago(old)) < Number.POSITIVE_INFINITY) assert.ok(age(ago(old)) <= Math.max(old, 60))
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 31, max: 10_000_000 }), (ahead) => assert.doesNotMatch(ago(-ahead), /前/)),
  )
})

test('a length of time is the sum of the days, hours, minutes and seconds that are written', () => {
  const seconds = { 天: 86_400, 小时: 3600, 分: 60, 秒: 1 }
  fc.assert(
    fc.property(fc.nat(100_000_000), (given) => {
      const parts = [...duration(given).matchAll(/(\d+)(天|小时|分|秒)/g)]
      const sum = parts.reduce(
        (total, [, count, unit]) => total + Number(count) * seconds[unit as keyof typeof seconds],
        0,
      )
      assert.equal(sum, given)
      assert.equal(parts.map(([whole]) => whole).join(''), duration(given))
      for (const [, count, unit] of parts) {
        if (unit !== '天') assert.ok(Number(count) < (unit === '小时' ? 24 : 60))
      }
    }),
  )
  assert.equal(duration(90_061), '1天1小时1分1秒')
  assert.equal(duration(0), '0秒')
  assert.equal(
    inEnglish(() => duration(93_784)),
    '1 d 2 h 3 min 4 s',
  )
})

test('a file size has two decimals and the largest of B, K, M, G, T that leaves it below 1024', () => {
  const names = ['B', 'K', 'M', 'G', 'T']
  fc.assert(
    fc.property(fc.maxSafeNat(), (bytes) => {
      const [, number, name] = /^(\d+\.\d\d) ([BKMGT])$/.exec(fileSize(bytes)) ?? []
      assert.ok(number && name, fileSize(bytes))
      const unit = 1024 ** names.indexOf(name)
      if (name !== 'T') assert.ok(Number(number) < 1024)
      if (name !== 'B') assert.ok(Number(number) >= 1)
      assert.ok(Math.abs(Number(number) * unit - bytes) <= 0.005 * unit + bytes * 1e-9)
    }),
  )
  assert.deepEqual([0, 1023, 1024, 1536, 1024 ** 2 - 1, 5 * 1024 ** 4].map(fileSize), [
    '0.00 B',
    '1023.00 B',
    '1.00 K',
    '1.50 K',
    '1.00 M',
    '5.00 T',
  ])
})
