import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { messageCalls } from '../../features/message/contract.ts'
import { orderCalls } from '../../features/order/contract.ts'
import { settleOrder } from '../../features/order/server/actions.ts'
import { orderPaid } from '../../features/order/server/messages.ts'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { button, dialog } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  // A reminder of some other matter would be counted by the bell as well.
  portal = await startPortal({ recurs: false })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Orders a class that the learner can buy, and has it paid. */
async function payOrder(token: string): Promise<string> {
  const { world } = portal
  const classes = await world.db<{ id: string; price: number }[]>`
    select id, price from train_classes where status = 'on_shelf' and price > 0 and not need_review order by id`
  for (const { id, price } of classes) {
    const input = { classIds: [id], expectedAmount: price, acceptMismatch: [id] }
    const order = await world.call(orderCalls.saveOrder, input, token)
    if (order.respCode !== 200) continue
    const { id: orderId, orderNo } = order.attribute
    await world.db.begin((tx) => settleOrder(tx, { orderId, amount: price, channel: 'offline' }))
    return orderNo
  }
  throw new Error('No class can be bought')
}

test('staff sets a template, an order is paid: the bell counts it, it is opened and read, and the log shows the SMS', async (t) => {
  const { world } = portal
  const [learner, admin] = [await portal.signIn('learner'), await portal.signIn('admin')]
  const [newest] = (await world.ask(messageCalls.findMine, { limit: 1 }, learner)).list
  if (newest) await world.ask(messageCalls.read, { upTo: newest.id }, learner)

  const office = (await openWindow(t, portal.url, { token: admin })).page
  await office.goto('/project-manage/message')
  await office.getByRole('button', { name: '配置“订单已付款”的短信' }).click()
  const drawer = dialog(office)
  await drawer.getByLabel('模板编号').fill(world.app.channels.sms!.own!.templates.get(orderPaid.code)!)
  await button(drawer, '读取模板').click()
  await expectText(office, '变量 orderNo')
  await drawer.getByRole('switch').click()
  await button(drawer, '保存').click()
  await until(async () => (await world.db`select from message_routes where is_enabled`).length === 1)

  const orderNo = await payOrder(learner)
  const { page } = await openWindow(t, portal.url, { token: learner })
  await page.goto('/')
  await page.getByRole('link', { name: '消息，1 条未读' }).click()
  await expectText(page, `订单 ${orderNo} 已付款`)
  await page.getByRole('link', { name: '查看“订单已付款”' }).first().click()
  await page.waitForURL('**/my?tab=orders*')
  await page.getByRole('link', { name: '消息', exact: true }).waitFor()
  assert.equal((await world.ask(messageCalls.countUnread, {}, learner)).count, 0)

  await office.goto('/project-manage/message?tab=log')
  await expectText(office, '订单已付款')
  await expectText(office, /已发出|已送达/)
  const numbers = await office.locator('tbody').innerText()
  assert.ok(!/1[3-9]\d{9}/.test(numbers))
})
