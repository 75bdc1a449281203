import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { aCanInvoice, anInvoice, anInvoiceDetail, anOwn, aPreview } from '../../../../test/drawnInvoice.ts'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, sent, settle } = await openOffice()
const { UnitOrderInvoices } = await import('./UnitOrderInvoices.tsx')
const { OrderInvoices } = await import('./OrderInvoices.tsx')
const { default: UnitInvoicePage } = await import('./UnitInvoicePage.tsx')
afterEach(clear)

const menus = ['/train-manage/unit-class']
const batch = aCanInvoice({ kind: 'batch', payerName: '第一医院', headCount: 30 })
const answers = {
  'user-invoice/list': { total: 1, list: [anInvoice({ status: 'requested', number: null, issuedAt: null })] },
  'can-add-list': { total: 1, list: [batch] },
  'account-invoice': anOwn(),
  'invoice-remark': { ...aPreview(), rosterCount: 30 },
  'user-invoice/save': { id: 'i9', applyNo: 'FP9' },
}
/** A window without layout shows no dialog that is open: what is in one is hidden there. */
const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name, hidden: true })))
  await settle()
}
const told = (word: string) => sent.findLast(({ path }) => path.includes(word))?.body

test('a batch order says what of it can be invoiced and which invoices it has; the unit requests one', async () => {
  await draw(createElement(UnitOrderInvoices, { orderId: 'o1' }), answers, { menus })
  const link = screen.getByRole('link', { name: /蓝字发票 FP20231122A1/ })
  assert.equal(link.getAttribute('href'), '/train-manage/invoices?invoice=i1')
  assert.match(document.body.textContent, /可开票 ¥309\.00.*等平台方处理/)
  await press('申请开票')
  assert.ok(!screen.queryByRole('button', { name: '个人', hidden: true }), 'a unit is no person')
  assert.match(document.body.textContent, /名单作为附件/)
  await press('核对发票内容')
  assert.match(document.body.textContent, /另附 30 人的名单/)
  await press('提交申请：¥309.00')
  const { title, orderIds } = told('user-invoice/save') as {
    title: { kind: string; name: string }
    orderIds: string[]
  }
  assert.deepEqual([title.kind, title.name, orderIds], ['enterprise', '江海第一医院', ['o1']])
})

test('an order that cannot be invoiced says why to its unit', async () => {
  await draw(
    createElement(UnitOrderInvoices, { orderId: 'o1' }),
    {
      ...answers,
      'user-invoice/list': { total: 0, list: [] },
      'can-add-list': { total: 1, list: [{ ...batch, left: 0, block: '订单已全部退款' }] },
    },
    { menus },
  )
  assert.ok(screen.getByText('订单已全部退款'))
  assert.ok(!screen.queryByRole('button', { name: '申请开票' }))
})

test('the invoices of an order are shown to those who may see invoices', async () => {
  const part = createElement(OrderInvoices, { orderId: 'o1' })
  await draw(part, { 'manage-invoice/list': { total: 1, list: [anInvoice()] } }, { menus })
  assert.equal(sent.length, 0)
  clear()
  await draw(
    part,
    { 'manage-invoice/list': { total: 1, list: [anInvoice()] } },
    { menus: ['/invoice-manage/invoice-list'] },
  )
  const link = screen.getByRole('link', { name: /23312000000012345678/ })
  assert.equal(link.getAttribute('href'), '/invoice-manage/invoice-list?invoice=i1')
})

test('a unit lists its invoices with what comes next; the provider is led to its own list', async () => {
  await draw(createElement(UnitInvoicePage), answers, { menus, address: '/train-manage/invoices' })
  assert.match(screen.getByRole('row', { name: /FP20231122A1/ }).textContent, /待开票.*等平台方处理/)
  clear()
  await draw(
    createElement(UnitInvoicePage),
    { ...answers, 'get-my-permission': { roleSystem: 1, dataScope: 'kind' } },
    { menus: [...menus, '/invoice-manage/invoice-list'], address: '/train-manage/invoices' },
  )
  assert.ok(screen.getByRole('button', { name: '到发票管理' }))
})

test('the order of an invoice leads to the page of its kind: a batch, or the fees of sign-ups', async () => {
  const show = (kind: 'batch' | 'cms', held: string[]) =>
    draw(
      createElement(UnitInvoicePage),
      {
        ...answers,
        'user-invoice/detail': anInvoiceDetail({
          orders: [{ orderId: 'o1', orderNo: '20231122AB', kind, amount: 30900 }],
        }),
      },
      { menus: held, address: '/train-manage/invoices?invoice=i1' },
    )
  const order = () => screen.queryByRole('link', { name: '20231122AB' })?.getAttribute('href')
  await show('batch', menus)
  assert.equal(order(), '/train-manage/batch-pay-order?orderId=o1')
  clear()
  await show('cms', [...menus, '/cms-manage/cms-order-manage'])
  assert.equal(order(), '/cms-manage/cms-order-detail?id=o1')
  clear()
  await show('cms', menus)
  assert.equal(order(), undefined, 'who may not open it has its number alone')
  assert.ok(document.body.textContent.includes('20231122AB'))
})
