import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { partnerCalls } from '../../features/partner/contract.ts'
import { signedText } from '../../features/partner/rules.ts'
import { aHandOver, aPartner, type BuiltPartner } from '../build/partner.ts'
import { expectText } from './expect.ts'
import { button, dialog, open } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
let admin: string
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
  admin = await portal.signIn('admin')
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** The address a partner sends a browser to. */
async function addressOf(partner: BuiltPartner, userId: string, more: object = {}): Promise<string> {
  const { sign, ...fields } = await aHandOver(portal.world, partner, { userId, ...more })
  return `/authorized-login?${signedText(fields as Record<string, string>)}&sign=${sign}`
}

const held = ({ page }: Visitor) => page.evaluate(() => localStorage.getItem('token'))

test('a newcomer is handed over, continues to where the partner wanted, and leaves no signature in the address', async (t) => {
  const partner = await aPartner(portal.world, admin, { name: '省继续教育平台', mayRegister: true })
  const visitor = await openWindow(t, portal.url, { width: 390 })
  const { page } = visitor
  const address = await addressOf(partner, 'n-1', { redirect: '/classCenter' })
  await page.goto(address)
  await page.waitForURL('**/classCenter')
  await expectText(page, '已通过“省继续教育平台”登录')
  assert.ok(await held(visitor))
  assert.ok(!(await page.evaluate(() => location.href)).includes('sign='))

  const second = await openWindow(t, portal.url, { width: 390 })
  await second.page.goto(address)
  await second.page.getByRole('heading', { name: '登录没有成功' }).waitFor()
  await expectText(second.page, '这个登录链接已使用过')
  await second.page.getByRole('link', { name: '账号登录' }).waitFor()
  assert.equal(await held(second), null)
  await second.page.reload()
  await expectText(second.page, '这里没有待处理的登录请求')
})

test('anyone who has an account proves it once, and comes straight in the next time', async (t) => {
  const partner = await aPartner(portal.world, admin, { name: '医院学习平台' })
  const visitor = await openWindow(t, portal.url, { width: 390 })
  const { page } = visitor
  await page.goto(await addressOf(partner, 'h-7'))
  await page.getByRole('heading', { name: '绑定您的账号' }).waitFor()
  await page.getByLabel('账号或手机号').fill('learner')
  await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
  await page.getByRole('button', { name: '登录并绑定' }).click()
  await page.waitForURL('**/my')

  const next = await openWindow(t, portal.url)
  await next.page.goto(await addressOf(partner, 'h-7'))
  await next.page.waitForURL('**/my')
})

test('nobody who is signed in is switched to another account unasked', async (t) => {
  const partner = await aPartner(portal.world, admin, { name: '第三方平台', mayRegister: true })
  const own = await portal.signIn('learner')
  const visitor = await openWindow(t, portal.url, { token: own })
  const { page } = visitor
  await page.goto(await addressOf(partner, 'x-1'))
  await page.getByRole('heading', { name: '切换账号？' }).waitFor()
  assert.equal(await held(visitor), own)
  await page.getByRole('button', { name: '切换账号' }).click()
  await page.waitForURL('**/my')
  assert.notEqual(await held(visitor), own)
})

test('an administrator adds a partner and sees its key once', async (t) => {
  const visitor = await openWindow(t, portal.url, { token: admin })
  const { page } = visitor
  await page.goto('/home/index')
  await open(visitor, '项目管理', '合作平台')
  await page.getByRole('button', { name: '添加合作平台' }).click()
  await dialog(page).getByLabel('名称').fill('市人才网')
  await dialog(page).getByRole('switch', { name: '允许自动注册' }).click()
  await button(dialog(page), '保存').click()
  await expectText(page, '密钥只显示这一次')
  const key = await dialog(page).getByLabel('密钥', { exact: true }).inputValue()
  const code = await dialog(page).getByLabel('编码', { exact: true }).inputValue()
  assert.match(key, /^[\w-]{43}$/)
  await button(dialog(page), '我已保存').click()
  await page.getByLabel('密钥', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: '市人才网' }).waitFor()
  assert.ok(!(await page.content()).includes(key))
  const reply = await portal.world.call(
    partnerCalls.authorizedLogin,
    await aHandOver(portal.world, { id: '', code, key }),
  )
  assert.equal(reply.respCode, 200)
})
