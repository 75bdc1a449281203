import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { theDemo } from '../build/demo.ts'
import { aLearner, type BuiltPortal } from '../build/portal.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

const password = 'Demo2026a'
let portal: VisitedPortal
let demo: BuiltPortal
before(async () => {
  portal = await startPortal()
  demo = await theDemo(portal.world)
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

test('a learner closes the account, reads when it ends, signs in and reads that this cancelled it', async (t) => {
  const { accountId, loginName, token } = await aLearner(portal.world, demo)
  const { page } = await openWindow(t, portal.url, { width: 390, token })
  await page.goto('/my?tab=account')
  await page.getByRole('button', { name: '注销账号' }).click()
  const sheet = page.getByRole('dialog', { name: '注销账号' })
  await sheet.getByRole('textbox', { name: '登录密码' }).fill(password)
  await sheet.getByRole('button', { name: '确认注销' }).click()
  await expectText(page, '请先勾选，确认已了解后果')
  const tick = sheet.getByRole('checkbox', { name: '我已了解注销的后果' })
  assert.equal(await tick.evaluate((box) => box === document.activeElement), true, 'the fault is at the tick')
  await tick.check()
  await sheet.getByRole('button', { name: '确认注销' }).click()

  await page.waitForURL('**/account-closing?due=*')
  await page.getByRole('heading', { name: '已申请注销' }).waitFor()
  await expectText(page, '在此之前登录一次，注销即撤销')
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
  assert.equal(await page.getByText('已被退出').count(), 0, 'nothing says that somebody was thrown out')
  await page.reload()
  await page.getByRole('heading', { name: '已申请注销' }).waitFor()

  await page.goto('/login?redirect=/my')
  await page.getByLabel('账号或手机号').fill(loginName)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectText(page, '之前申请的账号注销已撤销')
  const [closing] = await portal.world.db`select status from account_closings where account_id = ${accountId}`
  assert.equal(closing!.status, 'cancelled')
})

test('a copy of one’s data is loaded down, and then no longer on the server', async (t) => {
  const { accountId, token } = await aLearner(portal.world, demo)
  const { page } = await openWindow(t, portal.url, { token })
  await page.goto('/my?tab=account')
  await page.getByRole('button', { name: '下载我的数据' }).click()
  await page.getByRole('textbox', { name: '登录密码' }).fill(password)
  await page.getByRole('button', { name: '生成', exact: true }).click()
  const fetch = page.getByRole('button', { name: '下载文件' })
  await fetch.waitFor()
  const arrived = page.waitForEvent('download')
  await fetch.click()
  assert.equal((await arrived).suggestedFilename(), 'my-data.html')
  await expectText(page, '已下载，服务器上的文件已删除')
  const [row] = await portal.world
    .db`select status, content_sealed from data_exports where account_id = ${accountId}`
  assert.deepEqual([row!.status, row!.contentSealed], ['fetched', null])
})
