import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { creditCode } from '../../db/seed/content/units.ts'
import { closeBrowser, openWindow } from './visitor.ts'
import { button, dialog, open } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { expectText } from './expect.ts'

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

/** Chooses a unit by a part of its name. */
async function pickUnit(page: Page, field: Locator, name: string) {
  // A dialog takes the focus when its animation ends.
  await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]') !== null)
  await field.click()
  await field.fill(name)
  await page
    .getByRole('option', { name: new RegExp(`^${name}`) })
    .first()
    .click()
}

/** Searches the list by name. */
async function find(page: Page, name: string) {
  const search = page.getByRole('search')
  await search.getByLabel('单位名称').fill(name)
  await button(search, '查询').click()
}

const inTree = (page: Page, name: string) =>
  page.getByRole('tree').getByRole('treeitem').filter({ hasText: name })

test('an administrator creates a unit, corrects its code, moves it, gives it a manager who sees only it, and merges a duplicate', async (t) => {
  const admin = await openWindow(t, portal.url)
  const { page } = admin
  await signIn(page, 'admin', 'Demo2026a')
  await page.waitForURL('**/home/index')
  await open(admin, '单位管理', '单位')
  await inTree(page, '江海市卫生健康委员会').waitFor()

  // A wrong code is reported before it is sent; corrected, it is saved.
  const code = creditCode('12', '329900', 900)
  await button(page, '新建单位').first().click()
  const drawer = dialog(page)
  await drawer.getByLabel('单位名称').fill('江海市中心血站')
  await pickUnit(page, drawer.getByLabel('上级单位'), '江海市教育局')
  const field = drawer.getByLabel('统一社会信用代码')
  await field.fill(`${code.slice(0, 17)}${code[17] === '0' ? '1' : '0'}`)
  await field.blur()
  await drawer.getByText('代码不正确').waitFor()
  await field.fill(code)
  await drawer.getByLabel('联系电话').first().fill('0500-86009999')
  await button(drawer, '保存').click()
  await expectText(page, '已保存“江海市中心血站”')

  // Drawn to its rightful parent.
  await inTree(page, '江海市教育局').locator('.office-tree-fold').click()
  await inTree(page, '江海市中心血站').waitFor()
  const source = inTree(page, '江海市中心血站')
  // In its middle: into the unit, not after it.
  await source.dragTo(inTree(page, '江海市卫生健康委员会'), {
    sourcePosition: { x: 8, y: 12 },
    targetPosition: { x: 130, y: 14 },
  })
  await expectText(page, '已移动“江海市中心血站”')
  await page
    .getByRole('row')
    .filter({ hasText: '江海市中心血站' })
    .getByText('江海市卫生健康委员会')
    .waitFor()

  await page.getByRole('link', { name: '江海市中心血站', exact: true }).click()
  await page.getByRole('heading', { name: '江海市中心血站' }).waitFor()
  const address = page.url()
  await page.getByRole('tab', { name: '管理员' }).click()
  await button(page, '新建管理员账号').click()
  const form = dialog(page)
  await form.getByLabel('姓名').fill('林血站')
  await form.getByLabel('账号').fill('linxuezhan')
  await form.getByLabel('手机号').fill('16000007777')
  await form.getByText('可以看到所选单位及其下级的数据').waitFor()
  await button(form, '保存').click()
  const handover = page.getByRole('dialog', { name: '一次性密码' })
  const password = (await handover.locator('code').innerText()).trim()
  await handover.getByRole('button', { name: '我已复制，关闭' }).click()
  await handover.waitFor({ state: 'hidden' })
  await page.getByRole('row').filter({ hasText: 'linxuezhan' }).getByText('待改密码').waitFor()

  // Its manager sees only it, and may change only its contact data.
  const head = await openWindow(t, portal.url)
  await signIn(head.page, 'linxuezhan', password)
  await head.page.getByRole('textbox', { name: '原密码' }).fill(password)
  await head.page.getByRole('textbox', { name: '新密码' }).fill('Blood2026b')
  await head.page.getByRole('button', { name: '修改密码' }).click()
  await head.page.waitForURL('**/home/index')
  await open(head, '单位管理', '单位')
  await inTree(head.page, '江海市中心血站').waitFor()
  assert.equal(await head.page.getByRole('treeitem').count(), 1)
  assert.equal(await head.page.getByRole('row').filter({ hasText: '正常' }).count(), 1)
  assert.equal(await button(head.page, '新建单位').count(), 0)
  await button(head.page.getByRole('row').filter({ hasText: '江海市中心血站' }), '修改').click()
  const own = dialog(head.page)
  await own.getByLabel('联系人').fill('林站长')
  assert.equal(await own.getByLabel('统一社会信用代码').isEnabled(), false)
  await button(own, '保存').click()
  await head.page.getByRole('row').filter({ hasText: '林站长' }).waitFor()

  // A duplicate goes into it: counted, named, and its old address leads on.
  await open(admin, '单位管理', '单位')
  await button(page, '新建单位').first().click()
  const second = dialog(page)
  await second.getByLabel('单位名称').fill('江海血站')
  await button(second, '保存').click()
  await expectText(page, '已保存“江海血站”')
  await find(page, '江海血站')
  await page.getByRole('link', { name: '江海血站', exact: true }).click()
  await page.getByRole('heading', { name: '江海血站' }).waitFor()
  const old = page.url()
  await button(page, '更多').click()
  await page.getByRole('menuitem', { name: '合并重复单位' }).click()
  const merge = dialog(page)
  await pickUnit(page, merge.getByLabel('合并到'), '江海市中心血站')
  await merge.getByText('将从“江海血站”移到“江海市中心血站”').waitFor()
  await merge.getByLabel('请输入“江海血站”确认合并').fill('江海血站')
  await button(merge, '合并').click()
  await page.getByRole('heading', { name: '江海市中心血站' }).waitFor()
  await page.goto(old)
  await expectText(page, '“江海血站”已合并到这个单位')
  assert.equal(new URL(address).pathname, '/unit-manage/detail')
  await page.getByRole('tab', { name: '操作记录' }).click()
  await expectText(page, '并入重复单位')
})
