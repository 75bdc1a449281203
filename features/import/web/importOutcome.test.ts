import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ImportProgress } from '../contract.ts'

openWindow()
const { act, draw, clear, fireEvent, press, screen, sent, settle } = await openOffice()
const { ImportOutcome } = await import('./ImportOutcome.tsx')
afterEach(clear)

const progress: ImportProgress = {
  importId: 'i',
  kind: 'roster',
  params: {},
  unitName: null,
  editable: false,
  isOwn: true,
  applicable: true,
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
  leftOut: 0,
  remarked: 1,
  hiddenRows: 12,
  firstHiddenRows: [3, 4],
  hiddenColumns: ['workPlace'],
  hiddenRowsOut: false,
  hiddenColumnsOut: false,
  otherColumns: [],
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
const outRow = {
  ...row,
  row: 4,
  state: 'out',
  remarks: [],
  problems: [{ column: null, zh: '在表里是隐藏的，不导入', en: 'is hidden in the sheet' }],
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
          {
            key: 'workPlace',
            zh: '工作部门',
            en: 'Department',
            note: { zh: '', en: '' },
            required: false,
            options: [],
          },
        ],
      },
      'find-rows': ({ only }: { only: string }) => ({
        total: 1,
        list: [only === 'out' ? outRow : row],
        header: ['真实姓名', '工作部门'],
      }),
      'edit-row': { rows: [], progress: found },
      'leave-out-hidden': null,
    },
  )

test('the review names what the sheet hides, and nothing where it hides nothing', async () => {
  await drawn(progress)
  assert.ok(screen.getByText('隐藏的 12 行：第 3、4… 行'))
  assert.ok(screen.getByText('隐藏的 1 列：工作部门'))
  clear()
  await drawn({ ...progress, hiddenRows: 0, firstHiddenRows: [], hiddenColumns: [] })
  assert.ok(!screen.queryByText(/隐藏/))
})

test('the review names the columns that are not imported, and none where there are none', async () => {
  await drawn({ ...progress, otherColumns: ['备注', '入职年限'] })
  assert.ok(screen.getByText('没有导入的列：备注、入职年限'))
  clear()
  await drawn(progress)
  assert.ok(!screen.queryByText(/没有导入的列/))
})

test('the review of a text file says in which encoding it was read, that of a workbook nothing', async () => {
  await drawn({ ...progress, fileName: '明细.csv', encoding: 'GB18030' })
  assert.ok(screen.getByText(/^文件按 GB18030 编码读取/))
  clear()
  await drawn(progress)
  assert.ok(!screen.queryByText(/编码读取/))
})

test('who may not apply a file is offered nothing, and reads who can', async () => {
  await drawn({ ...progress, applicable: false })
  assert.ok(screen.getByText('这份文件是别人上传的，由上传人导入'))
  assert.ok(!screen.queryByRole('button', { name: /^导入/ }))
})

test('hidden rows and columns are left out by a switch each, and taken in again', async () => {
  const chosen = () => sent.find(({ path }) => path.includes('leave-out-hidden'))?.body
  await drawn(progress)
  assert.ok(screen.getByText('表里隐藏的内容也会导入'))
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '不导入隐藏的行' })))
  await settle()
  assert.deepEqual(chosen(), { importId: 'i', rows: true, columns: false })
  clear()
  await drawn({ ...progress, hiddenRowsOut: true, hiddenColumnsOut: true })
  assert.ok(screen.getByText('表里隐藏的内容不导入'))
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '不导入隐藏的列' })))
  await settle()
  assert.deepEqual(chosen(), { importId: 'i', rows: true, columns: false })
})

test('rows that were left out are neither good nor faulty, and one can be taken in again', async () => {
  await drawn({ ...progress, editable: true, rows: 5, leftOut: 2 })
  assert.ok(screen.getByText('“名单.xlsx”共 3 行，全部可以导入'))
  assert.ok(screen.getByText('不导入 2 行'))
  assert.ok(!screen.queryByText(/下载错误文件/))
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: '不导入 2' })))
  await settle()
  assert.ok(screen.getByText('在表里是隐藏的，不导入'))
  await press('重新导入这一行')
  const { body } = sent.find(({ path }) => path.includes('edit-row'))!
  assert.deepEqual([body.row, body.leaveOut], [4, false])
})

test('rows whose cells show something else than they store are listed with what was taken', async () => {
  await drawn(progress)
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: '有提示 1' })))
  await settle()
  assert.ok(screen.getByText('按显示的“0301”导入，存储的数是 301'))
  clear()
  await drawn({ ...progress, remarked: 0 })
  assert.ok(!screen.queryByText(/有提示/))
})
