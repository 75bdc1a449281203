import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { currentNotices } from '../../../web/notice.ts'
import type { ManagedRefund } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, type } = await openOffice()
const { default: RefundListPage } = await import('./RefundListPage.tsx')
const { default: RejectRefund } = await import('./RejectRefund.tsx')
const { default: DoRefund } = await import('./DoRefund.tsx')
afterEach(clear)

const list = '/invoice-manage/refund-list'
const refund: ManagedRefund = {
  id: 'r1',
  refundNo: 'N_1_R1',
  orderId: 'o1',
  orderNo: '20231124AB',
  kind: 'learner',
  status: 'failed',
  amount: 4000,
  reason: '报错班',
  decision: null,
  channel: 'wechat',
  isOffline: false,
  waitsFor: null,
  createdAt: '2023-11-24T03:00:00.000Z',
  decidedAt: '2023-11-24T04:00:00.000Z',
  succeededAt: null,
  payerName: '王芳',
  accountId: 'a1',
  mobileMask: '139****0001',
  unitName: null,
  applicantName: null,
  failure: 'refused',
  failureCode: 'NOT_ENOUGH',
  attempts: 1,
  offlineWhy: null,
  offline: null,
  terms: { days: 7, process: 20, times: 2 },
  byTerms: true,
  times: 0,
  proofPath: null,
  learnerNote: null,
  isProposed: false,
  deciderName: '财务',
  items: [{ itemId: 'i1', name: '急救', amount: 4000, progress: 1000, days: 3 }],
}
const answers = (...rows: ManagedRefund[]) => ({
  'refund-apply/list': { total: rows.length, list: rows },
  'my-order-entity/find-history': {
    events: [
      {
        at: '2023-11-24T02:30:00.000Z',
        kind: 'placed',
        amount: 4000,
        channel: null,
        number: null,
        person: null,
        text: null,
        learnerNote: null,
      },
    ],
  },
})
const menus = [list, '/order-manage/list', '/student-manage/student']
const said = () => currentNotices().at(-1)?.text

test('a refund is opened: the evidence, why it did not go through, its order, its learner and what happened', async () => {
  await draw(createElement(RefundListPage), answers(refund), { menus, address: `${list}?refund=r1` })
  const { textContent } = document.body
  for (const each of ['退款 N_1_R1', '已学 10%，付款 3 天', '今年第 1 次申请', '商户余额不足', '订单已提交'])
    assert.ok(textContent.includes(each), each)
  const hrefOf = (name: string) => screen.getByRole('link', { name, hidden: true }).getAttribute('href')
  assert.equal(hrefOf('20231124AB'), '/order-manage/detail?id=o1')
  assert.equal(hrefOf('王芳 139****0001'), '/student-manage/student-detail?accountId=a1')
})

test('a request by terms of less than a day says that it counts in the day of who refunds it', async () => {
  const said = /生效不足一天：退款计入办理人当天的限额/
  const drawn = async (of: Partial<ManagedRefund>) => {
    await draw(createElement(RefundListPage), answers({ ...refund, ...of }), {
      menus,
      address: `${list}?refund=r1`,
    })
    const inList = said.test(document.body.textContent)
    clear()
    await draw(createElement(DoRefund, { refund: { ...refund, ...of }, onClose() {} }), {})
    const inDialog = said.test(document.body.textContent)
    clear()
    return [inList, inDialog]
  }
  assert.deepEqual(await drawn({ byTerms: false }), [true, true])
  assert.deepEqual(await drawn({}), [false, false])
  assert.deepEqual(await drawn({ kind: 'operator', byTerms: false }), [false, false])
})

test('its number opens a refund in the list', async () => {
  await draw(createElement(RefundListPage), answers(refund), { menus, address: list })
  assert.ok(!screen.queryByText('退款 N_1_R1'))
  await press('N_1_R1')
  assert.ok(screen.getByText('退款 N_1_R1'))
})

test('a queue that is empty says that all is done', async () => {
  await draw(createElement(RefundListPage), answers(), { menus, address: `${list}?status=applied` })
  assert.ok(screen.getByText('待处理的退款都办完了'))
  clear()
  const address = `${list}?status=applied&keyword=王`
  await draw(createElement(RefundListPage), answers(), { menus, address })
  assert.ok(!screen.queryByText('待处理的退款都办完了'), 'what is not found is not done')
})

test('who refunds or rejects reads what was done', async () => {
  await draw(createElement(DoRefund, { refund, onClose() {} }), {
    'refund-apply/do': { ...refund, status: 'processing' },
  })
  await press(/^退\s?款$/)
  assert.equal(said(), '退款已提交支付渠道')
  clear()
  await draw(createElement(RejectRefund, { refund, onClose() {} }), { 'refund-apply/reject': refund })
  await type('原因', '已开课')
  await press(/^拒\s?绝$/)
  assert.equal(said(), '已拒绝，学员会看到原因，班级恢复学习')
})
