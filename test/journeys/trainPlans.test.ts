import { after, before, test } from 'node:test'
import { enrolmentCalls } from '../../features/enrolment/contract.ts'
import { until } from '../until.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { button, dialog, open } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, phoneAgent } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** A health professional of the demo who has done nothing of this year, and has no order or class of it. */
async function findBehind(): Promise<string> {
  const [row] = await portal.world.db<{ loginName: string }[]>`
    select a.login_name from accounts a join students s on s.account_id = a.id
    where s.personnel_category = 'health' and a.status = 'active' and not a.must_change_password
      and not exists (select from order_items i where i.account_id = a.id
        and i.year = extract(year from moment() at time zone 'Asia/Shanghai'))
      and not exists (select from enrolments e join train_classes c on c.id = e.class_id where e.account_id = a.id
        and c.year = extract(year from moment() at time zone 'Asia/Shanghai'))
    order by a.id limit 1`
  return row!.loginName
}

/** Passes the one class that a learner is in, as the office does after a training elsewhere. */
async function passClassOf(loginName: string): Promise<void> {
  const { world } = portal
  const [joined] = await world.db<{ id: string }[]>`
    select e.id from enrolments e join accounts a on a.id = e.account_id
    where a.login_name = ${loginName} and e.status = 'active' order by e.id desc limit 1`
  const pass = { ids: [joined!.id], reason: '线下集中培训，签到和考核已核验' }
  await world.ask(enrolmentCalls.passBatchClass, pass, await portal.signIn('admin'))
}

test('on a phone one button orders what a plan still asks for, and the plan is fulfilled once its class is passed', async (t) => {
  const loginName = await findBehind()
  const token = await portal.signIn(loginName)
  const { page, settled } = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent, token })
  await page.goto('/my')
  const plan = page.getByRole('region', { name: /卫生技术人员专题培训/ })
  await plan.getByText('还差 17').waitFor()
  await plan.getByText('计划说明').tap()
  await plan.getByText(/两个班级任选其一/).waitFor()
  await settled()
  await assertAccessible(page)
  await plan.getByRole('button', { name: /把 1 个班级加入订单/ }).tap()
  await page.waitForURL(/go-pay/)
  await page.getByRole('link', { name: '在本机用微信付款' }).tap()
  await page.getByRole('button', { name: /确认支付/ }).tap()
  await expectText(page, /付款成功/)
  await page.goto('/my')
  await plan.getByText(/在学 1[78]/).waitFor()
  if ((await plan.getByRole('button').count()) > 0) throw new Error('nothing is left to order')
  await passClassOf(loginName)
  await page.reload()
  await plan.getByText('已完成计划').waitFor()
  await settled()
  await assertAccessible(page)
  await page.goto('/trainIndex')
  await plan.getByText('已完成计划').waitFor()
  await settled()
  await assertAccessible(page)
})

test('a unit’s manager sees who is behind and reminds all of them at once; who has fulfilled it is left alone', async (t) => {
  const unit = await openWindow(t, portal.url)
  const { page } = unit
  await page.goto('/admin-login')
  await page.getByRole('textbox', { name: '账号' }).fill('unit')
  await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
  await button(page, '登录').click()
  await page.waitForURL('**/home/index')
  await open(unit, '培训管理', '培训计划')
  await page.getByRole('link', { name: /卫生技术人员专题培训/ }).click()
  await page.getByRole('combobox', { name: '状态' }).selectOption({ label: '未完成计划' })
  await button(page, '查询').click()
  await page.waitForURL(/state=behind/)
  const [counted] = await portal.world.db<{ behind: number }[]>`
    select count(*)::int as behind from accounts a join students s on s.account_id = a.id
    where a.unit_id = (select unit_id from accounts where login_name = 'unit') and s.personnel_category = 'health'
      and a.status <> 'deleted' and coalesce((select sum(h.hours_tenths) from hour_entries h
        where h.account_id = a.id and h.class_type = 'specialized'
          and h.year = extract(year from moment() at time zone 'Asia/Shanghai')), 0) < 170`
  const { behind } = counted!
  await expectText(page, `共 ${behind} 条`)
  await unit.settled()
  await assertAccessible(page)
  await page.getByRole('checkbox', { name: /全选|本页全部/ }).check()
  if (behind > 20) await page.getByRole('button', { name: `选择全部 ${behind} 条符合条件的` }).click()
  await page.getByRole('button', { name: `提醒选中的 ${behind} 人` }).click()
  await button(page.getByRole('alertdialog').or(page.getByRole('dialog')).last(), '提醒').click()
  const reminded = () => portal.world.db`
    select from train_plan_reminders r join train_plans p on p.id = r.plan_id where p.name ~ '卫生技术人员专题培训'`
  await until(async () => (await reminded()).length === behind)

  const [person] = await portal.world.db<{ loginName: string }[]>`
    select a.login_name from train_plan_reminders r join train_plans p on p.id = r.plan_id
    join accounts a on a.id = r.account_id
    where p.name ~ '卫生技术人员专题培训' and not a.must_change_password order by a.id limit 1`
  const token = await portal.signIn(person!.loginName)
  const phone = await openWindow(t, portal.url, { width: 390, userAgent: phoneAgent, token })
  await phone.page.goto('/my?tab=messages')
  await phone.page.getByText(/您还没有完成.+卫生技术人员专题培训/).waitFor()
  await phone.settled()
  await assertAccessible(phone.page)
  await phone.page.getByRole('link', { name: '查看“请完成培训计划”' }).first().tap()
  await phone.page.waitForURL(/\/classSelectCenter\?year=/)
  await phone.page
    .getByRole('region', { name: /卫生技术人员专题培训/ })
    .getByText(/还差/)
    .first()
    .waitFor()
  await phone.settled()
  await assertAccessible(phone.page)
})

test('the office sees a plan with its people, and all of what its copy for the next year will be', async (t) => {
  const { page, settled } = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  const [plan] = await portal.world.db<{ id: string }[]>`
    select id from train_plans where name ~ '卫生技术人员专题培训'`
  await page.goto(`/train-manage/train-plan-detail?id=${plan!.id}`)
  await page
    .getByRole('row')
    .filter({ hasText: /[已未]完成计划/ })
    .first()
    .waitFor()
  await settled()
  await assertAccessible(page)
  await button(page, '复制到下一年度').click()
  await dialog(page)
    .getByText(/两个班级任选其一/)
    .waitFor()
  await settled()
  await assertAccessible(page)
})
