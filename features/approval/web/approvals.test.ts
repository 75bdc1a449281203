import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Approval } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent, settle } = await openOffice()
const { default: ExceptionRegisterPage } = await import('../../supportCase/web/ExceptionRegisterPage.tsx')
const { default: ActionDialog } = await import('../../studyRecord/web/ActionDialog.tsx')
const { default: OrderListPage } = await import('../../order/web/OrderListPage.tsx')
const { ApprovalTable } = await import('./ApprovalTable.tsx')
afterEach(clear)

const page = '/customer/exception-register'
const someone = { name: '教务', at: '2026-01-01T00:00:00.000Z' }
const proposal: Approval = {
  ...{ id: 'a1', kind: 'passes', subjectId: 'c1', names: ['甲', '乙'], count: 20, leftOut: [] },
  ...{ summary: { zh: '把 20 条学习记录人工判为合格', en: 'Pass 20' }, reason: '线下集中培训' },
  ...{ status: 'proposed', second: true, proposed: someone, decided: null, decision: null, applied: null },
  ...{ undone: null, undoReason: null, undoUntil: null, steps: ['approve', 'reject'] },
}
const pageOf = (...list: object[]) => ({ total: list.length, list })

const nothingToDo = { 'work-queue/find-mine': [] }

test('an approval says what and why before whom, and its people can all be read', async () => {
  const menus = [page, '/train-manage/study-report']
  await draw(
    createElement(ApprovalTable),
    { ...nothingToDo, 'approval/find-page-list': pageOf(proposal) },
    { menus },
  )
  const heads = screen.getAllByRole('columnheader').map((head) => head.textContent.replace('↕', ''))
  assert.deepEqual(heads.slice(0, 4), ['事项', '原因', '状态', '涉及人员'])
  const link = screen.getByRole('link', { name: '查看全部' })
  assert.equal(link.getAttribute('href'), '/train-manage/study-report?approvalId=a1')
})

test('an approval is opened by its address, whatever the list shows', async () => {
  const answer = ({ id }: Record<string, unknown>) => (id === 'a1' ? pageOf(proposal) : pageOf())
  await draw(
    createElement(ApprovalTable),
    { ...nothingToDo, 'approval/find-page-list': answer },
    {
      menus: [page],
      address: `${page}?status=applied&approval=a1`,
    },
  )
  assert.ok(screen.getByText('线下集中培训'))
  assert.ok(screen.getByRole('button', { name: '批准', hidden: true }))
})

test('who never proposes or approves reads who does', async () => {
  await draw(createElement(ApprovalTable), nothingToDo, { menus: [page] })
  assert.ok(screen.getByText(/由教务或财务提出，由另一位有审批权限的同事批准/))
})

const name = { zh: '待我审批', en: 'Awaiting my approval' }
const work = { code: 'approval.approve', name, count: 3, since: null, address: `${page}?part=approvals` }
const rejected = { ...work, code: 'approval.rejected', count: 2 }

test('what waits is counted on its tab, rejected proposals as well', async () => {
  const answers = { 'work-queue/find-mine': [work, rejected] }
  await draw(createElement(ExceptionRegisterPage), answers, { menus: [page] })
  assert.ok(screen.getByTitle('等您处理 5 条'))
})

test('who looks at the rejected proposals has seen them; another filter shows them to nobody', async () => {
  const answers = { 'work-queue/find-mine': [work, rejected] }
  const seen = () => sent.filter(({ path }) => path.includes('work-queue/see')).map(({ body }) => body)
  await draw(createElement(ApprovalTable), answers, { menus: [page], address: `${page}?status=applied` })
  assert.deepEqual(seen(), [])
  clear()
  await draw(createElement(ApprovalTable), answers, { menus: [page], address: `${page}?status=rejected` })
  assert.deepEqual(seen(), [{ code: 'approval.rejected' }])
})

test('above the limit a manual pass waits for a colleague, and the selection is cleared', async () => {
  const ids = Array.from({ length: 11 }, (_, n) => `e${n}`)
  let proposed = 0
  const dialog = createElement(ActionDialog, {
    ...{
      action: 'pass',
      selected: { selection: { ids }, count: ids.length, said: String(ids.length), isLong: false },
    },
    ...{ onClose() {}, onResult() {} },
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
    ...{ id: 'o1', orderNo: 'N1', userName: '甲', items: [], amount: 100, status: 'unpaid' },
    createdAt: someone.at,
  }
  const waiver = { ...proposal, kind: 'waiver', subjectId: 'o1', steps: ['withdraw'] }
  const answered = {
    'approval/find-page-list': pageOf(waiver),
    'my-order-entity/': pageOf(order),
  }
  const menus = ['/order-manage/list', '/order-manage/list#free']
  await draw(createElement(OrderListPage), answered, { menus })
  assert.ok(screen.getByText('免单待审批'))
  assert.ok(screen.getByRole('button', { name: /撤\s?回/ }))
  assert.equal(screen.queryByRole('button', { name: /免\s?单/ }), null)
})
