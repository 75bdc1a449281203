import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { aManagedInvoice, anInvoiceDetail } from '../../../../test/drawnInvoice.ts'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type, within } = await openOffice()
const { default: InvoiceListPage } = await import('./InvoiceListPage.tsx')
const { default: InvoiceDrawer } = await import('./InvoiceDrawer.tsx')
const { default: MarkInvoices } = await import('./MarkInvoices.tsx')
const { default: RedInvoice } = await import('./RedInvoice.tsx')
afterEach(clear)

const list = '/invoice-manage/invoice-list'
const menus = [list, `${list}#open`, `${list}#mark`, `${list}#red`, '/order-manage/list']
const told = (word: string) => sent.findLast(({ path }) => path.includes(word))?.body
const provider = {
  provider: 'nuonuo',
  isSignedIn: true,
  loginQr: null,
  creditLeft: 5_000_000,
  isLow: false,
  isSilent: false,
}
const failed = aManagedInvoice({
  status: 'failed',
  number: null,
  issuedAt: null,
  problem: '购买方税号与名称不符',
  failureCode: 'E9999',
})
const answers = {
  'find-unit-base': [],
  'manage-invoice/list': { total: 1, list: [failed] },
  'manage-invoice/provider': provider,
  'manage-invoice/detail': anInvoiceDetail(),
}
const page = (address = list, changes = {}) =>
  draw(createElement(InvoiceListPage), { ...answers, ...changes }, { menus, address })

test('a row says its state, who has to act and why it failed; it is issued again from there', async () => {
  await page()
  const row = screen.getByRole('row', { name: /FP20231122A1/ }).textContent
  for (const text of ['开票失败', '等付款方处理', '购买方税号与名称不符 · 返回码 E9999', '309.00'])
    assert.ok(row.includes(text), text)
  await press(/^开\s?票$/)
  assert.deepEqual(told('manage-invoice/open'), { id: 'i1' })
})

test('the queues of the home page are filters by address, and an empty one is good news', async () => {
  const empty = { 'manage-invoice/list': { total: 0, list: [] } }
  await page(`${list}?stuck=true`, empty)
  assert.equal(told('manage-invoice/list')!.stuck, true)
  assert.ok(screen.getByText('待处理的发票都办完了'))
  clear()
  await page(`${list}?status=requested`, empty)
  assert.deepEqual(told('manage-invoice/list')!.status, ['requested'])
})

test('a credit line that is low and a drawer who is signed out are said before anything fails', async () => {
  await page(list, { 'manage-invoice/provider': { ...provider, creditLeft: 12300, isLow: true } })
  assert.match(screen.getByRole('alert').textContent, /授信额度不足：本月还能开 ¥123\.00/)
  clear()
  await page(list, {
    'manage-invoice/provider': { ...provider, isSignedIn: false, loginQr: 'https://tax.example/1' },
  })
  assert.ok(screen.getByText('税务局要求开票员登录'))
})

test('a provider that did not answer is asked again until it does', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const silent = { ...answers, 'manage-invoice/provider': { ...provider, isSignedIn: null, isSilent: true } }
  await draw(createElement(InvoiceListPage), silent, { menus, address: list })
  assert.ok(screen.getByText(/开票服务商没有答复/))
  Object.assign(silent, { 'manage-invoice/provider': provider })
  await act(async () => t.mock.timers.tick(5000))
  await settle()
  assert.ok(!screen.queryByText(/开票服务商没有答复/))
})

test('an invoice offers the steps the server has, and no others', async () => {
  const detail = anInvoiceDetail({ steps: ['red', 'download', 'mail'] })
  await draw(
    createElement(InvoiceDrawer, { id: 'i1', onOther() {}, onClose() {} }),
    { 'manage-invoice/detail': detail },
    { menus },
  )
  const names = within(screen.getByRole('dialog'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
  for (const name of ['红冲', '下载 PDF', '发送到邮箱']) assert.ok(names.includes(name), name)
  for (const name of ['开票', '驳回申请', '登记已开', '撤销红冲']) assert.ok(!names.includes(name), name)
  const order = screen.getByRole('link', { name: '20231122AB' })
  assert.equal(order.getAttribute('href'), '/order-manage/detail?id=o1')
})

test('a drawer who has to sign in sees the code with what is left of its time', async () => {
  const detail = anInvoiceDetail({
    status: 'waiting_drawer',
    number: null,
    loginQr: 'https://tax.example/2',
    loginUntil: '2023-11-22T02:31:00.000Z',
    steps: ['refresh'],
  })
  await draw(
    createElement(InvoiceDrawer, { id: 'i1', onOther() {}, onClose() {} }),
    { 'manage-invoice/detail': detail, 'refresh-full-open': { count: 1 } },
    { menus },
  )
  assert.ok(screen.getByText('二维码已过期，请换一个'))
  await press('换一个二维码')
  assert.deepEqual(told('refresh-full-open'), {})
})

test('a form that the buyer began is answered', async () => {
  const detail = anInvoiceDetail({
    colour: 'red',
    status: 'confirming',
    number: null,
    formBy: 'seller',
    formUntil: '2023-11-25T02:30:00.000Z',
    refundNo: 'R1',
    steps: ['confirmRed'],
  })
  await draw(
    createElement(InvoiceDrawer, { id: 'i1', onOther() {}, onClose() {} }),
    { 'manage-invoice/detail': detail, 'answer-red': null },
    { menus },
  )
  assert.match(document.body.textContent, /平台方要在.*前答复.*退款 R1 在等这张红字发票/)
  const { useQuestion } = await import('../../../../web/shell/view/confirm.ts')
  function Yes() {
    const question = useQuestion()
    return question && createElement('button', { onClick: () => question.answer(true) }, 'yes')
  }
  clear()
  await draw(
    createElement(
      'div',
      {},
      createElement(InvoiceDrawer, { id: 'i1', onOther() {}, onClose() {} }),
      createElement(Yes),
    ),
    { 'manage-invoice/detail': detail, 'answer-red': null },
    { menus },
  )
  await press('拒绝红字确认单')
  await act(async () => fireEvent.click(screen.getByText('yes')))
  await settle()
  assert.deepEqual(told('answer-red'), { id: 'i1', confirm: false })
})

test('a red invoice is of the whole, or of lines up to what is left of each', async () => {
  const detail = anInvoiceDetail()
  detail.lines[0]!.reddened = 600
  await draw(createElement(RedInvoice, { invoice: detail, onClose() {} }), {
    'manage-invoice/red': { id: 'r1' },
  })
  assert.ok(screen.getByText('全部剩余金额 ¥303.00'))
  await act(async () => fireEvent.click(screen.getByLabelText('按明细行')))
  await settle()
  await type(/^第 1 行/, '50')
  await press(/^红\s?冲$/)
  assert.deepEqual(told('manage-invoice/red'), {
    id: 'i1',
    reason: 'serviceEnded',
    lines: [{ lineNo: 1, amount: 5000 }],
  })
})

test('numbers pasted from a sheet are checked row by row before any is recorded', async () => {
  const rows = [aManagedInvoice({ applyNo: 'FP1' }), aManagedInvoice({ id: 'i2', applyNo: 'FP2' })]
  const selected = { selection: { ids: ['i1', 'i2'] }, count: 2, said: '2', isLong: false }
  let result: unknown = null
  await draw(
    createElement(MarkInvoices, { selected, rows, onResult: (given) => (result = given), onClose() {} }),
    { 'mark-all': { succeeded: ['i1', 'i2'], failed: [] } },
  )
  await type('粘贴内容', 'FP1\t23312000000012345671\nFP9\t23312000000012345672')
  assert.ok(screen.getByText('不在所选的发票里'))
  assert.ok(screen.getByText(/没有填写号码：FP2/))
  assert.equal((screen.getByRole('button', { name: '登记多张' }) as HTMLButtonElement).disabled, true)
  await type('粘贴内容', 'FP1\t23312000000012345671\nFP2\t23312000000012345672')
  await press('登记多张')
  const { day, ...rest } = told('mark-all')!
  assert.match(day as string, /^\d{4}-\d\d-\d\d$/)
  assert.deepEqual(rest, {
    ids: ['i1', 'i2'],
    numbers: [
      { applyNo: 'FP1', number: '23312000000012345671' },
      { applyNo: 'FP2', number: '23312000000012345672' },
    ],
  })
  assert.deepEqual(result, { succeeded: ['i1', 'i2'], failed: [] })
})

const sums = { blueCount: 2, blue: 30900, redCount: 1, red: 10300, tax: 600, net: 20000 }

test('statistics end with the sum of their rows, and lead to the invoices of each', async () => {
  await page(`${list}?tab=statistics&by=unit&from=2023-11-01`, {
    'manage-invoice/statistics': { rows: [{ key: 'u1', name: '第一医院', ...sums }], total: sums },
  })
  assert.deepEqual(told('manage-invoice/statistics'), { by: 'unit', from: '2023-10-31T16:00:00.000Z' })
  const rows = screen.getAllByRole('row')
  assert.match(rows.at(-1)!.textContent, /^合计2¥309\.001¥103\.00¥200\.00¥6\.00$/)
  const link = screen.getByRole('link', { name: '第一医院' })
  assert.equal(link.getAttribute('href'), `${list}?issuedFrom=2023-11-01&unitId=u1`)
})

test('a month of the statistics leads to the invoices of its days, as far as they are in the period', async () => {
  const months = ['2024-01', '2024-02', '2024-03']
  await page(`${list}?tab=statistics&by=month&from=2024-01-15&to=2024-03-09&kind=special`, {
    'manage-invoice/statistics': {
      rows: months.map((month) => ({ key: month, name: month, ...sums })),
      total: sums,
    },
  })
  const days = months.map((name) => {
    const { searchParams } = new URL(screen.getByRole('link', { name }).getAttribute('href')!, 'http://x')
    return [searchParams.get('issuedFrom'), searchParams.get('issuedTo'), searchParams.get('kind')]
  })
  assert.deepEqual(days, [
    ['2024-01-15', '2024-01-31', 'special'],
    ['2024-02-01', '2024-02-29', 'special'],
    ['2024-03-01', '2024-03-09', 'special'],
  ])
})

test('a unit of the pool leads to its invoices; a difference is settled with an explanation', async () => {
  const pooled = {
    unitId: 'u1',
    unitName: '第一医院',
    orders: 2,
    paid: 50000,
    refunded: 0,
    opened: 30900,
    red: 0,
    requested: 0,
    left: 19100,
  }
  await page(`${list}?tab=units`, { 'unit-pool': { total: 1, list: [pooled] } })
  assert.equal(screen.getByRole('link', { name: '第一医院' }).getAttribute('href'), `${list}?unitId=u1`)
  assert.ok(screen.getByText('¥191.00'))
  clear()
  const difference = {
    id: 'd1',
    day: '2023-11-22',
    kind: 'amount',
    invoiceId: 'i1',
    applyNo: 'FP1',
    number: '23312000000012345678',
    issued: 30900,
    booked: 30000,
    settledAt: null,
    settledBy: null,
    reason: null,
  }
  await page(`${list}?tab=differences`, {
    'find-differences': { total: 1, list: [difference] },
    'settle-difference': null,
  })
  await press('标记已处理')
  await type('说明', '税局多开了一元')
  const dialog = within(screen.getByRole('dialog', { hidden: true }))
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: '标记已处理', hidden: true })))
  await settle()
  assert.deepEqual(told('settle-difference'), { id: 'd1', reason: '税局多开了一元' })
})
