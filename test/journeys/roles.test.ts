import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { closeBrowser, openWindow } from './visitor.ts'
import { button, choose, dialog, open } from './manager.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Signs in on the managers' login page as a person does. */
async function signIn(page: Page, account: string, password: string) {
  await page.goto('/admin-login')
  await page.getByRole('textbox', { name: '账号' }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button(page, '登录').click()
}

test('an administrator makes a role, gives it to somebody new, who sees only that and is signed out when it changes', async (t) => {
  const admin = await openWindow(t, portal.url)
  const { page } = admin
  await signIn(page, 'admin', 'Demo2026a')
  await page.waitForURL('**/home/index')

  await open(admin, '账号权限', '角色')
  await button(page, '新建角色').click()
  const drawer = dialog(page)
  await drawer.getByLabel('角色名称').fill('订单专员')
  await drawer.getByPlaceholder('搜索权限').fill('取消订单')
  const tree = drawer.getByRole('tree')
  await tree.getByText('取消订单', { exact: true }).waitFor()
  await drawer
    .locator('.ant-tree-treenode')
    .filter({ hasText: '取消订单' })
    .locator('.ant-tree-checkbox')
    .click()
  await expectText(page, '已选 1 个页面，1 个按钮')
  await drawer.getByPlaceholder('搜索权限').fill('')
  await button(drawer, '保存').click()
  await expectText(page, '角色已保存')
  await page.getByRole('row').filter({ hasText: '订单专员' }).getByText('1 个页面，1 个按钮').waitFor()

  await open(admin, '账号权限', '管理员')
  await button(page, '添加管理员').click()
  const form = dialog(page)
  await form.getByLabel('姓名').fill('李订单')
  await form.getByLabel('账号').fill('liorder')
  await form.getByLabel('手机号').fill('16000008888')
  await choose(page, form.getByLabel('主要角色'), '订单专员')
  await button(form, '保存').click()
  const handover = page.getByRole('dialog', { name: '一次性密码' })
  const password = (await handover.locator('code').innerText()).trim()
  assert.match(password, /^[a-z][a-z2-9]{12}\d$/)
  await handover.getByRole('button', { name: '我已复制，关闭' }).click()
  await handover.waitFor({ state: 'hidden' })
  await page.getByRole('row').filter({ hasText: 'liorder' }).getByText('待改密码').waitFor()

  const clerk = await openWindow(t, portal.url)
  await signIn(clerk.page, 'liorder', password)
  await changeFirst(clerk.page, password)
  await open(clerk, '订单管理', '订单')
  await clerk.page.getByRole('columnheader', { name: '订单号' }).waitFor()
  assert.equal(await clerk.page.getByRole('button', { name: '账号权限' }).count(), 0)
  assert.equal(await clerk.page.getByRole('button', { name: '免单' }).count(), 0)

  await open(admin, '账号权限', '角色')
  await page.getByRole('button', { name: '订单专员' }).click()
  const edited = dialog(page)
  await edited
    .locator('.ant-tree-treenode')
    .filter({ hasText: '取消订单' })
    .locator('.ant-tree-checkbox')
    .click()
  await button(edited, '保存').click()
  await expectText(page, '角色已保存')
  await button(clerk.page, '刷新').click()
  await clerk.page.waitForURL(/login/)
  await expectText(clerk.page, '您的身份权限已调整')

  await open(admin, '账号权限', '操作日志')
  await page.getByText('修改角色').first().waitFor()
  await page.getByRole('button', { name: '查看 修改角色 的详情' }).first().click()
  await dialog(page).getByText('取消订单').waitFor()
})

/** Anyone who was given a password chooses one of their own before anything else. */
async function changeFirst(page: Page, password: string) {
  await page.waitForURL('**/admin-login**')
  await page.getByRole('textbox', { name: '原密码' }).fill(password)
  await page.getByRole('textbox', { name: '新密码' }).fill('Order2026b')
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.waitForURL('**/home/index')
}
