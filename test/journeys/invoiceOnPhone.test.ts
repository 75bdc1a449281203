import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { issueCalls } from '../../features/invoice/issue/contract.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { issuedWithFiles, savedBy, scanAsDrawer } from './invoice.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { payOrders } from './refund.ts'
import { closeBrowser, openWindow, phoneAgent } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

test('on a phone a learner requests an invoice from her order, and opens its PDF once it is issued', async (t) => {
  const { world } = portal
  const token = await portal.signIn('learner')
  const [orderNo] = await payOrders(world, token, [''])
  const visitor = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent, token })
  const { page } = visitor
  await page.goto('/my?tab=orders')
  await page
    .locator('.orders > li')
    .filter({ hasText: orderNo! })
    .getByRole('link', { name: '开发票', exact: true })
    .tap()
  await page.waitForURL(/tab=invoices&ask=/)
  const sheet = page.getByRole('dialog', { name: '申请开票' })
  // The title used last is there; this one is for herself.
  await sheet.getByRole('button', { name: '个人', exact: true }).tap()
  await sheet.getByLabel('发票抬头').fill('李小兰')
  await visitor.settled()
  await assertAccessible(page)
  await sheet.getByRole('button', { name: '核对发票内容' }).tap()
  await sheet.getByText(orderNo!, { exact: false }).first().waitFor()
  await visitor.settled()
  await assertAccessible(page)
  await sheet.getByRole('button', { name: /^提交申请：¥/ }).tap()
  await page.waitForURL(/invoice=/)
  await expectText(page, '已提交，等待开具')
  const id = new URL(page.url()).searchParams.get('invoice')!

  const office = await portal.signIn('finance')
  await world.ask(issueCalls.open, { id }, office)
  const clerk = await openWindow(t, portal.url, { token: office })
  await clerk.page.goto('/invoice-manage/invoice-list')
  await scanAsDrawer(clerk)
  await issuedWithFiles(world, id)

  await page.reload()
  await expectText(page, '已开具，可以下载或发送到邮箱')
  await visitor.settled()
  await assertAccessible(page)
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
  const pdf = await savedBy(page, () => page.getByRole('button', { name: '下载 PDF' }).tap())
  assert.equal(pdf.subarray(0, 5).toString(), '%PDF-')
  await page.goto('/my?tab=orders')
  await page
    .locator('.orders > li')
    .filter({ hasText: orderNo! })
    .getByRole('link', { name: '发票：已开票' })
    .waitFor()
})
