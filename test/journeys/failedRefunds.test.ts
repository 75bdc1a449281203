import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { expectText } from './expect.ts'
import { button, dialog } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { decide, payOrders, settled, statusOf } from './refund.ts'
import { closeBrowser, openWindow } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

test('a refund that the channel closed is sent again; an abnormal one is found as work and refunded offline', async (t) => {
  const token = await portal.signIn('learner')
  const [closed, abnormal] = await payOrders(portal.world, token, ['CLOSED', 'ABNORMAL'])
  const finance = await openWindow(t, portal.url, { token: await portal.signIn('finance') })
  const { page } = finance
  for (const orderNo of [closed!, abnormal!]) {
    await page.goto(`/order-manage/list?keyword=${orderNo}`)
    await button(page.getByRole('row').filter({ hasText: orderNo }).first(), '退款').click()
    await dialog(page).getByRole('checkbox').first().check()
    await dialog(page).getByLabel('原因').fill('班级取消')
    await button(dialog(page), '退款').click()
    await expectText(page, '退款已提交')
    assert.equal(await settled(portal.world, orderNo), 'failed')
  }
  await page.goto('/home/index')
  await page
    .getByRole('link', { name: /未退成的款项/ })
    .first()
    .click()
  await page.getByRole('row').filter({ hasText: abnormal! }).first().waitFor()
  await decide(finance, closed!, '再次退款')
  await button(dialog(page), '退款').click()
  await dialog(page).waitFor({ state: 'hidden' })
  assert.equal(await settled(portal.world, closed!), 'succeeded')
  await decide(finance, abnormal!, '再次退款')
  await dialog(page).getByText('线下退款', { exact: true }).click()
  await dialog(page).getByLabel('退款银行').fill('工商银行')
  await dialog(page).getByLabel('银行流水号').fill('20261124-0007')
  const [today] = await portal.world
    .db`select to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`
  await dialog(page)
    .getByLabel('退款日期')
    .fill(today!.day as string)
  await button(dialog(page), '登记线下退款').click()
  await dialog(page).waitFor({ state: 'hidden' })
  assert.deepEqual(
    [await statusOf(portal.world, closed!), await statusOf(portal.world, abnormal!)],
    ['refunded', 'refunded'],
  )
})
