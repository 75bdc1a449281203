import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal, refusals } from './refusal.ts'
import { refusalStore } from './storedRefusal.ts'

const sample = refusals({
  full: { code: 409, zh: '“{name}”已有 {count} 人', en: '"{name}" has {count} people' },
  closed: { code: 422, zh: '已停用', en: 'It is disabled' },
})
const store = refusalStore({ sample })

test('a column holds a refusal’s code and values, and its sentence is made when it is read', () => {
  const stored = store.store(new Refusal(sample.full, { name: '甲', count: 3 }))
  assert.deepEqual(stored, { code: 'sample.full', values: { name: '甲', count: 3 } })
  assert.deepEqual(store.say(stored), { zh: '“甲”已有 3 人', en: '"甲" has 3 people' })
  const corrected = refusalStore({ sample: { full: { ...sample.full, zh: '“{name}”满员' } } })
  assert.equal(corrected.say(stored).zh, '“甲”满员')
  assert.deepEqual(store.store(new Refusal(sample.closed)), { code: 'sample.closed' })
  assert.equal(store.read({ code: 'sample.closed' }).words.code, 422)
})

test('a copy from another thread is stored like the refusal itself, and what is not declared is thrown again', () => {
  assert.deepEqual(store.store(new Refusal(structuredClone(sample.closed))), { code: 'sample.closed' })
  const other = new Refusal({ code: 409, zh: '别的', en: 'Another' })
  assert.throws(
    () => store.store(other),
    (error) => error === other,
  )
})

test('a sentence of an earlier version is said as it is', () => {
  const old = { zh: '写着 {count}', en: 'It says {count}' }
  assert.deepEqual(store.say(old), old)
})
