import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { cartCalls } from '../../features/cart/contract.ts'
import { orderCalls } from '../../features/order/contract.ts'
import { detailPath } from '../../features/class/rules.ts'
import { countClicks } from './clicks.ts'
import { expectText } from './expect.ts'
import { orderAny } from './learner.ts'
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

interface Sold {
  id: string
  name: string
  year: number
  price: number
}

/** Classes of the public catalogue for everybody that the learner has neither joined nor ordered, the newest first. */
async function listSold(loginName: string): Promise<Sold[]> {
  const list = await portal.world.db<Sold[]>`
    select c.id, c.name, c.year, c.price from train_classes c, accounts a
    where a.login_name = ${loginName} and c.project_id = a.project_id and c.status = 'on_shelf' and c.price > 0
      and c.class_type = 'public' and not c.need_review and c.personnel_categories = '{}' and c.regions = '{}'
      and coalesce(c.sign_up_from <= moment(), true) and coalesce(c.sign_up_to > moment(), true)
      and coalesce(c.study_to > moment(), true) and coalesce(c.sold + c.held < c.quota, true)
      and not exists (select from enrolments e join train_classes v on v.id = e.class_id
        where e.account_id = a.id and v.root_id = c.root_id)
      and not exists (select from order_items i where i.account_id = a.id and i.class_id = c.id)
    order by c.year desc, c.id`
  assert.ok(list.length > 1, 'the demo has too few classes to buy')
  return list
}

const catalogue = ({ year, name }: Sold) => `/publicClass?year=${year}&keyword=${encodeURIComponent(name)}`
const card = (page: Page, { name }: Sold) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** True if the first video of a class plays. */
const isPlaying = (page: Page) =>
  page.locator('video').evaluate(
    (media: HTMLVideoElement) =>
      new Promise<boolean>((resolve) => {
        if (!media.paused && media.currentTime > 0) resolve(true)
        media.addEventListener('timeupdate', () => resolve(!media.paused), { once: true })
      }),
  )

const fits = async (page: Page) =>
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, page.url())

test('in English the links above a page are whole beside a filled cart, and at a desk in one line', async (t) => {
  const token = await portal.signIn('learner')
  const classIds = (await listSold('learner')).slice(0, 1).map(({ id }) => id)
  await portal.world.ask(cartCalls.save, { classIds }, token)
  t.after(async () => void (await portal.world.db`delete from cart_items`))
  for (const [width, lines] of [
    [1440, 1],
    [1024, 2],
  ] as const) {
    const { page } = await openWindow(t, portal.url, { width, token, locale: 'en-US' })
    await page.goto('/publicClass')
    await page.getByRole('link', { name: 'Cart 1', exact: true }).first().waitFor()
    const links = page.getByRole('navigation', { name: 'Main navigation' })
    assert.ok(await links.evaluate((nav) => nav.scrollWidth <= nav.clientWidth), `cut at ${width}`)
    const boxes = await Promise.all((await links.getByRole('link').all()).map((link) => link.boundingBox()))
    assert.equal(new Set(boxes.map((box) => box!.y)).size, lines)
  }
})

test('on a phone a class is ordered, paid and begun from its card in at most four taps', async (t) => {
  const token = await portal.signIn('learner')
  const [sold] = await listSold('learner')
  const { page } = await openWindow(t, portal.url, { width: 390, userAgent, token })
  await page.goto(catalogue(sold!))
  const taps = await countClicks(page)
  await card(page, sold!).getByRole('button', { name: '立即报名' }).tap()
  await expectText(page, `报名“${sold!.name}”`)
  await expectText(page, /退款/)
  await fits(page)
  await page.getByRole('link', { name: '在本机用微信付款' }).tap()
  await page.waitForURL(/wechat|cashier|dev/)
  const before = taps()
  await page.getByRole('button', { name: /确认支付/ }).tap()
  const ofGateway = taps() - before
  await page.waitForURL(/publicClass.*join=/)
  await expectText(page, /付款成功，班级已经开通/)
  await page.getByRole('dialog').getByRole('link', { name: '开始学习' }).tap()
  await page.waitForURL(/study-page/)
  assert.equal(await isPlaying(page), true)
  t.diagnostic(
    `${taps() - ofGateway} taps from the catalogue to the playing video, ${ofGateway} at the channel`,
  )
  assert.ok(taps() - ofGateway <= 4)
})

test('left for another app and reloaded, the same order is there; paid elsewhere, the class begins', async (t) => {
  const token = await portal.signIn('learner')
  const [sold] = await listSold('learner')
  const { page, context } = await openWindow(t, portal.url, { width: 390, userAgent, token })
  await page.goto(catalogue(sold!))
  await card(page, sold!).getByRole('button', { name: '立即报名' }).tap()
  const pay = page.getByRole('link', { name: '在本机用微信付款' })
  await pay.waitFor()
  await page.reload()
  const address = (await pay.getAttribute('href'))!
  const counted = () => portal.world.db`
    select distinct o.id from orders o join order_items i on i.order_id = o.id where i.class_id = ${sold!.id}
      and o.account_id = (select id from accounts where login_name = 'learner')`
  assert.equal((await counted()).length, 1, 'reloaded it is no second order')
  const app = await context.newPage()
  await app.goto(address)
  await app.getByRole('button', { name: /确认支付/ }).tap()
  await expectText(app, /付款成功/)
  await app.close()
  await page.bringToFront()
  await expectText(page, /付款成功，班级已经开通/)
  await page.reload()
  await page.getByRole('dialog').getByRole('link', { name: '开始学习' }).waitFor()
  assert.equal((await counted()).length, 1)
})

test('at a desk the class is paid where it was chosen, and begun from there', async (t) => {
  const token = await portal.signIn('learner')
  const { id: orderId, items } = await orderAny(portal.world, token)
  await portal.world.ask(orderCalls.cancelMyOrder, { orderId }, token)
  const { page, context } = await openWindow(t, portal.url, { token })
  await page.goto(detailPath(items[0]!.classId!))
  await page.getByRole('button', { name: '立即报名' }).waitFor()
  const accept = page.getByRole('checkbox')
  if ((await accept.count()) > 0) await accept.first().check()
  await page.getByRole('button', { name: '立即报名' }).click()
  const phone = context.waitForEvent('page')
  await page.getByRole('link', { name: '打开演示收银台' }).click()
  await (await phone).getByRole('button', { name: /确认支付/ }).click()
  await expectText(await phone, /支付成功/)
  await expectText(page, /付款成功，班级已经开通/)
  await page.getByRole('dialog').getByRole('link', { name: '开始学习' }).click()
  await page.waitForURL(/study-page/)
})

test('on a phone the price and the way to enrol stay above the tabs, and cover nothing', async (t) => {
  const token = await portal.signIn('learner')
  const [sold] = await listSold('learner')
  const { page } = await openWindow(t, portal.url, { width: 390, userAgent, token })
  await page.goto(detailPath(sold!.id))
  const bar = page.locator('.detail-bar')
  const tabs = page.locator('.frame-tabs')
  for (const place of ['top', 'end'] as const) {
    await page.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), place)
    const [above, below] = [(await bar.boundingBox())!, (await tabs.boundingBox())!]
    assert.ok(above.y + above.height <= below.y + 1, `${place}: the bar lies on the tabs`)
  }
  // At the end the last of the content stands above the bar.
  const content = (await page.locator('.detail-columns').boundingBox())!
  assert.ok(content.y + content.height <= (await bar.boundingBox())!.y + 1)
  for (const name of ['立即报名', '加入购物车'])
    assert.ok((await bar.getByRole('button', { name }).boundingBox())!.height >= 44)
  assert.match(await bar.innerText(), /¥/)
  await fits(page)
})

/** Signs in on the login page. */
async function signIn(page: Page, account: string): Promise<void> {
  await page.getByRole('textbox', { name: /账号/ }).fill(account)
  await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
  await page.getByRole('button', { name: '登录', exact: true }).tap()
}

const badge = (page: Page, count: number) =>
  page
    .getByRole('navigation', { name: '底部导航' })
    .getByRole('link', { name: `购物车 ${count}`, exact: true })

async function visitorChooses(t: TestContext, chosen: readonly Sold[]): Promise<Page> {
  const { page } = await openWindow(t, portal.url, { width: 390, userAgent })
  for (const [i, sold] of chosen.entries()) {
    await page.goto(catalogue(sold))
    await card(page, sold).getByRole('button', { name: '加入购物车' }).tap()
    await badge(page, i + 1).waitFor()
  }
  return page
}

test('a visitor’s cart is counted, shown and merged after signing in; the next learner sees nothing of it', async (t) => {
  const chosen = (await listSold('learner')).slice(0, 3)
  const [first, full, removed] = chosen
  const page = await visitorChooses(t, chosen)
  await badge(page, 3).tap()
  await expectText(page, `¥${(chosen.reduce((sum, { price }) => sum + price, 0) / 100).toFixed(2)}`)
  await page.getByRole('button', { name: `移除“${removed!.name}”` }).tap()
  await badge(page, 2).waitFor({ state: 'attached' })
  await fits(page)
  await page.reload()
  await page.getByRole('link', { name: '登录后结算' }).tap()
  // Sold out while the visitor signs in.
  await portal.world.db`update train_classes set quota = sold + held where id = ${full!.id}`
  await signIn(page, 'learner')
  await page.waitForURL('**/student/cart')
  await expectText(page, new RegExp(`1 个班级已放入购物车；有 1 个没有放入；“${full!.name}”`))
  await page.getByRole('heading', { name: first!.name }).waitFor()
  assert.equal(await page.evaluate(() => localStorage.getItem('visitorCart')), null)
  // Leaves; neither a visitor nor another learner meets that cart.
  await page.locator('.frame-menu > summary').last().tap()
  await page.getByRole('button', { name: '退出登录' }).tap()
  await page.waitForURL(/\/login/)
  await page.goto('/publicClass')
  await page.getByRole('article').first().waitFor()
  assert.equal(await page.getByText(/已选 \d+ 个班级/).count(), 0)
  assert.equal(await badge(page, 1).count(), 0)
  const [other] = await portal.world.db<{ loginName: string }[]>`
    select a.login_name from accounts a join students s on s.account_id = a.id
    where a.login_name <> 'learner' and a.status = 'active' and not a.must_change_password
      and a.project_id = (select project_id from accounts where login_name = 'learner')
      and not exists (select from cart_items i where i.account_id = a.id) order by a.id limit 1`
  await page.goto('/login')
  await signIn(page, other!.loginName)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto('/student/cart')
  await expectText(page, '购物车是空的')
  await page.evaluate(() => {
    const held = Object.entries(localStorage).filter(([, value]) => /shop-cart/.test(value))
    if (held.length > 0) throw new Error(held.join())
  })
})

test('a visitor who enrols is led to sign in and comes back to the same sheet', async (t) => {
  const [sold] = await listSold('learner')
  const { page } = await openWindow(t, portal.url, { width: 390, userAgent })
  await page.goto(catalogue(sold!))
  await card(page, sold!).getByRole('link', { name: '立即报名' }).tap()
  await page.waitForURL(/\/login/)
  await signIn(page, 'learner')
  await page.waitForURL(/publicClass.*join=/)
  const sheet = page.getByRole('dialog')
  await sheet.getByText(`报名“${sold!.name}”`).waitFor()
  await sheet.getByRole('button', { name: '立即报名' }).tap()
  await sheet.getByRole('link', { name: '在本机用微信付款' }).waitFor()
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
})
