import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sessionCalls } from '../../features/session/contract.ts'
import { openTicket } from '../../features/session/ticket/server/actions.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const tokenOf = ({ page }: Visitor) => page.evaluate(() => localStorage.getItem('token'))

test('another account of one’s own is linked by its password and used immediately, and is a choice from then on', async (t) => {
  const visitor = await openWindow(t, portal.url, { token: await portal.signIn('finance') })
  const { page } = visitor
  await page.goto('/switch-login')
  await page.getByRole('button', { name: '关联其他账号' }).click()
  await page.getByLabel('账号或手机号').fill('service')
  const password = page.getByLabel('密码', { exact: true })
  await password.fill('Wrong2026a')
  await page.keyboard.press('Enter')
  await expectText(page, '账号或密码不正确')
  await page.locator('input[name=password]:focus').waitFor()
  await password.fill('Demo2026a')
  await page.keyboard.press('Enter')
  await page.getByText('客服', { exact: true }).waitFor()
  const fresh = await tokenOf(visitor)
  const info = await portal.world.ask(sessionCalls.getAccountInfo, {}, fresh)
  assert.equal(info.manageAccountInfo.roleRP.roleName, '客服')
  await page.evaluate((token) => localStorage.setItem('token', token), await portal.signIn('finance'))
  await page.reload()
  await page.getByText(/ · 客服$/).waitFor()
  await page.getByRole('button', { name: '取消关联' }).click()
  await expectText(page, '还没有关联的账号')
})

test('a link that brings another account asks first, and its ticket is no token afterwards', async (t) => {
  const { db } = portal.world
  const [learner] = await db<{ id: string; roleId: string; unitId: string | null }[]>`
    select id, role_id, unit_id from accounts where login_name = 'learner'`
  const visitor = await openWindow(t, portal.url)
  const { page } = visitor
  await page.goto('/login')
  const own = await portal.signIn('finance')
  await page.evaluate((token) => localStorage.setItem('token', token), own)
  const ticket = await db.begin((tx) => openTicket(tx, learner!))
  await page.goto(`/my?token=${ticket}`)
  await page.getByRole('heading', { name: '切换到另一个账号？' }).waitFor()
  assert.equal(new URL(page.url()).search, '')
  assert.equal(await tokenOf(visitor), own)
  await page.getByRole('button', { name: '切换账号', exact: true }).click()
  await page.waitForFunction(() => /^[\w-]{43}$/.test(localStorage.getItem('token') ?? ''))
  await page.getByRole('heading', { name: '切换到另一个账号？' }).waitFor({ state: 'hidden' })
  assert.notEqual(await tokenOf(visitor), own)
  assert.equal(new URL(page.url()).pathname, '/my')

  const late = await openWindow(t, portal.url)
  await late.page.goto(`/classCenter?token=${ticket}`)
  await expectText(late.page, '登录链接已失效')
  assert.equal(await tokenOf(late), null)
})
