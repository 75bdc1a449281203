import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { anOrder, anOrderItem } from '../../../../test/drawn.ts'
import { aCanInvoice, anInvoice, anInvoiceDetail, anOwn, aPreview } from '../../../../test/drawnInvoice.ts'
import { openRenderer } from '../../../../test/rendered.ts'
import type { Answers } from '../../../../test/rendered.ts'

const { show, act, fireEvent, screen, settle, sent } = await openRenderer()
const { MyInvoices } = await import('./MyInvoices.tsx')
const { OrderInvoice } = await import('./OrderInvoice.tsx')

const base = '/base/user-invoice'
const blocked = aCanInvoice({
  orderId: 'o2',
  orderNo: '20231122CD',
  classNames: ['免费课'],
  left: 0,
  block: '订单 20231122CD 已免缴费用，没有可开票的金额',
})
const answers: Answers = {
  [`${base}/list.action`]: { total: 1, list: [anInvoice()] },
  [`${base}/can-add-list.action`]: { total: 1, list: [aCanInvoice()] },
  [`${base}/account-invoice.action`]: anOwn(),
  [`${base}/invoice-remark.action`]: aPreview(),
  [`${base}/save.action`]: { id: 'i9', applyNo: 'FP9' },
  [`${base}/detail.action`]: anInvoiceDetail(),
  '/base/project-invoice-config/value.action': { open: true, kinds: ['ordinary'], withinDays: 365 },
}
const draw = (at = '/my?tab=invoices', changes: Answers = {}) =>
  show(createElement(MyInvoices), { at, answers: { ...answers, ...changes } })
const press = async (name: string | RegExp) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name, hidden: true })))
  await settle()
}
const type = async (label: string, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const told = (word: string) =>
  sent.filter(({ path }) => path === `${base}/${word}.action`).map(({ input }) => input)

test('what can be invoiced is said first, what cannot with its reason, and each invoice with what comes next', async () => {
  const list = [
    anInvoice({ id: 'i2', status: 'requested', number: null, issuedAt: null }),
    anInvoice({ id: 'i3', status: 'failed', number: null, issuedAt: null, problem: '税号与名称不符' }),
  ]
  const { textContent } = await draw('/my?tab=invoices', {
    [`${base}/list.action`]: { total: 2, list },
    [`${base}/can-add-list.action`]: { total: 2, list: [aCanInvoice(), blocked] },
  })
  for (const text of [
    '可开票 ¥309.00',
    '已免缴费用，没有可开票的金额',
    '待开票',
    '等平台方处理',
    '开票失败',
    '等您处理',
    '原因：税号与名称不符',
  ])
    assert.ok(textContent.includes(text), text)
})

test('a request is checked line by line before it is submitted, once, with the sum that was seen', async () => {
  await draw('/my?tab=invoices&ask=o1', { [`${base}/list.action`]: { total: 0, list: [] } })
  assert.equal(
    (screen.getByLabelText('发票抬头') as HTMLInputElement).value,
    '江海第一医院',
    'the last title',
  )
  await press('王芳')
  assert.equal((screen.getByLabelText('发票抬头') as HTMLInputElement).value, '王芳', 'a tap away')
  assert.ok(!screen.queryByLabelText('税号'), 'a person has none')
  await press('核对发票内容')
  const { textContent } = document.body
  for (const text of [
    '*非学历教育服务*急救',
    '税率 3%',
    '简易征收',
    '叁佰零玖元整',
    '订单 20231122AB',
    '/ 230 字',
  ])
    assert.ok(textContent.includes(text), text)
  assert.deepEqual(told('save'), [])
  await press('提交申请：¥309.00')
  const [request] = told('save') as [{ requestKey: string }]
  const { requestKey, ...rest } = request
  assert.match(requestKey, /^[0-9a-f-]{36}$/)
  assert.deepEqual(rest, {
    orderIds: ['o1'],
    kind: 'ordinary',
    title: { kind: 'personal', name: '王芳', taxNo: null, address: '', phone: '', bank: '', bankAccount: '' },
    email: 'wang@example.com',
    expectedAmount: 30900,
    paper: 'a'.repeat(64),
  })
})

test('a tax number is checked while it is typed, and nothing wrong is previewed', async () => {
  await draw('/my?tab=invoices&ask=o1')
  await type('税号', '91310000MA1FL4B682')
  assert.ok(screen.getByText(/税号不对，请核对/))
  await press('核对发票内容')
  assert.deepEqual(told('invoice-remark'), [])
  await type('税号', '9131 0000 ma1fl4b681')
  assert.ok(screen.getByText(/税号格式正确/))
  await press('专用发票')
  await press('核对发票内容')
  assert.equal(screen.getAllByText('必须填写').length, 4, 'a special invoice needs the bank')
  assert.deepEqual(told('invoice-remark'), [])
})

test('an order must be chosen', async () => {
  await draw('/my?tab=invoices&ask=o1')
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { hidden: true })))
  await press('核对发票内容')
  assert.ok(screen.getByText('请选择至少一个订单'))
})

test('an invoice shows its files, all that is printed and the chain, and offers only its own steps', async () => {
  const { textContent } = await draw('/my?tab=invoices&invoice=i1')
  for (const text of ['23312000000012345678', '江海继续教育中心', '办理经过', '待开票', '已开票'])
    assert.ok(textContent.includes(text), text)
  for (const name of ['下载 PDF', '下载 OFD', '下载 XML', '发送到邮箱', '抬头有误，换开'])
    assert.ok(screen.getByRole('button', { name }), name)
  assert.ok(!screen.queryByRole('button', { name: '撤回开票申请' }))
})

test('a rejected one whose money went back is not said to be submitted again', async () => {
  const spent = { status: 'rejected', number: null, problem: '抬头请写全称', isSpent: true } as const
  const list = await draw('/my?tab=invoices', {
    [`${base}/list.action`]: { total: 1, list: [anInvoice(spent)] },
  })
  assert.match(list.textContent, /不能重新提交/)
  assert.doesNotMatch(list.textContent, /可以重新提交|等您处理/)
  list.remove()
  const { textContent } = await draw('/my?tab=invoices&invoice=i1', {
    [`${base}/detail.action`]: anInvoiceDetail({ ...spent, steps: [] }),
  })
  assert.match(textContent, /不能重新提交/)
  assert.ok(!screen.queryByRole('button', { name: '修改后重新提交' }))
})

test('one that was rejected is put right and submitted again; one that waits is withdrawn', async () => {
  const rejected = anInvoiceDetail({
    status: 'rejected',
    number: null,
    problem: '抬头请写全称',
    steps: ['reSave'],
  })
  const container = await draw('/my?tab=invoices&invoice=i1', { [`${base}/detail.action`]: rejected })
  assert.ok(container.textContent.includes('原因：抬头请写全称'))
  await press('修改后重新提交')
  await type('发票抬头', '王芳芳')
  const buttons = screen.getAllByRole('button', { name: '修改后重新提交', hidden: true })
  await act(async () => fireEvent.click(buttons.at(-1)!))
  await settle()
  const [again] = told('re-save') as [{ id: string; title: { name: string } }]
  assert.deepEqual([again.id, again.title.name], ['i1', '王芳芳'])
  container.remove()
  await draw('/my?tab=invoices&invoice=i1', {
    [`${base}/detail.action`]: anInvoiceDetail({ status: 'requested', number: null, steps: ['withdraw'] }),
  })
  await press('撤回开票申请')
  await act(async () =>
    fireEvent.click(screen.getAllByRole('button', { name: '撤回开票申请', hidden: true }).at(-1)!),
  )
  await settle()
  assert.deepEqual(told('withdraw').at(-1), { id: 'i1' })
})

test('a wrong title is explained before it is replaced: what happens, and who has to confirm', async () => {
  const check = { canReOpen: true, block: null, buyerMayConfirm: true, confirmHours: 72 }
  await draw('/my?tab=invoices&invoice=i1', {
    [`${base}/check-re-open.action`]: check,
    [`${base}/re-open.action`]: { id: 'i5', redId: 'r5' },
  })
  await press('抬头有误，换开')
  assert.match(document.body.textContent, /先把原发票全额红冲.*72 小时内确认/)
  await type('发票抬头', '王方')
  await press('红冲并换开')
  const [request] = told('re-open') as [{ id: string; title: { name: string }; requestKey: string }]
  assert.deepEqual([request.id, request.title.name], ['i1', '王方'])
  assert.match(request.requestKey, /^[0-9a-f-]{36}$/)
})

test('one that cannot be replaced says why', async () => {
  const block = '发票已部分红冲，不能更换抬头重开；请联系客服'
  await draw('/my?tab=invoices&invoice=i1', {
    [`${base}/check-re-open.action`]: { canReOpen: false, block, buyerMayConfirm: false, confirmHours: 72 },
  })
  await press('抬头有误，换开')
  assert.ok(screen.getByText(block))
  assert.ok(!screen.queryByRole('button', { name: '红冲并换开', hidden: true }))
})

test('an order leads to its invoice, to the request, or to why there is none', async () => {
  const order = anOrder([anOrderItem('i1', 30900)], { status: 'paid', paidAt: '2023-11-22T02:31:00.000Z' })
  const drawOrder = (changes: Answers) =>
    show(createElement(OrderInvoice, { order }), { answers: { ...answers, ...changes } })
  const has = await drawOrder({ [`${base}/can-add-list.action`]: { total: 0, list: [] } })
  assert.match(
    screen.getByRole('link', { name: '发票：已开票' }).getAttribute('href')!,
    /tab=invoices&invoice=i1$/,
  )
  has.remove()
  const none = { [`${base}/list.action`]: { total: 0, list: [] } }
  const may = await drawOrder(none)
  assert.match(screen.getByRole('link', { name: '开发票' }).getAttribute('href')!, /tab=invoices&ask=o1$/)
  may.remove()
  const why = aCanInvoice({ left: 0, block: '付款已超过期限' })
  await drawOrder({ ...none, [`${base}/can-add-list.action`]: { total: 1, list: [why] } })
  await press('为什么不能开票')
  assert.ok(screen.getByText('付款已超过期限'))
})
