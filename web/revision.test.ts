import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeValues } from './revision.ts'

test('what was typed stays, all else becomes the latest', () => {
  const first = { name: '甲', price: 100, days: null as number | null, courses: [{ id: 'a' }], quota: 5 }
  const typed = { ...first, name: '乙', days: null, courses: [{ id: 'b' }, { id: 'a' }] }
  const latest = { name: '丙', price: 199, days: 365, courses: [{ id: 'a' }, { id: 'c' }], quota: 5 }
  assert.deepEqual(mergeValues(first, typed, latest), {
    name: '乙',
    price: 199,
    days: 365,
    courses: [{ id: 'b' }, { id: 'a' }],
    quota: 5,
  })
})

test('an empty field is as it was whether it is null or left out; one that was emptied stays empty', () => {
  type Values = { days?: number | null; quota?: number | null }
  assert.deepEqual(mergeValues<Values>({ days: null }, {}, { days: 30 }), { days: 30 })
  assert.deepEqual(mergeValues<Values>({ quota: 5 }, { quota: null }, { quota: 9 }), { quota: null })
})
