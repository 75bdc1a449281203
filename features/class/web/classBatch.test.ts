import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, Fragment } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { classCalls } from '../contract.ts'

openWindow()
const office = await openOffice()
const { ChosenNames } = await import('../../../web/shell/control/chosen.tsx')
const { QuestionDialog } = await import('../../../web/shell/frame/QuestionDialog.tsx')
const { ClassBatch } = await import('./ClassBatch.tsx')
afterEach(office.clear)

const ids = ['a', 'b', 'c', 'd']
const names = ['班级甲', '班级乙', '班级丙', '班级丁']

/** The actions on four chosen classes, as a manager who may do all of them sees them. */
const batchOfFour = createElement(
  Fragment,
  {},
  createElement(
    ChosenNames,
    { names } as never,
    createElement(ClassBatch, {
      selected: { selection: { ids }, count: ids.length, said: String(ids.length), isLong: false },
      rows: ids.map((id) => ({ id, revision: 1 })),
      onClear() {},
      onResult() {},
    }),
  ),
  createElement(QuestionDialog),
)
const menus = Object.values(classCalls).flatMap(({ allow }) => allow) as string[]
const published = () => office.sent.filter(({ path }) => path.includes(classCalls.updateOnShelf.path))

test('many classes are unpublished only after a question that names them', async () => {
  await office.draw(batchOfFour, { [classCalls.updateOnShelf.path]: { done: 4, refused: [] } }, { menus })
  await office.press(/下\s?架/)
  assert.ok(office.screen.getByText('下架选中的 4 个班级？'))
  assert.ok(office.screen.getByText(/^班级甲、班级乙、班级丙 等 4 个：/))
  assert.deepEqual(published(), [])
  await office.act(async () =>
    office.fireEvent.click(office.screen.getByText('下架', { selector: 'dialog button' })),
  )
  await office.settle()
  assert.deepEqual(
    published().map(({ body }) => body),
    [{ ids, onShelf: false }],
  )
})

test('a form and a deletion name the chosen classes', async () => {
  await office.draw(batchOfFour, {}, { menus })
  await office.press(/删\s?除/)
  assert.ok(office.screen.getByText('班级甲、班级乙、班级丙 等 4 个'))
  office.clear()
  await office.draw(batchOfFour, {}, { menus })
  await office.press('批量改价')
  assert.ok(office.screen.getByText('班级甲、班级乙、班级丙 等 4 个'))
})

test('all that match are published only after a question with their count and filter, and as the filter', async () => {
  const filter = { status: 'draft' }
  const everything = createElement(
    Fragment,
    {},
    createElement(
      ChosenNames,
      { count: 1234, filters: '状态：草稿' } as never,
      createElement(ClassBatch, {
        selected: { selection: { filter, except: ['a'] }, count: 1234, said: '1234', isLong: true },
        rows: [],
        onClear() {},
        onResult() {},
      }),
    ),
    createElement(QuestionDialog),
  )
  const begun = { succeeded: [], failed: [], batchId: 'b' }
  await office.draw(everything, { [classCalls.updateOnShelf.path]: begun }, { menus })
  await office.press(/上\s?架/)
  assert.ok(office.screen.getByText('上架选中的 1234 个班级？'))
  assert.ok(office.screen.getByText(/^全部 1234 条符合条件的记录：状态：草稿。将在后台逐条处理/))
  assert.deepEqual(published(), [])
  await office.act(async () =>
    office.fireEvent.click(office.screen.getByText('上架', { selector: 'dialog button' })),
  )
  await office.settle()
  assert.deepEqual(
    published().map(({ body }) => body),
    [{ filter, except: ['a'], onShelf: true }],
  )
})
