import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { defaultSettings, refundTerms, settingsOf } from './rules.ts'

test('a project without a word of its own: classes from 2019, nothing refundable, the colour #1890ff', () => {
  const { classStartYear, refundClassProcess, refundOrderTimes, refundOrderDays, themeColor } = settingsOf({})
  assert.deepEqual(
    { classStartYear, refundClassProcess, refundOrderTimes, refundOrderDays, themeColor },
    {
      classStartYear: 2019,
      refundClassProcess: 0,
      refundOrderTimes: 0,
      refundOrderDays: 0,
      themeColor: '#1890ff',
    },
  )
})

test('its own words stand over the defaults; what is no setting is left out', () => {
  assert.deepEqual(settingsOf({ classStartYear: 2022, password: 'x' }), {
    ...defaultSettings,
    classStartYear: 2022,
  })
})

test('refunds are for projects that allow them, with their numbers meant literally', () => {
  const all = { studentRefund: true, refundClassProcess: 20, refundOrderTimes: 2, refundOrderDays: 7 }
  assert.deepEqual(refundTerms(all), { days: 7, process: 20, times: 2 })
  assert.deepEqual(refundTerms({ ...all, refundClassProcess: 0 }), { days: 7, process: 0, times: 2 })
  assert.equal(refundTerms({ ...all, studentRefund: false }), null)
  assert.equal(refundTerms({ ...all, refundOrderTimes: 0 }), null)
  assert.equal(refundTerms({ ...all, refundOrderDays: 0 }), null)
  assert.equal(refundTerms(defaultSettings), null)
})

test('the five page settings without effect are there, and nothing in the code reads them', () => {
  const without = ['showSettings', 'tagsView', 'fixedHeader', 'sidebarLogo', 'errorLog'] as const
  for (const key of without) {
    assert.equal(typeof defaultSettings[key], 'boolean')
    assert.equal(settingsOf({ [key]: !defaultSettings[key] })[key], !defaultSettings[key])
  }
  const asks = new RegExp(
    `\\bsettings\\??\\.(${without.join('|')})\\b|\\b(${without.join('|')})\\b[^\\n]*= (use|get)Settings`,
  )
  const root = new URL('../../', import.meta.url).pathname
  const asking = globSync('{app,server,web,features,db}/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => asks.test(readFileSync(root + file, 'utf8')))
  assert.deepEqual(asking, [])
})
