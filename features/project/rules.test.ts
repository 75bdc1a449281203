import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings, settingsOf } from './rules.ts'

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
