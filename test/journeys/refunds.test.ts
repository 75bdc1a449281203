import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { paymentCalls } from '../../features/payment/contract.ts'
import { runJob } from '../build/job.ts'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { orderAny } from './learner.ts'
import { button, dialog } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Orders classes that the learner can buy, and pays each at the demo's checkout, which is told how a refund ends. */
async function payOrders(token: string, faults: readonly string[]): Promise<string[]> {
  const { world } = portal
  const paid: string[] = []
  for (const refundFault of faults) {
    const { id: orderId, orderNo } = await orderAny(world, token)
    const { codeUrl } = await world.ask(paymentCalls.getOrderPayQrcode, { orderId }, token)
    await fetch(codeUrl, { method: 'POST', body: new URLSearchParams({ do: 'pay', refundFault }) })
    await until(async () => (await statusOf(orderNo)) === 'paid')
    paid.push(orderNo)
  }
  return paid
}

async function statusOf(orderNo: string): Promise<string> {
  const [row] = await portal.world.db`select status from orders where order_no = ${orderNo}`
  return row!.status as string
}

/** Lets the channel be asked until the refunds of an order have a final state. */
async function settled(orderNo: string): Promise<string> {
  const { db } = portal.world
  for (;;) {
    const [row] = await db`
      select r.status from refunds r join orders o on o.id = r.order_id where o.order_no = ${orderNo} order by r.id desc`
    if (row!.status !== 'processing') return row!.status as string
    await db`update refunds set ask_at = moment() where status = 'processing'`
    await runJob(portal.world, 'refund.send')
  }
}

const cardOf = ({ page }: Visitor, orderNo: string) =>
  page.locator('.orders > li').filter({ hasText: orderNo })

async function ask(learner: Visitor, orderNo: string): Promise<void> {
  const { page } = learner
  await page.goto('/my?tab=orders')
  await cardOf(learner, orderNo).getByRole('button', { name: '申请退款' }).click()
  await page.getByLabel('原因').fill('报错班了，想改报专业课')
  await page.getByRole('button', { name: /^申请退款 ¥/ }).click()
  await cardOf(learner, orderNo).getByText('待处理').waitFor()
}

/** What finance does with the newest request of an order, from its row in the list. */
async function decide({ page }: Visitor, orderNo: string, action: string): Promise<void> {
  await page.goto(`/invoice-manage/refund-list?keyword=${orderNo}`)
  await button(page.getByRole('row').filter({ hasText: orderNo }).first(), action).click()
}

test('a refund is asked for, cancelled, asked for again and rejected, asked for once more and done', async (t) => {
  const token = await portal.signIn('learner')
  const [orderNo] = await payOrders(token, [''])
  const learner = await openWindow(t, portal.url, { width: 390, token })
  const finance = await openWindow(t, portal.url, { token: await portal.signIn('finance') })
  await ask(learner, orderNo!)
  await cardOf(learner, orderNo!).getByRole('button', { name: '撤销申请' }).click()
  await learner.page.getByRole('button', { name: '确定撤销' }).click()
  await cardOf(learner, orderNo!).getByText('已撤销申请').waitFor()
  await ask(learner, orderNo!)
  await decide(finance, orderNo!, '拒绝')
  await dialog(finance.page).getByLabel('原因').fill('班级已经开课')
  await button(dialog(finance.page), '拒绝').click()
  await expectText(finance.page, '已拒绝')
  await learner.page.reload()
  await cardOf(learner, orderNo!).getByText('未通过：班级已经开课').waitFor()
  await ask(learner, orderNo!)
  await decide(finance, orderNo!, '退款')
  await expectText(finance.page, '报错班了，想改报专业课')
  await button(dialog(finance.page), '退款').click()
  await dialog(finance.page).waitFor({ state: 'hidden' })
  assert.equal(await settled(orderNo!), 'succeeded')
  await learner.page.reload()
  await cardOf(learner, orderNo!)
    .getByText(/^已退回/)
    .waitFor()
  assert.equal(await statusOf(orderNo!), 'refunded')
})

test('a refund that the channel closed is sent again; an abnormal one is found as work and refunded offline', async (t) => {
  const token = await portal.signIn('learner')
  const [closed, abnormal] = await payOrders(token, ['CLOSED', 'ABNORMAL'])
  const finance = await openWindow(t, portal.url, { token: await portal.signIn('finance') })
  const { page } = finance
  for (const orderNo of [closed!, abnormal!]) {
    await page.goto(`/order-manage/list?keyword=${orderNo}`)
    await button(page.getByRole('row').filter({ hasText: orderNo }).first(), '退款').click()
    await dialog(page).getByRole('checkbox').first().check()
    await dialog(page).getByLabel('原因').fill('班级取消')
    await button(dialog(page), '退款').click()
    await expectText(page, '退款已提交')
    assert.equal(await settled(orderNo), 'failed')
  }
  await page.goto('/home/index')
  await page
    .getByRole('link', { name: /未退成的款项/ })
    .first()
    .click()
  await page.getByRole('row').filter({ hasText: abnormal! }).first().waitFor()
  await decide(finance, closed!, '再次退款')
  await button(dialog(page), '退款').click()
  await dialog(page).waitFor({ state: 'hidden' })
  assert.equal(await settled(closed!), 'succeeded')
  await decide(finance, abnormal!, '再次退款')
  await dialog(page).getByText('线下退款', { exact: true }).click()
  await dialog(page).getByLabel('退款银行').fill('工商银行')
  await dialog(page).getByLabel('银行流水号').fill('20261124-0007')
  const [today] = await portal.world
    .db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  await dialog(page)
    .getByLabel('退款日期')
    .fill(today!.day as string)
  await button(dialog(page), '登记线下退款').click()
  await dialog(page).waitFor({ state: 'hidden' })
  assert.deepEqual([await statusOf(closed!), await statusOf(abnormal!)], ['refunded', 'refunded'])
})
