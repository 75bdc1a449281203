import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addAdministrator } from '../../app/admin.ts'
import { expectText } from './expect.ts'
import { buy, play, register, secondsCounted, sitExam, solveSlider, watchUntil } from './learner.ts'
import {
  button,
  importQuestions,
  makeClass,
  makeCourse,
  makeTemplate,
  open,
  setExam,
  shelve,
  uploadVideo,
} from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, visit, type Visitor } from './visitor.ts'

let portal: VisitedPortal
let manager: Visitor
let learner: Visitor
let password: string
before(async () => {
  portal = await startPortal({ empty: true, environment: { captcha: true } })
  password = await addAdministrator(portal.world.db, 'founder')
  manager = await visit(portal.url)
  learner = await visit(portal.url)
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const video = fileURLToPath(new URL('../../db/seed/media/carbon-accounting.mp4', import.meta.url))
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

test('on an empty portal a manager signs in past the slider and uploads a video', async () => {
  const { page } = manager
  await page.goto('/admin-login')
  await page.getByRole('textbox', { name: '账号' }).fill('founder')
  await page.getByLabel('密码', { exact: true }).fill(password)
  await button(page, '登录').click()
  await solveSlider(manager, portal.world, 'pointer')
  await page.waitForURL('**/home/index')
  await uploadVideo(manager, video, course.video)
})

test('makes a course of it and a certificate template', async () => {
  await makeCourse(manager, course)
  await makeTemplate(manager, made.template)
})

test('imports questions from Excel, and is told what is wrong with the one refused', async () => {
  await importQuestions(manager, bank, 12)
})

test('writes a class with an exam and puts it on the shelf', async () => {
  await makeClass(manager, made)
  await setExam(manager, bank, 10)
  await shelve(manager, made.name)
})

test('a learner registers by keyboard, chooses the class and pays for it by the code', async () => {
  const { page } = learner
  await register(learner, portal.world, person, 'keyboard')
  await page.goto('/publicClass')
  await page.getByRole('heading', { name: made.name }).getByRole('link').click()
  await expectText(page, course.name)
  await buy(learner, '¥60.00')
})

test('the video plays in real time and counts; a second window is refused and takes nothing', async () => {
  const { page, context } = learner
  await page.goto('/classCenter')
  await page.getByRole('link', { name: '开始学习' }).first().click()
  await play(learner)
  await watchUntil(learner, 32)
  const second = await context.newPage()
  await second.goto(page.url())
  await expectText(second, '正在另一个窗口学习')
  const counted = await secondsCounted(learner)
  await watchUntil(learner, counted + 6)
  await expectText(second, '正在另一个窗口学习')
  await second.close()
})

test('the manager sees how far the learner is while it plays', async () => {
  const { page } = manager
  await open(manager, '培训管理', '学习档案')
  const row = page.getByRole('row').filter({ hasText: person.realName.slice(0, 1) })
  await row.getByText(made.name).waitFor()
  const told = async () => Number(/(\d+)%/.exec(await row.innerText())?.[1] ?? 0)
  // On a machine that is slow a second more of the video may be needed.
  for (let looks = 0; looks < 10 && (await told()) === 0; looks++) {
    await page.waitForTimeout(1000)
    await button(page, '刷新').click()
  }
  assert.ok((await told()) > 0, 'the report says how far')
})

test('the video ends, the exam follows, and passing it gives hours and a certificate', async () => {
  const { page, context } = learner
  await page.getByText('全部学完了').waitFor({ timeout: 90_000 })
  await page.getByRole('link', { name: '去考试' }).first().click()
  await page.waitForURL('**/detail-question?*')
  await sitExam(learner, 10)
  await page.goto('/my')
  await expectText(page, '+8')
  await page.goto('/my?tab=certificates')
  await expectText(page, /证书编号|编号/)
  const popup = context.waitForEvent('page')
  const printed = page.waitForResponse('**/print-my-certificate.action')
  await page.getByRole('button', { name: /^打印/ }).click()
  const { attribute } = (await (await printed).json()) as { attribute: { pdf: string } }
  assert.equal(Buffer.from(attribute.pdf, 'base64').subarray(0, 5).toString(), '%PDF-')
  await (await popup).close()
  const check = await page.getByRole('link', { name: /^查验/ }).getAttribute('href')
  const stranger = await visit(portal.url)
  await stranger.page.goto(check!)
  await expectText(stranger.page, made.name)
  await stranger.context.close()
})

test('the manager sees the pass, every invariant holds, and nothing complained on the way', async () => {
  const { page } = manager
  await button(page, '刷新').click()
  await page.getByRole('row').filter({ hasText: made.name }).getByText('已合格').waitFor()
  assert.deepEqual([...manager.complaints, ...learner.complaints], [])
  const folder = new URL('../invariants/', import.meta.url)
  for (const file of await readdir(folder)) {
    if (!file.endsWith('.sql')) continue
    assert.deepEqual(
      [...(await portal.world.db.unsafe(await readFile(new URL(file, folder), 'utf8')))],
      [],
      file,
    )
  }
})
