import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channelNoOf, refundLifecycle, refundNoOf } from './rules.ts'

test('after no answer a refund is sent under the same number, after it was closed under a new one', () => {
  const refundNo = refundNoOf('20261124ABCDEFGHJK-1', 1)
  assert.equal(refundNo, '20261124ABCDEFGHJK-1-R1')
  assert.equal(channelNoOf(refundNo, 1), refundNo)
  assert.equal(channelNoOf(refundNo, 2), `${refundNo}-2`)
  assert.ok(channelNoOf(refundNoOf('20261124ABCDEFGHJK-99', 99), 999).length <= 64)
})

test('money that went back is never asked back, and what is under way cannot be withdrawn', () => {
  for (const event of ['cancel', 'reject', 'do', 'fail', 'retry'] as const) {
    assert.equal(refundLifecycle.can('succeeded', event), false)
  }
  for (const event of ['cancel', 'reject', 'retry'] as const) {
    assert.equal(refundLifecycle.can('processing', event), false)
  }
})
