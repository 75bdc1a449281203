import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { enter, go, shown, startClass, startOffice, tabNames, tabs } from './frame.ts'
import { button, open } from './manager.ts'
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

test('a refresh through /redirect reloads one view and leaves the others as they are', async (t) => {
  const manager = await enter(t, portal, '/resource-manage/video')
  const { page } = manager
  const name = await startClass(manager, '还在')
  await tabs(manager).getByRole('button', { name: '视频', exact: true }).click({ button: 'right' })
  const requested = page.waitForRequest('**/resource/query.action')
  await page.getByRole('menuitem', { name: '刷新' }).click()
  await requested
  await shown(manager, '视频')
  assert.equal(new URL(page.url()).pathname, '/resource-manage/video')
  await go(manager, '新建班级')
  assert.equal(await name.inputValue(), '还在')
  await page.getByRole('button', { name: '关闭 新建班级' }).click()
  await page.getByRole('button', { name: '仍要离开' }).click()
  await tabs(manager).filter({ hasText: '新建班级' }).waitFor({ state: 'hidden' })
  await page.goto('/redirect/train-manage/class?status=onShelf')
  await page.waitForURL((url) => url.pathname === '/train-manage/class' && url.search === '?status=onShelf')
  await shown(manager, '班级')
})

test('tabs close by the middle button, by Delete, all others, and all; home stays', async (t) => {
  const manager = await enter(t, portal, '/resource-manage/video')
  const { page } = manager
  await shown(manager, '视频')
  for (const [group, entry] of [
    ['培训管理', '班级'],
    ['订单管理', '订单'],
    ['资源管理', '课程'],
  ] as const) {
    await open(manager, group, entry)
    await shown(manager, entry)
  }
  await tabs(manager).getByRole('button', { name: '订单', exact: true }).click({ button: 'middle' })
  await tabs(manager).filter({ hasText: '订单' }).waitFor({ state: 'hidden' })
  await tabs(manager).getByRole('button', { name: '视频', exact: true }).focus()
  await page.keyboard.press('Delete')
  await tabs(manager).filter({ hasText: '视频' }).waitFor({ state: 'hidden' })
  assert.deepEqual(await tabNames(manager), ['首页', '班级', '课程'])
  await tabs(manager).getByRole('button', { name: '课程', exact: true }).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: '关闭其他' }).click()
  await page.getByRole('menuitem', { name: '关闭所有' }).waitFor({ state: 'hidden' })
  await tabs(manager).filter({ hasText: '班级' }).first().waitFor({ state: 'hidden' })
  assert.deepEqual(await tabNames(manager), ['首页', '课程'])
  await page.getByRole('button', { name: '标签页操作' }).click()
  await page.getByRole('menuitem', { name: '关闭所有' }).click()
  await shown(manager, '首页')
  assert.deepEqual(await tabNames(manager), ['首页'])
  assert.equal(await page.getByRole('button', { name: /^关闭 首页/ }).count(), 0)
})

test('a dialog with a changed form asks before it closes, an unchanged one does not', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  const field = page.getByRole('dialog', { name: '新建类别' }).getByLabel('名称')
  const openDialog = async () => {
    await page.getByRole('button', { name: '新建类别' }).click()
    await field.waitFor()
  }
  await openDialog()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
  await openDialog()
  await field.fill('写了一半')
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 450),
    () => button(page.getByRole('dialog', { name: '新建类别' }), '取消').click(),
  ]) {
    await leave()
    await page.getByRole('button', { name: '继续编辑' }).click()
    await page.getByRole('button', { name: '继续编辑' }).waitFor({ state: 'hidden' })
    assert.equal(await field.inputValue(), '写了一半')
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '仍要离开' }).click()
  await field.waitFor({ state: 'hidden' })
})
