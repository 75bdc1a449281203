import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { idCheckDigit } from '../../contract/identity.ts'
import { changeSettings } from '../build/portal.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, readCode, type Visitor } from './visitor.ts'

/** An administrator changes settings for now and later, and the registration form; a newcomer sees the result. */
let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** An administrator at the settings of the project. */
async function atSettings(t: TestContext): Promise<Visitor> {
  const manager = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  await manager.page.goto('/project-manage/list')
  await manager.page.getByRole('button', { name: '设置', exact: true }).click()
  return manager
}

test('a setting is changed immediately after its effect was read, and another is scheduled and withdrawn', async (t) => {
  const { page } = await atSettings(t)
  const newcomer = await openWindow(t, portal.url, { width: 390 })
  await page.locator('#setting-title').fill('江海继续教育云')
  await expectText(page, '有 1 项改动尚未保存')
  await page.getByRole('button', { name: '查看影响并保存' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/\d+ 名学员会看到变化/).waitFor()
  await dialog.getByRole('button', { name: '确认修改' }).click()
  await dialog.getByText('请写明修改原因').waitFor()
  await dialog.getByLabel('修改原因').fill('更名')
  await dialog.getByRole('button', { name: '确认修改' }).click()
  await expectText(page, '设置已生效')
  await newcomer.page.goto('/')
  await newcomer.page.waitForFunction(() => document.title.includes('江海继续教育云'))

  await page.locator('#setting-orderMinutes').fill('45')
  await page.getByRole('button', { name: '查看影响并保存' }).click()
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleString('sv').replace(' ', 'T').slice(0, 16)
  await dialog.getByText('定时生效', { exact: true }).click()
  await dialog.locator('input[type=datetime-local]').fill(tomorrow)
  await dialog.getByLabel('修改原因').fill('延长付款时间')
  await dialog.getByRole('button', { name: '确认修改' }).click()
  const line = page.getByRole('listitem').filter({ hasText: '延长付款时间' })
  await line.getByRole('button', { name: /撤\s?回/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /撤\s?回/ })
    .click()
  await expectText(page, '已撤回')
  await page.getByRole('tab', { name: '修改记录' }).click()
  await page.getByRole('row').filter({ hasText: '更名' }).getByText('已生效').waitFor()
  await page.getByRole('row').filter({ hasText: '延长付款时间' }).getByText('已撤回').waitFor()
})

test('the registration form is changed with the keyboard; a newcomer registers step by step with it', async (t) => {
  await askForEducation(await atSettings(t))
  await registerByStep(await openWindow(t, portal.url, { width: 390 }))
})

/** Adds education to the form, near the top, with the keyboard. */
async function askForEducation({ page }: Visitor): Promise<void> {
  await page.getByRole('tab', { name: '注册项' }).click()
  await page.getByRole('switch', { name: '询问学历' }).press('Space')
  await page.getByRole('switch', { name: '学历必填' }).press('Space')
  for (let step = 0; step < 5; step++) await page.getByRole('button', { name: '上移学历' }).press('Enter')
  await page.getByRole('button', { name: /^保\s?存$/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^保\s?存$/ })
    .click()
  await expectText(page, '注册页、完善资料和导入模板立即按此询问')
}

/** Registers with the changed form; a reload keeps all but the ID number. */
async function registerByStep({ page, context }: Visitor): Promise<void> {
  const first17 = '11010119950307621'
  await page.goto('/registerNew')
  await expectText(page, '第 1 步，共 4 步：身份')
  await page.getByLabel('真实姓名').fill('沈知秋')
  await page.getByLabel('身份证号').fill('110101199503076210')
  await page.getByRole('button', { name: '下一步' }).click()
  await expectText(page, '身份证号不正确，请核对')
  await page.reload()
  assert.equal(await page.getByLabel('真实姓名').inputValue(), '沈知秋')
  assert.equal(await page.getByLabel('身份证号').inputValue(), '')
  await page.getByLabel('身份证号').fill(first17 + idCheckDigit(first17))
  await page.getByRole('button', { name: '下一步' }).click()
  await expectText(page, '第 2 步，共 4 步：手机号')
  const mobile = '16012340877'
  await page.getByLabel('手机号').fill(mobile)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expectText(page, /秒后可重发/)
  await page.getByLabel('短信验证码').fill(await readCode(context, mobile))
  await page.getByRole('button', { name: '下一步' }).click()
  await expectText(page, '第 3 步，共 4 步：资料')
  await page.getByRole('button', { name: '下一步' }).click()
  await expectText(page, '必须填写')
  await page.getByLabel('学历').selectOption({ label: '大学本科' })
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByRole('button', { name: '上一步' }).click()
  assert.equal(await page.getByLabel('学历').inputValue(), '20')
  await page.getByRole('button', { name: '下一步' }).click()
  await expectText(page, `登录账号就是手机号 ${mobile}`)
  await page.getByLabel('密码', { exact: true }).fill('Garden88tree')
  await page.getByLabel('我已阅读并同意').check()
  await page.getByRole('button', { name: '注册并登录' }).click()
  await page.waitForURL('**/my')
  const [saved] = await portal.world.db`
    select s.education, t.version from accounts a join students s on s.account_id = a.id
      join agreement_consents c on c.account_id = a.id join project_texts t on t.id = c.text_id
    where a.user_name = '沈知秋'`
  assert.deepEqual({ ...saved }, { education: '20', version: 1 })
}

test('class types are side by side, or in one menu where the project sets it', async (t) => {
  const { page } = await openWindow(t, portal.url)
  const types = page.getByRole('navigation', { name: '主导航' })
  await page.goto('/')
  await types.getByRole('link', { name: '公需课' }).waitFor()
  const [project] = await portal.world.db<{ id: string }[]>`select id from projects`
  const { id } = project!
  t.after(() => changeSettings(portal.world, id, { showClassTypeModel: null }))
  await changeSettings(portal.world, id, { showClassTypeModel: 'menu' })
  await page.reload()
  await types.getByText('班级类型').click()
  await types.getByRole('link', { name: '公需课' }).click()
  await page.waitForURL('**/publicClass')
})
