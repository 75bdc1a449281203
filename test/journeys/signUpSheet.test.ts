import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { until } from '../until.ts'
import { aSheetFile, cellsOf } from '../build/import.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { button, dialog, open, sheetFile } from './manager.ts'
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

/** Ten people of the demo's unit who have not applied for its training, by name and number. */
async function findStaff() {
  const { db, app } = portal.world
  const rows = await db<{ id: string; realName: string; cardSealed: Buffer }[]>`
    select a.id, s.real_name, s.card_sealed from accounts m join accounts a on a.unit_id = m.unit_id
    join students s on s.account_id = a.id
    where m.login_name = 'unit' and a.status = 'active' and s.card_sealed is not null and not exists (
      select from sign_up_applications p join sign_ups g on g.id = p.sign_up_id
      where p.account_id = a.id and g.kind = 'training')
    order by a.id limit 10`
  assert.equal(rows.length, 10)
  return rows.map(({ id, realName, cardSealed }) => ({
    realName,
    cardNumber: app.secrets.open('students.card', id, cardSealed),
  }))
}

test('a unit signs up ten by a file; a row with an error is corrected, and two more are ticked', async (t) => {
  const unit = await openWindow(t, portal.url, { token: await portal.signIn('unit') })
  const { page } = unit
  const staff = await findStaff()
  await page.goto('/home/index')
  await open(unit, '报名管理', '培训报名')
  await page.getByRole('link', { name: /继续教育师资培训/ }).click()
  await page.getByRole('tab', { name: '代人报名' }).click()
  await page.getByRole('button', { name: '按文件' }).click()
  await unit.settled()
  await assertAccessible(page)

  // The template has the fields of the form.
  await button(page, '导入报名人员').click()
  const drawer = dialog(page)
  const template = page.waitForEvent('download')
  await drawer.getByRole('button', { name: /下载 Excel 模板/ }).click()
  const [titles] = cellsOf(readFileSync(await (await template).path()))
  const header = titles!.map((title) => title.replaceAll('*', ''))
  assert.deepEqual(header, ['序号', '真实姓名', '身份证号', '手机号', '现任岗位', '授课方向', '从教年限'])
  const rows = staff.map(({ realName, cardNumber }, at) => {
    const subject = at === 3 ? '音乐' : '专业科目'
    return ['', realName, cardNumber, '', '主治医师', subject, String(at)]
  })
  await drawer
    .locator('input[type=file]')
    .setInputFiles(sheetFile('报名.xlsx', aSheetFile([header, ...rows])))
  await expectText(page, '有 1 行有问题，其余 9 行可以导入')
  await drawer.getByText('“音乐”不在可选项中').first().waitFor()
  await button(drawer, '导入 9 行').click()
  await expectText(page, '导入完成')

  // The row comes back with its reason, and is sent again.
  const saved = page.waitForEvent('download')
  await button(dialog(page), '下载错误文件（1 行）').click()
  const left = cellsOf(readFileSync(await (await saved).path()))
  assert.match(left[1]![0]!, /^授课方向：“音乐”不在可选项中/)
  left[1]![left[0]!.indexOf('授课方向')] = '公需科目'
  await button(dialog(page), '再导入一个文件').click()
  await dialog(page)
    .locator('input[type=file]')
    .setInputFiles(sheetFile('改好.xlsx', aSheetFile(left)))
  await expectText(page, '共 1 行，全部可以导入')
  await button(dialog(page), '导入 1 行').click()
  await expectText(page, '新增 1 行')
  await button(dialog(page), '查看报名人员').click()
  await page.getByRole('cell', { name: staff[3]!.realName, exact: true }).first().waitFor()

  // Those whose answers are the same are ticked.
  await page.getByRole('tab', { name: '代人报名' }).click()
  await page.getByRole('button', { name: '勾选多人' }).click()
  const free = page.getByRole('row').filter({ hasText: '可以报名' })
  for (const at of [0, 1]) await free.nth(at).getByRole('checkbox').check()
  await page.getByRole('button', { name: '为选中的 2 人填写报名表' }).click()
  const form = dialog(page)
  await form.getByLabel('现任岗位').fill('主管护师')
  await form.getByRole('radio', { name: '公需科目' }).check()
  await form.getByLabel('从教年限').fill('3')
  await form.getByRole('button', { name: '下一步' }).click()
  await form.getByRole('button', { name: '为 2 人报名' }).click()
  await until(async () => {
    const [count] = await portal.world.db<{ count: number }[]>`
      select count(*)::int from sign_up_applications p join accounts a on a.id = p.applied_by and a.login_name = 'unit'
      join sign_ups g on g.id = p.sign_up_id and g.kind = 'training'`
    return count!.count === 12
  })
  await form.waitFor({ state: 'hidden' })
})
