import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expectText } from './expect.ts'
import { enter, shown, startOffice, tool } from './frame.ts'
import { button } from './manager.ts'
import type { VisitedPortal } from './portal.ts'
import { closeBrowser } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startOffice()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

test('a new size resizes every control, is announced, is saved in a cookie and reloads the view', async (t) => {
  const manager = await enter(t, portal, '/order-manage/list')
  const { page, context } = manager
  const height = async () => (await button(page, '查询').boundingBox())!.height
  await button(page, '查询').waitFor()
  await manager.settled()
  const medium = await height()
  const sizes = ['Default', 'Medium', 'Small', 'Mini']
  for (const [size, differs] of [
    ['Default', (now: number) => now > medium],
    ['Small', (now: number) => now < medium],
    ['Mini', (now: number) => now < medium],
    ['Medium', (now: number) => now === medium],
  ] as const) {
    const requested = page.waitForRequest('**/find-page-list.action')
    await tool(manager, /^尺寸$/).click()
    const offered = page.getByRole('menuitemradio', { name: /^(Default|Medium|Small|Mini)$/ })
    await offered.first().waitFor()
    assert.deepEqual(await offered.allTextContents(), sizes)
    await page.getByRole('menuitemradio', { name: size, exact: true }).click()
    await expectText(page, 'Switch Size Success')
    await requested
    await page.waitForURL('**/order-manage/list')
    await shown(manager, '订单')
    await page.getByRole('row').nth(3).waitFor()
    await manager.settled()
    assert.ok(differs(await height()), `${size}: ${await height()} beside ${medium}`)
    const cookies = await context.cookies()
    assert.equal(cookies.find((cookie) => cookie.name === 'size')?.value, size.toLowerCase())
  }
})

test('the colour is chosen in this browser and can be read on a button', async (t) => {
  const manager = await enter(t, portal, '/order-manage/list')
  const { page } = manager
  const filled = (color: string) =>
    page.waitForFunction((wanted) => {
      const shown = [...document.querySelectorAll('.office-button[data-type=primary]')].filter((one) =>
        one.checkVisibility(),
      )
      return shown.length > 0 && shown.every((one) => getComputedStyle(one).backgroundColor === wanted)
    }, color)
  await filled('rgb(10, 102, 194)')
  await tool(manager, /^主题颜色$/).click()
  await page.getByRole('menuitemradio', { name: '#0f766e' }).click()
  await page.waitForFunction(() => localStorage.getItem('themeColor') === '#0f766e')
  await page.reload()
  await filled('rgb(15, 116, 108)')
  await tool(manager, /^主题颜色$/).click()
  await page.getByRole('menuitemradio', { name: '恢复默认颜色' }).click()
  await filled('rgb(10, 102, 194)')
  assert.equal(await page.evaluate(() => localStorage.getItem('themeColor')), null)
})

test('full screen where the browser can, and the words of the specification where it cannot', async (t) => {
  const manager = await enter(t, portal)
  const { page } = manager
  await tool(manager, /^全屏$/).click()
  await page.waitForFunction(() => document.fullscreenElement !== null)
  await tool(manager, /^退出全屏$/).click()
  await page.waitForFunction(() => document.fullscreenElement === null)
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  await tool(manager, /^全屏$/).click()
  await expectText(page, 'you browser can not work')
})

test('what failed in this window is counted, listed with its reference, copied and cleared', async (t) => {
  const manager = await enter(t, portal, '/order-manage/list')
  const { page, context } = manager
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('row').nth(3).waitFor()
  // Once: the list is refetched whenever the window gets the focus.
  await page.route(
    '**/find-page-list.action',
    (route) =>
      route.fulfill({
        json: { respCode: -1, respDesc: '数据库没有应答', attribute: null, traceId: 'trace-7' },
      }),
    { times: 1 },
  )
  await button(page, '刷新').click()
  await tool(manager, /^错误日志：1 条$/).click()
  const log = page.getByRole('dialog', { name: '错误日志' })
  await log.getByText('trace-7').waitFor()
  await log.getByText('find-page-list').waitFor()
  await log.getByRole('button', { name: '复制', exact: true }).click()
  await expectText(page, '已复制')
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /数据库没有应答\ntrace-7/)
  await log.getByRole('button', { name: '清空' }).click()
  await log.getByText('还没有出过错').waitFor()
  await page.keyboard.press('Escape')
  await tool(manager, /^错误日志$/).waitFor()
})
