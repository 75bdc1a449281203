import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expectText } from './expect.ts'
import { button, dialog } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { decide, payOrders, settled, statusOf } from './refund.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

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

test('a refund is asked for, cancelled, asked for again and rejected, asked for once more and done', async (t) => {
  const token = await portal.signIn('learner')
  const [orderNo] = await payOrders(portal.world, token, [''])
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
  assert.equal(await settled(portal.world, orderNo!), 'succeeded')
  await learner.page.reload()
  await cardOf(learner, orderNo!)
    .getByText(/^已退回/)
    .waitFor()
  assert.equal(await statusOf(portal.world, orderNo!), 'refunded')
})
