import type { Locator, Page } from 'playwright-core'
import { expectText } from './expect.ts'
import type { Visitor } from './visitor.ts'

/** A button of the back office, which sets two Chinese characters apart. */
export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole('button', { name: new RegExp(`^${[...name].join('\\s?')}$`) })
}

/** Chooses in a select of the back office, which lists its choices elsewhere on the page. */
export async function choose(page: Page, field: Locator, text: string): Promise<void> {
  await field.click()
  await page.locator('.ant-select-dropdown:visible').getByText(text, { exact: true }).first().click()
}

export async function signIn({ page }: Visitor, account: string, password: string): Promise<void> {
  await page.goto('/admin-login')
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button(page, '登录').click()
  await page.waitForURL('**/home/index')
}

/** Goes to a page by the sidebar, as managers do. */
export async function open({ page }: Visitor, group: string, entry: string): Promise<void> {
  const link = page.getByRole('menuitem', { name: entry, exact: true })
  if (!(await link.isVisible())) await page.getByRole('menuitem', { name: group }).click()
  await link.click()
}

/** Uploads a video and waits until it can be played. */
export async function uploadVideo(visitor: Visitor, file: string, title: string): Promise<void> {
  const { page } = visitor
  await open(visitor, '资源管理', '视频')
  await button(page, '上传视频').click()
  await page.locator('input[type=file]').setInputFiles(file)
  await expectText(page, '已入库', 60_000)
  await page.keyboard.press('Escape')
  await page.locator('.ant-drawer-mask').waitFor({ state: 'hidden' })
  const row = page.getByRole('row').filter({ hasText: title })
  await row.getByText('可播放').first().waitFor({ timeout: 60_000 })
}

/** Makes a course of one video. */
export async function makeCourse(visitor: Visitor, course: { name: string; video: string; hours: number }) {
  const { page } = visitor
  await open(visitor, '资源管理', '课程')
  await button(page, '新建课程').click()
  const drawer = page.locator('.ant-drawer-open')
  await drawer.getByLabel('课程名称').fill(course.name)
  await drawer.getByLabel('学时').fill(String(course.hours))
  await button(drawer, '添加视频').click()
  const picker = page.getByRole('dialog', { name: '选择视频' })
  await picker.getByRole('checkbox', { name: course.video }).check()
  await picker.getByRole('button', { name: /加入/ }).click()
  await button(drawer, '保存').click()
  await expectText(page, course.name)
  await drawer.waitFor({ state: 'hidden' })
}

/** Makes a certificate template from the start design. */
export async function makeTemplate(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor
  await open(visitor, '资源管理', '证书模板')
  await button(page, '新建模板').click()
  await page.getByLabel('模板名称').fill(name)
  await button(page, '保存').click()
  await page.getByRole('row').filter({ hasText: name }).waitFor()
}
