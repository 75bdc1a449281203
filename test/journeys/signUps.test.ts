import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { scoreCalls } from '../../features/score/contract.ts'
import { applicationCalls } from '../../features/signUp/application/contract.ts'
import { seatCalls } from '../../features/signUp/seat/contract.ts'
import { aScoreRow, importScores, sitNow } from '../build/score.ts'
import { until } from '../until.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { solveSlider } from './learner.ts'
import { button, dialog, open } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, phoneAgent, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: true } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const title = /信息技术应用能力考试/

/** The exam of the demo. */
async function findExam(): Promise<string> {
  const [row] = await portal.world.db<{ id: string }[]>`
    select id from sign_ups where title ~ '信息技术应用能力考试' and status = 'open'`
  return row!.id
}

/** A learner of the demo who has applied for nothing, with what they look a ticket up by. */
async function findNewcomer() {
  const [row] = await portal.world.db<
    { id: string; loginName: string; realName: string; cardSealed: Buffer }[]
  >`
    select a.id, a.login_name, s.real_name, s.card_sealed from accounts a join students s on s.account_id = a.id
    where a.status = 'active' and not a.must_change_password and s.card_sealed is not null
      and a.project_id = (select project_id from accounts where login_name = 'learner')
      and not exists (select from sign_up_applications p where p.account_id = a.id)
    order by a.id limit 1`
  const { id, loginName, realName, cardSealed } = row!
  return {
    id,
    loginName,
    realName,
    cardNumber: portal.world.app.secrets.open('students.card', id, cardSealed),
  }
}

/** Signs in on the page of a learner or of the office, which asks to move the slider. */
async function signIn(visitor: Visitor, account: string): Promise<void> {
  const { page } = visitor
  await page.getByRole('textbox', { name: /账号/ }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
  await button(page, '登录').click()
  await solveSlider(visitor, portal.world, 'keyboard')
}

/** An administrator at a desk. */
async function openOffice(t: TestContext): Promise<Visitor> {
  const visitor = await openWindow(t, portal.url)
  await visitor.page.goto('/admin-login')
  await signIn(visitor, 'admin')
  await visitor.page.waitForURL('**/home/index')
  return visitor
}

test('on a phone a learner applies for an exam, pays its fee, and finds first the ticket and then the scores', async (t) => {
  const { world } = portal
  const [signUpId, learner] = [await findExam(), await findNewcomer()]
  const office = await openOffice(t)
  const admin = await office.page.evaluate(() => localStorage.getItem('token')!)
  const visitor = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent })
  const { page } = visitor
  async function looksRight() {
    await visitor.settled()
    // Where a step was scrolled to, the bar above may cover a part of what is above it.
    await page.evaluate(() => scrollTo(0, 0))
    await assertAccessible(page)
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, page.url())
  }

  // The exam, its subjects, its fields, and a look at all of it.
  await page.goto('/trainIndex')
  const offered = page.getByRole('region', { name: '培训与考试' })
  await offered.getByRole('heading', { name: title }).waitFor()
  await looksRight()
  await offered.getByRole('link', { name: new RegExp(`去报名.*${title.source}`) }).tap()
  await looksRight()
  await page.getByRole('link', { name: '登录后报名' }).tap()
  await signIn(visitor, learner.loginName)
  await page.waitForURL(/trainIndex\?apply=/)
  await page.getByRole('button', { name: '开始填写' }).tap()
  await expectText(page, '第 1 步，共 3 步：报考科目')
  await page.getByRole('button', { name: '下一步' }).tap()
  await expectText(page, '请至少选择一个科目')
  for (const subject of ['信息技术基础', '数据安全实务'])
    await page.getByRole('checkbox', { name: subject }).check()
  await looksRight()
  await page.getByRole('button', { name: '下一步' }).tap()
  await expectText(page, '第 2 步，共 3 步：填写报名表')
  await page.getByLabel('现任岗位').fill('工程师')
  await page.getByRole('radio', { name: '本科' }).check()
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await looksRight()
  await page.getByRole('button', { name: '下一步' }).tap()
  await expectText(page, '第 3 步，共 3 步：核对并提交')
  await expectText(page, '信息技术基础、数据安全实务')
  await expectText(page, '¥60.00 · 审核通过后再缴费')
  await looksRight()
  await page.getByRole('button', { name: '提交报名' }).tap()
  await page.waitForURL(/trainIndex\?mine=/)
  await expectText(page, '主办方审核后会通知您。')
  const id = new URL(page.url()).searchParams.get('mine')!

  await world.ask(applicationCalls.review, { ids: [id], approve: true }, admin)
  await page.goto('/trainIndex')
  const mine = page.getByRole('region', { name: '我的报名' })
  await mine.getByText(/请在 .+ 前缴费/).waitFor()
  await looksRight()
  await mine.getByRole('button', { name: /缴费 ¥60\.00/ }).tap()
  await page.waitForURL(/go-pay/)
  await expectText(page, '¥60.00')
  await page.getByRole('link', { name: '在本机用微信付款' }).tap()
  await page.getByRole('button', { name: /确认支付/ }).tap()
  await expectText(page, /付款成功/)
  await looksRight()
  await page.getByRole('link', { name: '查看报名' }).tap()
  await page.waitForURL(/trainIndex/)
  await page.goto('/trainIndex')
  await mine.getByText('报名成功；安排座位后可以下载准考证。').waitFor()

  await world.ask(seatCalls.assign, { signUpId }, admin)
  await page.reload()
  await mine.getByText('报名成功，请下载准考证。').waitFor()
  await looksRight()
  const answered = page.waitForResponse((answer) => answer.url().includes(seatCalls.downloadTicket.path))
  await mine.getByRole('button', { name: '下载准考证' }).tap()
  const ticket = await answered
  assert.deepEqual([ticket.status(), ticket.headers()['content-type']], [200, 'application/pdf'])

  // Without signing in as well, by name and number.
  const [known] = await world.db<{ ticketNo: string }[]>`
    select ticket_no from sign_up_applications where id = ${id}`
  const { ticketNo } = known!
  const stranger = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent })
  const lookUp = stranger.page.getByRole('region', { name: '查询准考证和成绩' })
  await stranger.page.goto('/trainIndex')
  await lookUp.getByLabel('姓名').fill(learner.realName)
  await lookUp.getByLabel('证件号').fill(learner.cardNumber)
  await lookUp.getByRole('button', { name: '查询' }).tap()
  await solveSlider(stranger, world, 'keyboard')
  await lookUp.getByText('查到 1 张准考证').waitFor()
  await lookUp.getByText(`准考证号 ${ticketNo}`).waitFor()
  await stranger.settled()
  await assertAccessible(stranger.page)
  await lookUp.getByRole('link', { name: '核验' }).tap()
  await expectText(stranger.page, '准考证有效')
  await stranger.settled()
  await assertAccessible(stranger.page)

  // The exam is sat, and its scores are known.
  await sitNow(world, signUpId)
  const subjects = await world.db<{ id: string; name: string }[]>`
    select id, name from sign_up_subjects where sign_up_id = ${signUpId} order by sort`
  const sitter = { ticketNo, name: learner.realName }
  const rows = subjects.map(({ name }, at) => aScoreRow(sitter, 88 - 40 * at, name))
  await importScores(world, admin, signUpId, rows)
  const subjectIds = subjects.map((subject) => subject.id)
  await world.ask(scoreCalls.publish, { signUpId, subjectIds, appealDays: 5 }, admin)
  await page.reload()
  const scores = mine.getByRole('list', { name: '成绩' })
  await scores.getByText(/信息技术基础\s*88/).waitFor()
  await scores.getByText(/数据安全实务\s*48/).waitFor()
  await scores.getByText('合格', { exact: true }).waitFor()
  await looksRight()
})

test('the office rejects one of those who wait with a reason, and approves the others of the filter in one go', async (t) => {
  const { world } = portal
  const signUpId = await findExam()
  const applied = () => world.db<{ id: string; realName: string }[]>`
    select p.id, s.real_name from sign_up_applications p join students s on s.account_id = p.account_id
    where p.sign_up_id = ${signUpId} and p.status = 'applied' order by p.id desc`
  const statusOf = async (id: string) => {
    const [row] = await world.db<{ status: string }[]>`
      select status from sign_up_applications where id = ${id}`
    return row!.status
  }
  const waiting = await applied()
  const count = waiting.length
  assert.ok(count > 2, 'the demo has too few who wait')

  const visitor = await openOffice(t)
  const { page } = visitor
  await open(visitor, '报名管理', '考试报名')
  await page.getByRole('link', { name: title }).first().click()
  await page.getByRole('heading', { name: title }).first().waitFor()
  await page.getByRole('tab', { name: /报名人员/ }).click()
  await page.getByRole('button', { name: '状态 全部' }).click()
  await page.getByRole('checkbox', { name: '待审核' }).check()
  await button(page, '查询').click()
  await page.waitForURL(/status=applied/)
  await expectText(page, `共 ${count} 条`)
  const fact = (label: string, value: number) =>
    page.locator('.subject-facts > *').filter({ hasText: new RegExp(`^${label}\\s*${value}$`) })
  await fact('待审核', count).waitFor()
  await visitor.settled()
  await assertAccessible(page)

  const [first, ...others] = waiting
  const reason = '单位证明不清晰，请重新上传'
  const row = page.getByRole('row').filter({ hasText: first!.realName }).first()
  await button(row, '更多').click()
  await page.getByRole('menuitem', { name: '不通过' }).click()
  await dialog(page).getByLabel('原因').fill(reason)
  await visitor.settled()
  await assertAccessible(page)
  await button(dialog(page), '不通过').click()
  await expectText(page, `共 ${count - 1} 条`)
  assert.equal(await statusOf(first!.id), 'rejected')
  await fact('待审核', count - 1).waitFor()

  // Of a page that shows five of them, all that match are chosen.
  await page.getByRole('combobox', { name: '每页条数' }).selectOption({ label: '5 条/页' })
  await page.waitForURL(/limit=5/)
  await page
    .getByRole('checkbox', { name: /全选|本页全部/ })
    .first()
    .check()
  await page.getByRole('button', { name: `选择全部 ${count - 1} 条符合条件的` }).click()
  await page.getByRole('button', { name: `审核通过选中的 ${count - 1} 人` }).click()
  const asked = page.getByRole('alertdialog').or(page.getByRole('dialog')).last()
  await asked
    .getByText(/待审核/)
    .first()
    .waitFor()
  await button(asked, '审核通过').click()
  await until(async () => (await applied()).length === 0)
  for (const { id } of others) assert.equal(await statusOf(id), 'approved')
  const [counted] = await world.db<{ approved: number }[]>`
    select count(*)::int as approved from sign_up_applications where sign_up_id = ${signUpId} and status = 'approved'`
  await page.getByRole('button', { name: /任务中心/ }).click()
  const panel = page.getByRole('dialog', { name: '任务中心' })
  await panel
    .getByRole('listitem')
    .filter({ hasText: '通过报名' })
    .getByText(`完成 ${count - 1} 条`)
    .waitFor()
  // They were approved in the background.
  await page.reload()
  await fact('待审核', 0).waitFor()
  await fact('待缴费', counted!.approved).waitFor()
  await visitor.settled()
  await assertAccessible(page)
})
