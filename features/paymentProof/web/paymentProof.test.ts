import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { type Order, orderStatuses } from '../../order/contract.ts'

openWindow()
const { clear, draw, press, screen, sent } = await openOffice()
const { PaymentProofButton } = await import('./PaymentProofButton.tsx')
afterEach(clear)

const order = { id: 'o1', status: 'paid', amount: 10_000 } as Order
const button = () => screen.queryByRole('button', { name: '支付凭证' })

test('an order that money was paid for offers its confirmation, every other none', async () => {
  const offering: string[] = []
  for (const status of orderStatuses) {
    await draw(createElement(PaymentProofButton, { order: { ...order, status } }), {})
    if (button()) offering.push(status)
    clear()
  }
  assert.deepEqual(offering, ['paid', 'part_refunded'])
  await draw(createElement(PaymentProofButton, { order: { ...order, amount: 0 } }), {})
  assert.equal(button(), null)
})

test('the confirmation is fetched with the token in the header and saved under its name', async () => {
  const saved: string[] = []
  mock.method(HTMLAnchorElement.prototype, 'click', function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL() {} })
  await draw(createElement(PaymentProofButton, { order }), {})
  mock.method(globalThis, 'fetch', async (path: string) => {
    sent.push({ path, body: {} })
    const name = encodeURIComponent('支付凭证 1.pdf')
    return new Response('%PDF-', {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename*=UTF-8''${name}`,
      },
    })
  })
  await press('支付凭证')
  assert.match(sent.at(-1)!.path, /download-payment-proof\.action\?orderId=o1$/)
  assert.deepEqual(saved, ['支付凭证 1.pdf'])
})
