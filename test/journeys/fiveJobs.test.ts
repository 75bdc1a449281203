import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { aClass } from '../build/class.ts'
import { yearFromNow } from '../build/days.ts'
import { theDemo } from '../build/demo.ts'
import { aTemplate } from '../build/certificate.ts'
import { anEnrolment } from '../build/enrolment.ts'
import { aLearner, anAccount, signedIn } from '../build/portal.ts'
import { aStudent } from '../build/study.ts'
import { issueCertificate } from '../../features/certificate/server/actions.ts'
import { anIdCard, aPerson, aRosterFile } from '../build/roster.ts'
import { countClicks, tabTo } from './clicks.ts'
import { expectText } from './expect.ts'
import { button, dialog } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

test('a roster with planted faults is imported, corrected in place and joined to a class in seven clicks', async (t) => {
  const { world } = portal
  const demo = await theDemo(world)
  const { accountId, loginName } = await anAccount(world, demo, { role: 'admin' })
  const free = await aClass(world, demo, { price: 0, name: '新员工安全须知' })
  const [unit] =
    await world.db`select id from units where status = 'active' order by length(path), name limit 1`
  await world.db`update accounts set unit_id = ${unit!.id as string} where id = ${accountId}`
  const { page } = await openWindow(t, portal.url, { token: await signedIn(world, loginName) })
  const clicks = await countClicks(page)
  const people = [1, 2, 3, 4, 5, 6].map((n) => aPerson(8_100_000 + n))
  const wrong = (card: string) => card.slice(0, 17) + (card.endsWith('1') ? '2' : '1')
  Object.assign(people[1]!, { cardNumber: wrong(anIdCard(8_100_002)) })
  Object.assign(people[2]!, { mobile: '025-86635912' })
  Object.assign(people[3]!, { realName: '<b>王芳</b>' })
  Object.assign(people[4]!, { mobile: people[0]!.mobile })
  await page.goto('/student-manage/student')
  await button(page, '导入学员').click()
  const drawer = dialog(page)
  await drawer.locator('input[type=file]').setInputFiles({
    name: '名单.xlsx',
    buffer: aRosterFile(people),
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  // The unit is the clerk's own, and seen before the file is sent.
  await button(drawer, '检查这个文件').click()
  await expectText(page, '有 4 行有问题，其余 2 行可以导入')
  await expectText(page, '导入到：')
  const row = (number: number) =>
    drawer.getByRole('row').filter({ has: page.getByRole('cell', { name: String(number), exact: true }) })
  const card = row(3).getByLabel('身份证号')
  await tabTo(page, card)
  await card.fill(anIdCard(8_100_002))
  await page.keyboard.press('Enter')
  await row(3).getByText('可以导入').waitFor()
  await row(5).getByRole('button', { name: '改为“王芳”' }).click()
  await row(5).getByText('可以导入').waitFor()
  const mobile = row(4).getByLabel('手机号')
  await tabTo(page, mobile)
  await mobile.fill('15081000903')
  await page.keyboard.press('Enter')
  await row(4).getByText('可以导入').waitFor()
  const repeated = row(6).getByLabel('手机号')
  assert.ok(await repeated.evaluate((own) => own === document.activeElement), 'Enter goes to the next fault')
  await repeated.fill('15081000905')
  await page.keyboard.press('Enter')
  await row(6).getByText('可以导入').waitFor()
  await expectText(page, '共 6 行，全部可以导入')
  await button(drawer, '导入 6 行').click()
  await expectText(page, '导入完成')
  await button(drawer, '将这些人加入班级').click()
  const picker = dialog(page).getByLabel('班级')
  await tabTo(page, picker)
  await picker.fill(free.name)
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('combobox', { expanded: false }).waitFor()
  await button(dialog(page), '加入').click()
  await expectText(page, '批量操作“加入班级”：完成 6 条')
  await dialog(page).getByText('导入完成').waitFor()
  const count = clicks()
  console.log(`roster with four faults, corrected and joined to a class: ${count} clicks`)
  assert.ok(count <= 7, `${count} clicks`)
  const [joined] = await world.db`
    select count(*)::int as count from enrolments e join students s on s.account_id = e.account_id
    where e.class_id = ${free.classId} and e.source = 'import'`
  assert.equal(joined!.count, 6)
})

test('a unit gets a manager in four clicks, whose first sign-in ends in the office', async (t) => {
  const { page } = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  const clicks = await countClicks(page)
  await page.goto('/unit-manage/list')
  const [unit] = await portal.world.db`
    select name from units where status = 'active' order by length(path), name limit 1`
  await page
    .getByRole('link', { name: unit!.name as string, exact: true })
    .first()
    .click()
  await page.getByRole('tab', { name: '管理员' }).click()
  await button(page, '新建管理员账号').click()
  const form = dialog(page)
  await form.getByLabel('姓名').fill('周站长')
  await form.getByLabel('账号').fill('zhouzhanzhang')
  await form.getByLabel('手机号').fill('16000007788')
  await form.getByText('可以看到所选单位及其下级的数据').waitFor()
  await button(form, '保存').click()
  const handover = page.getByRole('dialog', { name: '一次性密码' })
  const password = (await handover.locator('code').innerText()).trim()
  const count = clicks()
  console.log(`new unit manager: ${count} clicks`)
  assert.ok(count <= 4, `${count} clicks`)
  const [role] = await portal.world.db`
    select r.role_name from accounts a join roles r on r.id = a.role_id where a.login_name = 'zhouzhanzhang'`
  assert.equal(role!.roleName, '单位管理员')

  const head = await openWindow(t, portal.url)
  await head.page.goto('/login')
  await head.page.getByRole('textbox', { name: '账号' }).fill('zhouzhanzhang')
  await head.page.getByLabel('密码', { exact: true }).fill(password)
  await button(head.page, '登录').click()
  await head.page.waitForURL('**/admin-login?redirect=*')
  await head.page.getByRole('textbox', { name: '原密码' }).fill(password)
  await head.page.getByRole('textbox', { name: '新密码' }).fill('Blood2026c')
  await head.page.getByRole('button', { name: '修改密码' }).click()
  await head.page.waitForURL('**/home/index')
  await head.page.getByRole('navigation', { name: '后台菜单' }).getByRole('link', { name: '首页' }).waitFor()
})

test('a caller’s name leads from home to the sentence that explains the percent, copied in three clicks', async (t) => {
  const { world } = portal
  const demo = await theDemo(world)
  const caller = await aLearner(world, demo, { name: '慕容来电' })
  const student = await aStudent(world, demo, { learner: caller, name: '来电所问的班级', price: 0 })
  await world.db`update enrolments set progress = 4300 where id = ${student.enrolmentId}`
  const { page } = await openWindow(t, portal.url, { token: await portal.signIn('service') })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const clicks = await countClicks(page)
  await page.goto('/home/index')
  await page.getByRole('button', { name: /^全局搜索/ }).click()
  await page.getByRole('combobox', { name: '全局搜索' }).fill('慕容来电')
  await page
    .getByRole('option', { name: /慕容来电/ })
    .first()
    .click()
  await page.getByRole('heading', { name: '慕容来电', level: 1 }).waitFor()
  await page.getByRole('button', { name: '复制“来电所问的班级”的答复' }).click()
  await expectText(page, '答复已复制')
  const count = clicks()
  console.log(`from a caller’s name to the answer copied: ${count} clicks`)
  assert.ok(count <= 3, `${count} clicks`)
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^来电所问的班级：.*43%/)
})

/** A learner of the demo with a certificate in a name. */
async function aHolder(name: string) {
  const { world } = portal
  const demo = await theDemo(world)
  const certificateTemplateId = await aTemplate(world, demo.projectId)
  const holder = await aLearner(world, demo, { name })
  const { classId } = await aClass(world, demo, { price: 0, name: `${name}的班级` })
  await world.db`update train_classes set certificate_template_id = ${certificateTemplateId} where id = ${classId}`
  const enrolmentId = await anEnrolment(world, demo, { accountId: holder.accountId, classId })
  await world.db.begin((tx) => issueCertificate(tx, enrolmentId))
  return holder
}

test('a wrong name on a certificate is corrected by two people, and the certificate reissued, in five clicks', async (t) => {
  const { world } = portal
  const holder = await aHolder('欧阳若西')
  const clerk = await openWindow(t, portal.url, { token: await portal.signIn('service') })
  const proposing = await countClicks(clerk.page)
  await clerk.page.goto(`/student-manage/student-detail?accountId=${holder.accountId}`)
  await button(clerk.page, '提出更正').click()
  const drawer = dialog(clerk.page)
  await drawer.getByLabel('姓名').fill('欧阳若溪')
  await drawer.getByLabel('原因').fill('身份证复印件与系统姓名不符')
  await button(drawer, '提交').click()
  await expectText(clerk.page, '已提出，由另一位有审批权限的同事审批')

  const chief = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  const approving = await countClicks(chief.page)
  await chief.page.goto('/home/index')
  await chief.page.getByRole('link', { name: /待处理的更正/ }).click()
  const waiting = chief.page.getByRole('row').filter({ hasText: '欧阳若西' })
  await waiting.getByRole('button', { name: '批准执行' }).click()
  const opened = chief.page.getByRole('dialog', { name: '更正 · 欧阳若西' })
  await opened.getByText('将重新颁发 1 张证书').waitFor()
  await button(opened, '批准执行').click()
  await opened.waitFor({ state: 'hidden' })
  const counts = [proposing(), approving()] as const
  console.log(`a wrong name corrected and the certificate reissued: ${counts.join(' + ')} clicks`)
  assert.ok(counts[0] + counts[1] <= 5, counts.join(' + '))
  const issued = await world.db`
    select status, holder->>'realName' as name from certificates where account_id = ${holder.accountId} order by issued_at`
  assert.deepEqual(
    issued.map(({ status, name }) => [status, name]),
    [
      ['superseded', '欧阳若西'],
      ['valid', '欧阳若溪'],
    ],
  )
})

test('what takes two people is proposed by one and approved by another from home, who is seen to be at it', async (t) => {
  const { world } = portal
  const demo = await theDemo(world)
  const learner = await aLearner(world, demo, { name: '上官补录' })
  const clerk = await openWindow(t, portal.url, { token: await portal.signIn('service') })
  const proposing = await countClicks(clerk.page)
  await clerk.page.goto(`/student-manage/student-detail?accountId=${learner.accountId}`)
  await button(clerk.page, '提出更正').click()
  const drawer = dialog(clerk.page)
  await drawer.getByText('学时', { exact: true }).click()
  const type = drawer.getByLabel('类型')
  await tabTo(clerk.page, type)
  await clerk.page.keyboard.press('ArrowDown')
  await clerk.page.locator('.ant-select-item-option').first().waitFor()
  await clerk.page.keyboard.press('Enter')
  await drawer.getByLabel('增减学时').fill('2')
  await drawer.getByLabel('明细名称').fill('线下讲座补录')
  await drawer.getByLabel('原因').fill('主办单位签到表已核对')
  await clerk.page.keyboard.press('Control+Enter')
  await expectText(clerk.page, '已提出，由另一位有审批权限的同事审批')

  const chief = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  const approving = await countClicks(chief.page)
  await chief.page.goto('/home/index')
  await chief.page.getByRole('link', { name: /待处理的更正/ }).click()
  await chief.page.getByRole('row').filter({ hasText: '上官补录' }).waitFor()
  // The row is reached and opened by keys, and so is the decision.
  await chief.page.keyboard.press('j')
  await chief.page.keyboard.press('a')
  const opened = chief.page.getByRole('dialog', { name: '更正 · 上官补录' })
  await opened.getByText(`${yearFromNow()} · 公需课 · 必修：0 → 2 学时`).waitFor()
  const colleague = await anAccount(world, demo, { role: 'admin', userName: '旁观' })
  const other = await openWindow(t, portal.url, { token: await signedIn(world, colleague.loginName) })
  await other.page.goto('/customer/exception-register')
  const claimed = other.page.getByRole('row').filter({ hasText: '上官补录' })
  await claimed.getByText('正在由陈管理处理').waitFor()
  await opened.locator('[aria-keyshortcuts="A"]').waitFor()
  await chief.page.keyboard.press('a')
  await opened.waitFor({ state: 'hidden' })
  const counts = [proposing(), approving()] as const
  console.log(`hours proposed by one and approved by another: ${counts.join(' + ')} clicks`)
  assert.ok(counts[0] + counts[1] <= 4, counts.join(' + '))
  const [entry] =
    await world.db`select hours_tenths from hour_entries where account_id = ${learner.accountId}`
  assert.equal(entry!.hoursTenths, 20)
  // The next one that waits has come by itself.
  await chief.page.getByRole('dialog', { name: /^更正 · / }).waitFor()
})
