import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { button, dialog } from './manager.ts'
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

test('a refund made at the channel’s console is found in the bill of its day and settled by a person', async (t) => {
  const { db } = portal.world
  const found = async () => (await db`select id from bill_differences where settled_at is null`).length
  await until(async () => (await found()) > 0)
  const { page } = await openWindow(t, portal.url, { token: await portal.signIn('finance') })
  await page.goto('/home/index')
  await page
    .getByRole('link', { name: /对账差异/ })
    .first()
    .click()
  const row = page.getByRole('row').filter({ hasText: '退款 · 账单有，系统没有' })
  await row.getByText('10.00').waitFor()
  await button(row, '标记已处理').click()
  await button(dialog(page), '标记已处理').click()
  await expectText(page, '必须填写')
  await dialog(page).getByLabel('说明').fill('客服在商户后台补退了教材费')
  await button(dialog(page), '标记已处理').click()
  await dialog(page).waitFor({ state: 'hidden' })
  await expectText(page, '没有差异：账单和系统逐笔一致')
  assert.equal(await found(), 0)
  await page.goto('/order-manage/reconciliation')
  await page.getByRole('link', { name: '1 笔差异已处理' }).click()
  await expectText(page, '客服在商户后台补退了教材费')
  const [logged] = await db`select reason from operation_logs where action = 'reconciliation.settle'`
  assert.equal(logged!.reason, '客服在商户后台补退了教材费')
})
