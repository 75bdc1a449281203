import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Batch } from '../contract.ts'

openWindow()
const { clear, draw, screen } = await openOffice()
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
  const all = [batch, { ...batch, batchId: 'b2', succeeded: 0, refused: 3 }]
  await draw(createElement(States), { 'batch/find-list': all }, { menus: ['/train-manage/class'] })
  const states = screen.getByRole('status').textContent.split('\n')
  assert.deepEqual(
    states.map((state) => state.split(' ')[0]),
    ['done', 'failed'],
  )
})
