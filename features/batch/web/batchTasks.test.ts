import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { useCall } from '../../../web/client.ts'
import { unitCalls } from '../../unit/contract.ts'
import { type Batch, batchCalls } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent } = await openOffice()
const { useBatchTasks } = await import('./batchTasks.ts')
afterEach(clear)

/** Prints the tasks that the task centre receives from batches. */
function States() {
  const { tasks = [] } = useBatchTasks()
  return createElement('output', {}, tasks.map(({ state, text }) => `${state} ${text}`).join('\n'))
}

const batch: Batch = {
  batchId: 'b1',
  title: { zh: '下架', en: 'Take off sale' },
  status: 'done',
  problem: null,
  total: 3,
  succeeded: 1,
  proposed: 0,
  refused: 2,
  createdAt: '2023-01-01T00:00:00.000Z',
}

test('a batch that did nothing, each row refused, is not shown as done', async () => {
  const all = [
    batch,
    { ...batch, batchId: 'b2', succeeded: 0, refused: 3 },
    { ...batch, batchId: 'b3', succeeded: 3, refused: 0 },
  ]
  await draw(createElement(States), { 'batch/find-list': all }, { menus: ['/train-manage/class'] })
  const states = screen.getByRole('status').textContent.split('\n')
  assert.deepEqual(
    states.map((state) => state.split(' ')[0]),
    ['partly', 'failed', 'done'],
  )
  assert.equal(states[0], 'partly 完成 1 条、未处理 2 条')
})

/** Shows a list beside the tasks, and reads the tasks alone again on a press. */
function Beside() {
  const cache = useQueryClient()
  useCall(unitCalls.findUnitList, {}, { staleTime: Number.POSITIVE_INFINITY })
  const again = () => void cache.invalidateQueries({ queryKey: [batchCalls.findList.path] })
  return createElement('div', {}, createElement(States), createElement('button', { onClick: again }, '刷新'))
}

test('what is shown is read again once a batch has ended, and not before', async () => {
  let status: Batch['status'] = 'running'
  const answers = { 'batch/find-list': () => [{ ...batch, status }] }
  await draw(createElement(Beside), answers, { menus: ['/train-manage/class'] })
  const reads = () => sent.filter(({ path }) => path.includes(unitCalls.findUnitList.path)).length
  assert.equal(reads(), 1)
  await press('刷新')
  assert.equal(reads(), 1, 'it runs')
  status = 'done'
  await press('刷新')
  assert.equal(reads(), 2)
  await press('刷新')
  assert.equal(reads(), 2, 'it was over already')
})
