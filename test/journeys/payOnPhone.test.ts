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
  await page.waitForURL(/study-page/)
})

/** A class that the learner can buy, by its page. */
async function aClassToBuy(token: string): Promise<string> {
  const orderId = await anOrder(token)
  const [item] = await portal.world.db`select class_id from order_items where order_id = ${orderId}`
  await portal.world.ask(orderCalls.cancelMyOrder, { orderId }, token)
  return `/detail-public?id=${item!.classId as string}`
}

test('from the class to its first video on a phone are four taps', async (t) => {
  const token = await portal.signIn('learner')
  const { page } = await openWindow(t, portal.url, { width: 390, userAgent, token })
  await page.goto(await aClassToBuy(token))
  const accept = page.getByRole('checkbox')
  if ((await accept.count()) > 0) await accept.first().tap()
  let taps = 0
  const tap = async (role: 'button' | 'link', name: string | RegExp) => {
    taps++
    await page.getByRole(role, { name }).first().tap()
  }
  await tap('button', /^立即报名 ¥/)
  await tap('link', '在本机用微信付款')
  await tap('button', /确认支付/)
  await expectText(page, /付款成功/)
  await tap('link', '去学习')
  await page.waitForURL(/study-page/)
  assert.equal(taps, 4)
})

test('at a desk the class is paid where it was chosen, and begun from there', async (t) => {
  const token = await portal.signIn('learner')
  const { page, context } = await openWindow(t, portal.url, { token })
  await page.goto(await aClassToBuy(token))
  const accept = page.getByRole('checkbox')
  if ((await accept.count()) > 0) await accept.first().check()
  await page.getByRole('button', { name: /^立即报名 ¥/ }).click()
  const phone = context.waitForEvent('page')
  await page.getByRole('link', { name: '打开演示收银台' }).click()
  await (await phone).getByRole('button', { name: /确认支付/ }).click()
  await expectText(await phone, /支付成功/)
  await expectText(page, /付款成功，班级已经开通/)
  await page.getByRole('dialog').getByRole('link', { name: '开始学习' }).click()
  await page.waitForURL(/study-page/)
})
