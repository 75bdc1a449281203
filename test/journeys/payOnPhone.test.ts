import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { orderCalls } from '../../features/order/contract.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const userAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

/** Orders the first class the learner can buy; gives the order's id. */
async function anOrder(token: string): Promise<string> {
  const { world } = portal
  const classes = await world.db<{ id: string; price: number }[]>`
    select id, price from train_classes where status = 'on_shelf' and price > 0 and not need_review order by id`
  for (const { id, price } of classes) {
    const input = { classIds: [id], expectedAmount: price, acceptMismatch: [id] }
    const order = await world.call(orderCalls.saveOrder, input, token)
    if (order.respCode === 200) return order.attribute.id
  }
  assert.fail('the demo has no class to buy')
}

test('on a phone a learner cancels in WeChat, comes back, pays there after all and studies', async (t) => {
  const token = await portal.signIn('learner')
  const orderId = await anOrder(token)
  const { page } = await openWindow(t, portal.url, { width: 390, userAgent, token })
  await page.goto(`/go-pay?orderId=${orderId}`)
  const pay = page.getByRole('link', { name: '在本机用微信付款' })
  await pay.tap()
  await page.getByRole('button', { name: '取消' }).tap()
  await page.waitForURL(/go-pay/)
  await pay.tap()
  await page.getByRole('button', { name: /确认支付/ }).tap()
  await page.waitForURL(/go-pay/)
  await expectText(page, /付款成功/)
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
  await page.getByRole('link', { name: '去学习' }).tap()
  await page.waitForURL(/classCenter/)
})
