import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { ManagedRefund } from '../contract.ts'

const { show } = await openRenderer()
const { StuckRefunds } = await import('./StuckRefunds.tsx')

const stuck = (changes: Partial<ManagedRefund>): ManagedRefund => ({
  id: 'r1',
  refundNo: 'N_1_R1',
  orderId: 'o1',
  orderNo: 'N',
  kind: 'operator',
  status: 'failed',
  amount: 4000,
  reason: '报错班',
  items: [],
  decision: null,
  channel: 'wechat',
  isOffline: false,
  waitsFor: null,
  createdAt: '2023-11-24T03:00:00.000Z',
  decidedAt: null,
  succeededAt: null,
  payerName: '王芳',
  accountId: null,
  mobileMask: null,
  unitName: null,
  applicantName: null,
  deciderName: null,
  failure: 'refused',
  failureCode: 'NOT_ENOUGH',
  attempts: 1,
  offlineWhy: null,
  offline: null,
  terms: null,
  byTerms: false,
  times: null,
  proofPath: null,
  learnerNote: null,
  isProposed: false,
  ...changes,
})

const draw = async (...list: ManagedRefund[]) =>
  (
    await show(createElement(StuckRefunds), {
      answers: { '/base/refund-apply/list.action': { total: list.length, list } },
    })
  ).textContent

test('what did not go through is shown with its reason in plain words and the channel’s code', async () => {
  const text = await draw(stuck({}), stuck({ id: 'r2', failureCode: 'SOMETHING_NEW' }))
  assert.match(text, /¥40\.00 王芳渠道拒绝退款：商户余额不足，请充值后再次退款（返回码 NOT_ENOUGH）/)
  assert.match(text, /渠道拒绝退款（返回码 SOMETHING_NEW）/)
})

test('a channel that could not do it now is not called silent; one that said nothing is', async () => {
  const later = { status: 'processing', failure: 'silent' } as const
  assert.match(
    await draw(stuck({ ...later, failureCode: 'SYSTEM_ERROR' })),
    /暂时没有办理（返回码 SYSTEM_ERROR）/,
  )
  assert.match(await draw(stuck({ ...later, failureCode: null })), /渠道没有答复/)
  assert.match(await draw(stuck({ status: 'processing', failure: null, failureCode: null })), /超过一天/)
})

test('without any there is nothing to see', async () => {
  assert.equal(await draw(), '')
})
