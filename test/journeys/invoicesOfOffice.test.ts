import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { issueCalls } from '../../features/invoice/issue/contract.ts'
import { turnKnob } from '../../sandbox/invoice/knobs.ts'
import { aRequest } from '../build/issued.ts'
import { cellsOf } from '../build/import.ts'
import { until } from '../until.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { invoicesUntil, savedBy, scanAsDrawer } from './invoice.ts'
import { button } from './manager.ts'
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

const nameOf = (n: number) => `批量开票单位${String.fromCodePoint(0x4e00 + n)}`
const refusal = '纳税人状态异常，请购方先到税务局办理'

/** Requests of as many orders as said, a payer each, whose titles share a name. */
async function requestMany(count: number): Promise<string[]> {
  const orders = await portal.world.db<{ id: string }[]>`
    select id from orders o where status = 'paid' and kind = 'personal' and invoiced = 0 and amount > 0
      and not exists (select from refunds r where r.order_id = o.id)
    order by id desc limit ${count}`
  assert.equal(orders.length, count)
  const ids: string[] = []
  for (const [n, { id }] of orders.entries())
    ids.push(await aRequest(portal.world, [id], { titleName: nameOf(n) }))
  return ids
}

test('a clerk issues all of a filter, reads what was refused and what failed, and the drawer signs in', async (t) => {
  const { world } = portal
  const [count, token] = [200, await portal.signIn('finance')]
  const ids = await requestMany(count)
  // Two are not as they should be, and two will fail at the tax bureau.
  for (const id of ids.slice(0, 2))
    await world.ask(issueCalls.reject, { id, reason: '付款单位与抬头不一致' }, token)
  for (const n of [4, 5]) await turnKnob(world.db, 'fail', { buyerName: nameOf(n), reason: refusal })

  const visitor = await openWindow(t, portal.url, { token })
  const { page } = visitor
  await page.goto(`/invoice-manage/invoice-list?keyword=${encodeURIComponent('批量开票单位')}`)
  await page
    .getByRole('row')
    .filter({ hasText: nameOf(count - 1) })
    .first()
    .waitFor()
  await page
    .getByRole('checkbox', { name: /全选|本页全部/ })
    .first()
    .check()
  await page.getByRole('button', { name: `选择全部 ${count} 条符合条件的` }).click()
  await button(page.locator('.crud-chosen'), '开票').click()
  await button(page.getByRole('alertdialog').or(page.getByRole('dialog')).last(), '开票').click()
  const statuses = async () => {
    const rows = await world.db<{ status: string; count: number }[]>`
      select status, count(*)::int as count from invoices where id = any(${ids}) group by status`
    return Object.fromEntries(rows.map(({ status, count: of }) => [status, of]))
  }
  await until(async () => !('requested' in (await statuses())))
  await page.getByRole('button', { name: /任务中心/ }).click()
  const panel = page.getByRole('dialog', { name: '任务中心' })
  const line = panel.getByRole('listitem').filter({ hasText: '批量开票' })
  await line.getByText('完成 198 条').waitFor()
  const refused = cellsOf(
    await savedBy(page, () => line.getByRole('button', { name: '未处理的 2 条' }).click()),
  )
  assert.equal(refused.length, 3)
  for (const row of refused.slice(1)) assert.match(row[1]!, /已驳回/)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })

  // Nothing is issued before the drawer has signed in.
  await invoicesUntil(world, async () => (await statuses()).waiting_drawer === 198)
  await page.reload()
  await expectText(page, '税务局要求开票员登录')
  await page.getByRole('row').filter({ hasText: '待开票员登录' }).first().waitFor()
  await visitor.settled()
  await assertAccessible(page)
  await scanAsDrawer(visitor)
  await invoicesUntil(world, async () => {
    const { opened, failed } = await statuses()
    return opened === 196 && failed === 2
  })
  await expectText(page, '开票员已登录')

  await page.goto(`/invoice-manage/invoice-list?status=failed&keyword=${encodeURIComponent('批量开票单位')}`)
  const failed = page.getByRole('row').filter({ hasText: nameOf(4) })
  await failed.getByText(refusal, { exact: false }).first().waitFor()
  await visitor.settled()
  await assertAccessible(page)
  // The reason is seen to, and it goes on.
  await button(failed, '开票').click()
  await invoicesUntil(world, async () => (await statuses()).opened === 197)
  await failed.waitFor({ state: 'hidden' })
})
