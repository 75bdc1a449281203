import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
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

test('a browser that is too old is told so at once, on both sides; the oldest that will do is not', async (t) => {
  const { page, context } = await openWindow(t, portal.url, { width: 390, oldest: true, fresh: true })
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  assert.equal(await page.getByText('这个浏览器版本太旧').count(), 0)
  await context.addInitScript(() => Reflect.deleteProperty(AbortSignal.prototype, 'throwIfAborted'))
  for (const path of ['/login', '/admin-login', '/home/index']) {
    await page.goto(path)
    await expectText(page, /这个浏览器版本太旧.*升级浏览器/)
    await expectText(page, /too old.*update/)
    assert.equal(await page.getByRole('textbox').count(), 0)
  }
})
