import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { Type } from 'typebox'
import { call } from '../contract/call.ts'
import { openWindow } from '../test/window.ts'

openWindow()
const { storeAnswer, storedAnswer } = await import('./storedAnswers.ts')
const { clearToken, endToken, saveToken } = await import('./token.ts')
const { changeLocale } = await import('./words.ts')

const anything = Type.Any()
const findThing = call('/thing/find.action', {
  summary: '',
  allow: 'learner',
  input: anything,
  output: anything,
  offline: true,
})
const findPage = call('/page/find.action', {
  ...({ allow: 'learner', input: anything, output: anything, summary: '', offline: true } as const),
})
const mine = () => storedAnswer(findThing, { year: 2023 })
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('answer:'))

beforeEach(() => {
  localStorage.clear()
  saveToken('first')
  storeAnswer(findThing, { year: 2023 }, 'first', { hours: 4 })
})

test('an answer is stored by call and input', () => {
  assert.deepEqual(mine(), { hours: 4 })
  assert.equal(storedAnswer(findThing, { year: 2022 }), undefined)
})

test('signing out, a session that ended and another account erase what is stored', () => {
  for (const end of [clearToken, () => endToken('expired'), () => saveToken('second')]) {
    saveToken('first')
    storeAnswer(findThing, { year: 2023 }, 'first', { hours: 4 })
    assert.equal(stored().length, 1)
    end()
    assert.deepEqual(stored(), [])
    assert.equal(mine(), undefined)
  }
  saveToken('first')
  assert.equal(mine(), undefined, 'nor does it come back')
})

test('another account signed in where this code did not run sees nothing of the first', () => {
  localStorage.setItem('token', 'second')
  assert.equal(mine(), undefined)
})

test('an answer that comes after its account signed out is not stored', () => {
  clearToken()
  storeAnswer(findThing, { year: 2023 }, 'first', { hours: 5 })
  assert.deepEqual(stored(), [])
})

test('a view-as window stores nothing and shows nothing stored', () => {
  sessionStorage.setItem('look', JSON.stringify({ token: 'first', name: '', accountId: '', until: '' }))
  assert.equal(mine(), undefined)
  storeAnswer(findThing, { year: 2024 }, 'first', { hours: 5 })
  sessionStorage.removeItem('look')
  assert.deepEqual(mine(), { hours: 4 })
  assert.equal(stored().length, 1)
})

test('an answer belongs to the language it was given in', () => {
  changeLocale('en')
  assert.equal(mine(), undefined)
  changeLocale('zh-CN')
  assert.deepEqual(mine(), { hours: 4 })
})

test('after seven days an answer is not shown any more, and is removed when another is stored', () => {
  const now = Date.now()
  mock.timers.enable({ apis: ['Date'], now: now + 7 * 24 * 3_600_000 + 60_000 })
  assert.equal(mine(), undefined)
  storeAnswer(findThing, { year: 1 }, 'first', {})
  assert.equal(stored().length, 1)
  mock.timers.reset()
})

test('many answers of one call push out its oldest and none of another; a store that is too full, the oldest', () => {
  const now = Date.now()
  mock.timers.enable({ apis: ['Date'], now })
  for (let page = 1; page <= 60; page++) {
    mock.timers.setTime(now + page)
    storeAnswer(findPage, { page }, 'first', { page })
  }
  assert.deepEqual(mine(), { hours: 4 })
  assert.deepEqual(storedAnswer(findPage, { page: 60 }), { page: 60 })
  assert.equal(storedAnswer(findPage, { page: 52 }), undefined)
  assert.equal(stored().length, 9)
  mock.timers.setTime(now + 61)
  storeAnswer(findPage, { page: 61 }, 'first', 'x'.repeat(1_499_900))
  assert.equal(mine(), undefined)
  assert.equal(storedAnswer(findPage, { page: 61 })?.length, 1_499_900)
  mock.timers.reset()
})

test('what cannot be read is nothing', () => {
  localStorage.setItem(stored()[0]!, '{')
  assert.equal(mine(), undefined)
})
