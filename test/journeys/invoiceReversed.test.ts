import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invoiceCalls } from '../../features/invoice/contract.ts'
import { issueCalls } from '../../features/invoice/issue/contract.ts'
import { turnKnob } from '../../sandbox/invoice/knobs.ts'
import { personalTitle, taxNos } from '../build/invoice.ts'
import { changeLimits } from '../build/portal.ts'
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
  const [project] = await portal.world.db<{ id: string }[]>`select id from projects`
  await changeLimits(portal.world, project!.id, { refundOrderTimes: 20 })
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

const cardOf = ({ page }: Visitor, orderNo: string) =>
  page.locator('.orders > li').filter({ hasText: orderNo })

/** Applies for a refund of an order, as its learner. */
async function askBack(learner: Visitor, orderNo: string): Promise<void> {
  const { page } = learner
  await page.goto('/my?tab=orders')
  await cardOf(learner, orderNo).getByRole('button', { name: '申请退款' }).click()
  await page.getByLabel('原因').fill('报错班了，想改报专业课')
  await page.getByRole('button', { name: /^申请退款 ¥/ }).click()
  await cardOf(learner, orderNo).getByText('待处理').waitFor()
}

/** Has the office refund an order, which waits for the red form of its invoice then; gives the red invoice. */
async function refundByOffice(finance: Visitor, orderNo: string, blueId: string): Promise<string> {
  const { db } = portal.world
  await decide(finance, orderNo, '退款')
  await button(dialog(finance.page), '退款').click()
  await dialog(finance.page).waitFor({ state: 'hidden' })
  const red = async () =>
    (
      await db<{ id: string; formBy: string | null }[]>`
        select id, form_by from invoices where original_id = ${blueId}`
    )[0]!
  await invoicesUntil(portal.world, async () => (await red()).formBy === 'buyer')
  return (await red()).id
}

/** Confirms the red form of an invoice at the tax bureau, as its buyer. */
async function agreeAsBuyer({ context }: Visitor, blueId: string): Promise<void> {
  const [blue] = await portal.world.db`select number from invoices where id = ${blueId}`
  const bureau = await context.newPage()
  await bureau.goto('/dev/nuonuo')
  const form = bureau.locator('form').filter({ hasText: '待购方确认' })
  await form
    .filter({ hasText: blue!.number as string })
    .getByRole('button', { name: '购方同意' })
    .click()
  await bureau.waitForLoadState()
  await bureau.close()
}

test('the money of an invoiced order waits for the red form, which the buyer confirms, and then goes back', async (t) => {
  const { world } = portal
  const tokens = { learner: await portal.signIn('learner'), office: await portal.signIn('finance') }
  const finance = await openWindow(t, portal.url, { token: tokens.office })
  await signDrawerIn(finance)
  await turnKnob(world.db, 'booked', { buyerName: '张入账' })
  const { id, orderNo } = await invoiced(tokens, '张入账')

  const learner = await openWindow(t, portal.url, { width: 390, token: tokens.learner })
  await askBack(learner, orderNo)
  const redId = await refundByOffice(finance, orderNo, id)
  assert.equal(await statusOf(world, orderNo), 'paid')
  await learner.page.goto(`/my?tab=invoices&invoice=${redId}`)
  await expectText(learner.page, /购买方要在 .* 前登录税务局确认/)
  await expectText(learner.page, '在等这张红字发票，开出后款项才退回')
  await learner.settled()
  await assertAccessible(learner.page)
  await finance.page.goto(`/invoice-manage/invoice-list?invoice=${redId}`)
  await expectText(finance.page, '在等这张红字发票，开出后款项才退回')
  await finance.settled()
  await assertAccessible(finance.page)

  await agreeAsBuyer(finance, id)
  await invoicesUntil(world, async () => (await invoiceStatus(world, id)) === 'reddened')
  assert.equal(await settled(world, orderNo), 'succeeded')
  assert.equal(await statusOf(world, orderNo), 'refunded')
  await learner.page.goto(`/my?tab=invoices&invoice=${id}`)
  await expectText(learner.page, '已全部红冲，不能再用于报销或抵扣')
})

test('a refund that is rejected once its red form was confirmed leaves the order to be invoiced again', async (t) => {
  const { world } = portal
  const tokens = { learner: await portal.signIn('learner'), office: await portal.signIn('finance') }
  const finance = await openWindow(t, portal.url, { token: tokens.office })
  await turnKnob(world.db, 'booked', { buyerName: '张再开' })
  const { id, orderNo, orderId } = await invoiced(tokens, '张再开')
  const learner = await openWindow(t, portal.url, { width: 390, token: tokens.learner })
  const { page } = learner
  await askBack(learner, orderNo)
  const redId = await refundByOffice(finance, orderNo, id)

  // The buyer agrees, and the tax bureau takes its time to issue the red invoice; meanwhile the learner stays.
  await turnKnob(world.db, 'delay', { buyerName: '张再开' })
  await agreeAsBuyer(finance, id)
  await invoicesUntil(world, async () => (await invoiceStatus(world, redId)) === 'opening')
  await decide(finance, orderNo, '拒绝')
  await dialog(finance.page).getByLabel('原因').fill('与学员商定继续学习')
  await button(dialog(finance.page), '拒绝').click()
  await expectText(finance.page, '已拒绝')
  assert.equal(await invoiceStatus(world, redId), 'opening', 'a confirmed form turns red all the same')
  await page.goto('/my?tab=orders')
  await cardOf(learner, orderNo).getByText('未通过：与学员商定继续学习').waitFor()
  assert.ok(!(await cardOf(learner, orderNo).getByRole('link', { name: '开发票', exact: true }).isVisible()))
  await world.db`update jobs set run_at = moment() where type = 'sandbox.issue' and run_at > moment()`
  await invoicesUntil(world, async () => (await invoiceStatus(world, id)) === 'reddened')
  assert.equal(await statusOf(world, orderNo), 'paid')

  // All that was paid is open again, and is invoiced to the name that is right now.
  await page.reload()
  await cardOf(learner, orderNo).getByRole('link', { name: '发票：已红冲' }).waitFor()
  await cardOf(learner, orderNo).getByRole('link', { name: '开发票', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: '申请开票' })
  await sheet.getByRole('button', { name: '个人', exact: true }).click()
  await sheet.getByLabel('发票抬头').fill('李小兰')
  await sheet.getByRole('button', { name: '核对发票内容' }).click()
  await sheet.getByRole('button', { name: /^提交申请：¥/ }).click()
  await page.waitForURL(/invoice=/)
  await expectText(page, '已提交，等待开具')
  const nextId = new URL(page.url()).searchParams.get('invoice')!
  await world.ask(issueCalls.open, { id: nextId }, tokens.office)
  await issuedWithFiles(world, nextId)
  await page.reload()
  await expectText(page, '已开具，可以下载或发送到邮箱')
  await learner.settled()
  await assertAccessible(page)
  const [order] = await world.db`
    select o.amount = o.invoiced as is_whole, (select amount from invoices where id = ${nextId}) = o.amount as is_again
    from orders o where o.id = ${orderId}`
  assert.deepEqual({ ...order }, { isWhole: true, isAgain: true })
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
