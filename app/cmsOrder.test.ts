import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { feeCalls } from '../features/signUp/fee/contract.ts'
import { aCmsOrder } from '../test/drawnFee.ts'
import { aCanInvoice, anInvoice } from '../test/drawnInvoice.ts'
import { openOffice } from '../test/office.ts'
import { openWindow } from '../test/window.ts'

openWindow()
const { clear, draw, screen, sent } = await openOffice()
const { default: CmsOrderPage } = await import('./CmsOrderPage.tsx')
afterEach(clear)

const page = '/cms-manage/cms-order-manage'
const requested = anInvoice({ status: 'requested', number: null, issuedAt: null })
const answers = {
  [feeCalls.get.path]: aCmsOrder(),
  'user-invoice/list': { total: 1, list: [requested] },
  'can-add-list': { total: 1, list: [aCanInvoice({ kind: 'cms', payerName: '第一中学', headCount: 2 })] },
  'manage-invoice/list': { total: 1, list: [anInvoice()] },
}
const show = (menus: string[], more: Record<string, unknown> = {}) =>
  draw(
    createElement(CmsOrderPage),
    { ...answers, ...more },
    { menus: [page, ...menus], address: '/cms-manage/cms-order-detail?id=o1' },
  )
const asked = (word: string) => sent.some(({ path }) => path.includes(word))

test('a unit sees the invoices of the fees that it paid, and requests one there', async () => {
  await show(['/train-manage/unit-class'])
  const link = await screen.findByRole('link', { name: /蓝字发票 FP20231122A1/ })
  assert.equal(link.getAttribute('href'), '/train-manage/invoices?invoice=i1')
  assert.ok(await screen.findByRole('button', { name: '申请开票' }))
  assert.ok(screen.getByText(/人员名单作为附件/))
  assert.ok(!document.body.textContent.includes('集体订单'), 'it is none')
  clear()
  await show([])
  assert.ok(!asked('invoice'), 'who may not see invoices asks for none')
})

test('of a fee that its applicant paid a unit sees no invoice, and of an unpaid order nobody does', async () => {
  await show(['/train-manage/unit-class'], {
    [feeCalls.get.path]: aCmsOrder({ byUnit: false, transfer: null }),
  })
  assert.ok(!asked('invoice'))
  clear()
  await show(['/train-manage/unit-class'], {
    [feeCalls.get.path]: aCmsOrder({ status: 'unpaid', stage: 'toPay', paidAt: null }),
  })
  assert.ok(!asked('invoice'))
})

test('the office sees the invoices of any fee in its own list', async () => {
  await show(['/invoice-manage/invoice-list'], {
    'get-my-permission': { roleSystem: 1, dataScope: 'kind' },
    [feeCalls.get.path]: aCmsOrder({ byUnit: false, transfer: null }),
  })
  const link = await screen.findByRole('link', { name: /23312000000012345678/ })
  assert.equal(link.getAttribute('href'), '/invoice-manage/invoice-list?invoice=i1')
  assert.ok(!asked('user-invoice'))
})
