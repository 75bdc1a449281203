import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aJob } from '../../../test/build/job.ts'
import { linkAccounts } from '../../../test/build/link.ts'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, changeLimits, signedIn } from '../../../test/build/portal.ts'
import { orderCalls, orderRefusals } from '../../order/contract.ts'
import { roleSwitchCalls } from '../../session/role/contract.ts'
import { sweepSessions } from '../../session/server/jobs.ts'
import { encodeCredential } from '../../session/rules.ts'
import { approvalCalls } from '../contract.ts'

let shop: Shop
before(async () => {
  shop = await aShop(['/order-manage/list', '/customer/exception-register'])
  await changeLimits(shop.world, shop.portal.projectId, { freeOrdersADay: 0 })
})

test('nobody becomes the second person beside themselves by taking a link away', async () => {
  const { world, portal } = shop
  const [one, two] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
  ]
  await world.ask(
    roleSwitchCalls.switchLogin,
    { account: encodeCredential(two.loginName), password: encodeCredential('Demo2026a') },
    one.token,
  )
  const token = await signedIn(world, one.loginName, undefined, portal.unitId)
  const propose = async (by: string) => {
    const { order } = await shop.order({ price: 900_000 })
    const proposed = await world.ask(orderCalls.freeOrder, { orderId: order.id, reason: '减免' }, by)
    return proposed!.approvalId
  }
  const approve = async (id: string, by: string) =>
    (await world.call(approvalCalls.approve, { id }, by)).respCode
  const id = await propose(token)
  assert.equal(await approve(id, two.token), 403)
  await world.ask(roleSwitchCalls.switchLogin, { unlink: two.accountId }, token)
  assert.equal(await approve(id, two.token), 403)
  const links = () => world.db`select account_id from account_links`
  await sweepSessions.run(aJob(), world.app)
  assert.equal((await links()).length, 1)
  await world.db`update account_links set created_at = created_at - interval '8 days'`
  await sweepSessions.run(aJob(), world.app)
  assert.equal((await links()).length, 0)
})

test('two accounts that one person has linked in a third are no two persons', async () => {
  const { world, portal } = shop
  const third = await aLearner(world, portal)
  const [one, two] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
  ]
  for (const { loginName } of [one, two])
    await world.ask(
      roleSwitchCalls.switchLogin,
      { account: encodeCredential(loginName), password: encodeCredential('Demo2026a') },
      await signedIn(world, third.loginName, undefined, portal.unitId),
    )
  const { order } = await shop.order({ price: 900_000 })
  const proposed = await world.ask(orderCalls.freeOrder, { orderId: order.id, reason: '减免' }, one.token)
  const reply = await world.call(approvalCalls.approve, { id: proposed!.approvalId }, two.token)
  assert.equal(reply.respCode, 403)
})

test('an account that somebody made decides nothing about the orders they learn by', async () => {
  const { world, portal } = shop
  const [maker, made, colleague] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
  ]
  await changeLimits(world, portal.projectId, { freeOrdersADay: 5, freeAmountADay: 1_000_000 })
  const { order, learner } = await shop.order({ price: 3000 })
  await linkAccounts(world, maker, learner)
  await world.db`insert into account_accesses ${world.db({ accountId: made.accountId, giverId: maker.accountId })}`
  const waive = (token: string) =>
    world.call(orderCalls.freeOrder, { orderId: order.id, reason: '减免' }, token)
  for (const { token } of [maker, made]) {
    const refused = await waive(token)
    assert.deepEqual([refused.respCode, refused.respDesc], [409, orderRefusals.ownOrder.zh])
  }
  assert.equal((await waive(colleague.token)).respCode, 200)
})
