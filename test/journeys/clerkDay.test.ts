import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { theDemo } from '../build/demo.ts'
import { aQuestion } from '../build/exam.ts'
import { aLearner, signedIn } from '../build/portal.ts'
import { aClock, aPlayer, aStudent } from '../build/study.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { button, dialog, open } from './manager.ts'
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

const className = '来电所问的班级'
const title = '来电所问的一讲'

/**
 * A learner who will call: half a minute of a video counts, a question there is not answered and what was played beyond
 * it does not count; of two presence checks one was missed, and the other is appealed about.
 */
async function aCaller() {
  const { world } = portal
  const demo = await theDemo(world)
  const learner = await aLearner(world, demo, { name: '慕容来电' })
  const student = await aStudent(world, demo, { learner, name: className, price: 0 })
  const { enrolmentId, accountId, built } = student
  const [itemId, resourceId] = [built.itemIds[0]!, built.resourceIds[0]!]
  await world.db`update course_items set title = ${title} where id = ${itemId}`
  const part = { stem: '急救的第一步是什么？' }
  await aQuestion(world, demo, null, { resourceId, atSecond: 30, mustPass: true, part })
  const clock = aClock(world, { keepsSessions: true })
  const player = await aPlayer(world, student)
  for (const at of [0, 15, 30]) {
    await clock.pass(15)
    await player.beat(at, at + 15)
  }
  await world.db`update train_classes set capture_kind = 'presence' where id = ${built.classId}`
  // Appealed about before any other of the demo: the oldest is opened first.
  await world.db`
    insert into captures (project_id, enrolment_id, account_id, item_id, kind, status, tries, at_ms, told_at, due_at,
      settled_at, appeal, appealed_at)
    select ${demo.projectId}, ${enrolmentId}, ${accountId}, ${itemId}, 'presence', c.status, 3, c.second * 1000, c.at,
      c.at + interval '60 seconds', c.at + interval '60 seconds', c.appeal, case when c.appeal is not null then c.at end
    from (values ('missed', 10, moment() - interval '20 days', null),
      ('appealed', 20, moment() - interval '19 days', '当时断电了，人一直在座位上')) c (status, second, at, appeal)`
  return student
}

test('a clerk finds a caller by name, reads out where the progress comes from, proposes a correction from there, and answers the appeal that waits', async (t) => {
  const { world } = portal
  const { enrolmentId, loginName } = await aCaller()
  const clerk = await openWindow(t, portal.url, { token: await portal.signIn('service') })
  const { page, settled } = clerk
  await page.goto('/home/index')
  await open(clerk, '客服中心', '学习情况查询')
  await page.getByLabel('姓名、手机号或证件号').fill('慕容')
  await page.getByRole('button', { name: new RegExp(className) }).click()
  await page.waitForURL((url) => url.searchParams.get('enrolmentId') === enrolmentId)

  // The sentence, and what it rests on.
  await expectText(page, /^5% = 已学 0:30 \/ 应学 10:00；.*未计入：0:15（视频中的题目未答）/)
  await expectText(page, `${title} 0:30–0:45：视频中的题目未答`)
  await expectText(page, `${title} 0:30：急救的第一步是什么？`)
  await expectText(page, '还没有作答，之后的部分不计入')
  await expectText(page, `${title} 0:10：未完成`)
  await expectText(page, `${title} 0:20：申诉中`)
  await settled()
  await assertAccessible(page)

  await button(page, '提出更正').click()
  const drawer = dialog(page)
  await drawer.getByRole('radio', { name: '合格状态', checked: true }).waitFor({ state: 'attached' })
  assert.match(await drawer.getByLabel('学习记录').inputValue(), new RegExp(`^${className}`))
  await drawer.getByText('改为合格', { exact: true }).click()
  await drawer.getByLabel('原因').fill('学员来电，线下已经补学并通过考核')
  await button(drawer, '提交').click()
  await expectText(page, '已提出，由另一位有审批权限的同事审批')
  const [proposed] = await world.db`
    select p.status, p.after from approvals p join corrections c on c.id = p.id join enrolments e on e.account_id = c.account_id
    where e.id = ${enrolmentId}`
  assert.equal(proposed!.status, 'proposed')

  // The appeal, from what waits.
  await page.getByRole('button', { name: /^待办/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /待审核的随堂确认/ })
    .click()
  await page.waitForURL(
    (url) => url.pathname.endsWith('/study-detail') && url.searchParams.get('enrolmentId') === enrolmentId,
  )
  const row = page.getByRole('row').filter({ hasText: '申诉中' })
  await row.getByText('当时断电了，人一直在座位上').waitFor()
  await row.getByRole('button', { name: '审核' }).click()
  const decide = page.getByRole('dialog')
  await decide.getByText('认可，按已确认处理', { exact: true }).click()
  await expectText(page, '未完成的确认由 2 次变为 1 次，达到 9 次会暂停学习。')
  await decide.getByRole('textbox', { name: '原因' }).fill('停电属实')
  await decide.getByRole('button', { name: '审核' }).click()
  await expectText(page, '已审核，已通知学员')

  // The caller is told, and the answer on the telephone is another by now.
  await page.goto(`/customer/study-report?enrolmentId=${enrolmentId}`)
  await expectText(page, `${title} 0:20：人工认可`)
  const phone = await openWindow(t, portal.url, { width: 390, token: await signedIn(world, loginName) })
  await phone.page.goto('/my?tab=messages')
  await expectText(phone.page, '经人工核对已认可，可以继续学习')
})
