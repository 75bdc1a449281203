import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { atOnce } from '../../../../contract/selection.ts'
import { aRequest, paidAlike } from '../../../../test/build/issued.ts'
import { aShop, type Shop } from '../../../../test/build/order.ts'
import { anAccount, aPortal, type BuiltAccount } from '../../../../test/build/portal.ts'
import { commonRefusals } from '../../../../contract/refusal.ts'
import { issueCalls as calls } from '../contract.ts'

const menus = ['/invoice-manage/invoice-list', '/order-manage/list']
let shop: Shop
let clerk: BuiltAccount
before(async () => {
  shop = await aShop(menus, { invoicing: (demo) => demo })
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin', userName: '财务' })
})

test('of 200 that are sent together each has a result of its own: sent, or refused with the reason', async () => {
  const { world } = shop
  const { order } = await shop.paid({ price: 100 })
  const other = await aPortal(world, { menus })
  const foreign = await aRequest(world, [(await shop.paid({ portal: other, price: 100 })).order.id])
  const orderIds = [order.id, ...(await paidAlike(world, order.id, atOnce - 2))]
  const ids: string[] = []
  for (const [n, id] of orderIds.entries())
    ids.push(await aRequest(world, [id], { titleName: `单位${String(n).padStart(3, '0')}` }))
  const rejected = ids.filter((_, n) => n % 20 === 3)
  for (const id of rejected) await world.ask(calls.reject, { id, reason: '抬头不符' }, clerk.token)
  const right = ids.filter((id) => !rejected.includes(id))
  const named = [...ids.slice(0, 50), foreign, ...ids.slice(50)]
  assert.equal(named.length, 200)

  const result = await world.ask(calls.batchOpen, { ids: named }, clerk.token)
  assert.deepEqual(result.succeeded.toSorted(), right.toSorted())
  const reasons = new Map(result.failed.map(({ id, reason }) => [id, reason]))
  assert.deepEqual([...reasons.keys()].toSorted(), [...rejected, foreign].toSorted())
  for (const id of rejected) assert.match(reasons.get(id)!, /已驳回/)
  assert.equal(reasons.get(foreign), commonRefusals.notFound.zh)
  const rows = await world.db<{ status: string; count: number; serials: number }[]>`
    select status, count(*)::int as count, count(distinct serial)::int as serials from invoices
    where id = any(${named}) group by status order by status`
  assert.deepEqual(
    rows.filter(({ status }) => status === 'rejected' || status === 'requested').map((row) => ({ ...row })),
    [
      { status: 'rejected', count: rejected.length, serials: 0 },
      { status: 'requested', count: 1, serials: 0 },
    ],
  )
  const begun = rows.filter(({ serials }) => serials > 0)
  assert.deepEqual(
    [begun.reduce((sum, { count }) => sum + count, 0), begun.reduce((sum, { serials }) => sum + serials, 0)],
    [right.length, right.length],
  )
  const again = await world.ask(calls.batchOpen, { ids: right }, clerk.token)
  assert.deepEqual([again.succeeded, again.failed.length], [[], right.length])
  const logged = await world.db`
    select from operation_logs where action = 'invoice.opening' and actor_id = ${clerk.accountId}`
  assert.equal(logged.length, right.length, 'each is in the log once')
})
