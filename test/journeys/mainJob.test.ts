import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { administratorMenus } from '../../features/role/rules.ts'
import { aTemplate } from '../build/certificate.ts'
import { aClass } from '../build/class.ts'
import { aSavedCourse } from '../build/course.ts'
import { aBank, aPaper, anExam, aQuestion, aSection } from '../build/exam.ts'
import { aShortFilm } from '../build/film.ts'
import { anAccount, aPortal } from '../build/portal.ts'
import { aVideo } from '../build/resource.ts'
import { expectText } from './expect.ts'
import {
  assertInvariants,
  buy,
  getCertificate,
  play,
  register,
  secondsCounted,
  watchUntil,
} from './learner.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ empty: true, environment: { captcha: true } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const person = {
  realName: '周小满',
  cardNumber: '110101199003077731',
  mobile: '13900010001',
  loginName: 'zhouxiaoman',
  password: 'Xiaoman2026',
}
const className = '压力与关怀'
/** Seconds of the film, which plays in real time. */
const seconds = 20
const questions = 5

test('a newcomer on a telephone registers, buys a class by the code, studies, passes and is certified', async (t) => {
  await publishClass()
  const learner = await openWindow(t, portal.url, { width: 390 })
  await register(learner, portal.world, person, 'pointer')
  await assertFits(learner)
  await chooseAndPay(learner)
  await study(learner)
  await findOwnThings(learner)
  await passExam(learner)
  await getCertificate(learner, await openWindow(t, portal.url, { width: 390 }), {
    className,
    holder: person.realName,
  })
  await assertFits(learner)
  await assertInvariants(portal.world)
})

/** A class of one short film, with an exam and a certificate. */
async function publishClass(): Promise<void> {
  const { world } = portal
  const built = await aPortal(world, {
    menus: [...administratorMenus, '/resource-manage/video', '/resource-manage/course'],
  })
  const { token } = await anAccount(world, built, { role: 'admin' })
  const resourceId = await aVideo(world, token, { bytes: await aShortFilm(seconds) })
  const courseId = await aSavedCourse(world, token, { resourceIds: [resourceId] })
  const { classId } = await aClass(world, built, {
    name: className,
    known: [{ courseId, itemIds: [], resourceIds: [resourceId] }],
    certificateTemplateId: await aTemplate(world, built.projectId),
  })
  const bankId = await aBank(world, built)
  for (let i = 0; i < questions; i++) await aQuestion(world, built, bankId, { part: { type: 'judge' } })
  const section = aSection(bankId, { type: 'judge', count: questions, scoreEach: 100 / questions })
  const paperId = await aPaper(world, built, [section])
  await anExam(world, built, { classId, paperId, requiredProgress: 10_000 })
}

/** Nothing on a telephone may be wider than its screen. */
async function assertFits({ page }: Visitor): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= 390, `${page.url()} is ${width} px wide`)
}

/** Chooses a class, orders it from the cart and pays by the code. */
async function chooseAndPay(learner: Visitor): Promise<void> {
  const { page } = learner
  await page.goto('/publicClass')
  await assertFits(learner)
  await page.getByRole('heading', { name: className }).getByRole('link').click()
  await page.waitForURL('**/detail-public?id=*')
  // The address changes before the page does: a click now could meet the list that is still shown.
  await page.getByRole('heading', { level: 1, name: className }).waitFor()
  await assertFits(learner)
  await buy(learner, '¥60.00')
  await assertFits(learner)
}

/** Studies the film in real time; every counted second is there after a reload in its midst. */
async function study(learner: Visitor): Promise<void> {
  const { page } = learner
  await page.goto('/classCenter')
  await page.getByRole('link', { name: '开始学习' }).first().click()
  await page.waitForURL('**/student/study-page?*')
  await play(learner)
  await watchUntil(learner, 3)
  await assertFits(learner)
  const counted = await secondsCounted(learner)
  await page.reload()
  await expectText(page, /本节已计|已全部计入/)
  assert.ok((await secondsCounted(learner)) >= counted)
  await play(learner)
  await page.getByText('全部学完了').waitFor()
  const [row] = await portal.world.db`
    select sum(w.accepted_ms) / 1000 as seconds from watch_coverages w join enrolments e on e.id = w.enrolment_id
    join accounts a on a.id = e.account_id where a.login_name = ${person.loginName}`
  assert.ok((row!.seconds as number) >= counted)
}

/** Finds class and order on the page of their own. */
async function findOwnThings(learner: Visitor): Promise<void> {
  const { page } = learner
  await page.goto('/my?tab=orders')
  await expectText(page, '已付款')
  await page.goto('/my?tab=classes')
  await expectText(page, className)
  await assertFits(learner)
}

/** Sits the exam, which gives the hours. */
async function passExam(learner: Visitor): Promise<void> {
  const { page } = learner
  await page
    .getByRole('link', { name: /参加考试|去考试/ })
    .first()
    .click()
  await page.waitForURL('**/detail-question?*')
  await page.getByRole('button', { name: '开始考试' }).tap()
  // On a telephone one question is shown at a time.
  for (let no = 1; no <= questions; no++) {
    if (no > 1) await page.getByRole('button', { name: '下一题' }).tap()
    await page
      .getByRole('group', { name: `第 ${no} 题` })
      .getByText('正确')
      .tap()
  }
  await expectText(page, /已保存/)
  await assertFits(learner)
  await page.getByRole('button', { name: '交卷' }).first().tap()
  await page.getByRole('button', { name: '确认交卷' }).tap()
  await expectText(page, '合格，得 100 分')
  await page.goto('/my')
  await expectText(page, '+8')
}
