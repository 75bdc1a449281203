import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { theDemo } from '../build/demo.ts'
import { aSheetFile, cellsOf } from '../build/import.ts'
import { anAccount, signedIn } from '../build/portal.ts'
import { aMobile, anIdCard, aPerson, aRosterFile } from '../build/roster.ts'
import { expectText } from './expect.ts'
import { button, choose, dialog, open, sheetFile, unitNames } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal({ environment: { captcha: false } })
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

test('a roster with errors is imported, its error file corrected and imported again, and the same file adds nothing', async (t) => {
  const visitor = await openWindow(t, portal.url, { token: await newAdministrator() })
  const { page } = visitor
  const people = [1, 2, 3, 4].map((n) => aPerson(7_000_000 + n))
  Object.assign(people[1]!, { mobile: '025-86635912' })
  Object.assign(people[2]!, { cardNumber: `${anIdCard(7_000_003).slice(0, 15)}000` })
  const roster = aRosterFile(people)
  await page.goto('/home/index')
  await open(visitor, '学员管理', '学员')
  await button(page, '导入学员').click()
  const drawer = dialog(page)
  await drawer.getByText('11 位，学员用它收验证码登录', { exact: false }).waitFor({ state: 'attached' })
  const file = drawer.locator('input[type=file]')
  await file.setInputFiles(sheetFile('名单.xlsx', roster))
  await expectText(page, '请先选择单位')
  await choose(page, drawer.getByLabel('导入到单位'), (await unitNames(portal.world))[0]!)
  const template = page.waitForEvent('download')
  await drawer.getByRole('button', { name: /下载 Excel 模板/ }).click()
  assert.match((await template).suggestedFilename(), /^学员导入模板\.xlsx$/)
  await button(drawer, '检查这个文件').click()
  await expectText(page, '有 2 行有问题，其余 2 行可以导入')
  const wrong = drawer.getByRole('row').filter({ hasText: '不是 11 位手机号' })
  await wrong.getByRole('cell', { name: '3', exact: true }).waitFor()
  await wrong.getByText('填 1 开头的 11 位手机号').waitFor()
  await drawer.getByText('把这一列设为“文本”格式后重新填写').waitFor()
  // Left in the midst, it waits where it was.
  await page.reload()
  await button(page, '导入待确认').click()
  await button(dialog(page), '导入 2 行').click()
  await expectText(page, '导入完成')
  const saved = page.waitForEvent('download')
  await button(dialog(page), '下载错误文件（2 行）').click()
  const rows = cellsOf(readFileSync(await (await saved).path()))
  assert.match(rows[1]![0]!, /^手机号：不是 11 位手机号/)
  rows[1]![rows[0]!.indexOf('手机号')] = aMobile(7_000_002)
  rows[2]![rows[0]!.indexOf('身份证号')] = anIdCard(7_000_003)
  await button(dialog(page), '再导入一个文件').click()
  await bring(page, aSheetFile(rows))
  await expectText(page, '共 2 行，全部可以导入')
  await button(dialog(page), '导入 2 行').click()
  await expectText(page, '新增 2 行')
  await button(dialog(page), '再导入一个文件').click()
  Object.assign(people[1]!, { mobile: aMobile(7_000_002) })
  Object.assign(people[2]!, { cardNumber: anIdCard(7_000_003) })
  await bring(page, aRosterFile(people))
  await expectText(page, '的 4 行都已经有了，不需要导入')
  const [count] = await portal.world.db`
    select count(*) as count from students where real_name = any(${people.map((person) => String(person.realName))})`
  assert.equal(count!.count, 4)
})

/** A token of an administrator who has imported nothing yet and, as the demo's, belongs to no unit. */
async function newAdministrator(): Promise<string> {
  const { world } = portal
  const { accountId, loginName } = await anAccount(world, await theDemo(world), { role: 'admin' })
  await world.db`update accounts set unit_id = null where id = ${accountId}`
  return signedIn(world, loginName)
}

/** Sends a file into the unit chosen before. */
async function bring(page: Page, file: Buffer): Promise<void> {
  const drawer = dialog(page)
  await choose(page, drawer.getByLabel('导入到单位'), (await unitNames(portal.world))[0]!)
  await drawer.locator('input[type=file]').setInputFiles(sheetFile('改好的名单.xlsx', file))
}
