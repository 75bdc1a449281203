import assert from 'node:assert/strict'
import { test } from 'node:test'
import { briefName, newsOf, pollEvery, type TaskState } from './rules.ts'

const tasks = (states: Record<string, TaskState>) =>
  Object.entries(states).map(([id, state]) => ({ id, state }))
const news = (known: Record<string, TaskState>, now: Record<string, TaskState>, isFirst = false) =>
  newsOf(known, tasks(now), isFirst).news.map(({ id }) => id)

test('tasks are polled every 2 s while some of it runs, and not at all when nothing does', () => {
  assert.equal(pollEvery(['done', 'running', 'waiting']), 2000)
  assert.equal(pollEvery(['waiting', 'done', 'failed', 'cancelled']), false)
  assert.equal(pollEvery([]), false)
  assert.equal(pollEvery(), false)
})

test('what ended or waits for a word is news once; what runs or was cancelled is none', () => {
  const before = { a: 'running', b: 'running', c: 'running', d: 'running', e: 'waiting' } as const
  const now = { a: 'done', b: 'failed', c: 'cancelled', d: 'running', e: 'done' } as const
  assert.deepEqual(news(before, now), ['a', 'b', 'e'])
  assert.deepEqual(news({ a: 'running' }, { a: 'waiting' }), ['a'])
  const { known } = newsOf(before, tasks(now), false)
  assert.deepEqual(news({ ...known }, now), [])
})

test('what a window never saw run is no news at first and is later; what ended while it was shut is', () => {
  assert.deepEqual(news({}, { old: 'done', other: 'waiting' }, true), [])
  assert.deepEqual(news({ left: 'running' }, { left: 'done', old: 'done' }, true), ['left'])
  assert.deepEqual(news({ old: 'done' }, { quick: 'waiting', old: 'done' }), ['quick'])
})

test('what is no longer listed is forgotten', () => {
  assert.deepEqual(newsOf({ gone: 'done', here: 'running' }, tasks({ here: 'running' }), false).known, {
    here: 'running',
  })
})

test('a long name keeps its beginning and its end, a short one all of it', () => {
  assert.equal(briefName('名单.xlsx'), '名单.xlsx')
  const long = `江海市专业技术人员花名册${'第三批'.repeat(20)}-修改后.xlsx`
  assert.equal([...briefName(long)].length, 32)
  assert.match(briefName(long), /^江海市专业技术人员花名册第三批第….*-修改后\.xlsx$/u)
  assert.equal(briefName('名'.repeat(32)), '名'.repeat(32))
})
