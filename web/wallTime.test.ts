import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { momentOf, wallOf } from './wallTime.ts'

test('a date field shows the wall clock of China and gives the moment back', () => {
  const moment = '2023-12-31T15:59:00.000Z'
  assert.equal(wallOf(moment).format('YYYY-MM-DD HH:mm'), '2023-12-31 23:59')
  assert.equal(momentOf(wallOf(moment)), moment)
})

/** The output of a script in several time zones, which must not matter. */
function everywhere(script: string): string {
  const results = ['UTC', 'America/New_York', 'Asia/Shanghai', 'Pacific/Auckland'].map((TZ) =>
    execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ },
    }).toString(),
  )
  assert.equal(new Set(results).size, 1, results.join('\n'))
  return results[0]!
}
const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

test('wherever the browser is, a field shows and takes the time of China', () => {
  const results = everywhere(`import { momentOf, momentOfText, wallOf } from ${at('./wallTime.ts')}
    const wall = wallOf('2023-07-01T02:30:00.000Z')
    console.log(wall.format('HH:mm'), momentOf(wall), momentOfText('2023-03-08T02:30'), momentOfText('2023-03-08'))`)
  assert.equal(results, '10:30 2023-07-01T02:30:00.000Z 2023-03-07T18:30:00.000Z undefined\n')
})

test('wherever the browser is, an exam opens at the time entered in the form, in China time', () => {
  const results = everywhere(`import dayjs from 'dayjs'
    import { inputOfExam, valuesOfExam } from ${at('../features/exam/web/examValues.ts')}
    const typed = [dayjs('2023-05-01T09:00'), dayjs('2023-05-01T11:30')]
    const input = inputOfExam({ ...valuesOfExam(null, ''), paperId: 'p', period: typed }, 'c', null)
    const shown = valuesOfExam({ ...input, requiredProgress: 0 }, '').period.map((one) => one.format('D HH:mm'))
    console.log(input.openFrom, input.openTo, ...shown)`)
  assert.equal(results, '2023-05-01T01:00:00.000Z 2023-05-01T03:30:00.000Z 1 09:00 1 11:30\n')
})

test('wherever the browser is, days, times and the year are those of China', () => {
  const results = everywhere(`globalThis.localStorage = { getItem: () => null, setItem() {} }
    globalThis.document = { documentElement: {} };
    (await import(${at('./words.ts')})).changeLocale("zh-CN")
    const { date, dateTime, timeOfDay } = await import(${at('./format.ts')})
    const { dayStart, thisYear } = await import(${at('./dayStart.ts')})
    const eve = '2023-12-31T16:30:05.000Z'
    console.log(date(eve), dateTime(eve), timeOfDay(eve), thisYear(Date.parse(eve)), dayStart('2024-01-01'))`)
  assert.equal(results, '2024年1月1日 2024年1月1日 00:30 00:30:05 2024 2023-12-31T16:00:00.000Z\n')
})
