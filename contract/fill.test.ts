import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fill } from './fill.ts'
import { Refusal, refusals } from './refusal.ts'

test('a count has the word that goes with it', () => {
  const left = (count: string | number) => fill('{count} {count|attempt|attempts} left', { count })
  assert.equal(left(1), '1 attempt left')
  assert.equal(left('1'), '1 attempt left')
  for (const many of [0, 2, 11, 21, '1.5', '1,001']) assert.equal(left(many), `${many} attempts left`)
})

test('values stand where they are named, and nothing else is read into a sentence', () => {
  assert.equal(fill('{name}: {what} {more}', { name: '{what}', what: 'x' }), '{what}: x {more}')
  assert.equal(fill('{toString} {constructor|a|b}', {}), '{toString} {constructor|a|b}')
  assert.equal(fill('{count|is|are}', { count: 1 }), 'is')
})

test('a refusal chooses the word that goes with its count, and names what it counts', () => {
  const words = refusals({
    held: { code: 409, zh: '还有 {count} 人', en: '{count} {count|person is|people are} left' },
  })
  assert.equal(new Refusal(words.held, { count: 1 }).say('en'), '1 person is left')
  assert.equal(new Refusal(words.held, { count: 2 }).say('en'), '2 people are left')
  assert.equal(new Refusal(words.held, { count: 2 }).say('zh'), '还有 2 人')
})
