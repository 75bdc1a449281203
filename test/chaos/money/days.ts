import type { Random } from '../../../db/seed/content/random.ts'
import { until } from '../../until.ts'
import { type Market, switchMerchant } from './market.ts'

/** More days than a unit has to pay an order. */
const unitDays = 16

/** Lets something happen to all orders: time passes, channels are asked or silent, merchants change. */
export async function passTogether(market: Market, random: Random): Promise<string> {
  const { shop, offices } = market
  shop.silence(false)
  const name = random.weighted({ nothing: 6, wait: 4, poll: 6, silence: 3, merchants: 1 })
  if (name === 'poll') await shop.poll()
  if (name === 'wait') await market.clock.pass(random.pick([5, 5, 20, 20, 60, 60, 400, 2000, 90_000]))
  if (name === 'silence') {
    shop.silence(true)
    await market.clock.pass(20)
    await shop.poll()
  }
  if (name === 'merchants') {
    const office = random.pick(offices.filter(({ merchants }) => merchants.length > 0))
    await switchMerchant(market, office, random.int(0, office.merchants.length - 1))
  }
  return name
}

/** Lists the orders that still wait for somebody or something that will not come by itself. */
const listHanging = ({ shop }: Market) => shop.world.db<{ orderId: string; kind: string; status: string }[]>`
  select order_id, 'payment' as kind, concat_ws(': ', status, failure) as status from payments where status = 'waiting'
  union all
  select order_id, 'refund', status from refunds where status = 'processing'
  union all
  select id, 'order', status from orders where status = 'unpaid'
  union all
  select o.id, 'proposal', p.status from approvals p join orders o on o.id = p.subject_id where p.status = 'proposed'
  union all
  select r.order_id, 'proposal', p.status from approvals p join refunds r on r.id = p.subject_id
  where p.status = 'proposed' and r.status not in ('applied', 'failed')`

/**
 * Lets days pass until everything that waits for an answer of a channel has it, and gives what still has none. The portal
 * asks as well: what it has in hand takes its own time, however far the clock is moved.
 */
export async function settle(market: Market) {
  market.shop.silence(false)
  for (const days of [1, unitDays]) {
    await market.clock.pass(days * 86_400)
    await market.shop.poll()
  }
  await until(async () => {
    if ((await listHanging(market)).length === 0) return true
    await market.clock.pass(43_200)
    await market.shop.poll()
    return false
  }).catch(() => null)
  return listHanging(market)
}
