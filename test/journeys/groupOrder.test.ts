import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { unitClassCalls } from '../../features/unitClass/contract.ts'
import { anIdCard } from '../build/roster.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
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

/** Thirty people as a column of names and one of ID numbers, copied from a spreadsheet. */
const copied = ['姓名\t证件号']
  .concat(
    Array.from({ length: 30 }, (_, n) => `新员${String.fromCodePoint(0x4e00 + n)}\t${anIdCard(500 + n)}`),
  )
  .join('\n')

test('a unit’s manager opens a class, pastes thirty people, orders for them, pays by code and sees them on the board', async (t) => {
  const unit = await openWindow(t, portal.url)
  const { page } = unit
  await page.goto('/admin-login')
  await page.getByRole('textbox', { name: '账号' }).fill('unit')
  await page.getByLabel('密码', { exact: true }).fill('Demo2026a')
  await button(page, '登录').click()
  await page.waitForURL('**/home/index')
  await open(unit, '培训管理', '单位班级')
  await button(page, '开设单位班级').first().click()

  // A class with a price, chosen at the terms of the unit.
  const priced = page.getByRole('listitem').filter({ hasText: /¥[\d,.]+ \/ 人/ })
  await priced
    .getByRole('button', { name: /^选这个班级/ })
    .first()
    .click()
  await button(dialog(page), '开设单位班级').click()
  await page.waitForURL(/import-student\?id=/)

  await page.getByLabel('姓名 1', { exact: true }).evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, copied)
  await expectText(page, /30 人平台没有/)
  await button(page, '新建全部 30 人').click()
  await button(page, '添加 30 人').click()
  await expectText(page, '名单现有 30 人')

  await button(page, '核对并下单').click()
  await page.getByRole('button', { name: /^确认下单：30 人/ }).click()
  await page.waitForURL(/batch-pay-order\?orderId=/)
  await expectText(page, /请在期限内扫码付款/)
  const [cashier] = await Promise.all([
    unit.context.waitForEvent('page'),
    page.getByRole('link', { name: '打开演示付款页' }).click(),
  ])
  await cashier.getByRole('button', { name: /确认支付/ }).click()
  await cashier.close()

  // The money is found by the page itself, and the places open by a job.
  await expectText(page, '已开通 30 / 30 人')
  await page.getByRole('link', { name: /江海市第一人民医院/ }).click()
  await expectText(page, '未开始 30')
  await button(page, '提醒全部未开始的 30 人').click()
  await expectText(page, '已提醒 30 人')
})

test('on a phone a unit reads who has not begun, studies and has passed, each with the reason, and reminds', async (t) => {
  const token = await portal.signIn('unit')
  const { list } = await portal.world.ask(unitClassCalls.queryPageList, { keyword: '年度全员培训' }, token)
  const { page } = await openWindow(t, portal.url, { width: 390, token })
  await page.goto(`/train-manage/unit-class-detail?id=${list[0]!.id}`)
  // Each person is a card.
  const people = page.locator('.batch-people tbody tr')
  for (const [state, reason] of [
    [/^已合格 \d/, /合格/],
    [/^学习中 \d/, /学到 \d+%/],
    [/^已到期 \d/, /学到 \d+%/],
    [/^未开始 \d/, /已开通，还没有学习/],
  ] as const) {
    await page.getByRole('button', { name: state }).click()
    await people.filter({ hasText: reason }).first().waitFor()
  }
  await button(people.filter({ hasText: '已开通，还没有学习' }).first(), '提醒学习').click()
  await expectText(page, '已提醒 1 人')
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
  await assertAccessible(page)
})
