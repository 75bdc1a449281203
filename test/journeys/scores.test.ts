import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { until } from '../until.ts'
import { assertAccessible } from './accessible.ts'
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

/** Adds another administrator to the demo, with the password that all have. */
async function addChief(): Promise<void> {
  await portal.world.db`
    insert into accounts (project_id, role_id, login_name, user_name, password_hash)
    select project_id, role_id, 'chief', '复核', password_hash from accounts where login_name = 'admin'`
}

/** Signs in on the page of a learner or of the office, which asks to move the slider. */
async function signIn(visitor: Visitor, account: string): Promise<void> {
  const { page } = visitor
  await page.getByRole('textbox', { name: /账号/ }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
  await button(page, '登录').click()
  await solveSlider(visitor, portal.world, 'keyboard')
}

/** Somebody of the staff at a desk. */
async function openOffice(t: TestContext, account: string): Promise<Visitor> {
  const visitor = await openWindow(t, portal.url)
  await visitor.page.goto('/admin-login')
  await signIn(visitor, account)
  await visitor.page.waitForURL('**/home/index')
  return visitor
}

/** A person of the demo's exam who did not pass and about whose score nothing waits, with what they look it up by. */
async function findFailed() {
  const { world } = portal
  const [row] = await world.db<
    { id: string; accountId: string; realName: string; points: number; subject: string; cardSealed: Buffer }[]
  >`
    select c.id, c.account_id, s.real_name, c.points, j.name as subject, s.card_sealed
    from scores c join students s on s.account_id = c.account_id join sign_up_subjects j on j.id = c.subject_id
    join score_publications b on b.subject_id = c.subject_id
    where c.result = 'failed' and not exists (select from score_appeals m where m.score_id = c.id)
      and not exists (select from approvals p where p.subject_id = c.id)
    order by c.id limit 1`
  const { cardSealed, accountId, ...found } = row!
  return { ...found, cardNumber: world.app.secrets.open('students.card', accountId, cardSealed) }
}

test('a score is corrected by two people, and on a phone its person finds ticket and corrected score', async (t) => {
  const score = await findFailed()
  const reason = '复核答题卡，多选题漏计分'
  const first = await openOffice(t, 'admin')
  const { page } = first
  await open(first, '报名管理', '成绩')
  await page.getByLabel('姓名或准考证号').fill(score.realName)
  await button(page, '查询').click()
  const row = page.getByRole('row').filter({ hasText: score.realName }).filter({ hasText: score.subject })
  await row.getByText(`${score.points} / 100`).waitFor()
  await first.settled()
  await assertAccessible(page)
  await button(row, '提出更正').or(button(row, '更多')).first().click()
  if (await page.getByRole('menuitem', { name: '提出更正' }).isVisible())
    await page.getByRole('menuitem', { name: '提出更正' }).click()
  await dialog(page).getByLabel('更正为').fill('66')
  await dialog(page).getByLabel('原因').fill(reason)
  await first.settled()
  await assertAccessible(page)
  await button(dialog(page), '提交给同事审批').click()
  await row.getByText('更正待审批').waitFor()

  // Nobody approves what they proposed: there is another administrator for that.
  await addChief()
  const second = await openOffice(t, 'chief')
  await second.page.goto('/customer/approvals?status=proposed&own=no')
  const proposal = second.page.getByRole('row').filter({ hasText: score.realName })
  await proposal.getByText(/由 .+ 改为 66/).waitFor()
  await proposal
    .getByRole('button', { name: /^批\s?准/ })
    .first()
    .click()
  const opened = second.page.getByRole('dialog').last()
  await opened.getByText(reason).first().waitFor()
  await second.settled()
  await assertAccessible(second.page)
  await opened.getByRole('button', { name: /^批准/ }).click()
  await until(async () => {
    const [row] = await portal.world.db<
      { points: number }[]
    >`select points from scores where id = ${score.id}`
    return row!.points === 66
  })
  await page.reload()

  await button(row, '成绩记录').click()
  const drawer = page.getByRole('dialog', { name: `${score.realName}的成绩记录` })
  await drawer.getByText(reason).waitFor()
  await first.settled()
  await assertAccessible(page)

  const stranger = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent })
  const lookUp = stranger.page.getByRole('region', { name: '查询准考证和成绩' })
  await stranger.page.goto('/trainIndex')
  await lookUp.getByLabel('姓名').fill(score.realName)
  await lookUp.getByLabel('证件号').fill(score.cardNumber)
  await lookUp.getByRole('button', { name: '查询' }).tap()
  await solveSlider(stranger, portal.world, 'keyboard')
  const found = lookUp.getByRole('list', { name: '成绩' })
  await found.getByText('66 分（满分 100）').waitFor()
  await found.getByText('合格', { exact: true }).waitFor()
  await stranger.settled()
  await assertAccessible(stranger.page)
  assert.ok((await stranger.page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
})
