import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { buy, play, register, secondsCounted, watchUntil } from './learner.ts'
import { expectText } from './expect.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: true } })
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

/** Nothing on a telephone may be wider than its screen. */
async function assertFits({ page }: Visitor): Promise<void> {
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  assert.ok(width <= 390, `${page.url()} is ${width} px wide`)
}

test('a newcomer on a telephone registers, buys a class by the code, studies and finds it all again', async (t) => {
  const learner = await openWindow(t, portal.url, { width: 390 })
  await register(learner, portal.world, person, 'pointer')
  await assertFits(learner)
  await chooseAndPay(learner)
  await study(learner)
  await findOwnThings(learner)
})

test('a browser that is too old is told so at once, on both sides; the oldest that will do is not', async (t) => {
  const { page, context } = await openWindow(t, portal.url, { width: 390, oldest: true })
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  assert.equal(await page.getByText('这个浏览器版本太旧').count(), 0)
  await context.addInitScript(() => Reflect.deleteProperty(AbortSignal.prototype, 'throwIfAborted'))
  for (const path of ['/login', '/admin-login', '/home/index']) {
    await page.goto(path)
    await expectText(page, /这个浏览器版本太旧.*升级浏览器/)
    await expectText(page, /too old.*update/)
    assert.equal(await page.getByRole('textbox').count(), 0)
  }
})

/** Chooses a class, orders it from the cart and pays by the code. */
async function chooseAndPay(learner: Visitor): Promise<void> {
  const { page } = learner
  await page.goto('/publicClass')
  await assertFits(learner)
  const card = page.getByRole('article').filter({ has: page.getByRole('button', { name: '加入购物车' }) })
  const [price] = /¥[\d.]+/.exec(await card.first().locator('.class-price').innerText())!
  const link = card.first().getByRole('heading').getByRole('link')
  const name = await link.innerText()
  await link.click()
  await page.waitForURL('**/detail-public?id=*')
  // The address changes before the page does: a click now could meet the list that is still shown.
  await page.getByRole('heading', { level: 1, name }).waitFor()
  await assertFits(learner)
  await buy(learner, price)
  await assertFits(learner)
}

/** Studies for half a minute in real time; every counted second is there after a reload. */
async function study(learner: Visitor): Promise<void> {
  const { page } = learner
  await page.goto('/classCenter')
  await page.getByRole('link', { name: '开始学习' }).first().click()
  await page.waitForURL('**/student/study-page?*')
  await play(learner)
  await watchUntil(learner, 30)
  await assertFits(learner)
  const counted = await secondsCounted(learner)
  await page.reload()
  await expectText(page, /本节已计/)
  assert.ok((await secondsCounted(learner)) >= counted)
  const [row] = await portal.world.db`
    select sum(w.accepted_ms) / 1000 as seconds from watch_coverages w join enrolments e on e.id = w.enrolment_id
    join accounts a on a.id = e.account_id where a.login_name = ${person.loginName}`
  assert.ok((row!.seconds as number) >= counted)
}

/** Finds class and order on the page of their own. */
async function findOwnThings(learner: Visitor): Promise<void> {
  const { page } = learner
  await page.goto('/my?tab=classes')
  await expectText(page, '继续学习')
  await page.goto('/my?tab=orders')
  await expectText(page, '已付款')
  await assertFits(learner)
}
