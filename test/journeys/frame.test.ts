import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expectText } from './expect.ts'
import { enter, go, shown, startClass, startOffice, tabNames, tabs, tool } from './frame.ts'
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

test('the menu is found by words, Ctrl K and the keyboard only; the breadcrumb is above the page', async (t) => {
  const manager = await enter(t, portal)
  const { page } = manager
  await shown(manager, '首页')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: '全局搜索' })
  await field.waitFor()
  await page.keyboard.type('班级')
  await page.getByRole('option', { name: /培训管理 \/ 班级/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/train-manage/class')
  await shown(manager, '班级')
  const trail = page.getByRole('navigation', { name: '当前位置' })
  assert.equal((await trail.innerText()).replace(/\s+/g, ''), '培训管理/班级')
  assert.deepEqual(await trail.getByRole('link').allInnerTexts(), [])
  await page.keyboard.press('Control+k')
  await field.waitFor()
  await page.keyboard.type('视频')
  // Until all is found the list grows below what is chosen.
  await expectText(page, /\d+ 条结果/)
  const video = page.getByRole('option', { name: /资源管理 \/ 视频/ })
  await page.keyboard.press('ArrowDown')
  await video.and(page.locator('[aria-selected=false]')).waitFor()
  await page.keyboard.press('ArrowUp')
  await video.and(page.locator('[aria-selected=true]')).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/resource-manage/video')
  await shown(manager, '视频')
  assert.deepEqual(await tabNames(manager), ['首页', '班级', '视频'])
})

test('a half-filled form waits in its tab; closing or refreshing it asks first', async (t) => {
  const manager = await enter(t, portal, '/resource-manage/video')
  const { page } = manager
  const name = await startClass(manager, '写了一半的班级')
  await go(manager, '视频')
  await page.getByRole('img', { name: '有未保存的内容' }).waitFor()
  await page.getByRole('button', { name: '关闭 新建班级' }).click()
  await expectText(page, '有内容还没有保存')
  await page.getByRole('button', { name: '继续编辑' }).click()
  await go(manager, '新建班级')
  assert.equal(await name.inputValue(), '写了一半的班级')
  await tabs(manager)
    .getByRole('button', { name: /^新建班级/ })
    .focus()
  await page.keyboard.press('Shift+F10')
  await page.locator('[role=menuitem]:focus').filter({ hasText: '刷新' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '仍要离开' }).click()
  await page.getByRole('img', { name: '有未保存的内容' }).waitFor({ state: 'hidden' })
  assert.equal(await name.inputValue(), '', 'drawn again')
})

test('a page that is not there, and one that the role may not see, are reported within the frame', async (t) => {
  const manager = await enter(t, portal, '/no-such-page', { expected: /status of 404/ })
  const { page } = manager
  await page.waitForURL('**/404')
  await expectText(page, '没有这个页面')
  await expectText(page, '/no-such-page')
  await tabs(manager).first().waitFor()
  await page.goto('/401')
  await expectText(page, '您没有权限查看这个页面')
  const finance = await enter(t, portal, '/train-manage/class', { account: 'finance' })
  await expectText(finance.page, '您要打开的页面：班级')
  assert.equal(await finance.page.getByRole('button', { name: '培训管理' }).count(), 0)
})

test('the sidebar folds and is found folded; leaving with something unsaved asks, and logging out forgets the tabs', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  const side = page.locator('.shell-side')
  await side.waitFor()
  await manager.settled()
  assert.equal((await side.boundingBox())!.width, 210)
  await tool(manager, /^展开或收起菜单$/).click()
  await page.reload()
  await side.waitFor()
  await manager.settled()
  assert.ok((await side.boundingBox())!.width < 100)
  await button(page, '新建班级').click()
  await page.locator('.class-form').getByLabel('班级名称').fill('不想丢')
  await page.getByRole('button', { name: '陈管理' }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).press('Enter')
  await page.getByRole('button', { name: '仍要离开' }).click()
  await page.waitForURL('**/admin-login')
  const token = await portal.signIn('admin')
  await page.evaluate((given) => localStorage.setItem('token', given), token)
  await page.goto('/home/index')
  await tabs(manager).first().waitFor()
  assert.deepEqual(await tabNames(manager), ['首页'])
})
