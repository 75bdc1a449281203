import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, scan, slowDown, visit, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Scans the code on the page with a telephone, which is a window of its own with nothing of this one. */
async function scanAs(
  { page }: Visitor,
  action: string | RegExp,
  answer?: (phone: Visitor) => Promise<void>,
): Promise<void> {
  const phone = await visit(portal.url, { width: 390 })
  await phone.page.goto(await scan(page, /微信二维码/))
  await phone.page.getByRole('button', { name: action }).click()
  await expectText(phone.page, '公众号回复')
  await answer?.(phone)
  await phone.putAway()
}

/** Opens the link in the account's message; the page says what is requested, for which account and by whom. */
async function openMessage({ page }: Visitor, heading = '确认登录？'): Promise<void> {
  await page.getByRole('link', { name: /点此查看，确认或取消/ }).click()
  await page.getByRole('heading', { name: heading }).waitFor()
  const facts = await page.locator('dl').innerText()
  assert.match(
    facts,
    /平台\s+\S+\s+(登录账号\s+\S+|绑定账号\s+\S+ \(learner\))\s+浏览器\s+Chrome · \S+\s+网络地址\s+127\.0\.0\.\*\s+请求时间\s+20/,
  )
}

/** Agrees on the phone to have the WeChat linked. */
async function agreeToLink(phone: Visitor): Promise<void> {
  await openMessage(phone, '确认绑定微信？')
  await phone.page.getByRole('button', { name: '绑定', exact: true }).click()
  await expectText(phone.page, '已确认绑定')
}

async function openScan({ page }: Visitor): Promise<void> {
  await page.goto('/login?redirect=%2FclassCenter')
  await page.getByRole('tab', { name: '微信登录' }).click()
}

async function signOut({ page }: Visitor): Promise<void> {
  await page.locator('.frame-menu > summary').click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL('**/login')
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
}

test('a learner binds WeChat by a scan and the password, signs in by it in both ways, unbinds and binds another', async (t) => {
  const learner = await openWindow(t, portal.url)
  await bindByScan(learner)
  await signOut(learner)
  await signInByScan(learner)
  await signOut(learner)
  await signInOnPlatform(learner)
  await signOut(learner)
  await denyOnPlatform(learner)
  await bindAnother(learner)
})

/** Scans, proves the account once by its password, agrees on the phone, and is where the link led. */
async function bindByScan(learner: Visitor): Promise<void> {
  const { page } = learner
  const prove = async () => {
    await page.getByRole('heading', { name: '绑定微信' }).waitFor()
    assert.ok(!page.url().includes('scene'), page.url())
    await page.getByLabel('账号或手机号').fill('learner')
    await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
    await page.getByRole('button', { name: '绑定并登录' }).click()
    await expectText(page, '请在手机上确认')
  }
  await openScan(learner)
  await scanAs(learner, '“小芳”关注公众号并扫码', async (phone) => {
    await prove()
    await openMessage(phone, '确认绑定微信？')
    await phone.page.getByRole('button', { name: '取消，不是我' }).click()
    await expectText(phone.page, '已取消')
  })
  await expectText(page, '微信没有绑定')
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)

  await openScan(learner)
  await scanAs(learner, '以“小芳”扫码', async (phone) => {
    await prove()
    await agreeToLink(phone)
  })
  await page.waitForURL('**/classCenter')
  await expectText(page, '微信已绑定')
}

/** Signs in by a scan and a yes on the phone; a scan alone, or a no, signs nobody in. */
async function signInByScan(learner: Visitor): Promise<void> {
  const { page } = learner
  await openScan(learner)
  await scanAs(learner, '以“小芳”扫码', async (phone) => {
    await expectText(page, '请在手机上确认')
    await openMessage(phone)
    await phone.page.getByRole('button', { name: '取消，不是我' }).click()
    await expectText(phone.page, '没有登录，也没有绑定')
  })
  await expectText(page, '已在手机上取消')
  assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)

  await page.getByRole('button', { name: '刷新二维码' }).click()
  await scanAs(learner, '以“小芳”扫码', async (phone) => {
    await expectText(page, '请在手机上确认')
    assert.equal(await page.evaluate(() => localStorage.getItem('token')), null)
    await openMessage(phone)
    await phone.page.getByRole('button', { name: '登录', exact: true }).click()
    await expectText(phone.page, '已确认登录')
  })
  await page.waitForURL('**/classCenter')
  assert.ok(await page.evaluate(() => localStorage.getItem('token')))
}

async function openPlatform(learner: Visitor): Promise<void> {
  await openScan(learner)
  await learner.page.getByRole('button', { name: '改用微信的扫码页面' }).click()
  await learner.page.getByRole('button', { name: '前往微信扫码' }).click()
}

/** Signs in on WeChat's own page, whose code stays in no history. */
async function signInOnPlatform(learner: Visitor): Promise<void> {
  const { page } = learner
  await openPlatform(learner)
  // Rendering lags behind the URL there.
  const endSlowness = await slowDown(page)
  await page.getByRole('button', { name: '以“小芳”同意' }).click()
  await page.waitForURL('**/classCenter')
  await endSlowness()
  await page.goBack()
  assert.doesNotMatch(page.url(), /code=/)
  await page.goto('/classCenter')
}

/** Denies on WeChat's own page, and sees a message with no trace in the URL. */
async function denyOnPlatform(learner: Visitor): Promise<void> {
  const { page } = learner
  await openPlatform(learner)
  await page.getByRole('button', { name: '拒绝' }).click()
  await expectText(page, '您没有同意微信授权')
  assert.doesNotMatch(page.url(), /state=/)
}

/** Unbinds, binds another WeChat with the password, and unbinds again. */
async function bindAnother(learner: Visitor): Promise<void> {
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
  await scanAs(learner, '“小雨”关注公众号并扫码', agreeToLink)
  await expectText(page, '请输入当前账号的密码')
  await page.getByRole('dialog').getByLabel('密码', { exact: true }).fill('Demo2026a')
  await page.getByRole('button', { name: '确认绑定' }).click()
  await page.getByRole('button', { name: '解除绑定' }).waitFor()
  await unbind()
}
