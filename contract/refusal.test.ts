import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Bilingual, quoted, Refusal, refusals, refuse } from './refusal.ts'

const sample = refusals({
  full: { code: 409, zh: '“{name}”已有 {count} 人', en: '"{name}" has {count} people' },
  used: { code: 409, zh: '正被{classes}使用', en: 'is used by {classes}' },
  closed: { code: 409, zh: '已停用', en: 'It is disabled' },
})
const both = (refusal: Refusal) => [refusal.say('zh'), refusal.say('en')]

test('a value is a text, a number, a text of each language, or a list that each language joins', () => {
  assert.deepEqual(both(new Refusal(sample.full, { name: '甲', count: 3 })), [
    '“甲”已有 3 人',
    '"甲" has 3 people',
  ])
  const learners: Bilingual = { zh: '学员', en: 'Learners' }
  assert.deepEqual(both(new Refusal(sample.full, { name: learners, count: 3 })), [
    '“学员”已有 3 人',
    '"Learners" has 3 people',
  ])
  assert.deepEqual(both(new Refusal(sample.used, { classes: [quoted('甲'), learners, 2] })), [
    '正被“甲”、学员、2使用',
    'is used by “甲”, Learners, 2',
  ])
})

test('a value is inserted literally, whatever it contains', () => {
  const refusal = new Refusal(sample.full, { name: '{count} $& $1', count: 3 })
  assert.equal(refusal.say('en'), '"{count} $& $1" has 3 people')
})

test('a sentence takes exactly the values it names, the same in both languages', () => {
  const compiled = [
    // @ts-expect-error one value is missing
    () => refuse(sample.full, { name: '甲' }),
    // @ts-expect-error the sentence does not name it
    () => refuse(sample.full, { name: '甲', count: 3, more: 1 }),
    // @ts-expect-error the values are missing
    () => new Refusal(sample.used),
    // @ts-expect-error the sentence names none
    () => refuse(sample.closed, { name: '甲' }),
    // @ts-expect-error a text in only one language
    () => refuse(sample.used, { classes: { zh: '甲' } }),
    // @ts-expect-error English names another value
    () => refusals({ wrong: { code: 409, zh: '{name}', en: '{title}' } }),
    // @ts-expect-error Chinese names one value less
    () => refusals({ wrong: { code: 409, zh: '{name}', en: '{name} {title}' } }),
    () => refuse(sample.closed, {}, 'id'),
    () => refuse(sample.closed),
  ]
  assert.equal(compiled.length, 9)
})
