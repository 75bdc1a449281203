import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../until.ts'
import { lightPaths, weigh, weightLimits } from '../weights.ts'
import { enter, startOffice } from './frame.ts'
import type { VisitedPortal } from './portal.ts'
import { closeBrowser } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startOffice()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

test('a list shows fourteen rows and eight columns, and keeps its filter and its heads in sight', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  for (const path of [
    '/train-manage/class',
    '/student-manage/student',
    '/order-manage/list',
    '/unit-manage/list',
    '/student-manage/student',
  ]) {
    await page.goto(path)
    const row = page.locator('.crud-table tbody tr:visible')
    await row.nth(13).waitFor()
    await manager.settled()
    const box = (await page.locator('.crud-scroll:visible').boundingBox())!
    const bottom = box.y + box.height
    assert.ok(bottom <= 900, `${path} ends at ${bottom}`)
    // The place of the table follows the height of the page's head, which is known once that is drawn.
    await page.waitForFunction(() => {
      const shown = (each: Element) => each.getBoundingClientRect().height > 0
      const place = [...document.querySelectorAll('.crud-scroll')].find(shown)!.getBoundingClientRect()
      const rows = [...document.querySelectorAll('.crud-table tbody tr')].filter(shown)
      return rows.filter((each) => each.getBoundingClientRect().bottom <= place.bottom).length >= 14
    })
    const heads = await Promise.all(
      (await page.locator('.crud-table th[scope]:visible').all()).map(
        async (each) => (await each.boundingBox())!,
      ),
    )
    const edge = heads.at(-1)!.x
    const whole = heads.filter(({ x, width }, i) => i === heads.length - 1 || x + width <= edge + 1)
    assert.ok(whole.length >= 8, `${path}: ${whole.length} columns`)
  }
  const places = async () =>
    Promise.all(
      [
        '.shell-top',
        '.shell-tabs',
        '.crud-search:visible',
        '.crud-table:visible th:last-child',
        '.crud-pager:visible',
      ].map(async (part) => (await page.locator(part).first().boundingBox())!.y),
    )
  await manager.settled()
  const before = await places()
  const scroll = page.locator('.crud-scroll:visible')
  await scroll.hover()
  await page.mouse.wheel(0, 4000)
  await until(async () => (await scroll.evaluate((part) => part.scrollTop)) > 0)
  assert.deepEqual(await places(), before)
  // What gets the focus by the keyboard is not below the heads.
  await page.locator('.crud-table:visible tbody tr').last().getByRole('link').focus()
  for (let i = 0; i < 60; i++) await page.keyboard.press('Shift+Tab')
  const focused = await page.evaluate(() => document.activeElement!.getBoundingClientRect().top)
  const head = (await page.locator('.crud-table:visible thead').boundingBox())!
  assert.ok(focused >= head.y + head.height || focused < head.y, `${focused} is below the heads`)
})

test('no column of a list is cut by the one that stays, and what a list is read by takes what is left', async (t) => {
  const { page, settled } = await enter(t, portal, '/home/index', { locale: 'en' })
  for (const path of [
    '/train-manage/class',
    '/train-manage/study-report',
    '/resource-manage/course',
    '/unit-manage/list',
  ]) {
    await page.goto(path)
    await page.locator('tbody [data-row-key]:visible').first().waitFor()
    await settled()
    const [cut, name] = await page.locator('.crud-scroll:visible').evaluate((box) => {
      const edge = box.querySelector('th[data-fixed]')!.getBoundingClientRect().left
      const heads = [...box.querySelectorAll('th:not([data-fixed])')]
      const isCut = (head: Element) => {
        const { left, right } = head.getBoundingClientRect()
        return left < edge - 1 && right > edge + 1
      }
      return [
        heads.filter(isCut).map((head) => head.textContent),
        box.querySelector('th[data-wide]')?.clientWidth,
      ] as const
    })
    assert.deepEqual(cut, [], path)
    if (name !== undefined) assert.ok(name >= 190, `${path}: ${name} px`)
  }
})

test('the home and every list of the back office load no more than their budget before something is opened', async (t) => {
  for (const path of lightPaths) {
    const { page, settled } = await enter(t, portal, '/healthz', { fresh: true })
    const fetched = weigh(page)
    await page.goto(portal.url + path)
    await settled()
    assert.ok(fetched.scripts > 100, 'the pages are the built ones')
    assert.ok(fetched.scripts <= weightLimits.office, `${path}: ${fetched.scripts} KB`)
    await page.close()
  }
})
