import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expectText } from './expect.ts'
import { orderAny, study } from './learner.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, phoneAgent } from './visitor.ts'

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
