import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Approval } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, within } = await openOffice()
const { default: ApprovalsPage } = await import('../../../app/ApprovalsPage.tsx')
const { default: ActionDialog } = await import('../../studyRecord/web/ActionDialog.tsx')
const { default: OrderListPage } = await import('../../order/web/OrderListPage.tsx')
const { ApprovalTable } = await import('./ApprovalTable.tsx')
afterEach(clear)

const page = '/customer/exception-register'
const address = '/customer/approvals'
const someone = { name: '教务', at: '2023-01-01T00:00:00.000Z' }
const proposal: Approval = {
  id: 'a1',
  kind: 'passes',
  subjectId: 'c1',
  names: ['甲', '乙'],
  count: 20,
  leftOut: [],
  summary: { zh: '把 20 条学习记录人工判为合格', en: 'Pass 20' },
  reason: '线下集中培训',
  status: 'proposed',
  second: true,
  proposed: someone,
  decided: null,
  decision: null,
  applied: null,
  undone: null,
  undoReason: null,
  undoUntil: null,
  steps: ['approve', 'reject'],
}
const pageOf = (...list: object[]) => ({ total: list.length, list })

const nothingToDo = { 'work-queue/find-mine': [] }

test('an approval says what and why before whom, and its people can all be read', async () => {
  const menus = [page, '/train-manage/study-report']
  await draw(
    createElement(ApprovalTable, { evidence: {} }),
    { ...nothingToDo, 'approval/find-page-list': pageOf(proposal) },
    { menus },
  )
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent.replace('↕', ''))
  assert.deepEqual(heads.slice(0, 4), ['事项', '原因', '状态', '涉及人员'])
  const link = screen.getByRole('link', { name: '查看全部' })
  assert.equal(link.getAttribute('href'), '/train-manage/study-report?approvalId=a1')
})

test('a reason that the system gave is said in words', async () => {
  const answers = { ...nothingToDo, 'approval/find-page-list': pageOf({ ...proposal, reason: 'unit.terms' }) }
  await draw(createElement(ApprovalTable, { evidence: {} }), answers, { menus: [page] })
  assert.ok(screen.getByText('低于单位现在的培训类别价格'))
  assert.ok(!screen.queryByText('unit.terms'))
})

test('an approval is opened by its address, whatever the list shows', async () => {
  const answer = ({ id }: Record<string, unknown>) => (id === 'a1' ? pageOf(proposal) : pageOf())
  await draw(
    createElement(ApprovalTable, { evidence: {} }),
    { ...nothingToDo, 'approval/find-page-list': answer },
    {
      menus: [page],
      address: `${address}?status=applied&approval=a1`,
    },
  )
  assert.ok(screen.getByText('线下集中培训'))
  assert.ok(screen.getByRole('button', { name: '批准', hidden: true }))
})

test('who approves higher limits reads them before and after, and when they count', async () => {
  const summary = {
    zh: '调高一人权限：退款的审批线（元） 1000 → 5000',
    en: 'Raise limits on one person: Refunds above this need approval (¥) 1000 → 5000',
  }
  const limits = { ...proposal, kind: 'limits', subjectId: 'p1', names: [], count: 0, summary }
  await draw(
    createElement(ApprovalTable, { evidence: {} }),
    { ...nothingToDo, 'approval/find-page-list': pageOf(limits) },
    { menus: [page], address: `${address}?approval=a1` },
  )
  const facts = document.querySelector('.work-facts')!.textContent
  assert.match(facts, /退款的审批线（元） 1000 → 5000/)
  assert.match(facts, /从批准起一天后.*仍按一天内最低的额度/)
})

test('who approves that a transfer pays an order compares the two', async () => {
  const payment: Approval = {
    ...proposal,
    kind: 'receipt',
    subjectId: 'o1',
    reason: 'ICBC1',
    summary: { zh: '订单 A1 线下付款 ¥60.00，到账流水号 ICBC1', en: 'Order A1 paid offline' },
  }
  const transfer = {
    id: 'r1',
    serialNo: 'ICBC1',
    payerName: '王芳芳',
    day: '2023-11-22',
    amount: 7000,
    memo: '继续教育',
    proposedFor: [{ id: 'o1', orderNo: 'A1', amount: 4000 }],
  }
  const other = {
    ...transfer,
    id: 'r2',
    serialNo: 'ICBC2',
    payerName: '王芳',
    amount: 2000,
    memo: null,
    proposedFor: [{ id: 'o1', orderNo: 'A1', amount: 2000 }],
  }
  const order = {
    id: 'o1',
    orderNo: 'A1',
    payerName: '王芳',
    amount: 6000,
    createdAt: '2023-11-21T02:30:00.000Z',
    userName: '王芳',
    mobileMask: '139****0001',
    learnerCount: 1,
    classNames: ['急救'],
    itemCount: 1,
  }
  await draw(
    createElement(ApprovalsPage),
    {
      ...nothingToDo,
      'approval/find-page-list': pageOf(payment),
      'receipt/find-page-list': pageOf(transfer, other),
      'my-order-entity/find-page-list': pageOf(order),
    },
    { menus: [page], address: `${address}?approval=a1` },
  )
  const rows = screen.getAllByRole('row', { hidden: true }).map((row) => row.textContent)
  for (const row of [
    '付款人王芳芳王芳王芳',
    '金额¥70.00，其中付本订单 ¥40.00¥20.00¥60.00',
    '附言 / 学员与班级继续教育–王芳 139****0001 · 急救',
  ])
    assert.ok(rows.includes(row), `${row} of ${rows.join(' | ')}`)
  assert.equal(screen.getAllByText('银行流水 ICBC1').length, 2)
  const hrefOf = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href')
  assert.deepEqual(
    [hrefOf('ICBC1'), hrefOf('A1')],
    ['/order-manage/receipts?keyword=ICBC1', '/order-manage/detail?id=o1'],
  )
  assert.ok(sent.some(({ body }) => (body as { approvalId?: string }).approvalId === 'a1'))
})

test('what was undone stays in sight; after a rejection the next one comes', async () => {
  for (const [step, label, next] of [
    ['undo', '撤销', 'a1'],
    ['reject', '驳回', 'a2'],
  ] as const) {
    const row: Approval = { ...proposal, steps: [step] }
    const other: Approval = { ...proposal, id: 'a2' }
    await draw(
      createElement(ApprovalTable, { evidence: {} }),
      {
        ...nothingToDo,
        'approval/find-page-list': ({ id }: { id?: string }) =>
          id === undefined ? pageOf(row, other) : pageOf(id === 'a1' ? row : other),
        [`approval/${step}`]: { status: 'undone', leftOut: [] },
      },
      { menus: [page], address: `${address}?approval=a1` },
    )
    const inDialog = () => within(screen.getByRole('dialog', { hidden: true }))
    await act(async () => fireEvent.click(inDialog().getByRole('button', { name: label, hidden: true })))
    await settle()
    const field = screen.getByLabelText('原因', { selector: 'textarea' })
    await act(async () => fireEvent.change(field, { target: { value: '登记错了人' } }))
    const send = screen.getAllByRole('button', { name: label, hidden: true }).at(-1)!
    await act(async () => fireEvent.click(send))
    await settle()
    const opened = sent.filter(({ path }) => path.includes('find-page-list')).map(({ body }) => body)
    const ids = opened.flatMap((body) => (body as { id?: string }).id ?? [])
    assert.equal(ids.at(-1), next, step)
    clear()
  }
})

test('who never proposes or approves reads who does', async () => {
  await draw(createElement(ApprovalTable, { evidence: {} }), nothingToDo, { menus: [page] })
  assert.ok(screen.getByText(/由教务或财务提出，由另一位有审批权限的同事批准/))
})

const name = { zh: '待我审批', en: 'Awaiting my approval' }
const work = {
  code: 'approval.approve',
  name,
  count: 3,
  since: null,
  address: `${address}?status=proposed&own=no`,
}
const rejected = { ...work, code: 'approval.rejected', count: 2 }

test('who looks at the rejected proposals has seen them; another filter shows them to nobody', async () => {
  const answers = { 'work-queue/find-mine': [work, rejected] }
  const seen = () => sent.filter(({ path }) => path.includes('work-queue/see')).map(({ body }) => body)
  await draw(createElement(ApprovalTable, { evidence: {} }), answers, {
    menus: [page],
    address: `${address}?status=applied`,
  })
  assert.deepEqual(seen(), [])
  clear()
  await draw(createElement(ApprovalTable, { evidence: {} }), answers, {
    menus: [page],
    address: `${address}?status=rejected`,
  })
  assert.deepEqual(seen(), [{ code: 'approval.rejected' }])
})

test('above the limit a manual pass waits for a colleague, and the selection is cleared', async () => {
  const ids = Array.from({ length: 11 }, (_, n) => `e${n}`)
  let proposed = 0
  const dialog = createElement(ActionDialog, {
    action: 'pass',
    selected: { selection: { ids }, count: ids.length, said: String(ids.length), isLong: false },
    onClose() {},
    onResult() {},
    onProposed: () => proposed++,
  } as const)
  await draw(dialog, { 'pass-batch-class': { succeeded: [], failed: [], approvalId: 'a1' } })
  assert.match(screen.getByRole('dialog').textContent, /另一位同事审批后才会判为合格.*24 小时内可撤销/)
  assert.doesNotMatch(screen.getByRole('dialog').textContent, /不能撤回/)
  const { fireEvent } = await import('@testing-library/react')
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '线下培训' } })
  await settle()
  await press('提交审批')
  assert.ok(sent.some(({ path }) => path.includes('pass-batch-class')))
  assert.equal(proposed, 1)
})

test('a proposer without the list of approvals reads on the order that a waiver waits, and withdraws it', async () => {
  const order = {
    id: 'o1',
    orderNo: 'N1',
    userName: '甲',
    itemCount: 1,
    classNames: ['急救'],
    payerName: '王芳',
    learnerCount: 1,
    amount: 100,
    status: 'unpaid',
    createdAt: someone.at,
    isProposed: true,
    refundStatuses: [],
    proposal: { id: 'a1', kind: 'waiver', status: 'proposed', decision: null, own: true },
  }
  const answered = {
    'my-order-entity/': pageOf(order),
  }
  const menus = ['/order-manage/list', '/order-manage/list#free']
  await draw(createElement(OrderListPage), answered, { menus })
  assert.ok(screen.getByText('免单待审批'))
  assert.ok(screen.getByRole('button', { name: /撤\s?回/ }))
  assert.ok(!screen.queryByRole('button', { name: /免\s?单/ }))
})
