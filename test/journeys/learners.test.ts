import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { yearFromNow } from '../build/days.ts'
import { theDemo } from '../build/demo.ts'
import { aLearner, type BuiltAccount, type BuiltPortal } from '../build/portal.ts'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { button, choose, dialog, open } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
let demo: BuiltPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
  demo = await theDemo(portal.world)
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** Somebody signed in, in a window of their own. */
async function at(t: TestContext, token: string, path: string, width = 1440): Promise<Visitor> {
  const visitor = await openWindow(t, portal.url, { width, token })
  await visitor.page.goto(path)
  return visitor
}

/** The ID number of a learner, as the person would give it on the telephone. */
async function cardOf({ accountId }: BuiltAccount): Promise<string> {
  const { db, app } = portal.world
  const [row] = await db`select card_sealed from students where account_id = ${accountId}`
  return app.secrets.open('students.card', accountId, row!.cardSealed as Buffer)
}

const search = async ({ page }: Visitor, text: string) => {
  const form = page.getByRole('search').filter({ visible: true })
  await form.getByRole('textbox').first().fill(text)
  await button(form as never, '查询').click()
}

test('service finds a learner by ID, reveals with a reason, proposes hours; a second person approves; the passport shows it; undone', async (t) => {
  const name = '卫补录'
  const own = await aLearner(portal.world, demo, { name })
  const card = await cardOf(own)
  const service = await at(t, await portal.signIn('service'), '/student-manage/student')
  const { page } = service
  await page.getByRole('columnheader', { name: '证件号' }).waitFor()
  await search(service, card)
  await page.getByRole('link', { name, exact: true }).waitFor()
  assert.equal(await page.locator('.crud-table').getByText(card).count(), 0, 'masked')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await page.getByRole('button', { name: '查看完整证件号' }).click()
  await button(dialog(page), '来电核身').click()
  await button(dialog(page), '查看').click()
  await page.locator('.subject-head').getByText(card).waitFor()
  await page.locator('.subject-head').locator('button:focus').waitFor()
  await page
    .locator('.subject-head')
    .getByRole('button', { name: /^复制手机号/ })
    .waitFor()

  await button(page, '提出更正').click()
  const drawer = dialog(page)
  await drawer.getByText('学时', { exact: true }).click()
  await choose(page, drawer.getByLabel('类型'), '公需课')
  await drawer.getByLabel('增减学时').fill('7.5')
  await drawer.getByLabel('明细名称').fill('线下研讨补录')
  await drawer.getByLabel('原因').fill('主办单位签到表已核对')
  await button(drawer, '提交').click()
  await expectText(page, '已提出，由另一位有审批权限的同事审批')

  const admin = await at(t, await portal.signIn('admin'), '/customer/exception-register')
  const row = admin.page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: '批准执行' }).click()
  const opened = admin.page.getByRole('dialog', { name: `更正 · ${name}` })
  await opened.getByText(`${yearFromNow()} · 公需课 · 必修：0 → 7.5 学时`).waitFor()
  await button(opened, '批准执行').click()
  // The next one that waits comes by itself.
  await opened.waitFor({ state: 'hidden' })
  await admin.page.getByRole('dialog', { name: /^更正 · / }).waitFor()
  await admin.page.keyboard.press('Escape')
  await row.getByText('已执行', { exact: true }).waitFor()

  const learner = await at(t, own.token, '/my')
  await expectText(learner.page, '线下研讨补录')
  await expectText(learner.page, '主办单位签到表已核对')

  await row.getByRole('button', { name: /撤\s?销/ }).click()
  await dialog(admin.page).getByRole('textbox').fill('核对有误，先撤回')
  await button(dialog(admin.page), '撤销').click()
  await row.getByText('已撤销', { exact: true }).waitFor()
})

test('a half-written correction of one learner waits in a tab while another learner is opened', async (t) => {
  const first = await aLearner(portal.world, demo, { name: '魏先到' })
  const second = await aLearner(portal.world, demo, { name: '唐后来' })
  const service = await at(
    t,
    await portal.signIn('service'),
    `/student-manage/student-detail?accountId=${first.accountId}`,
  )
  const { page } = service
  const tab = (name: string) =>
    page.getByRole('navigation', { name: '已打开的页面' }).getByRole('listitem').filter({ hasText: name })
  const dotIn = (name: string) => tab(name).getByRole('img', { name: '有未保存的内容' })
  await page.getByRole('heading', { name: '魏先到', level: 1 }).waitFor()
  await tab('魏先到').waitFor()
  await button(page, '提出更正').click()
  await dialog(page).getByLabel('原因').fill('来电说姓名有误')
  await dotIn('魏先到').waitFor({ state: 'attached' })

  const toList = async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '全局搜索' }).fill('学员')
    await page
      .getByRole('option', { name: /^学员管理 \/ 学员/ })
      .first()
      .click()
    await page.getByRole('columnheader', { name: '证件号' }).waitFor()
  }
  await toList()
  await search(service, await cardOf(second))
  await page.getByRole('link', { name: '唐后来', exact: true }).click()
  await page.getByRole('heading', { name: '唐后来', level: 1 }).waitFor()
  await tab('唐后来').waitFor()
  await until(async () => /^唐后来 · /.test(await page.title()))
  await dotIn('魏先到').waitFor({ state: 'attached' })
  assert.equal(await dotIn('唐后来').count(), 0)
  const trail = page.getByRole('navigation', { name: '当前位置' })
  await until(async () => /学员\/唐后来$/.test((await trail.innerText()).replace(/\s+/g, '')))

  await page.getByRole('button', { name: '关闭 魏先到' }).click()
  await expectText(page, '魏先到：离开后未保存的内容会丢失。')
  await page.getByRole('button', { name: '继续编辑' }).click()
  await tab('魏先到').getByRole('button', { name: '魏先到' }).first().click()
  await page.getByRole('heading', { name: '魏先到', level: 1 }).waitFor()
  await until(async () => (await dialog(page).getByLabel('原因').inputValue()) === '来电说姓名有误')
  await page.goBack()
  await page.getByRole('heading', { name: '唐后来', level: 1 }).waitFor()
  await page.getByRole('button', { name: '关闭 唐后来' }).click()
  await tab('唐后来').waitFor({ state: 'hidden' })
  await toList()
  await page.getByRole('button', { name: '关闭 魏先到' }).click()
  await page.getByRole('button', { name: '仍要离开' }).click()
  await tab('魏先到').waitFor({ state: 'hidden' })
})

test('learners are found by the days between which they registered, counted as in China', async (t) => {
  const name = '蒋早注'
  const { accountId } = await aLearner(portal.world, demo, { name })
  await portal.world.db`update accounts set created_at = '2019-03-08T15:59:00Z' where id = ${accountId}`
  const service = await at(t, await portal.signIn('service'), '/student-manage/student?createdTo=2019-03-08')
  const { page } = service
  await page.getByRole('link', { name, exact: true }).waitFor()
  await page.getByLabel('注册时间：到').fill('2019-03-07')
  await page.getByLabel('注册时间：到').press('Enter')
  await expectText(page, '没有符合条件的记录')
  await page.getByLabel('注册时间：从').fill('2019-03-08')
  await page.getByLabel('注册时间：到').fill('2019-03-08')
  await button(page, '查询').click()
  await page.getByRole('link', { name, exact: true }).waitFor()
  await page.waitForURL('**/student?createdTo=2019-03-08&createdFrom=2019-03-08')
  await page.goto('/student-manage/student?createdFrom=never')
  await page.getByText(/^共 \d\d+ 条$/).waitFor()
})

test('service views as the learner in a separate window, can change nothing, and the learner is notified', async (t) => {
  const name = '沈被看'
  const own = await aLearner(portal.world, demo, { name })
  const card = await cardOf(own)
  const service = await at(t, await portal.signIn('service'), '/student-manage/student')
  const { page, context } = service
  await page.getByRole('columnheader', { name: '证件号' }).waitFor()
  await search(service, card)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: '以学员身份查看' }).click()
  await dialog(page).getByRole('textbox').fill('协助学员找到公需课')
  const opened = context.waitForEvent('page')
  await button(dialog(page), '打开查看窗口').click()
  // A browser blocks a window that comes long after the click; the dialog then asks for another.
  const blocked = button(dialog(page), '打开')
  await Promise.race([opened, blocked.waitFor().then(() => blocked.click())])
  const viewing = await opened
  await expectText(viewing, `正在以 ${name} 的身份查看`)
  await viewing
    .getByRole('heading', { level: 1 })
    .or(viewing.getByRole('heading', { level: 2 }))
    .first()
    .waitFor()
  const refused = await viewing.evaluate(async () => {
    const token = JSON.parse(sessionStorage.getItem('look')!).token as string
    const ask = async (path: string, input: object) =>
      (
        await (
          await fetch(`/api${path}`, {
            method: 'POST',
            headers: { token, 'content-type': 'application/json' },
            body: JSON.stringify(input),
          })
        ).json()
      ).respCode as number
    return [
      await ask('/base/account/complete-info.action', { workPlace: '别处' }),
      await ask('/base/shop-cart/delete-all.action', {}),
      await ask('/login/modify-password.action', {}),
      await ask('/api/my-class.action', {}),
    ]
  })
  assert.deepEqual(refused, [403, 403, 403, 200])
  assert.equal(await page.evaluate(() => sessionStorage.getItem('look')), null, 'the office keeps its own')
  await viewing.reload()
  await button(viewing, '结束查看').click()
  await viewing.getByRole('heading', { name: '查看已结束' }).waitFor()
  await open(service, '客服中心', '异常登记与更正')
  await page.getByRole('tab', { name: '单位待核' }).waitFor()

  const learner = await at(t, own.token, '/my?tab=account', 390)
  await expectText(learner.page, '协助学员找到公需课')
  await expectText(learner.page, '郑客服 查看了您的页面')
})
