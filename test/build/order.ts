import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Order, orderCalls } from '../../features/order/contract.ts'
import { paymentCalls } from '../../features/payment/contract.ts'
import { noticeOf } from '../../sandbox/payment/wechatNotice.ts'
import { reconcilePayments } from '../../features/payment/server/jobs.ts'
import { sendRefunds } from '../../features/refund/server/jobs.ts'
import { type DemoMerchant, demoMerchant } from '../../server/channels/demoMerchant.ts'
import { noticePaths, openPayment } from '../../server/channels/openPayment.ts'
import { ChannelFailure, type PaymentChannel } from '../../server/channels/payment.ts'
import type { InvoiceProvider } from '../../server/channels/invoicing.ts'
import { openInvoicing } from '../../server/channels/openInvoicing.ts'
import { openSecrets } from '../../server/secrets.ts'
import { readEnvironment } from '../../server/environment.ts'
import { openWorld, type World } from '../harness.ts'
import { aClass, type ClassInput } from './class.ts'
import { aJob } from './job.ts'
import { aLearner, aPortal, type BuiltAccount, type BuiltPortal } from './portal.ts'
import { freePort } from '../freePort.ts'
import { until } from '../until.ts'

export interface Shop {
  world: World
  portal: BuiltPortal
  /** Both ends' keys: to sign as the platform, or as somebody else. */
  keys: DemoMerchant
  channel: PaymentChannel
  /**
   * An order of one class, or of as many as there are prices, by a learner of its own and in the shop's project unless
   * others are given.
   */
  order(
    given?: { price?: number; learner?: BuiltAccount; portal?: BuiltPortal } & Pick<
      ClassInput,
      'quota' | 'certificateTemplateId'
    >,
    more?: readonly number[],
  ): Promise<BuiltOrder>
  /** The same, paid. */
  paid(...given: Parameters<Shop['order']>): Promise<BuiltOrder>
  /** The QR code's text, as the page requests it. */
  code(built: BuiltOrder, renew?: boolean): Promise<string>
  /** Scans a code and presses the button of the checkout page; returns the resulting page. */
  payAt(codeUrl: string): Promise<string>
  /** Sends bytes to where the platform sends its notices; returns the HTTP status. */
  notify(body: string, headers: Record<string, string>): Promise<number>
  /** A true notice of a payment, as the platform would send it. */
  notice(id: string, transaction: object): { body: string; headers: Record<string, string> }
  /** Lets the channel answer nothing at all, or answer again. */
  silence(silent: boolean): void
  /** One run of the poller, and of what sends refunds. */
  poll(): Promise<void>
  /** The rows of one order. */
  rows(orderId: string): Promise<OrderRows>
}

export interface BuiltOrder {
  order: Order
  learner: BuiltAccount
  classId: string
}

export interface OrderRows {
  status: string
  closedReason: string | null
  enrolments: number
  payments: { status: string; refunded: number }[]
}

/** A portal that sells: listening on 127.0.0.1, with the demo's gateways as its real channels over HTTP. */
export async function aShop(
  menus: string[] = ['/order-manage/list'],
  {
    connections,
    invoicing,
    ...more
  }: {
    connections?: number
    TRUST_PROXY?: string
    /** The provider of its invoices, made of the demo's own; without it a person enters them. */
    invoicing?: (demo: InvoiceProvider) => InvoiceProvider
  } = {},
): Promise<Shop> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'jixu-shop-'))
  after(() => rmSync(dataFolder, { recursive: true, force: true }))
  const port = await freePort()
  const environment = readEnvironment({
    DATA_DIR: dataFolder,
    PORT: String(port),
    CAPTCHA: 'off',
    LOG_LEVEL: 'silent',
    ...more,
  })
  const open = openPayment(environment)
  let silent = false
  const recorded =
    <A extends unknown[], R>(ask: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      if (silent) throw new ChannelFailure('no answer')
      return ask(...given)
    }
  const heard = (channel: PaymentChannel): PaymentChannel => ({
    ...channel,
    create: recorded(channel.create),
    query: recorded(channel.query),
    close: recorded(channel.close),
    refund: recorded(channel.refund),
  })
  const channel = heard(open.wechat!)
  const world = await openWorld({
    recurs: true,
    environment,
    ...(connections ? { connections } : {}),
    channels: () => ({
      payment: { wechat: channel, alipay: heard(open.alipay!) },
      invoicing: invoicing ? invoicing(openInvoicing(environment, openSecrets(environment))!) : null,
    }),
  })
  await world.portal.http.listen({ port, host: '127.0.0.1' })
  const portal = await aPortal(world, { menus })
  const keys = await demoMerchant(dataFolder)
  const shop: Shop = {
    world,
    portal,
    keys,
    channel,
    async order({ price = 6000, learner, portal: at = portal, ...of } = {}, more = []) {
      const buyer = learner ?? (await aLearner(world, at))
      const classIds: string[] = []
      for (const each of [price, ...more]) {
        classIds.push((await aClass(world, at, { ...of, price: each })).classId)
      }
      const input = { classIds, expectedAmount: more.reduce((sum, each) => sum + each, price) }
      const order = await world.ask(orderCalls.saveOrder, input, buyer.token)
      return { order, learner: buyer, classId: classIds[0]! }
    },
    async paid(...given) {
      const built = await shop.order(...given)
      await shop.payAt(await shop.code(built))
      await until(async () => (await shop.rows(built.order.id)).status === 'paid')
      return built
    },
    async code({ order, learner }, renew = false) {
      const input = { orderId: order.id, ...(renew ? { renew } : {}) }
      return (await world.ask(paymentCalls.getOrderPayQrcode, input, learner.token)).codeUrl
    },
    async payAt(codeUrl) {
      const page = await fetch(codeUrl, { method: 'POST', body: new URLSearchParams({ do: 'pay' }) })
      return page.text()
    },
    async notify(body, headers) {
      const response = await world.portal.http.inject({
        method: 'POST',
        url: noticePaths.wechat,
        payload: body,
        headers,
      })
      return response.statusCode
    },
    notice: (id, transaction) => noticeOf(keys, id, transaction),
    silence: (input) => {
      silent = input
    },
    poll: async () => {
      await reconcilePayments.run(aJob(), world.app)
      await sendRefunds.run(aJob(), world.app)
    },
    async rows(orderId) {
      const [row] = await world.db`
        select o.status, o.closed_reason,
          (select count(*)::int from enrolments e join order_items i on i.id = e.source_id
            where i.order_id = o.id) as enrolments,
          coalesce((select json_agg(json_build_object('status', p.status, 'refunded', p.refunded) order by p.id)
            from payments p where p.order_id = o.id), '[]') as payments
        from orders o where o.id = ${orderId}`
      return { ...row } as unknown as OrderRows
    },
  }
  return shop
}

/** The transaction a notice of a payment would contain, with changes. */
export function transactionFor(shop: Shop, outTradeNo: string, amount: number, changes: object = {}): object {
  return {
    appid: shop.keys.appId,
    mchid: shop.keys.mchId,
    out_trade_no: outTradeNo,
    transaction_id: `42${outTradeNo}`,
    trade_state: 'SUCCESS',
    amount: { total: amount, currency: 'CNY' },
    ...changes,
  }
}
