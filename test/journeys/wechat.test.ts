import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, scan, slowDown, visit, type Visitor } from './visitor.ts'

let portal: VisitedPortal
let learner: Visitor
before(async () => {
  portal = await startPortal()
  learner = await visit(portal.url)
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Scans the code on the page with a telephone, which is a window of its own with nothing of this one. */
async function scanAs(deed: string | RegExp): Promise<void> {
  const phone = await visit(portal.url, { width: 390 })
  await phone.page.goto(await scan(learner.page, /微信二维码/))
  await phone.page.getByRole('button', { name: deed }).click()
  await expectText(phone.page, '公众号回复')
  await phone.context.close()
}

async function openScan(): Promise<void> {
  const { page } = learner
  await page.goto('/login?redirect=%2FclassCenter')
  await page.getByRole('tab', { name: '微信登录' }).click()
}

async function prove(): Promise<void> {
  await learner.page.getByLabel('密码', { exact: true }).fill('Demo2026a')
}

async function signOut(): Promise<void> {
  const { page } = learner
  await page.locator('.frame-menu > summary').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL('**/login')
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
}

test('a learner scans, proves the account once by its password, and is where they wanted to be', async () => {
  const { page } = learner
  await openScan()
  await scanAs('“小芳”关注公众号并扫码')
  await page.getByRole('heading', { name: '绑定微信' }).waitFor()
  assert.ok(!page.url().includes('scene'), page.url())
  await page.getByLabel('账号或手机号').fill('learner')
  await prove()
  await page.getByRole('button', { name: '绑定并登录' }).click()
  await page.waitForURL('**/classCenter')
  await expectText(page, '微信已绑定')
})

test('after signing out a scan alone signs in', async () => {
  const { page } = learner
  await signOut()
  await openScan()
  await scanAs('以“小芳”扫码')
  await page.waitForURL('**/classCenter')
  assert.ok(await page.evaluate(() => localStorage.getItem('token')))
})

test('WeChat’s own page signs the same person in, and its code stays in no history', async () => {
  const { page } = learner
  await signOut()
  await openScan()
  await page.getByRole('button', { name: '改用微信开放平台扫码' }).click()
  await page.getByRole('button', { name: '前往微信扫码' }).click()
  // What is drawn lags behind the address there.
  const asBefore = await slowDown(page)
  await page.getByRole('button', { name: '以“小芳”同意' }).click()
  await page.waitForURL('**/classCenter')
  await asBefore()
  await page.goBack()
  assert.doesNotMatch(page.url(), /code=/)
  await page.goto('/classCenter')
  await signOut()
  await openScan()
  await page.getByRole('button', { name: '改用微信开放平台扫码' }).click()
  await page.getByRole('button', { name: '前往微信扫码' }).click()
  await page.getByRole('button', { name: '拒绝' }).click()
  await expectText(page, '您没有同意微信授权')
  assert.doesNotMatch(page.url(), /state=/)
})

test('the learner unbinds, binds another WeChat with the password, and unbinds again', async () => {
  const { page } = learner
  const token = await portal.signIn('learner')
  await page.evaluate((given) => localStorage.setItem('token', given), token)
  const unbind = async () => {
    await page.getByRole('button', { name: '解除绑定' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '解除绑定' }).click()
    await expectText(page, '未绑定，绑定后可扫码登录')
  }
  await page.goto('/my?tab=account')
  await unbind()
  await page.getByRole('button', { name: '绑定微信' }).click()
  await scanAs('“小雨”关注公众号并扫码')
  await expectText(page, '请输入当前账号的密码')
  await page.getByRole('dialog').getByLabel('密码', { exact: true }).fill('Demo2026a')
  await page.getByRole('button', { name: '确认绑定' }).click()
  await page.getByRole('button', { name: '解除绑定' }).waitFor()
  await unbind()
  assert.deepEqual(learner.complaints, [])
})
