import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { cartCalls } from '../../features/cart/contract.ts'
import { catalogueCalls } from '../../features/catalogue/contract.ts'
import { orderCalls } from '../../features/order/contract.ts'
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

/** Opens a page as a learner on the smallest phone. */
async function open(t: TestContext, path: string, locale = 'zh-CN'): Promise<Page> {
  const token = await portal.signIn('learner')
  const { page, settled } = await openWindow(t, portal.url, { width: 360, height: 640, token, locale })
  await page.goto(path)
  await settled()
  return page
}
const boxOf = async (place: Locator) => (await place.boundingBox())!

test('on the smallest phone a class is in sight, and the filters are a sheet away', async (t) => {
  const page = await open(t, '/publicClass')
  const card = page.getByRole('article').first()
  const [title, tabs] = [await boxOf(card.getByRole('heading')), await boxOf(page.locator('.frame-tabs'))]
  assert.ok(title.y + title.height <= tabs.y, `the first class ends at ${title.y + title.height}`)
  const filter = page.getByRole('button', { name: /^筛选/ })
  assert.match(await filter.innerText(), /1/)
  await filter.focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: '筛选' })
  for (const target of await sheet.locator('button, select').all())
    assert.ok((await boxOf(target)).height >= 44, `${await target.innerText()}: too low for a thumb`)
  await sheet.getByRole('button', { name: '只看免费' }).tap()
  await page.waitForURL(/free=1/)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  assert.ok(await filter.evaluate((button) => button === document.activeElement))
  assert.match(await filter.innerText(), /2/)
})

test('what is touched on a learner’s own pages is high and wide enough for a thumb', async (t) => {
  const page = await open(t, '/')
  const places = { '/': ['.frame-brand', '.message-bell', '.notice-title'], '/my': ['.my-plans-fold'] }
  for (const [path, targets] of Object.entries(places)) {
    await page.goto(path)
    for (const target of targets) {
      const { width, height } = await boxOf(page.locator(target).first())
      assert.ok(width >= 44 && height >= 44, `${target}: ${width} × ${height}`)
    }
  }
})

test('all of the page of a joined class that is touched is high and wide enough for a thumb', async (t) => {
  const page = await open(t, '/classCenter')
  const [joined] = await portal.world.db<{ classId: string }[]>`
    select e.class_id from enrolments e join accounts a on a.id = e.account_id join train_classes c on c.id = e.class_id
    where a.login_name = 'learner' and e.status = 'active' and c.price > 0 limit 1`
  await page.goto(`/detail-public?id=${joined!.classId}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const touched = page.locator('main :is(a, button, summary):visible')
  assert.ok((await touched.count()) > 4)
  // A row of the outline is touched wherever it is.
  const boxes = await touched.evaluateAll((all) =>
    all.map((one) => {
      const { width, height } = (one.closest('.detail-outline li') ?? one).getBoundingClientRect()
      return { name: one.textContent, width, height }
    }),
  )
  for (const { name, width, height } of boxes)
    assert.ok(width >= 44 && height >= 44, `${name}: ${width} × ${height}`)
})

test('the head of a studied class has room for its name beside the words of each language', async (t) => {
  for (const locale of ['zh-CN', 'en-US']) {
    const page = await open(t, '/', locale)
    await page.locator('.mine-continue .k-button').tap()
    const name = page.locator('.study-top strong')
    await name.waitFor()
    const isWhole = await name.evaluate((one) => one.scrollHeight <= one.clientHeight + 1)
    assert.ok(isWhole, `${await name.innerText()} is cut: ${(await boxOf(name)).width} px`)
    const edge = await boxOf(page.locator('.study-top'))
    for (const part of await page.locator('.study-top .k-wrap > :visible').all()) {
      const { x, width } = await boxOf(part)
      assert.ok(x >= 0 && x + width <= edge.width, await part.innerText())
    }
  }
})

test('what is earned and what is to come stand within the passport in each language', async (t) => {
  for (const locale of ['zh-CN', 'en-US']) {
    const page = await open(t, '/my', locale)
    const passport = page.locator('.hours-hero')
    await passport.locator('.hours-type').first().waitFor()
    const edge = await boxOf(passport)
    for (const part of await passport.locator('.hours-type > :visible, .hours-need').all()) {
      const { x, width } = await boxOf(part)
      assert.ok(x + width <= edge.x + edge.width - 12, await part.innerText())
    }
  }
})

test('a class that is put into the cart says so where it was pressed, and nothing moves or is covered', async (t) => {
  const page = await open(t, '/publicClass')
  const ordered = await portal.world.db<{ name: string }[]>`
    select c.name from train_classes c join order_items i on i.class_id = c.id
      join accounts a on a.id = i.account_id where a.login_name = 'learner'`
  const offered = page.getByRole('article').filter({ has: page.getByRole('button', { name: '加入购物车' }) })
  const names = await offered.getByRole('heading').allInnerTexts()
  const name = names.find((one) => !ordered.some((item) => item.name === one))!
  const added = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
  const places = async () =>
    Promise.all(['.class-price', '.class-ways > :first-child'].map((place) => boxOf(added.locator(place))))
  const add = added.getByRole('button', { name: '加入购物车' })
  await add.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  const placed = await places()
  await add.tap()
  await added.getByRole('button', { name: /^已选/ }).waitFor()
  assert.deepEqual(await places(), placed)
  assert.equal(await page.locator('.k-notice').count(), 0)
  const [edge, chosen] = [await boxOf(added), await boxOf(added.getByRole('button', { name: /^已选/ }))]
  assert.ok(chosen.x + chosen.width <= edge.x + edge.width - 8, `${chosen.x + chosen.width} of ${edge.width}`)
  await added.getByRole('button', { name: /^已选/ }).tap()
  await add.waitFor()
})

test('the sum of the cart stays above the tabs in two lines, and covers nothing that has the focus', async (t) => {
  const token = await portal.signIn('learner')
  const filter = { suitable: true, order: 'hours', limit: 50 } as const
  const { list } = await portal.world.ask(catalogueCalls.findClassList, filter, token)
  for (const { id } of list) await portal.world.call(cartCalls.save, { classIds: [id] }, token)
  const page = await open(t, '/student/cart')
  const [bar, tabs] = [page.locator('.cart-bar'), page.locator('.frame-tabs')]
  const [sum, below] = [await boxOf(bar), await boxOf(tabs)]
  assert.ok(Math.abs(sum.y + sum.height - below.y) <= 1, 'the sum is right above the tabs')
  assert.ok(sum.height <= 92, `${await bar.innerText()}: ${sum.height}px`)
  assert.ok((await boxOf(bar.getByRole('button'))).width >= 160)
  const items = await page.locator('.cart-item').all()
  assert.ok(items.length > 3)
  for (const item of items) {
    const remove = item.getByRole('button', { name: '移除' })
    const [price, taken] = [await boxOf(item.locator('strong')), await boxOf(remove)]
    assert.ok(price.y < taken.y + taken.height && taken.y < price.y + price.height, 'one line for both')
    await remove.focus()
    const focused = await boxOf(remove)
    assert.ok(focused.y + focused.height <= (await boxOf(bar)).y, 'the focus is covered')
  }
})

test('nothing of an order, its refund, its invoice or a chosen class stands outside of its frame or touches its neighbour', async (t) => {
  const page = await open(t, '/my?tab=orders', 'en-US')
  const refund = page.getByRole('button', { name: 'Request a refund' })
  for (const order of await page.locator('.orders > li').all()) {
    const edge = await boxOf(order)
    for (const way of await order.locator('.order-actions > .k-button').all()) {
      const { x, width } = await boxOf(way)
      assert.ok(x >= edge.x && x + width <= edge.x + edge.width, await way.innerText())
    }
  }
  await refund.first().tap()
  const reasons = page.getByRole('dialog').locator('.refund-item').first().locator('.k-note')
  await reasons.first().waitFor()
  const boxes = await Promise.all((await reasons.all()).map(boxOf))
  assert.ok(boxes.length > 1)
  for (const [i, box] of boxes.slice(1).entries())
    assert.ok(box.y >= boxes[i]!.y + boxes[i]!.height + 4, 'two reasons run into one')
  await page.goto('/my?tab=invoices')
  await page.getByRole('button', { name: 'Request an invoice' }).tap()
  const frame = page.locator('.invoice-orders')
  const { x, width } = await boxOf(frame)
  for (const amount of await frame.locator('.invoice-left').all()) {
    const own = await boxOf(amount)
    assert.ok(own.x + own.width <= x + width, await amount.innerText())
  }
  // The journeys before may have chosen all that there is.
  await portal.world.db`delete from cart_items`
  await page.goto('/publicClass')
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .tap()
  const card = page
    .getByRole('article')
    .filter({ has: page.locator('.class-added') })
    .first()
  const [edge, added] = [await boxOf(card), await boxOf(card.getByRole('button', { name: /^Added/ }))]
  assert.ok(added.x + added.width <= edge.x + edge.width - 8, `${added.x + added.width} of ${edge.width}`)
})

test('the scores of an exam keep a distance from their frame, and a visitor’s cart is no tab to be on', async (t) => {
  const page = await open(t, '/trainIndex')
  const scores = page.getByRole('list', { name: '成绩' }).first()
  const [frame, line] = [await boxOf(scores), await boxOf(scores.getByRole('listitem').first())]
  assert.ok(line.x - frame.x >= 8 && line.y - frame.y >= 8)
  const { page: visited } = await openWindow(t, portal.url, { width: 360, height: 640 })
  await visited.goto('/classSelectCenter')
  const colorOf = (name: string) =>
    visited
      .locator('.frame-tabs')
      .getByRole('link', { name })
      .evaluate((tab) => getComputedStyle(tab).color)
  assert.equal(await colorOf('购物车'), await colorOf('我的'))
})

test('a last line is never one character, and the links of the footer look alike', async (t) => {
  const page = await open(t, '/classSelectCenter')
  const lead = page.locator('h1 + p').first()
  const [lines, last] = await lead.evaluate((text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const boxes = [...range.getClientRects()]
    return [boxes.length, boxes.at(-1)!.width]
  })
  assert.ok(lines === 1 || last > 30, `${lines} lines, the last of ${last}px`)
  const weights = await page
    .locator('.frame-foot :is(a, button)')
    .evaluateAll((links) => links.map((link) => getComputedStyle(link).fontWeight))
  assert.equal(new Set(weights).size, 1, weights.join())
})

test('in large type the bars of hours are as wide as what is around them', async (t) => {
  const page = await open(t, '/', 'en')
  await page.evaluate(() => localStorage.setItem('senior', 'on'))
  await page.goto('/my')
  const bars = page.locator('.hours-bar')
  await bars.first().waitFor()
  for (const bar of await bars.all()) assert.ok((await boxOf(bar)).width > 200)
})

test('why an order was closed stands apart from its buttons', async (t) => {
  const token = await portal.signIn('learner')
  const { list } = await portal.world.ask(orderCalls.findMyOrderList, { status: 'unpaid' }, token)
  await portal.world.ask(orderCalls.cancelMyOrder, { orderId: list[0]!.id }, token)
  const page = await open(t, `/my?tab=orders&order=${list[0]!.id}`)
  const why = await boxOf(page.getByText('本人取消'))
  const button = await boxOf(page.getByRole('button', { name: '重新下单' }))
  assert.ok(button.y - why.y - why.height >= 8, `${button.y - why.y - why.height}px`)
})
