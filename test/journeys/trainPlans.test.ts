import { after, before, test } from 'node:test'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { button, open } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const userAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

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

test('on a phone one button orders what a plan still asks for, and the plan counts it once it is paid', async (t) => {
  const token = await portal.signIn(await findBehind())
  const { page } = await openWindow(t, portal.url, { width: 390, userAgent, token })
  await page.goto('/my')
  const plan = page.getByRole('region', { name: /卫生技术人员专题培训/ })
  await plan.getByText('还差 17').waitFor()
  await plan.getByText('计划说明').tap()
  await plan.getByText(/两个班级任选其一/).waitFor()
  await plan.getByRole('button', { name: /把 1 个班级加入订单/ }).tap()
  await page.waitForURL(/\/student\/cart/)
  await page.getByRole('button', { name: /提交订单|去付款/ }).tap()
  await page.waitForURL(/go-pay/)
  await page.getByRole('link', { name: '在本机用微信付款' }).tap()
  await page.getByRole('button', { name: /确认支付/ }).tap()
  await expectText(page, /付款成功/)
  await page.goto('/my')
  await plan.getByText(/在学 1[78]/).waitFor()
  if ((await plan.getByRole('button').count()) > 0) throw new Error('nothing is left to order')
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
  await page.getByRole('checkbox', { name: /全选|本页全部/ }).check()
  if (behind > 20) await page.getByRole('button', { name: `选择全部 ${behind} 条符合条件的` }).click()
  await page.getByRole('button', { name: `提醒选中的 ${behind} 人` }).click()
  await button(page.getByRole('alertdialog').or(page.getByRole('dialog')).last(), '提醒').click()
  const reminded = () => portal.world.db`
    select from train_plan_reminders r join train_plans p on p.id = r.plan_id where p.name ~ '卫生技术人员专题培训'`
  await until(async () => (await reminded()).length === behind)
})
