import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import type { UnitTrainType } from '../contract.ts'
import { defaultTerms } from '../rules.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, settle, type } = await openOffice()
const { TrainTypeTable } = await import('./TrainTypeTable.tsx')
const { default: BatchTermsDrawer } = await import('./BatchTermsDrawer.tsx')
const { currentNotices, dismiss } = await import('../../../../web/notice.ts')
const { changeLocale } = await import('../../../../web/words.ts')
afterEach(() => {
  clear()
  currentNotices().forEach(({ id }) => dismiss(id))
})

const menus = ['/unit-manage/list', '/unit-manage/list#terms', '/customer/exception-register']
const terms = (changes: Partial<UnitTrainType> = {}): UnitTrainType => ({
  ...defaultTerms,
  unitId: 'u1',
  unitName: '江海市第一医院',
  classType: 'public',
  categoryNames: [],
  fromId: 'u1',
  fromName: '江海市第一医院',
  waits: false,
  ...changes,
})
const categories = [
  {
    id: 'k1',
    name: '护理',
    allowed: true,
    children: [{ id: 'k2', name: '急救', allowed: true, children: [] }],
  },
]
const drawTable = (row: UnitTrainType, answered: object | null) =>
  draw(
    createElement(TrainTypeTable, { unitId: 'u1', isProvider: true }),
    {
      'unit-train-type-entity/find-page-list': { total: 1, list: [row] },
      'find-unit-class-category': categories,
      'update-unit-train-type': answered,
    },
    { menus },
  )
const lower = /保存后须另一位同事审批才生效/
const notices = () => currentNotices().map(({ kind, text }) => [kind, text])

test('the form says before it is saved that lower terms wait for a colleague, and after it that they do', async () => {
  await drawTable(terms({ priceMode: 'discount', rate: 8000 }), { approvalId: 'a1' })
  await press('修改')
  assert.ok(!screen.queryByText(lower))
  await type(/折扣（/, '90')
  assert.ok(!screen.queryByText(lower))
  await type(/折扣（/, '70')
  assert.ok(screen.getByText(lower))
  await press('保存')
  assert.deepEqual(notices(), [['prompt', '已提交，由另一位同事审批后生效']])
})

test('higher terms are saved at once, and the table says which lower ones wait', async () => {
  await drawTable(terms({ priceMode: 'discount', rate: 8000, waits: true }), null)
  assert.ok(screen.getByText('更低的价格待审批'))
  await press('修改')
  await type(/折扣（/, '90')
  await press('保存')
  assert.deepEqual(notices(), [['success', '已保存，学员立即按新规则报名；未付的订单不变']])
})

test('in English the form and the table say the same', async () => {
  changeLocale('en')
  try {
    await drawTable(terms({ waits: true, validTo: '2023-06-30', priceMode: 'hourly', hourPrice: 500 }), null)
    assert.ok(screen.getByText('Lower terms await approval'))
    assert.ok(screen.getByText('¥5.00 per hour'))
    await press('Edit')
    await type('Last day', '2023-07-01')
    assert.ok(screen.getByText(/a colleague must approve it before it takes effect/))
  } finally {
    changeLocale('zh-CN')
  }
})

test('who changes the terms of many units reads before and after how many wait', async () => {
  const selected = { selection: { ids: ['u1', 'u2'] }, count: 2, said: '2', isLong: false }
  await draw(
    createElement(BatchTermsDrawer, { selected, onClose() {}, onDone() {} }),
    {
      'get-select-list': [{ classType: 'public', name: '公需课', nameEn: 'Public courses', open: true }],
      'batch-update-unit-train-type': { changed: 1, waiting: 1 },
    },
    { menus },
  )
  assert.ok(screen.getByText('低于单位现在价格的修改，须另一位同事审批才生效。'))
  for (const name of ['公需课', '付款方式'])
    await act(async () => fireEvent.click(screen.getByRole('checkbox', { name })))
  await settle()
  await press('保存')
  assert.deepEqual(notices(), [['success', '已修改 1 项培训类别，1 项低于现在的价格，待另一位同事审批']])
})
