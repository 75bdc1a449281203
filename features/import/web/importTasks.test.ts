import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { openWindow } from '../../../test/window.ts'
import type { ImportProgress, ImportStatus } from '../contract.ts'

openWindow()
const { focusManager, QueryClient, QueryObserver } = await import('@tanstack/react-query')
const { addressOf, tabOf, visit } = await import('../../../web/shell/view/tabs.ts')
const { importAddress, importQuestion, taskStateOf } = await import('./importTasks.ts')
const { currentNotices } = await import('../../../web/notice.ts')
const { takeNews } = await import('../../task/web/news.ts')
const { markSeen: lookAt } = await import('../../task/web/task.ts')

const noCounts = { stopped: false, changed: 0, bad: 0, added: 0, updated: 0, unchanged: 0, rejected: 0 }
const progress = (status: ImportStatus, more: Partial<ImportProgress> = {}) =>
  ({ status, ...noCounts, fresh: 1, ...more }) as ImportProgress

test('the list of imports is requested once; every 2 s while one runs and the window is visible', async () => {
  mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'] })
  let running = true
  const fetched = mock.method(globalThis, 'fetch', async () => {
    const attribute = [progress(running ? 'checking' : 'checked'), progress('applied')]
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
  })
  const asked = () => fetched.mock.callCount()
  const settle = async () => {
    for (let i = 0; i < 50; i++) await Promise.resolve()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const pass = async (milliseconds: number) => {
    mock.timers.tick(milliseconds)
    await settle()
  }
  const cache = new QueryClient()
  const leave = new QueryObserver(cache, importQuestion(true)).subscribe(() => {})
  await settle()
  assert.equal(asked(), 1)
  await pass(1999)
  assert.equal(asked(), 1)
  await pass(1)
  assert.equal(asked(), 2)
  focusManager.setFocused(false)
  await pass(20_000)
  assert.equal(asked(), 2, 'a hidden window asks nothing')
  focusManager.setFocused(undefined)
  running = false
  await pass(2000)
  assert.equal(asked(), 3)
  await pass(60_000)
  assert.equal(asked(), 3, 'nothing runs any more')
  running = true
  await cache.invalidateQueries({ queryKey: importQuestion(true).queryKey })
  assert.equal(asked(), 4, 'one was begun in this window')
  await pass(2000)
  assert.equal(asked(), 5)
  leave()
  await pass(60_000)
  assert.equal(asked(), 5)
  const without = new QueryObserver(cache, importQuestion(false)).subscribe(() => {})
  await pass(60_000)
  assert.equal(asked(), 5, 'anyone who may not import asks for nothing')
  without()
  cache.clear()
  mock.timers.reset()
  assert.deepEqual(currentNotices(), [])
})

test('an import runs while it is checked and applied, waits where a word is needed, and failed where it was stopped', () => {
  const states = (['checking', 'checked', 'applying', 'applied', 'failed', 'cancelled'] as const).map(
    (status) => taskStateOf(progress(status)),
  )
  assert.deepEqual(states, ['running', 'waiting', 'running', 'done', 'failed', 'cancelled'])
  assert.equal(taskStateOf(progress('applying', { stopped: true })), 'failed')
  assert.equal(taskStateOf(progress('checked', { fresh: 0, changed: 1, bad: 2 })), 'waiting')
  assert.equal(taskStateOf(progress('checked', { fresh: 0 })), 'done', 'all of it is there already')
  assert.equal(taskStateOf(progress('checked', { fresh: 0, bad: 2 })), 'failed')
  assert.equal(taskStateOf(progress('applied', { added: 3, rejected: 1 })), 'partly')
  assert.equal(taskStateOf(progress('applied', { rejected: 2 })), 'failed', 'nothing of it was taken')
})

test('an import is opened on its page as that page was left', () => {
  assert.equal(importAddress('/student-manage/student', 'i1'), '/student-manage/student?import=i1')
  const address = '/student-manage/student?unitId=u1&page=2'
  visit(tabOf({ path: '/student-manage/student', title: ['学员', 'Learners'] }, '?unitId=u1&page=2'))
  assert.equal(addressOf('/student-manage/student'), address)
  assert.equal(importAddress('/student-manage/student', 'i2'), `${address}&import=i2`)
})

test('an end is announced once in a browser, also after a reload, and not to anyone who views it', () => {
  const task = (id: string, state: 'running' | 'done') =>
    ({ id, state }) as Parameters<typeof takeNews>[1][number]
  const news = (reader: string, ids: string[], state: 'running' | 'done', isFirst = false) =>
    takeNews(
      reader,
      ids.map((id) => task(id, state)),
      isFirst,
    ).map(({ id }) => id)
  assert.deepEqual(news('me', ['a', 'b'], 'running', true), [])
  const lookAway = lookAt('b')
  assert.deepEqual(news('me', ['a', 'b'], 'done', true), ['a'], 'the window was loaded again meanwhile')
  lookAway()
  assert.deepEqual(news('me', ['a', 'b'], 'done'), [])
  assert.deepEqual(news('other', ['a', 'b'], 'running', true), [])
  assert.deepEqual(news('other', ['a', 'b'], 'done'), ['a', 'b'], 'another reader of this browser')
  localStorage.setItem('tasks me', 'no JSON')
  assert.deepEqual(news('me', ['a'], 'done', true), [])
})
