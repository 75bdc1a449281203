import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { aProxy } from '../proxy.ts'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { play, watchUntil } from './learner.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** A class of the demo's learner. */
const title = '知识产权创造、运用与保护'

const failures = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|preload CSS|dynamically imported module|503/

/** Opens another page as a link does, not as an address that is typed. */
const follow = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Cuts the network for the rest of a visit. Chromium's switch alone leaves a document that is opened later online. */
async function cutForGood(context: BrowserContext): Promise<void> {
  await context.setOffline(true)
  await context.addInitScript(() => Object.defineProperty(navigator, 'onLine', { get: () => false }))
}

/** Waits until the worker has stored the portal. */
const workerReady = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve))
  })

const storedKeys = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('answer:')))

async function secondsOnServer(): Promise<number> {
  const [row] = await portal.world.db`
    select coalesce(sum(w.accepted_ms), 0)::float8 / 1000 as seconds from watch_coverages w
    join enrolments e on e.id = w.enrolment_id join accounts a on a.id = e.account_id
    where a.login_name = 'learner'`
  return row!.seconds as number
}

async function openLearner(t: Parameters<typeof openWindow>[0]): Promise<Visitor> {
  const token = await portal.signIn('learner')
  return openWindow(t, portal.url, { width: 390, token, worker: true, expected: failures })
}

test('without a network a page says so in its frame and opens when it is back; a reload opens the portal', async (t) => {
  const { page, context } = await openLearner(t)
  await page.goto('/classCenter')
  await expectText(page, title)
  await workerReady(page)
  await context.setOffline(true)

  await follow(page, '/student/info')
  await expectText(page, '网络中断，这一页没有打开')
  // Nothing of before is on the screen, and nothing is promised.
  await page.getByText('断网', { exact: true }).first().waitFor()
  assert.equal(await page.getByText('断网前的内容').count(), 0)
  assert.ok(await page.getByRole('navigation', { name: '底部导航' }).isVisible())
  await page.getByRole('button', { name: '重试' }).click()
  await expectText(page, '网络中断，这一页没有打开')
  await context.setOffline(false)
  await page.getByText('网络中断，这一页没有打开').waitFor({ state: 'hidden' })
  await page.locator('.offline-strip p').waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).pathname, '/student/info')

  await cutForGood(context)
  await page.goto('/classCenter')
  await expectText(page, title)
  await expectText(page, '断网 · 显示的是断网前的内容')
  await page.goto('/home/index')
  await expectText(page, '管理后台需要网络')
})

test('what was shown before is erased at the sign-out, and nothing of it is there for another account', async (t) => {
  const { page, context } = await openLearner(t)
  await page.goto('/classCenter')
  await expectText(page, title)
  await workerReady(page)
  assert.ok((await storedKeys(page)).some((key) => key.includes('my-class')))

  await page.locator('.frame-menu > summary').last().click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL('**/login*')
  assert.deepEqual(
    (await storedKeys(page)).filter((key) => key.includes('my-class')),
    [],
  )

  const other = await portal.signIn('learner')
  await page.evaluate((token) => localStorage.setItem('token', token), other)
  await page.goto('/classCenter')
  await expectText(page, title)
  await page.evaluate(() => localStorage.setItem('token', 'of-somebody-else'))
  await cutForGood(context)
  await page.goto('/classCenter')
  await expectText(page, /断网/)
  assert.equal(await page.getByText(title).count(), 0)
  assert.deepEqual(await storedKeys(page), [])
})

test('a list that was never shown says that the network is gone, and loads by itself when it is back', async (t) => {
  const { page, context } = await openLearner(t)
  await page.goto('/')
  await expectText(page, /学时/)
  await workerReady(page)
  await context.setOffline(true)
  await follow(page, '/publicClass')
  await expectText(page, '网络不通。已保存的内容不受影响，请刷新重试')
  await context.setOffline(false)
  await page.getByText('网络不通').waitFor({ state: 'hidden' })
  await page.getByRole('article').first().waitFor()
})

test('study goes on through a cut: what is recorded is said, and sent when the network is back', async (t) => {
  const learner = await openLearner(t)
  const { page, context } = learner
  await page.goto('/classCenter')
  await page
    .getByRole('link', { name: /开始学习|继续学习/ })
    .first()
    .click()
  await play(learner)
  await watchUntil(learner, 3)
  const earlier = await secondsOnServer()
  await context.setOffline(true)
  await expectText(page, /断网 · ([6-9]|\d\d) 秒已记在本机/)
  // It is shown for a moment only.
  const sent = expectText(page, /已恢复 · \d+ 秒已发送/)
  await context.setOffline(false)
  await sent
  await until(async () => (await secondsOnServer()) >= earlier + 5)
  await page.getByText('已恢复 ·').waitFor({ state: 'hidden' })
  // The phone kills the app: opened again it is no second window.
  const address = page.url()
  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => {})
  await crashed
  const again = await context.newPage()
  await again.goto(address)
  await again.locator('video').waitFor()
  assert.equal(await again.getByText('正在另一个窗口学习').count(), 0)
})

test('on a line that hangs the stored page is opened and says that the server is not reached', async (t) => {
  const line = await aProxy(Number(new URL(portal.url).port))
  t.after(() => line.close())
  const token = await portal.signIn('learner')
  const url = `http://127.0.0.1:${line.port}`
  const { page } = await openWindow(t, url, { width: 390, token, worker: true, expected: /ERR_|503|aborted/ })
  await page.goto('/classCenter')
  await expectText(page, title)
  await workerReady(page)
  line.hang()
  await page.goto('/classCenter', { waitUntil: 'commit' })
  await expectText(page, title)
  await expectText(page, '连不上服务器 · 显示的是先前的内容')
  line.goOn()
  await page.locator('.offline-strip p').waitFor({ state: 'hidden' })
})

test('with a full store a page whose code is not stored opens from the network', async (t) => {
  const { page } = await openLearner(t)
  await page.goto('/classCenter')
  await expectText(page, title)
  await workerReady(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Storage.overrideQuotaForOrigin', { origin: portal.url, quotaSize: 1000 })
  await follow(page, '/student/info')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  assert.equal(await page.getByText('这一页没有打开').count(), 0)
})

test('a tab of one’s own page that was not loaded leaves the others, and comes when the network is back', async (t) => {
  const { page, context } = await openLearner(t)
  await page.goto('/my')
  await expectText(page, /学时/)
  await workerReady(page)
  await context.setOffline(true)
  await page.getByRole('tab', { name: '订单' }).click()
  await expectText(page, '网络中断，这一部分没有打开')
  await page.getByRole('tab', { name: '学时' }).waitFor()
  await context.setOffline(false)
  await page.getByText('这一部分没有打开').waitFor({ state: 'hidden' })
})
