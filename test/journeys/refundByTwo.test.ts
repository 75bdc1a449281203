import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import { changeLimits } from '../build/portal.ts'
import { until } from '../until.ts'
import { assertAccessible } from './accessible.ts'
import { expectText } from './expect.ts'
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

/** The learner's phone, in either language. */
const phones = async (t: TestContext, token: string) => ({
  zh: await openWindow(t, portal.url, { width: 390, token }),
  en: await openWindow(t, portal.url, { width: 390, token, locale: 'en', dark: true }),
})
type Phones = Awaited<ReturnType<typeof phones>>

const cardOn = ({ page }: Visitor, orderNo: string) =>
  page.locator('.orders > li').filter({ hasText: orderNo })

/** Reads the steps of the order's refund on each phone, in their order. */
async function readSteps(on: Phones, orderNo: string, expected: [zh: RegExp, en: RegExp][]): Promise<void> {
  for (const [at, language] of (['zh', 'en'] as const).entries()) {
    await on[language].page.goto('/my?tab=orders')
    const steps = cardOn(on[language], orderNo).locator('.refund-steps li')
    await steps.first().waitFor()
    const texts = await steps.allInnerTexts()
    assert.equal(texts.length, expected.length, texts.join(' | '))
    for (const [i, sentences] of expected.entries()) assert.match(texts[i]!, sentences[at]!)
  }
}

test('a refund asked on a phone takes two people, fails, is sent again and arrives; each step reads the same in both languages', async (t) => {
  const { world } = portal
  const [project] = await world.db<{ id: string }[]>`select id from projects`
  await changeLimits(world, project!.id, { refundApprovalAbove: 1 })
  const token = await portal.signIn('learner')
  const [orderNo] = await payOrders(world, token, ['CLOSED'])
  const on = await phones(t, token)
  const { page } = on.zh
  await page.goto('/my?tab=orders')
  await cardOn(on.zh, orderNo!).getByRole('button', { name: '申请退款' }).click()
  await page.getByLabel('原因').fill('单位统一报名，重复购买')
  await page.getByRole('button', { name: /^申请退款 ¥/ }).click()
  const asked: [RegExp, RegExp] = [/^已申请退款 \d/, /^Requested /]
  const toSend: [RegExp, RegExp] = [/^等待审核$/, /^To be reviewed$/]
  const toArrive: [RegExp, RegExp] = [/^等待退回$/, /^To be sent back$/]
  await cardOn(on.zh, orderNo!).getByText('已申请退款').waitFor()
  await readSteps(on, orderNo!, [asked, toSend, toArrive])
  await expectText(on.en.page, 'Refund under way, study is paused')

  const finance = await openWindow(t, portal.url, { token: await portal.signIn('finance') })
  await decide(finance, orderNo!, '退款')
  await button(dialog(finance.page), '退款').click()
  await dialog(finance.page).waitFor({ state: 'hidden' })
  await expectText(finance.page, '等待另一位同事审批')
  await readSteps(on, orderNo!, [asked, toSend, toArrive])

  const chief = await openWindow(t, portal.url, { token: await portal.signIn('admin') })
  await chief.page.goto('/customer/approvals?status=proposed&own=no')
  const refundNo = /\S+_R1/.exec(await finance.page.getByRole('row').nth(1).innerText())![0]
  const proposal = chief.page.getByRole('row').filter({ hasText: refundNo })
  await proposal
    .getByRole('button', { name: /^批\s?准/ })
    .first()
    .click()
  const opened = chief.page.getByRole('dialog').last()
  await chief.settled()
  await assertAccessible(chief.page)
  await opened.getByRole('button', { name: /^批准/ }).click()
  await until(async () => {
    const [row] = await world.db`select status from refunds where refund_no = ${refundNo}`
    return row!.status !== 'applied'
  })
  assert.equal(await settled(world, orderNo!), 'failed')
  const sent: [RegExp, RegExp] = [/^已提交支付渠道 \d/, /^Sent to the payment channel /]
  const failed: [RegExp, RegExp] = [/^没有退成 \d/, /^Did not go through /]
  await readSteps(on, orderNo!, [asked, sent, failed])
  await expectText(on.zh.page, '不需要您再次申请')
  await expectText(on.en.page, 'you need not ask again')
  await on.zh.settled()
  await assertAccessible(on.zh.page)

  await decide(finance, orderNo!, '再次退款')
  await button(dialog(finance.page), '退款').click()
  await dialog(finance.page).waitFor({ state: 'hidden' })
  assert.equal(await settled(world, orderNo!), 'succeeded')
  const arrived: [RegExp, RegExp] = [/^已退回 \d/, /^Refunded /]
  await readSteps(on, orderNo!, [asked, sent, failed, sent, arrived])
  assert.equal(await statusOf(world, orderNo!), 'refunded')

  for (const [phone, history, sentences] of [
    [on.zh, '订单经过', ['提交退款申请', '已提交退款', '退款未成功，正在人工处理', '退款成功，已原路退回']],
    [
      on.en,
      'Order history',
      [
        'Refund request submitted',
        'Refund submitted',
        'The refund did not go through; we are handling it',
        'Refunded to the original payment method',
      ],
    ],
  ] as const) {
    await cardOn(phone, orderNo!).getByRole('button', { name: history }).click()
    for (const sentence of sentences) await expectText(phone.page, sentence)
    await phone.settled()
    await assertAccessible(phone.page)
  }
})
