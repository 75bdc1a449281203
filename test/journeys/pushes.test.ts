import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../until.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { button, dialog } from './manager.ts'
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

test('a push that was given up is found as work, its tries are read, and it is pushed again and arrives', async (t) => {
  const { db } = portal.world
  const { page, settled } = await openWindow(t, portal.url, { token: await portal.signIn('service') })
  await page.goto('/home/index')
  await page
    .getByRole('link', { name: /未送达的推送/ })
    .first()
    .click()
  const row = page.getByRole('row').filter({ hasText: '未送达' }).first()
  await row.getByRole('button').first().click()
  await expectText(page, 'under maintenance')
  await settled()
  await assertAccessible(page)
  const text = await dialog(page).innerText()
  const id = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(text)![0]
  assert.match(text, /第 1 次[\s\S]*状态码 503/)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await button(row, '重新推送').click()
  await expectText(page, '已重新排队')
  const stateOf = async () => (await db`select status from pushes where id = ${id}`)[0]!.status as string
  await until(async () => (await stateOf()) === 'delivered')
  await page.goto(`/customer/my-class-push-log-manage?push=${id}`)
  await expectText(page, '第 2 次')
  await expectText(page, /"recorded"/)
  const [taken] =
    await db`select times, taken_at is not null as is_taken from sandbox_results where key = ${id}`
  assert.deepEqual({ ...taken }, { times: 2, isTaken: true })
})

test('the administrator sees where results go and tests it; the secret stays hidden', async (t) => {
  const { page, settled } = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  await page.goto('/project-manage/setting?tab=configs')
  await page.getByLabel('接收地址').waitFor()
  assert.equal(await page.getByLabel('签名密钥').inputValue(), '')
  await button(page, '发送测试结果').click()
  await expectText(page, 'test received')
  await settled()
  await assertAccessible(page)
})
