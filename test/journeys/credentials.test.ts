import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { theDemo } from '../build/demo.ts'
import { aPortrait } from '../build/face.ts'
import { aLearner, anAccount, type BuiltPortal, changeSettings } from '../build/portal.ts'
import { idCheckDigit } from '../../contract/identity.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, readCode, type Visitor } from './visitor.ts'

let portal: VisitedPortal
let demo: BuiltPortal
before(async () => {
  portal = await startPortal()
  demo = await theDemo(portal.world)
  const fields = ['realName', 'cardNumber', 'mobile', 'photo'].map((key) => ({ key, required: true }))
  await portal.world.db`update projects set register_fields = ${portal.world.db.json(fields)}`
  await changeSettings(portal.world, demo.projectId, { loginAsRegister: true })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const builtPassword = 'Demo2026a'
const first17 = '11010119920307001'
const cardNumber = first17 + idCheckDigit(first17)

const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
const picture = async (side: number) => ({
  name: 'face.png',
  mimeType: 'image/png',
  buffer: await square(side),
})

/** A learner whose profile is complete, with the mobile number codes are sent to. */
async function aMember(): Promise<{ accountId: string; mobile: string }> {
  const { world } = portal
  const { accountId, token } = await aLearner(world, demo)
  await aPortrait(world, token, await square(640))
  const [row] = await world.db`select mobile_sealed from accounts where id = ${accountId}`
  return {
    accountId,
    mobile: world.app.secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer),
  }
}

let minutes = 0

/** Requests a code on the page and types it. A minute must pass between two codes to a number. */
async function typeCode({ page, context }: Visitor, mobile: string): Promise<void> {
  await portal.world.moveClock(`${(minutes += 2)} minutes`)
  await portal.world.db`delete from outbox_messages where recipient = ${mobile}`
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expectText(page, '秒后可重发')
  await page.getByLabel('短信验证码').fill(await readCode(context, mobile))
}

async function signInByCode(visitor: Visitor, mobile: string): Promise<void> {
  const { page } = visitor
  await page.getByRole('tab', { name: '验证码登录' }).click()
  await page.getByLabel('手机号').fill(mobile)
  await typeCode(visitor, mobile)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

async function signInByPassword({ page }: Visitor, account: string, password: string): Promise<void> {
  await page.getByLabel('账号或手机号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

test('a stranger signs in by mobile code, having agreed, and is led to the profile', async (t) => {
  const learner = await openWindow(t, portal.url, { width: 390 })
  const { page } = learner
  await page.goto('/login?redirect=/classCenter')
  await signInByCode(learner, '16077700017')
  await expectText(page, '登录将为您注册')
  await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/student/info?*')
  await page.getByRole('heading', { name: '完善个人资料' }).waitFor()
  await expectText(page, '证书：印真实姓名')
  await page.getByRole('button', { name: '稍后再说' }).click()
  await page.waitForURL('**/classCenter')
})

test('a wrong profile field shows its own error; a profile left for later is not forgotten', async (t) => {
  const { token } = await anAccount(portal.world, demo)
  const { page } = await openWindow(t, portal.url, { width: 390, token })
  await page.goto('/student/info?redirect=/classCenter')
  await page.getByLabel('真实姓名').fill('林知秋')
  await page.getByLabel('身份证号').fill(`${cardNumber.slice(0, 17)}${cardNumber[17] === '1' ? '2' : '1'}`)
  await page.getByRole('button', { name: '提交' }).click()
  await expectText(page, '身份证号不正确')
  await page.getByRole('button', { name: '稍后再说' }).click()
  await page.waitForURL('**/classCenter')
  await page.goto('/my')
  await page.getByRole('link', { name: '去完善' }).click()
  await page.getByRole('heading', { name: '完善个人资料' }).waitFor()
})

test('a photo is cut out of a picture that is one, and large enough; then the profile is complete', async (t) => {
  const { loginName, accountId } = await anAccount(portal.world, demo)
  const { page } = await openWindow(t, portal.url, { width: 390, token: await portal.signIn(loginName) })
  await page.goto('/student/info?redirect=/my')
  await page.getByRole('button', { name: '上传照片' }).click()
  const dialog = page.getByRole('dialog', { name: '上传照片' })
  const file = dialog.locator('input[type=file]')
  await file.setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
  await dialog.getByText('Image only').waitFor()
  await file.setInputFiles(await picture(199))
  await dialog.getByText("Image's size is too low. Expected at least: 200*200").waitFor()
  await file.setInputFiles(await picture(640))
  await dialog.getByRole('slider', { name: '缩放' }).fill('40')
  await dialog.getByRole('button', { name: '使用这张照片' }).click()
  await page.getByRole('img', { name: '您的照片' }).waitFor()
  await page.getByLabel('真实姓名').fill('林知秋')
  await page.getByLabel('身份证号').fill(cardNumber)
  await page.getByRole('button', { name: '提交' }).click()
  await page.waitForURL((url) => url.pathname === '/my')
  const [row] = await portal.world.db`
    select i.width, s.card_mask from students s join images i on i.key = s.photo_key
    where s.account_id = ${accountId}`
  assert.ok((row!.width as number) >= 200 && (row!.width as number) < 640, `cut to ${row!.width}`)
  assert.equal(row!.cardMask, `1101**********${cardNumber.slice(-4)}`)
})

test('setting a password signs every other device out, and not this one', async (t) => {
  const { mobile } = await aMember()
  const learner = await openWindow(t, portal.url, { width: 390 })
  const other = await openWindow(t, portal.url)
  for (const visitor of [learner, other]) {
    await visitor.page.goto('/login')
    await signInByCode(visitor, mobile)
    await visitor.page.waitForURL((url) => url.pathname === '/my')
  }
  const { page } = learner
  await page.goto('/my?tab=account')
  await expectText(page, 'Chrome · Linux')
  assert.equal(await page.getByRole('button', { name: /^退出 Chrome/ }).count(), 1)
  await page.getByRole('tab', { name: '用手机验证码' }).click()
  await typeCode(learner, mobile)
  await page.getByLabel('新密码').fill('Garden88tree')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expectText(page, '密码已修改，其他设备已退出登录')
  await other.page.goto('/student/cart')
  await other.page.waitForURL('**/login?*')
  await expectText(other.page, '您的密码或账号设置已变更')
  await page.goto('/my?tab=account')
  await expectText(page, `${mobile.slice(0, 3)}****${mobile.slice(-4)}`)
})

test('a forgotten password is reset, over a reload that forgets neither the wait nor the number', async (t) => {
  const { mobile } = await aMember()
  const learner = await openWindow(t, portal.url)
  const { page } = learner
  await page.goto('/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await page.getByRole('heading', { name: '重设密码' }).waitFor()
  await page.getByLabel('手机号').fill(mobile)
  await typeCode(learner, mobile)
  const code = await page.getByLabel('短信验证码').inputValue()
  await page.reload()
  await expectText(page, '秒后可重发')
  assert.equal(await page.getByLabel('手机号').inputValue(), mobile)
  await page.getByLabel('短信验证码').fill(code)
  await page.getByLabel('新密码').fill(builtPassword)
  await page.getByRole('button', { name: '保存新密码' }).click()
  await expectText(page, '新密码不能与原密码相同')
  await page.getByLabel('新密码').fill('River77stone')
  await page.getByRole('button', { name: '保存新密码' }).click()
  await page.waitForURL('**/login?reason=reset')
  await page.getByRole('checkbox', { name: '记住账号' }).check()
  await signInByPassword(learner, mobile, 'River77stone')
  await page.waitForURL((url) => url.pathname === '/my')
  await page.evaluate(() => localStorage.removeItem('token'))
  await page.goto('/login')
  assert.equal(await page.getByLabel('账号或手机号').inputValue(), mobile)
  assert.equal(await page.getByLabel('密码', { exact: true }).inputValue(), '')
})

test('anyone who was given a password changes it first, and then continues', async (t) => {
  const { accountId, mobile } = await aMember()
  await portal.world.db`update accounts set must_change_password = true where id = ${accountId}`
  const learner = await openWindow(t, portal.url)
  const { page } = learner
  await page.goto('/login')
  await signInByPassword(learner, mobile, builtPassword)
  await page.waitForURL('**/my?tab=account')
  await expectText(page, '请立即修改')
  await page.getByRole('textbox', { name: '原密码' }).fill(builtPassword)
  await page.getByLabel('新密码').fill('Meadow55lark')
  await page.getByRole('button', { name: '修改密码' }).click()
  await expectText(page, '密码已修改')
  await expectText(page, '其他设备上的登录会全部退出')
  await page.getByRole('tab', { name: '班级' }).click()
  await page.waitForURL('**/my?tab=classes')
})
