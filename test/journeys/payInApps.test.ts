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

test('on a phone a learner changes to Alipay, pays there and studies', async (t) => {
  const token = await portal.signIn('learner')
  const { id: orderId } = await orderAny(portal.world, token)
  const { page } = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent, token })
  await page.goto(`/v2/go-pay?orderId=${orderId}`)
  await page.getByRole('link', { name: '在本机用微信付款' }).waitFor()
  await page.getByRole('button', { name: '支付宝' }).tap()
  await page.getByRole('link', { name: '在本机用支付宝付款' }).tap()
  await page.waitForURL(/dev\/alipay\/cashier/)
  await page.getByRole('button', { name: /确认支付/ }).tap()
  await page.waitForURL(/go-pay/)
  await expectText(page, /付款成功/)
  await study(page)
})

test('inside WeChat a learner pays in its own window, without a word about who they are', async (t) => {
  const token = await portal.signIn('learner')
  const { id: orderId } = await orderAny(portal.world, token)
  const { page } = await openWindow(t, portal.url, {
    width: 390,
    userAgent: `${phoneAgent} MicroMessenger/8.0.40`,
    token,
  })
  await page.goto(`/student/order-pay?orderId=${orderId}`)
  // The demo asks which of its people this is; WeChat itself knows.
  await page.getByRole('button', { name: /同意/ }).first().tap()
  await page.waitForURL(/go-pay/)
  await page.getByRole('button', { name: '在本机用微信付款' }).tap()
  await page.getByRole('button', { name: /确认支付/ }).tap()
  await page.waitForURL(/go-pay/)
  await expectText(page, /付款成功/)
  await study(page)
})
