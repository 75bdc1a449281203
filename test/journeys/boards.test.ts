import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { read, utils } from '@e965/xlsx'
import sharp from 'sharp'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { button, dialog } from './manager.ts'
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

test('on a phone a director reads the month, goes to the orders of one unit, as many as the board said, and exports them', async (t) => {
  const { page, settled } = await openWindow(t, portal.url, {
    width: 390,
    token: await portal.signIn('admin'),
  })
  await page.goto('/dashboard/index')
  await page.getByRole('button', { name: '筛选' }).click()
  const filters = page.getByRole('dialog', { name: '筛选' })
  await filters.getByRole('button', { name: '近30日' }).click()
  await filters.getByRole('button', { name: /^查\s?询$/ }).click()
  await page.waitForURL(/from=\d{4}-\d\d-\d\d/)
  await page.getByRole('list', { name: '各项数据' }).getByRole('button', { name: /^订单/ }).click()
  await page.getByRole('heading', { name: '订单：按单位' }).waitFor()
  await settled()
  await assertAccessible(page)
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)

  const chart = page.getByRole('region', { name: '订单：走势', exact: true })
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    chart.getByRole('button', { name: '存为图片' }).click(),
  ])
  assert.match(picture.suggestedFilename(), /^订单：走势 \d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d\.png$/)
  const image: Buffer[] = []
  for await (const piece of await picture.createReadStream()) image.push(piece as Buffer)
  const { width, height } = await sharp(Buffer.concat(image)).metadata()
  assert.ok(width > 500 && height > 2 * 300, `${width} × ${height}`)

  // The largest of the units whose orders are one page of the list.
  const links = page
    .getByRole('region', { name: '订单：按单位', exact: true })
    .getByRole('link', { name: /^查看列表：/ })
  await links.first().waitFor()
  const counts = (await links.allInnerTexts()).map(Number)
  const count = Math.max(...counts.filter((one) => one <= 20))
  assert.ok(count > 0, `units with ${counts.join(', ')} orders`)
  await links.nth(counts.indexOf(count)).click()
  await page.waitForURL(/\/order-manage\/list\?.*unitId=/)
  const cards = page.getByRole('list', { name: '列表' }).locator('[data-row-key]')
  await cards.first().waitFor()
  await settled()
  assert.equal(await cards.count(), count)
  await page.getByText(`共 ${count} 条`).first().waitFor()

  await page.getByRole('button', { name: '列表工具' }).click()
  const tools = page.getByRole('dialog', { name: '列表工具' })
  await tools.getByRole('button', { name: /^导\s?出$/ }).click()
  await expectText(page, `当前筛选的全部 ${count} 行`)
  const [file] = await Promise.all([page.waitForEvent('download'), button(dialog(page), '导出').click()])
  const pieces: Buffer[] = []
  for await (const piece of await file.createReadStream()) pieces.push(piece as Buffer)
  const book = read(Buffer.concat(pieces))
  const [head, ...rows] = utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0]!]!, { header: 1 })
  const numbers = head!.indexOf('订单号')
  const shown = await cards.evaluateAll((all) => all.map((card) => card.textContent))
  assert.equal(rows.length, count)
  for (const row of rows) {
    const number = row[numbers]!
    assert.ok(
      shown.some((text) => text.includes(number)),
      number,
    )
  }
})
