import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { anOrder, anOrderItem } from '../../../test/drawn.ts'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { clear, draw, press, screen, sent, type } = await openOffice()
const { default: ChangePrice } = await import('./ChangePrice.tsx')
afterEach(clear)

const detail = '/base/my-order-entity/get-order-detail.action'
const path = '/base/my-order-entity/update-price.action'
const order = anOrder([
  anOrderItem('急救', 6000, { id: 'i1' }),
  anOrderItem('写作', 3000, { id: 'i2', price: 4000, discount: 500, reduction: 500 }),
])

test('a price above the agreed one is refused at its field as it was typed', async () => {
  await draw(createElement(ChangePrice, { orderId: 'o1', onClose: () => {} }), {
    [path]: { approvalId: null, mayBePaid: false },
    [detail]: order,
  })
  await type('写作', '35.01')
  await type(/原因/, '老学员续报优惠')
  await press(/^改\s?价$/)
  assert.ok(await screen.findByText('不能高于 ¥35.00'))
  assert.equal(screen.getByLabelText<HTMLInputElement>('写作').value, '35.01')
  assert.ok(!sent.some((call) => call.path.includes(path)))
})

test('new prices show the sum they come to, and are sent in fen with the reason', async () => {
  await draw(createElement(ChangePrice, { orderId: 'o1', onClose: () => {} }), {
    [path]: { approvalId: null, mayBePaid: false },
    [detail]: order,
  })
  assert.equal(screen.getByLabelText<HTMLInputElement>('写作').value, '30.00')
  assert.match(document.body.textContent, /下单价 ¥35\.00/)
  await type('急救', '45.5')
  assert.match(document.body.textContent, /应付由 ¥90\.00 改为 ¥75\.50/)
  await type(/原因/, '老学员续报优惠')
  await press(/^改\s?价$/)
  assert.deepEqual(sent.find((call) => call.path.includes(path))!.body, {
    orderId: 'o1',
    items: [
      { itemId: 'i1', payable: 4550 },
      { itemId: 'i2', payable: 3000 },
    ],
    reason: '老学员续报优惠',
  })
})
