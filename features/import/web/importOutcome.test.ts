import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ImportProgress } from '../contract.ts'

openWindow()
const { act, draw, clear, fireEvent, screen, settle } = await openOffice()
const { ImportOutcome } = await import('./ImportOutcome.tsx')
afterEach(clear)

const progress: ImportProgress = {
  importId: 'i',
  kind: 'roster',
  params: {},
  unitName: null,
  editable: false,
  fileName: '名单.xlsx',
  status: 'checked',
  problem: null,
  stopped: false,
  rows: 3,
  done: 3,
  fresh: 3,
  changed: 0,
  same: 0,
  bad: 0,
  remarked: 1,
  hiddenRows: 12,
  firstHiddenRows: [3, 4],
  hiddenColumns: ['workPlace'],
  added: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  createdAt: '2020-11-27T00:00:00.000Z',
}
const row = {
  row: 2,
  label: '张三',
  state: 'good',
  outcome: 'new',
  cells: ['张三', '0301'],
  problems: [],
  remarks: [{ column: 'workPlace', zh: '按显示的“0301”导入，存储的数是 301', en: 'imported as shown' }],
  version: 1,
}
const drawn = (found: ImportProgress) =>
  draw(
    createElement(ImportOutcome, {
      progress: found,
      onAgain: () => {},
      onView: () => {},
      viewLabel: '查看',
      next: null,
    }),
    {
      'get-template': {
        columns: [
          { key: 'workPlace', zh: '工作部门', en: 'Department', note: { zh: '', en: '' }, required: false },
        ],
      },
      'find-rows': { total: 1, list: [row], header: ['真实姓名', '工作部门'] },
    },
  )

test('the review names what the sheet hides, and nothing where it hides nothing', async () => {
  await drawn(progress)
  assert.ok(screen.getByText('隐藏的 12 行：第 3、4… 行'))
  assert.ok(screen.getByText('隐藏的 1 列：工作部门'))
  clear()
  await drawn({ ...progress, hiddenRows: 0, firstHiddenRows: [], hiddenColumns: [] })
  assert.equal(screen.queryByText(/隐藏/), null)
})

test('rows whose cells show something else than they store are listed with what was taken', async () => {
  await drawn(progress)
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: '显示与存储不同 1' })))
  await settle()
  assert.ok(screen.getByText('按显示的“0301”导入，存储的数是 301'))
  clear()
  await drawn({ ...progress, remarked: 0 })
  assert.equal(screen.queryByText(/显示与存储不同/), null)
})
