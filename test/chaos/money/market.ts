import assert from 'node:assert/strict'
import type { Call, Envelope, InputOf, OutputOf } from '../../../contract/call.ts'
import { paymentChannelNames } from '../../../contract/payment.ts'
import { commonRefusals } from '../../../contract/refusal.ts'
import type { Random } from '../../../db/seed/content/random.ts'
import { approvalCalls } from '../../../features/approval/contract.ts'
import { merchantCalls } from '../../../features/payment/merchant/contract.ts'
import { administratorMenus } from '../../../features/role/rules.ts'
import { wechatAppCalls } from '../../../features/wechat/app/contract.ts'
import { aShop, type BuiltOrder, type Shop } from '../../build/order.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal, changeLimits } from '../../build/portal.ts'
import { until } from '../../until.ts'
import { aClock } from '../../build/study.ts'

/** A project that sells, with two clerks, who need each other for what takes two persons. */
export interface Office {
  portal: BuiltPortal
  clerks: readonly [BuiltAccount, BuiltAccount]
  /** Its own merchants; one that has none is paid through the portal's. */
  merchants: { id: string; disabled: boolean }[]
}

export interface Market {
  shop: Shop
  offices: readonly Office[]
  /** So many sign-ins from one network would be refused: sessions are kept. */
  clock: ReturnType<typeof aClock>
}

/** One order and what happened to it. */
export interface Sequence {
  n: number
  random: Random
  office: Office
  /** A unit pays it, by bank transfer alone. */
  isBatch: boolean
  built: BuiltOrder
  story: string[]
  /** Addresses of codes and pages it was given, the old ones too. */
  codes: string[]
}

export type Steps = Record<string, (market: Market, of: Sequence) => Promise<unknown>>

export const reason = '核对原始记录后决定'

/** Attempts of a caller who is told that the portal is busy: on a starved machine locks are slow. */
const retries = 3

/** Makes a call that may be refused and must neither break nor stay without an answer. */
export async function ask<C extends Call>(
  market: Market,
  by: BuiltAccount,
  call: C,
  input: InputOf<C>,
  left = retries,
): Promise<Envelope<OutputOf<C>>> {
  const { shop } = market
  const reply = await shop.world.call(call, input, by.token)
  if (reply.respDesc === commonRefusals.overloaded.zh) {
    if (left === 0) assert.fail(`${call.path} stays busy`)
    return ask(market, by, call, input, left - 1)
  }
  if (reply.respCode === -1) assert.fail(`${call.path} breaks: ${await lastError(shop)}`)
  return reply
}

/** Reads what the product recorded of the error that broke it. */
async function lastError({ world }: Shop): Promise<string> {
  const find = () => world.db`select message, stack from exception_logs order by id desc limit 1`
  await until(async () => (await find()).length > 0, 5).catch(() => null)
  const [found] = await find()
  return found ? `${found.message}\n${found.stack}` : 'nothing is recorded'
}

const menus = [
  '/order-manage/list',
  '/invoice-manage/refund-list',
  '/customer/exception-register',
  '/project-manage/merchant',
  '/project-manage/wechat-app',
  ...administratorMenus,
]
/** So low that a clerk reaches each of them on most days. */
const limits = {
  studentRefund: true,
  refundClassProcess: 100,
  refundOrderTimes: 100,
  refundOrderDays: 365,
  freeOrdersADay: 3,
  freeAmountADay: 100,
  refundApprovalAbove: 20,
}

/** Enables a merchant of an office, which takes both its clerks, or disables it. */
export async function switchMerchant(market: Market, office: Office, at: number): Promise<void> {
  const [clerk, other] = office.clerks
  const merchant = office.merchants[at]!
  const disabled = !merchant.disabled
  const { attribute } = await ask(market, clerk, merchantCalls.disabled, { id: merchant.id, disabled })
  if (attribute) await ask(market, other, approvalCalls.approve, { id: attribute.approvalId })
  merchant.disabled = disabled
}

/** Two projects that sell: one through the portal's merchants, one through its own; WeChat knows both. Roles hold these pages, too. */
export async function openMarket(more: readonly string[] = []): Promise<Market> {
  const all = [...menus, ...more]
  const shop = await aShop(all, { TRUST_PROXY: '127.0.0.1' })
  const { world } = shop
  const offices: Office[] = []
  for (const portal of [shop.portal, await aPortal(world, { menus: all })]) {
    await changeLimits(world, portal.projectId, limits)
    const clerk = await anAccount(world, portal, { role: 'admin', userName: '出纳' })
    const other = await anAccount(world, portal, { role: 'admin', userName: '会计' })
    const app = { kind: 'official', name: '公众号', provider: 'demo' } as const
    await world.ask(wechatAppCalls.save, app, clerk.token)
    offices.push({ portal, clerks: [clerk, other], merchants: [] })
  }
  const market = { shop, offices, clock: aClock(world, { keepsSessions: true }) }
  const [, office] = offices
  for (const [at, channel] of paymentChannelNames.entries()) {
    const { id } = await world.ask(merchantCalls.save, { channel, name: '自有商户' }, office!.clerks[0].token)
    office!.merchants.push({ id, disabled: true })
    await switchMerchant(market, office!, at)
  }
  return market
}
