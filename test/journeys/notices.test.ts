import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addText } from '../../features/project/server/actions.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { enter } from './frame.ts'
import { button, dialog, open } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, phoneAgent } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ popup: true })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** A class with somebody who studies it now. */
async function findTaught() {
  const [row] = await portal.world.db<{ classId: string; enrolmentId: string; loginName: string }[]>`
    select e.class_id, e.id as enrolment_id, a.login_name from enrolments e join accounts a on a.id = e.account_id
    where e.status = 'active' and e.suspended_by is null and e.expires_at > moment() and a.status = 'active'
      and not a.must_change_password order by e.id limit 1`
  return row!
}

/** Writes a title and a content into the drawer that is open, and publishes them. */
async function publish(page: Page, title: string, content: string): Promise<void> {
  const drawer = dialog(page)
  await drawer.getByLabel('标题', { exact: true }).fill(title)
  await drawer.locator('[contenteditable=true]').fill(content)
  await button(drawer, '保存并发布').click()
  await drawer.waitFor({ state: 'hidden' })
}

test('the office publishes a notice and an announcement; a learner on a phone closes the popup once and reads both', async (t) => {
  const { classId, enrolmentId, loginName } = await findTaught()
  const manager = await enter(t, portal)
  await open(manager, '账号权限', '轮播图与公告')
  await manager.page.getByRole('tab', { name: '通知公告' }).click()
  await manager.page.getByText('平台维护通知').waitFor()
  await button(manager.page, '写公告').click()
  await publish(manager.page, '假期服务安排', '假期里客服照常接听电话')
  await expectText(manager.page, '假期服务安排')
  await manager.page.goto(`/train-manage/train-class-detail?id=${classId}&tab=announcements`)
  await button(manager.page, '写班级公告').first().click()
  await publish(manager.page, '周六上午直播答疑', '请提前看完第一节')
  await expectText(manager.page, /已发布/)
  await manager.settled()
  await assertAccessible(manager.page)
  await portal.world.portal.drainJobs()

  const token = await portal.signIn(loginName)
  const { page, settled } = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent, token })
  await page.goto('/')
  const popup = page.getByRole('dialog', { name: '欢迎使用江海继续教育' })
  await popup.waitFor()
  const seen = page.waitForResponse(/project-popup\/see/)
  await page.keyboard.press('Escape')
  await popup.waitFor({ state: 'hidden' })
  await seen
  const notices = page.getByRole('region', { name: '通知公告' })
  await notices.getByRole('link', { name: '假期服务安排' }).tap()
  await expectText(page, '假期里客服照常接听电话')
  await settled()
  await assertAccessible(page)
  await page.goto('/my?tab=messages')
  await page.getByText(/发布了公告：周六上午直播答疑/).waitFor()
  await page.getByRole('link', { name: '查看“班级公告”' }).first().tap()
  await expectText(page, '请提前看完第一节')
  await settled()
  await assertAccessible(page)
  await page.goto(`/student/study-page?enrolmentId=${enrolmentId}`)
  const announcements = page.getByRole('region', { name: '班级公告' })
  await announcements.getByRole('link', { name: '周六上午直播答疑' }).waitFor()
  assert.equal(await announcements.getByText('未读').count(), 0)

  const second = await openWindow(t, portal.url, { token: await portal.signIn(loginName) })
  await second.page.goto('/')
  await second.page.getByRole('region', { name: '通知公告' }).waitFor()
  await second.settled()
  assert.equal(await second.page.getByRole('dialog').count(), 0)
})

test('a learner accepts a new agreement before the page that was asked for opens, and is asked once', async (t) => {
  const { loginName } = await findTaught()
  const [project] = await portal.world.db<{ id: string }[]>`
    select project_id as id from accounts where login_name = ${loginName}`
  const version = await portal.world.db.begin((tx) =>
    addText(tx, project!.id, { kind: 'agreement', content: '<p>新的约定</p>', required: true }),
  )
  const token = await portal.signIn(loginName)
  const { page } = await openWindow(t, portal.url, {
    width: 390,
    userAgent: phoneAgent,
    token,
    expected: /403/,
  })
  await page.goto('/my')
  await page
    .getByRole('region', { name: `用户协议第 ${version} 版` })
    .getByText('新的约定')
    .waitFor()
  await page.getByRole('button', { name: '同意并继续' }).tap()
  await page.getByRole('tab', { name: '班级' }).waitFor()
  await expectText(page, /学时/)
  assert.equal(await page.getByText('没有加载成功').count(), 0)
  const again = await openWindow(t, portal.url, { token: await portal.signIn(loginName) })
  await again.page.goto('/my?tab=messages')
  await again.page.getByRole('region', { name: '通知公告' }).waitFor()
})

test('a visitor reads the notices that are for everybody, and their device shows the popup once', async (t) => {
  const { page, settled } = await openWindow(t, portal.url)
  await page.goto('/trainIndex')
  const popup = page.getByRole('dialog', { name: '欢迎使用江海继续教育' })
  await popup.getByRole('button', { name: '知道了' }).click()
  await popup.waitFor({ state: 'hidden' })
  await page
    .getByRole('region', { name: '通知公告' })
    .getByRole('link', { name: /学习安排/ })
    .click()
  await page.waitForURL(/\/trainIndex\?notice=/)
  await page.reload()
  await page.getByRole('heading', { level: 1, name: /学习安排/ }).waitFor()
  await settled()
  assert.equal(await page.getByRole('dialog').count(), 0)
})
