import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { textOf } from '../build/pdf.ts'
import { expectText } from './expect.ts'
import { savedBy } from './invoice.ts'
import { orderAny, study } from './learner.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, phoneAgent, scan } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

test('on a phone a learner cancels in WeChat, comes back, pays there after all and studies', async (t) => {
  const token = await portal.signIn('learner')
  const { id: orderId } = await orderAny(portal.world, token)
  const { page } = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent, token })
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
  await study(page)
})

test('on a phone a cancelled order is ordered again, its code renewed for another phone, and its receipt saved', async (t) => {
  const token = await portal.signIn('learner')
  const { orderNo, items } = await orderAny(portal.world, token)
  const { page, context } = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent, token })
  const ordered = (no: string) => page.locator('.orders > li').filter({ hasText: no })
  await page.goto('/my?tab=orders')
  await ordered(orderNo).getByRole('button', { name: '取消订单' }).tap()
  await page.getByRole('button', { name: '确定取消' }).tap()
  await ordered(orderNo).getByRole('button', { name: '重新下单' }).tap()
  await page.waitForURL('**/student/cart')
  await page.getByRole('heading', { name: items[0]!.name }).waitFor()
  await page.getByRole('button', { name: '提交订单' }).tap()
  await page.waitForURL('**/go-pay?orderId=*')

  await page.getByRole('button', { name: '用另一台手机扫码' }).tap()
  const first = await scan(page, /付款二维码/)
  await page.getByRole('button', { name: '换一个二维码' }).tap()
  await page.locator(`a[href]:not([href="${first}"])`, { hasText: '打开演示收银台' }).waitFor()
  const renewed = await scan(page, /付款二维码/)
  assert.notEqual(renewed, first)
  const other = await context.newPage()
  await other.goto(first)
  assert.equal(await other.getByRole('button', { name: '确认支付' }).count(), 0, 'the former code still pays')
  await other.goto(renewed)
  await other.getByRole('button', { name: '确认支付' }).tap()
  await expectText(other, '支付成功')
  await other.close()
  await expectText(page, '付款成功')

  const pdf = await savedBy(page, () => page.getByRole('button', { name: '支付凭证' }).tap())
  assert.match(textOf(pdf), /支付凭证/)
  await page.goto('/my?tab=orders')
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
})
