import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
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
async function open(t: TestContext, path: string): Promise<Page> {
  const token = await portal.signIn('learner')
  const { page, settled } = await openWindow(t, portal.url, { width: 360, height: 640, token })
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
  await added.getByRole('button', { name: /^已选/ }).tap()
  await add.waitFor()
})
