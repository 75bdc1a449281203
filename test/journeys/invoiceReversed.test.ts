import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invoiceCalls } from '../../features/invoice/contract.ts'
import { issueCalls } from '../../features/invoice/issue/contract.ts'
import { turnKnob } from '../../sandbox/invoice/knobs.ts'
import { personalTitle, taxNos } from '../build/invoice.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
import { invoiceStatus, invoicesUntil, issuedWithFiles, scanAsDrawer } from './invoice.ts'
import { button, dialog } from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { decide, payOrders, settled, statusOf } from './refund.ts'
import { closeBrowser, openWindow, type Visitor } from './visitor.ts'

let portal: VisitedPortal
before(async () => {
  portal = await startPortal()
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

/** The drawer signs in at the office's page, once: the demo begins signed out. */
async function signDrawerIn(clerk: Visitor): Promise<void> {
  await clerk.page.goto('/invoice-manage/invoice-list')
  await scanAsDrawer(clerk)
  await expectText(clerk.page, '开票员已登录')
}

let requests = 0
/** An order that the learner pays and has an invoice of. */
async function invoiced(tokens: { learner: string; office: string }, titleName: string) {
  const { world } = portal
  const [orderNo] = await payOrders(world, tokens.learner, [''])
  const [order] = await world.db<{ id: string; amount: number }[]>`
    select id, amount from orders where order_no = ${orderNo!}`
  const { id } = await world.ask(
    invoiceCalls.save,
    {
      orderIds: [order!.id],
      kind: 'ordinary',
      title: { ...personalTitle, name: titleName },
      expectedAmount: order!.amount,
      requestKey: `journey-${++requests}`,
    },
    tokens.learner,
  )
  await world.ask(issueCalls.open, { id }, tokens.office)
  await issuedWithFiles(world, id)
  return { id, orderNo: orderNo!, orderId: order!.id }
}

test('the money of an invoiced order waits for the red form, which the buyer confirms, and then goes back', async (t) => {
  const { world } = portal
  const tokens = { learner: await portal.signIn('learner'), office: await portal.signIn('finance') }
  const finance = await openWindow(t, portal.url, { token: tokens.office })
  await signDrawerIn(finance)
  await turnKnob(world.db, 'booked', { buyerName: '张入账' })
  const { id, orderNo } = await invoiced(tokens, '张入账')

  const learner = await openWindow(t, portal.url, { width: 390, token: tokens.learner })
  await learner.page.goto('/my?tab=orders')
  const card = learner.page.locator('.orders > li').filter({ hasText: orderNo })
  await card.getByRole('button', { name: '申请退款' }).click()
  await learner.page.getByLabel('原因').fill('报错班了，想改报专业课')
  await learner.page.getByRole('button', { name: /^申请退款 ¥/ }).click()
  await card.getByText('待处理').waitFor()
  await decide(finance, orderNo, '退款')
  await button(dialog(finance.page), '退款').click()
  await dialog(finance.page).waitFor({ state: 'hidden' })
  const redId = async () =>
    (await world.db`select id from invoices where original_id = ${id}`)[0]!.id as string
  await invoicesUntil(world, async () => {
    const [red] = await world.db`select form_by from invoices where id = ${await redId()}`
    return red!.formBy === 'buyer'
  })
  assert.equal(await statusOf(world, orderNo), 'paid')
  await learner.page.goto(`/my?tab=invoices&invoice=${await redId()}`)
  await expectText(learner.page, /购买方要在 .* 前登录税务局确认/)
  await expectText(learner.page, '在等这张红字发票，开出后款项才退回')
  await learner.settled()
  await assertAccessible(learner.page)
  await finance.page.goto(`/invoice-manage/invoice-list?invoice=${await redId()}`)
  await expectText(finance.page, '在等这张红字发票，开出后款项才退回')
  await finance.settled()
  await assertAccessible(finance.page)

  // The buyer confirms at the tax bureau.
  const [blue] = await world.db`select number from invoices where id = ${id}`
  const bureau = await finance.context.newPage()
  await bureau.goto('/dev/nuonuo')
  const form = bureau.locator('form').filter({ hasText: '待购方确认' })
  await form
    .filter({ hasText: blue!.number as string })
    .getByRole('button', { name: '购方同意' })
    .click()
  await bureau.waitForLoadState()
  await bureau.close()
  await invoicesUntil(world, async () => (await invoiceStatus(world, id)) === 'reddened')
  assert.equal(await settled(world, orderNo), 'succeeded')
  assert.equal(await statusOf(world, orderNo), 'refunded')
  await learner.page.goto(`/my?tab=invoices&invoice=${id}`)
  await expectText(learner.page, '已全部红冲，不能再用于报销或抵扣')
})

test('an invoice with a wrong title is reversed and issued again, and one timeline shows all of it', async (t) => {
  const { world } = portal
  const tokens = { learner: await portal.signIn('learner'), office: await portal.signIn('finance') }
  const { id } = await invoiced(tokens, '李小难')
  const learner = await openWindow(t, portal.url, { width: 390, token: tokens.learner })
  const { page } = learner
  await page.goto(`/my?tab=invoices&invoice=${id}`)
  await page.getByRole('button', { name: '抬头有误，换开' }).click()
  const sheet = page.getByRole('dialog', { name: '换开发票' })
  await sheet.getByText('先把原发票全额红冲', { exact: false }).waitFor()
  await learner.settled()
  await assertAccessible(page)
  await sheet.getByRole('button', { name: '企业或单位', exact: true }).click()
  await sheet.getByLabel('发票抬头').fill('滨海药业有限公司')
  await sheet.getByLabel('税号').fill(taxNos[1])
  await sheet.getByRole('button', { name: '红冲并换开' }).click()
  await sheet.waitFor({ state: 'hidden' })
  await expectText(page, '等原发票红冲完成后开具')
  const nextId = new URL(page.url()).searchParams.get('invoice')!
  assert.notEqual(nextId, id)
  await issuedWithFiles(world, nextId)
  assert.equal(await invoiceStatus(world, id), 'reddened')

  await page.reload()
  await expectText(page, '已开具，可以下载或发送到邮箱')
  const steps = await page
    .locator('.invoice-steps > li')
    .evaluateAll((all) =>
      all.map((step) => [step.getAttribute('data-colour'), step.querySelector('.k-tag')?.textContent]),
    )
  const issuedSteps = steps.filter(
    ([, state]) => state === '已开票' || state === '已开具' || state === '已红冲',
  )
  assert.deepEqual(
    issuedSteps.map(([colour]) => colour),
    ['blue', 'red', 'blue', 'blue'],
    JSON.stringify(steps),
  )
  await learner.settled()
  await assertAccessible(page)
})
