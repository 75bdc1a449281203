import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../until.ts'
import { enter, go, shown, startOffice, tabNames } from './frame.ts'
import { button, choose, open } from './manager.ts'
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

test('a list keeps its search in its tab and its columns for its reader, and loads its rows again', async (t) => {
  const manager = await enter(t, portal, '/resource-manage/video')
  const { page } = manager
  await shown(manager, '视频')
  await open(manager, '培训管理', '班级')
  await shown(manager, '班级')
  await choose(page, page.getByRole('combobox', { name: '状态', exact: true }), '已上架')
  await button(page, '查询').click()
  await page.waitForURL('**/train-manage/class?status=*')
  await page.locator('summary:visible', { hasText: '列设置' }).click()
  await page.getByRole('checkbox', { name: '价格' }).click()
  await page.getByRole('columnheader', { name: '价格' }).waitFor({ state: 'hidden' })
  await go(manager, '视频')
  const again = page.waitForRequest('**/find-page-list.action')
  await go(manager, '班级')
  await again
  await page.waitForURL('**/train-manage/class?status=*')
  await page.reload()
  await page.getByRole('columnheader', { name: '状态' }).waitFor()
  assert.equal(await page.getByRole('columnheader', { name: '价格' }).count(), 0)
  assert.deepEqual(await tabNames(manager), ['首页', '视频', '班级'], 'tabs survive a reload')
})

test('Back undoes a search in the list of its tab, and Forward searches again', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  const rows = page.locator('.crud:visible tbody tr[data-row-key]')
  await rows.first().waitFor()
  const all = await rows.count()
  await choose(page, page.getByRole('combobox', { name: '状态', exact: true }), '草稿')
  await button(page, '查询').click()
  await page.waitForURL('**/train-manage/class?status=draft')
  await expectRows(all, false)
  await go(manager, '首页')
  await go(manager, '班级')
  await page.waitForURL('**/train-manage/class?status=draft')
  await page.goBack()
  await shown(manager, '首页')
  await page.goBack()
  await shown(manager, '班级')
  await page.goBack()
  await page.waitForURL('**/train-manage/class')
  await expectRows(all, true)
  await page.goForward()
  await page.waitForURL('**/train-manage/class?status=draft')
  await expectRows(all, false)

  async function expectRows(count: number, is: boolean) {
    await until(async () => ((await rows.count()) === count) === is)
  }
})

test('a button shows that it is loading, and stops when done', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  await page.getByRole('row').nth(3).waitFor()
  const held = Promise.withResolvers<void>()
  await page.route('**/find-page-list.action', async (route) => {
    await held.promise
    await route.continue()
  })
  await button(page, '刷新').click()
  const sign = page.locator('[aria-busy=true] .office-spinner:visible').first()
  await sign.waitFor()
  held.resolve()
  await sign.waitFor({ state: 'hidden' })
  await button(page, '刷新').waitFor()
})

test('the pager shows total, sizes, previous, pages, next and jumper, in this order', async (t) => {
  const manager = await enter(t, portal, '/train-manage/class')
  const { page } = manager
  const pager = page.locator('.crud-pager:visible')
  await pager.getByText(/^共 \d+ 条$/).waitFor()
  await manager.settled()
  const places = await Promise.all(
    [pager.getByText(/^共 \d+ 条$/), pager.getByLabel('每页条数')].map((part) => part.boundingBox()),
  )
  for (const part of [
    pager.getByRole('button', { name: '上一页' }),
    pager.getByRole('button', { name: '第 1 页' }),
    pager.getByRole('button', { name: '下一页' }),
    pager.getByRole('textbox'),
  ])
    places.push(await part.boundingBox())
  const x = places.map((place) => place!.x)
  assert.deepEqual(
    x,
    [...x].sort((a, b) => a - b),
  )
  assert.deepEqual(await pager.getByRole('option').allTextContents(), [
    '5 条/页',
    '10 条/页',
    '20 条/页',
    '30 条/页',
    '50 条/页',
  ])
})
