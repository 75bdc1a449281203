import { after, before, test } from 'node:test'
import { addAdministrator } from '../../app/admin.ts'
import { aShortFilm } from '../build/film.ts'
import { timeout, until } from '../until.ts'
import { expectText } from './expect.ts'
import {
  assertInvariants,
  buy,
  getCertificate,
  play,
  register,
  secondsCounted,
  secondsLeft,
  sitExam,
  solveSlider,
  watchUntil,
} from './learner.ts'
import {
  button,
  importQuestions,
  makeClass,
  makeCourse,
  makeTemplate,
  open,
  setExam,
  publish,
  uploadVideo,
} from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, slowLine, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ empty: true, environment: { captcha: true } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const course = { name: '双碳入门', video: 'carbon-accounting', hours: 8 }
const made = {
  name: '双碳与绿色发展',
  category: '公共素养',
  course: course.name,
  hours: 8,
  price: 60,
  days: 90,
  template: '结业证书',
}
const bank = '双碳题库'
const person = {
  realName: '林知远',
  cardNumber: '11010119850505771X',
  mobile: '13900020002',
  loginName: 'linzhiyuan',
  password: 'Zhiyuan2026',
}

test('an empty portal: a manager uploads, writes and publishes a class; a learner buys, studies, passes and is certified', async (t) => {
  const manager = await openWindow(t, portal.url)
  // The oldest browser, on a slow line that is cut while a video plays.
  const learner = await openWindow(t, portal.url, { oldest: true, expected: /ERR_INTERNET_DISCONNECTED/ })
  const line = await slowLine(learner.page)
  await signIn(manager)
  await uploadVideo(manager, await aShortFilm(60), course.video)
  await makeCourse(manager, course)
  await makeTemplate(manager, made.template)
  await importQuestions(manager, bank, 12)
  await makeClass(manager, made)
  await setExam(manager, bank, 10)
  await publish(manager, made.name)
  await register(learner, portal.world, person, 'keyboard')
  await chooseAndPay(learner)
  await study(learner, line)
  await seeProgress(manager)
  await passExam(learner)
  await getCertificate(learner, await openWindow(t, portal.url), {
    className: made.name,
    holder: person.realName,
  })
  await seePass(manager)
  await assertInvariants(portal.world)
})

/** Signs in past the slider. */
async function signIn(manager: Visitor): Promise<void> {
  const { page } = manager
  const password = await addAdministrator(portal.world.app, 'founder')
  await page.goto('/admin-login')
  await page.getByRole('textbox', { name: '账号' }).fill('founder')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button(page, '登录').click()
  await solveSlider(manager, portal.world, 'pointer')
  await page.waitForURL('**/admin-login**')
  await page.getByRole('textbox', { name: '原密码' }).fill(password)
  await page.getByRole('textbox', { name: '新密码' }).fill('Meadow55lark')
  await page.getByRole('button', { name: '修改密码' }).click()
  await page.waitForURL('**/home/index')
}

/** Chooses the class and pays for it by the code. */
async function chooseAndPay(learner: Visitor): Promise<void> {
  const { page } = learner
  await page.goto('/publicClass')
  await page.getByRole('heading', { name: made.name }).getByRole('link').click()
  await expectText(page, course.name)
  await buy(learner, '¥60.00')
}

/** The video plays in real time and counts, through a cut as well; a second window is refused and takes nothing. */
async function study(
  learner: Visitor,
  line: { cut(): Promise<void>; rejoin(): Promise<void> },
): Promise<void> {
  const { page, context } = learner
  await page.goto('/classCenter')
  await page.getByRole('link', { name: '开始学习' }).first().click()
  await play(learner)
  await watchUntil(learner, 3)
  await line.cut()
  await expectText(page, /断网 · ([5-9]|\d\d) 秒已记在本机/)
  // It is shown for a moment only.
  const sent = expectText(page, /已恢复 · \d+ 秒已发送/)
  await line.rejoin()
  await sent
  const second = await context.newPage()
  await second.goto(page.url())
  await expectText(second, '正在另一个窗口学习')
  const counted = await secondsCounted(learner)
  await watchUntil(learner, counted + 3)
  await expectText(second, '正在另一个窗口学习')
  await second.close()
}

/** The manager sees how far the learner is while the video plays. */
async function seeProgress(manager: Visitor): Promise<void> {
  const { page } = manager
  await open(manager, '培训管理', '学习档案')
  const row = page.getByRole('row').filter({ hasText: person.realName.slice(0, 1) })
  await row.getByText(made.name).waitFor()
  // Lists are at most a minute behind what was watched.
  const begun = row.getByText(/[1-9]\d*%/).first()
  await until(async () => {
    await button(page, '刷新').click()
    await manager.settled()
    return begun.isVisible()
  }, 120)
}

/** The video ends and the exam follows; passing it gives hours. */
async function passExam(learner: Visitor): Promise<void> {
  const { page } = learner
  // The rest of the video plays in real time.
  const longest = timeout() + 1000 * (await secondsLeft(learner))
  await page.getByText('全部学完了').waitFor({ timeout: longest })
  await page.getByRole('link', { name: '去考试' }).first().click()
  await page.waitForURL('**/detail-question?*')
  await sitExam(learner, 10)
  await page.goto('/my')
  await expectText(page, '+8')
}

/** The manager sees the pass. */
async function seePass({ page }: Visitor): Promise<void> {
  await button(page, '刷新').click()
  await page.getByRole('row').filter({ hasText: made.name }).getByText('已合格').waitFor()
}
