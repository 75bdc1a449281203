import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { enter, startOffice } from './frame.ts'
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

test('on a telephone the menu is a drawer and the tools are one tap away; by night, in English, nothing overlaps', async (t) => {
  const { page, settled } = await enter(t, portal, '/home/index', { width: 390, dark: true, locale: 'en' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.locator('.shell-side').count(), 0)
  await page.getByRole('button', { name: 'Expand or collapse the menu' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.waitFor()
  await settled()
  assert.equal(await drawer.locator('nav').evaluate((nav) => nav.getBoundingClientRect().width), 210)
  await drawer.getByRole('button', { name: 'Orders' }).click()
  await drawer.getByRole('link', { name: 'Orders', exact: true }).click()
  await page.waitForURL('**/order-manage/list')
  await drawer.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'More tools' }).click()
  await page.getByRole('button', { name: 'Theme colour' }).waitFor()
  await settled()
  await assertAccessible(page)
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
  await page.goto('/train-manage/train-class-detail')
  await page.getByRole('button', { name: 'Picture' }).click()
  const pictures = page.getByRole('dialog', { name: 'Insert pictures' })
  const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  await pictures.locator('input[type=file]').setInputFiles(file)
  await pictures.getByText('Image only').waitFor()
  await pictures.getByRole('button', { name: 'Insert 1' }).click()
  await expectText(
    page,
    'Please wait for all images to be uploaded successfully. If there is a network problem, please refresh the page and upload again!',
  )
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
})

test('on a telephone the name of the page opens the tabs, a sheet the named tools', async (t) => {
  const { page, settled } = await enter(t, portal, '/train-manage/study-report', { width: 390 })
  await page.locator('[data-row-key]').first().waitFor()
  const top = async () => (await page.locator('[data-row-key]').first().boundingBox())!.y
  await page.getByRole('button', { name: /^待办/ }).waitFor()
  await settled()
  const first = await top()
  await page.getByRole('button', { name: '更多工具' }).click()
  const tools = page.getByRole('dialog', { name: '更多工具' })
  await tools.getByText('错误日志').waitFor()
  await settled()
  assert.equal(await top(), first, 'the page stays where it is')
  await tools.getByRole('button', { name: '尺寸' }).click()
  await page.getByRole('menuitemradio', { name: 'Medium' }).click()
  await tools.getByRole('button', { name: '快捷键' }).click()
  await page.getByRole('dialog', { name: '快捷键' }).waitFor()
  assert.equal(await tools.count(), 0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '列表工具' }).click()
  await page.getByRole('dialog', { name: '列表工具' }).getByText('刷新').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '学习档案 标签页操作' }).click()
  await page.getByRole('menuitem', { name: '首页' }).click()
  await page.waitForURL('**/home/index')
})
