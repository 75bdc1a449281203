import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlapsOf, piecesOf } from '../../../test/build/pdf.ts'
import type { Order } from '../../order/contract.ts'
import { printProof } from './print.ts'

const han = (length: number) => '专业技术人员继续教育公需科目'.repeat(10).slice(0, length)

for (const language of ['zh', 'en'] as const) {
  test(`the longest names are printed over nothing, on as many pages as they need (${language})`, async () => {
    const item = {
      name: han(120),
      year: 2023,
      price: 99_999_999,
      discount: 1_000_000,
      reduction: 1_000_000,
      payable: 97_999_999,
      refunded: 97_999_999,
    }
    const order = {
      orderNo: '202311210000000000000001',
      paidAt: '2023-11-21T02:00:00Z',
      channel: 'wechat',
      items: Array.from({ length: 20 }, () => item),
      amount: 20 * item.payable,
      refunded: 20 * item.refunded,
    } as unknown as Order
    const { pdf } = await printProof(
      order,
      {
        seller: han(100),
        payer: han(40),
        outTradeNo: '1'.repeat(32),
        transactionId: '2'.repeat(32),
        serialNos: null,
        now: '2023-11-21T02:00:00Z',
      },
      language,
    )
    assert.ok(piecesOf(pdf).length > 1)
    assert.deepEqual(overlapsOf(pdf), [])
  })
}
