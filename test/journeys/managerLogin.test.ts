import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { codeFor, secretOf } from '../build/authenticator.ts'
import { changeSettings } from '../build/portal.ts'
import { stopClock } from '../clock.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, scan, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

async function signIn({ page }: Visitor, account: string): Promise<void> {
  await page.getByLabel('账号或手机号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/** Code the authenticator shows for the secret in the picture; `later` steps on. */
const codeOfPicture = (uri: string, later = 0) =>
  codeFor(portal.world, secretOf(new URL(uri).searchParams.get('secret')!), later)
const tokenOf = ({ page }: Visitor) => page.evaluate(() => localStorage.getItem('token'))

test('a manager sets the second factor up, signs in with it, acts in another role and leaves', async (t) => {
  const { db } = portal.world
  await stopClock(db)
  t.after(() => portal.world.moveClock('0'))
  await db`update roles set second_factor = true where role_name = '系统管理员'`
  t.after(() => db`update roles set second_factor = false where role_name = '系统管理员'`)
  await db`insert into account_roles (account_id, role_id)
    select a.id, r.id from accounts a join roles r on r.project_id = a.project_id and r.role_name = '财务'
    where a.login_name = 'admin'`
  const visitor = await openWindow(t, portal.url)
  const { page } = visitor
  await page.goto('/order-manage/list?page=1')
  await page.waitForURL('**/login?redirect=*')
  await page.goto('/admin-login')
  await signIn(visitor, 'admin')
  await page.getByRole('heading', { name: '绑定验证器' }).waitFor()
  const uri = await scan(page, /绑定二维码/)
  await page.getByLabel('动态验证码').fill(await codeOfPicture(uri))
  await page.getByRole('button', { name: '确认' }).click()
  await page.getByRole('heading', { name: '请保存恢复码' }).waitFor()
  assert.equal(await page.locator('.factor-codes li').count(), 10)
  await page.getByRole('button', { name: '我已保存，继续' }).click()
  await page.waitForURL('**/home/index')
  await page.getByRole('button', { name: '培训管理' }).waitFor()

  await page.getByRole('button', { name: /陈管理/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL('**/admin-login')
  await signIn(visitor, 'admin')
  await page.getByRole('heading', { name: '请输入动态验证码' }).waitFor()
  await page.getByLabel(/6 位动态验证码/).fill('000000')
  await page.getByRole('button', { name: '确认' }).click()
  await expectText(page, '动态验证码不正确')
  await page.getByLabel(/6 位动态验证码/).fill(await codeOfPicture(uri, 1))
  await page.getByRole('button', { name: '确认' }).click()
  await page.waitForURL('**/home/index')
  await page.waitForFunction(() => document.title === '首页 · 江海市专业技术人员继续教育')

  await page.goto('/switch-login')
  await page.getByRole('heading', { name: '切换身份' }).waitFor()
  await page.getByRole('button', { name: /^切换 财务/ }).click()
  await expectText(page, '已切换为 财务')
  assert.equal(await tokenOf(visitor), '财务-token')
  assert.match(await page.evaluate(() => document.cookie), /token=%E8%B4%A2%E5%8A%A1-token/)
  await page.goto('/home/index')
  await page.getByRole('button', { name: '订单管理' }).waitFor()
  assert.equal(await page.getByRole('button', { name: '培训管理' }).count(), 0)

  // The name by itself opens nothing in another browser.
  const thief = await openWindow(t, portal.url)
  await thief.page.addInitScript(() => localStorage.setItem('token', '财务-token'))
  await thief.page.goto('/order-manage/list')
  await thief.page.waitForURL('**/login?redirect=*')

  await page.getByRole('button', { name: /陈管理/ }).click()
  await page.getByRole('menuitem', { name: '退出登录' }).click()
  await page.waitForURL('**/admin-login')
  assert.equal(await tokenOf(visitor), null)
  assert.deepEqual(
    (await visitor.context.cookies())
      .map((cookie) => cookie.name)
      .filter((name) => !['locale', 'device'].includes(name)),
    [],
  )
})

test('a wrong password is reported at its field; the right one, by Enter, leads to path, query and hash', async (t) => {
  const visitor = await openWindow(t, portal.url)
  const { page } = visitor
  const [project] = await portal.world.db<{ id: string }[]>`select id from projects`
  const { id } = project!
  t.after(() => changeSettings(portal.world, id, { singleRole: null }))
  await changeSettings(portal.world, id, { singleRole: true })
  await page.goto('/order-manage/list?status=paid#bottom')
  await page.waitForURL('**/login?redirect=*')
  const [account, password] = [page.getByLabel('账号或手机号'), page.getByLabel('密码', { exact: true })]
  await password.fill('x')
  await page.keyboard.press('Enter')
  await page.locator('input[name=account]:focus').waitFor()
  await account.fill('finance')
  await password.fill('Wrong2026a')
  await page.keyboard.press('Enter')
  await page.locator('.k-field').filter({ has: password }).getByText('账号或密码不正确').waitFor()
  await page.locator('input[name=password]:focus').waitFor()
  assert.equal(await account.inputValue(), 'finance')
  await password.fill('Demo2026a')
  await page.getByLabel('身份').selectOption({ label: '单位管理员' })
  await password.press('Enter')
  await expectText(page, '您的账号没有这个身份')
  await page.locator('select[name=roleType]:focus').waitFor()
  await page.getByLabel('身份').selectOption({ label: '我的主要身份' })
  await password.press('Enter')
  await page.waitForURL('**/order-manage/list?status=paid#bottom')
  await page.getByRole('columnheader', { name: '订单号' }).waitFor()
})
