import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { EditableRow } from '../contract.ts'

openWindow()
const { act, draw, clear, fireEvent, press, screen, sent, settle } = await openOffice()
const { EditRow } = await import('./EditRow.tsx')
afterEach(clear)

const row: EditableRow = {
  row: 2,
  label: '张三',
  state: 'bad',
  outcome: 'new',
  version: 3,
  suggestions: [],
  remarks: [],
  cells: ['张三', '1'],
  problems: [{ column: 'mobile', zh: '不是 11 位手机号', en: 'is not an 11-digit mobile number' }],
}
const progress = { importId: 'i' }
const taken = (version: number) => ({ rows: [{ ...row, version }], progress })

/** Draws the row; returns how often it was read again. */
async function drawRow(answers: unknown[], shown = row, onEdited = () => {}) {
  let read = 0
  const element = createElement(EditRow, {
    importId: 'i',
    row: shown,
    keys: ['realName', 'mobile', 'education'],
    titleOf: (key: string) => key,
    optionsOf: (key: string) => (key === 'education' ? ['大学本科', '大学专科'] : []),
    onEdited,
    onStale: async () => void read++,
  })
  await draw(element, { 'edit-row': () => answers.shift() })
  return () => read
}

async function write(text: string) {
  const cell = screen.getByLabelText('mobile')
  await act(async () => fireEvent.change(cell, { target: { value: text } }))
  await act(async () => fireEvent.blur(cell))
  await settle()
}
const saved = () => sent.map(({ body }) => [body.version, body.cells, body.leaveOut])

test('a cell whose row was changed elsewhere keeps what was typed, says so, and is saved again on request', async () => {
  const read = await drawRow([{ respCode: 409, respDesc: '已被修改', attribute: null }, taken(4)])
  await write('13900000001')
  assert.equal(read(), 1)
  assert.ok(screen.getByText(/在别处修改过，这一格还没有保存/))
  assert.equal((screen.getByLabelText('mobile') as HTMLInputElement).value, '13900000001')
  await press('再保存一次')
  assert.ok(!screen.queryByText(/还没有保存/))
  assert.deepEqual(
    saved().map(([, cells]) => cells),
    [{ mobile: '13900000001' }, { mobile: '13900000001' }],
  )
})

test('without an answer the cell says that it is not saved, and the next one is saved all the same', async () => {
  await drawRow([{ respCode: -1, respDesc: '系统繁忙', attribute: null }, taken(4)])
  await write('13900000001')
  assert.ok(screen.getByText(/这一格还没有保存/))
  await write('13900000002')
  assert.ok(!screen.queryByText(/还没有保存/))
})

test('a cell that has one of some words offers them, and the chosen one is saved', async () => {
  await drawRow([{ rows: [{ ...row, version: 4, cells: ['张三', '1', '大学专科'] }], progress }], {
    ...row,
    cells: ['张三', '1', '本科生'],
    problems: [{ column: 'education', zh: '“本科生”不在可选项中', en: 'is not one of the choices' }],
  })
  const cell = screen.getByLabelText('education') as HTMLSelectElement
  assert.deepEqual(
    [cell.value, ...[...cell.options].map(({ text }) => text)],
    ['本科生', '本科生', '（空）', '大学本科', '大学专科'],
  )
  assert.equal(cell.getAttribute('aria-invalid'), 'true')
  await act(async () => fireEvent.change(cell, { target: { value: '大学专科' } }))
  await settle()
  assert.deepEqual(saved(), [[3, { education: '大学专科' }, undefined]])
})

test('a row is left out, and one that was left out is included again', async () => {
  await drawRow([taken(4)])
  await press('这一行不导入')
  assert.deepEqual(saved(), [[3, {}, true]])
  clear()
  await drawRow([taken(4)], { ...row, state: 'out' })
  await press('重新导入这一行')
  assert.deepEqual(saved(), [[3, {}, false]])
})

test('a cell that was not saved is restored by its old text, and nothing is sent', async () => {
  await drawRow([{ respCode: -1, respDesc: '系统繁忙', attribute: null }])
  await write('13900000001')
  assert.ok(screen.getByText(/这一格还没有保存/))
  await write('1')
  assert.ok(!screen.queryByText(/还没有保存/))
  assert.equal(saved().length, 1)
})

test('an old text typed while another is on its way is saved after it', async () => {
  await drawRow([{ rows: [{ ...row, version: 4, cells: ['张三', '2'] }], progress }, taken(5)])
  const cell = screen.getByLabelText('mobile')
  for (const value of ['2', '1']) {
    await act(async () => fireEvent.change(cell, { target: { value } }))
    await act(async () => fireEvent.blur(cell))
  }
  await settle()
  assert.deepEqual(
    saved().map(([version, cells]) => [version, cells]),
    [
      [3, { mobile: '2' }],
      [4, { mobile: '1' }],
    ],
  )
})

test('after an unexpected error the next edit is saved all the same', async () => {
  await drawRow([taken(4), taken(5)], row, () => {
    throw new Error('unexpected')
  })
  await write('13900000001')
  await write('13900000002')
  assert.equal(saved().length, 2)
})

test('an edit is seen on every page of the faults that was read', async () => {
  const { ImportFaults } = await import('./ImportFaults.tsx')
  const other = { ...row, row: 30, label: '李四', cells: ['李四', '1'] }
  const isGood = { ...other, version: 4, state: 'good', problems: [] }
  const keys = ['realName', 'mobile']
  await draw(
    createElement(ImportFaults, {
      progress: progress as never,
      titleOf: (key: string) => key,
      optionsOf: () => [],
    }),
    {
      'find-faults': ({ page }: { page: number }) => ({
        keys,
        list: page === 1 ? [row] : [other],
        total: 40,
      }),
      'edit-row': { rows: [{ ...row, version: 4 }, isGood], progress },
    },
  )
  await press('第 2 页')
  assert.ok(screen.getByLabelText('mobile'))
  await press('第 1 页')
  await write('13900000001')
  await press('第 2 页')
  assert.ok(!screen.queryByLabelText('mobile'), 'the row of page 2 is good by the edit of page 1')
})
