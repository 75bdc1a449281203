import assert from 'node:assert/strict'
import { paymentChannelNames } from '../../../contract/payment.ts'
import { orderCalls } from '../../../features/order/contract.ts'
import { paymentCalls } from '../../../features/payment/contract.ts'
import { pay } from '../../../sandbox/payment/actions.ts'
import { refundCalls } from '../../../features/refund/contract.ts'
import { wechatCalls } from '../../../features/wechat/contract.ts'
import { transactionFor } from '../../build/order.ts'
import { aBrowser, agreeAs } from '../../build/wechat.ts'
import { ask, reason, type Steps } from './market.ts'

/** Presses the button of a checkout; a page of a phone is opened first. */
async function payAt(code: string, refundFault: string): Promise<void> {
  const page = await fetch(code)
  await page.arrayBuffer()
  const body = new URLSearchParams({ do: 'pay', refundFault })
  await (await fetch(page.url, { method: 'POST', body, redirect: 'manual' })).arrayBuffer()
}

/** Steps of a learner about an order, and of the platforms for them. */
export const payerSteps: Steps = {
  async open(market, of) {
    const { random, built } = of
    const channel = random.pick(paymentChannelNames)
    const input = { orderId: built.order.id, channel, place: random.pick(['desk', 'phone'] as const) }
    const { respCode, attribute } = await ask(market, built.learner, paymentCalls.getOrderPayQrcode, input)
    if (respCode === 200) of.codes.push(attribute.codeUrl)
  },
  /** By WeChat's own window, which is opened by who it says that pays. */
  async openInside({ shop: { world } }, of) {
    const { token } = of.built.learner
    // So many would be refused for each other if they came from one network.
    const browser = aBrowser(world, `10.${(of.n >> 16) & 255}.${(of.n >> 8) & 255}.${of.n & 255}`)
    const visit = async (left: number): Promise<string> => {
      const begun = await browser.ask(wechatCalls.getQrCode, { purpose: 'pay', inside: true }, token)
      const agreed = await agreeAs(begun.authorizeUrl!, 'jianguo')
      const known = await browser.call(wechatCalls.login, agreed, token)
      // On a starved machine the platform may be too late with its answer.
      if (known.respCode === 503 && left > 0) return visit(left - 1)
      assert.equal(known.respCode, 200, known.respDesc)
      return begun.scene
    }
    const scene = await visit(3)
    const input = { orderId: of.built.order.id, place: 'wechat', scene } as const
    const { respCode, attribute } = await browser.call(paymentCalls.getOrderPayQrcode, input, token)
    assert.notEqual(respCode, -1)
    if (respCode === 200) of.codes.push(attribute.cashierUrl!)
  },
  async pay(_market, { random, codes }) {
    if (codes.length > 0) await payAt(random.pick(codes), random.pick(['', '', 'CLOSED', 'ABNORMAL']))
  },
  /** Money whose notice is lost, or comes several times. */
  async payUnheard({ shop: { world } }, { random, built }) {
    const [open] = await world.db`
      select out_trade_no from gateway_payments g join payments p using (out_trade_no)
      where p.order_id = ${built.order.id} order by random() limit 1`
    const notices = random.pick([0, 0, 3])
    if (open) await world.db.begin((tx) => pay(tx, open.outTradeNo as string, { notices }))
  },
  /** A true notice of other money than was asked for. */
  async payOther({ shop }, { n, random, built, story }) {
    const [known] = await shop.world.db<{ outTradeNo: string; amount: number }[]>`
      select out_trade_no, amount from payments
      where order_id = ${built.order.id} and merchant_id is null and method in ('native', 'h5')
      order by random() limit 1`
    if (!known) return
    const transaction = transactionFor(shop, known.outTradeNo, known.amount + random.pick([-1, 1]))
    const { body, headers } = shop.notice(`other-${n}-${story.length}`, transaction)
    assert.equal(await shop.notify(body, headers), 400)
  },
  look: (market, { built }) =>
    ask(market, built.learner, paymentCalls.isOrderPay, { orderId: built.order.id }),
  cancel: (market, { built }) =>
    ask(market, built.learner, orderCalls.cancelMyOrder, { orderId: built.order.id }),
  request(market, { random, built: { order, learner } }) {
    const items = [{ itemId: random.pick(order.items).id }]
    return ask(market, learner, refundCalls.submit, { orderId: order.id, items, reason })
  },
  async cancelRequest(market, { random, built: { order, learner } }) {
    const { attribute } = await ask(market, learner, refundCalls.findMyList, { orderId: order.id })
    const refundId = attribute.list.length > 0 && random.pick(attribute.list).id
    if (refundId) await ask(market, learner, refundCalls.cancel, { refundId })
  },
}
