import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { until } from '../until.ts'
import { expectText } from './expect.ts'
import { enter } from './frame.ts'
import { button, dialog, open } from './manager.ts'
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

/** Entry of the browser about something that moved. */
type Shift = PerformanceEntry & { value: number; sources: { node: Node | null }[] }

/** Adds up how far the content moves by itself, without the frame around it; returns the function that reads the sum. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const sum = { shifts: 0 }
    Object.assign(window, sum)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const isContent = entry.sources.some(({ node }) => node?.parentElement?.closest('main'))
        if (isContent) (window as unknown as typeof sum).shifts += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifts: number }).shifts)
}

const carousel = (page: Page) => page.getByRole('region', { name: '轮播图' })

test('a manager adds a banner with cropped pictures and puts it first; visitors see and follow it', async (t) => {
  const manager = await enter(t, portal)
  const { page } = manager
  await open(manager, '账号权限', '轮播图与公告')
  await page.getByText('会提问，更会核对').waitFor()
  await button(page, '添加轮播图').click()
  const drawer = dialog(page)
  await drawer.getByLabel('标题', { exact: true }).fill('秋季报名开始')
  const drawn = sharp({ create: { width: 1600, height: 1200, channels: 3, background: 'teal' } })
  const file = { name: 'a.png', mimeType: 'image/png', buffer: await drawn.png().toBuffer() }
  for (const name of ['电脑图片', '手机图片']) {
    await button(drawer, `选择${name}`).click()
    const cropper = page.getByRole('dialog', { name })
    await cropper.locator('input[type=file]').setInputFiles(file)
    await cropper.getByLabel('缩放').fill('40')
    await button(cropper, '使用这张图片').click()
    await drawer.getByRole('img', { name }).waitFor()
  }
  await drawer.getByText('本站页面').click()
  await drawer.getByLabel('页面路径').fill('javascript:alert(1)')
  await button(drawer, '保存').click()
  await expectText(page, '应为以 / 开头的本站路径')
  await drawer.getByLabel('页面路径').fill('/publicClass')
  await button(drawer, '保存').click()
  await drawer.waitFor({ state: 'hidden' })
  for (let i = 3; i > 0; i--) {
    await page.getByRole('button', { name: '上移“秋季报名开始”' }).click()
    await until(async () => {
      const rows = await page.locator('.banner-rows li').allInnerTexts()
      return rows.findIndex((row) => row.includes('秋季报名开始')) === i - 1
    })
  }

  for (const [width, ratio, pixels] of [
    [1440, 10 / 3, 1280],
    [390, 5 / 3, 640],
  ] as const) {
    const visitor = await openWindow(t, portal.url, { width })
    const shifts = await watchShifts(visitor.page)
    await visitor.page.goto('/')
    const banner = visitor.page.getByRole('img', { name: '秋季报名开始' })
    await banner.waitFor()
    await visitor.settled()
    const { naturalWidth, clientWidth, clientHeight } = await banner.evaluate((image: HTMLImageElement) => ({
      naturalWidth: image.naturalWidth,
      clientWidth: image.clientWidth,
      clientHeight: image.clientHeight,
    }))
    assert.ok(Math.abs(clientWidth / clientHeight - ratio) < 0.02)
    assert.ok(naturalWidth > 0 && naturalWidth <= pixels * 2, `${naturalWidth} pixels`)
    assert.ok((await shifts()) < 0.05, 'the page moves while its banners load')
    await carousel(visitor.page).getByRole('link', { name: '秋季报名开始' }).click()
    await visitor.page.waitForURL('**/publicClass')
    await visitor.putAway()
  }
})

test('who looks at the banners stops, moves and swipes them; asked for calm they stand still', async (t) => {
  const { page } = await openWindow(t, portal.url)
  await page.goto('/')
  const place = carousel(page)
  const current = () => place.locator('.banner-slides > div:not([aria-hidden])').getAttribute('aria-label')
  await button(place, '暂停轮播').click()
  await place.getByRole('button', { name: '开始轮播' }).waitFor()
  const first = await current()
  await button(place, '下一张').click()
  await until(async () => (await current()) !== first)
  await page.keyboard.press('ArrowLeft')
  await until(async () => (await current()) === first)
  // A swipe scrolls; what it comes to rest at is the current one.
  await place
    .locator('.banner-slides')
    .evaluate((slides) => slides.scrollTo({ left: slides.clientWidth * 2 }))
  await until(async () => (await current())?.startsWith('第 3 张') === true)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await carousel(page).getByRole('button', { name: '开始轮播' }).waitFor()
})

test('a portal without banners shows nothing of them, and one shows no controls', async (t) => {
  const { db } = portal.world
  const [kept] = await db`select id from banners order by sort limit 1`
  await db`update banners set show_pc = false where id <> ${kept!.id as string}`
  const { page } = await openWindow(t, portal.url)
  await page.goto('/')
  await carousel(page).waitFor()
  assert.equal(await carousel(page).getByRole('button').count(), 0)
  await db`update banners set show_pc = false`
  const shifts = await watchShifts(page)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await carousel(page).count(), 0)
  assert.ok((await shifts()) < 0.05)
})
