import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Download, Page } from 'playwright-core'
import { read, utils } from '@e965/xlsx'
import { theDemo } from '../build/demo.ts'
import { aLearner, type BuiltPortal } from '../build/portal.ts'
import { expectText } from './expect.ts'
import { button, dialog } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
let demo: BuiltPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
  demo = await theDemo(portal.world)
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

async function at(t: TestContext, who: string, path: string): Promise<Page> {
  const { page } = await openWindow(t, portal.url, { width: 1440, token: await portal.signIn(who) })
  await page.goto(path)
  return page
}

async function rowsOf(file: Download): Promise<string[][]> {
  const pieces: Buffer[] = []
  for await (const piece of await file.createReadStream()) pieces.push(piece as Buffer)
  const book = read(Buffer.concat(pieces))
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1, raw: false })
}

test('the filtered classes of a list are the rows of the file', async (t) => {
  const page = await at(t, 'admin', '/train-manage/class?keyword=急救&sort=-name')
  await page.getByRole('row').filter({ hasText: '急救' }).first().waitFor()
  const shown = await page.locator('.crud-table tbody tr > :nth-child(2) a').allTextContents()
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, '导出').click()])
  assert.match(file.suggestedFilename(), /^班级-\d{4}-\d\d-\d\d\.xlsx$/)
  const [head, ...rows] = await rowsOf(file)
  assert.equal(head![1], '班级名称')
  assert.deepEqual(
    rows.map((row) => row[1]),
    shown.map((name) => name.trim()),
  )
})

test('a number in full is exported for a reason, by a job, and fetched in the task centre', async (t) => {
  const name = '全导出'
  const { accountId } = await aLearner(portal.world, demo, { name })
  const [row] = await portal.world.db`select card_sealed from students where account_id = ${accountId}`
  const card = portal.world.app.secrets.open('students.card', accountId, row!.cardSealed as Buffer)
  const page = await at(t, 'admin', `/student-manage/student?keyword=${name}`)
  await page.getByRole('link', { name, exact: true }).waitFor()
  await button(page, '导出').click()
  await expectText(page, '当前筛选的全部 1 行')
  await dialog(page).getByText('导出完整号码').click()
  await dialog(page).getByLabel('原因').fill('报送主管部门备案')
  await button(dialog(page), '导出').click()
  await page.getByRole('button', { name: /任务中心/ }).click()
  await expectText(page, '共 1 行')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: '下载文件' }).click(),
  ])
  const [, [shownName, , shownCard] = []] = await rowsOf(file)
  assert.deepEqual([shownName, shownCard], [name, card])
})
