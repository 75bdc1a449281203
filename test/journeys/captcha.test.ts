import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { numberWords } from '../../features/captcha/picture/rules.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: true } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const numbers = new Map(Array.from({ length: 100 }, (_, i) => [numberWords(i, 'zh'), i]))

test('who cannot see the pictures signs in by a question in words, which the browser first works for', async (t) => {
  const { page } = await openWindow(t, portal.url, { width: 390 })
  await page.goto('/login?redirect=%2FclassCenter')
  await page.getByLabel('账号', { exact: false }).first().fill('learner')
  await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.getByRole('button', { name: '滑不动？改为输入验证码' }).click()
  const works = page.getByRole('progressbar', { name: '准备进度' }).waitFor()
  await page.getByRole('button', { name: '看不清图片，改做文字题' }).click()
  await works
  const question = await page.getByText('等于多少').innerText()
  const [, a, b] = /^(.+)加(.+)等于多少/.exec(question)!
  assert.equal(await page.getByRole('progressbar').count(), 0)
  await page.getByLabel('请输入答案').fill(String(numbers.get(a!)! + numbers.get(b!)!))
  await page.getByRole('button', { name: '确定' }).click()
  await page.waitForURL('**/classCenter')
})
