import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { Task } from './task.ts'

const { show, screen, sent } = await openRenderer()
Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
const { TaskCentre } = await import('./TaskCentre.tsx')
const { TaskPanel } = await import('./TaskPanel.tsx')

const task: Task = {
  id: 't1',
  kind: '导入学员',
  name: '名册.xlsx',
  state: 'done',
  text: '共 3 行',
  share: 1,
  at: new Date(Date.now() - 5 * 60_000).toISOString(),
  way: { label: '查看', to: '/' },
}

test('a task says how long ago it was begun', async () => {
  const tasks = [task]
  const lists = [{ isOffered: true, tasks, error: null, retry() {} }]
  await show(createElement(TaskPanel, { open: true, lists, tasks, announcement: '', onClose() {} }))
  assert.equal(screen.getByText('5 分钟前').tagName, 'TIME')
})

test('an address opens the task centre, once', async () => {
  const lists = [{ isOffered: true, tasks: [task], error: null, retry() {} }]
  await show(createElement(TaskCentre, { lists }), { at: '/home/index?tasks=open' })
  assert.ok(await screen.findByText('名册.xlsx'))
})

test('news that the open panel shows has been seen, and is not before', async () => {
  const failure = { code: 'batch.failed', name: { zh: '', en: '' }, count: 1, since: null, address: '/' }
  const answers = { '/base/work-queue/find-mine.action': [failure] }
  const lists = [{ isOffered: true, tasks: [task], error: null, retry() {}, news: 'batch.failed' }]
  for (const open of [false, true]) {
    const panel = createElement(TaskPanel, { open, lists, tasks: [task], announcement: '', onClose() {} })
    await show(panel, { answers })
    const seen = sent.filter(({ path }) => path.includes('work-queue/see')).map(({ input }) => input)
    assert.deepEqual(seen, open ? [{ code: 'batch.failed' }] : [])
  }
})

test('the task centre is there for those who may begin long work, and for nobody else', async () => {
  const list = (isOffered: boolean) => ({ isOffered, tasks: [], error: null, retry() {} })
  await show(createElement(TaskCentre, { lists: [list(false), list(false)] }))
  assert.ok(!screen.queryByRole('button', { name: /任务中心/ }))
  await show(createElement(TaskCentre, { lists: [list(false), list(true)] }))
  assert.ok(screen.getByRole('button', { name: /任务中心/ }))
})

test('what ended is announced although another list has not answered', async () => {
  const { currentNotices } = await import('../../../web/notice.ts')
  const list = (tasks: Task[] | undefined) => ({ isOffered: true, tasks, error: null, retry() {} })
  const silent = list(undefined)
  await show(createElement(TaskCentre, { lists: [list([{ ...task, state: 'running' }]), silent] }))
  const before = currentNotices().length
  await show(createElement(TaskCentre, { lists: [list([task]), silent] }))
  assert.match(currentNotices().slice(before)[0]?.text ?? '', /名册/)
})

test('what was done in part is amber, counts its refusals and leads to their list', async () => {
  const { currentNotices } = await import('../../../web/notice.ts')
  const file = { label: '未处理的 2 条', save() {} }
  const { way: _way, ...batch } = task
  const partly: Task = { ...batch, id: 't2', state: 'partly', text: '完成 1 条，未处理 2 条', file }
  const list = (tasks: Task[]) => ({ isOffered: true, tasks, error: null, retry() {} })
  const panel = { open: true, lists: [list([partly])], tasks: [partly], announcement: '', onClose() {} }
  await show(createElement(TaskPanel, panel))
  assert.match(screen.getByText('部分完成').className, /\bwarn\b/)
  assert.ok(screen.getByText('完成 1 条，未处理 2 条'))
  assert.equal(screen.getByText('未处理的 2 条').tagName, 'BUTTON')
  await show(createElement(TaskCentre, { lists: [list([{ ...partly, state: 'running' }])] }))
  const before = currentNotices().length
  await show(createElement(TaskCentre, { lists: [list([partly])] }))
  const [notice] = currentNotices().slice(before)
  assert.deepEqual([notice?.kind, notice?.way?.to], ['prompt', '/home/index?tasks=open'])
})
