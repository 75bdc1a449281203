import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aJob } from '../../../test/build/job.ts'
import { anAccount, aPortal, type BuiltAccount, type BuiltPortal } from '../../../test/build/portal.ts'
import { anIdCard } from '../../../test/build/roster.ts'
import { aUnitClass, type BuiltUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { classCalls } from '../../class/contract.ts'
import { settleOrder } from '../../order/server/actions.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { batchOrderCalls } from '../contract.ts'
import { batchOrderRefusals } from '../rules.ts'
import { openPlacesJob } from './jobs.ts'

let world: World
let portal: BuiltPortal
let provider: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [...unitClassMenus, '/train-manage/class'] })
  provider = await anAccount(world, portal, { role: 'admin' })
})

let serial = 0

/** A paid order of so many new people whose places nobody has opened yet. */
async function aPaidOrder(heads: number): Promise<{ orderId: string; unitClass: BuiltUnitClass }> {
  const unitClass = await aUnitClass(world, portal, provider)
  const { id: unitClassId, manager } = unitClass
  const rows = Array.from({ length: heads }, (_, n) => ({
    name: `新人${String.fromCodePoint(0x4e00 + n)}`,
    number: anIdCard(100_000 * ++serial + n),
    create: true,
  }))
  const { added } = await world.ask(unitClassCalls.addPeople, { unitClassId, rows }, manager.token)
  assert.equal(added, heads)
  const expectedAmount = heads * 5000
  const input = { unitClassId, payMode: 'transfer' as const, expectedHeads: heads, expectedAmount }
  const { orderId } = await world.ask(
    batchOrderCalls.place,
    { ...input, requestKey: `delivery-${serial}` },
    manager.token,
  )
  await world.db.begin(async (tx) => {
    await settleOrder(tx, { orderId, amount: expectedAmount, channel: 'wechat' })
    // The product's own workers leave it to the test, as to another process.
    await tx`
      update jobs set status = 'running', lease_until = moment() + interval '1 hour'
      where type = 'batchOrder.open' and input ->> 'orderId' = ${orderId}`
  })
  return { orderId, unitClass }
}

const run = (orderId: string, more: Parameters<typeof aJob>[0] = {}) =>
  openPlacesJob.run(aJob({ input: { orderId }, ...more }), world.app)

const detail = (orderId: string, more = {}) =>
  world.ask(batchOrderCalls.getBatchOrderDetail, { orderId, limit: 50, ...more }, provider.token)

async function holds(): Promise<void> {
  for (const name of ['09-batch-is-delivered', '15-one-live-enrolment', '17-seats-within-quota']) {
    const file = new URL(`../../../test/invariants/${name}.sql`, import.meta.url)
    assert.deepEqual([...(await world.db.unsafe(readFileSync(file, 'utf8')))], [], name)
  }
}

test('places are opened from checkpoints; a run that dies at each of them opens every place once', async () => {
  const { orderId } = await aPaidOrder(450)
  await holds()
  assert.deepEqual([(await detail(orderId)).stage, (await detail(orderId)).opened], ['opening', 0])
  for (const done of [200, 400]) {
    let steps = 0
    const dies = run(orderId, {
      progress: async () => {
        if (steps++ > 0) throw new Error('killed')
      },
    })
    await assert.rejects(dies, /killed/)
    assert.equal((await detail(orderId)).opened, done)
    await holds()
  }
  // Two at once, as where a lease was lost.
  await Promise.all([run(orderId), run(orderId)])
  const over = await detail(orderId)
  assert.deepEqual([over.stage, over.delivery, over.opened, over.failed], ['opened', 'opened', 450, 0])
  const [places] = await world.db`
    select count(*)::int as count from enrolments e join order_items i on i.id = e.source_id where i.order_id = ${orderId}`
  assert.equal(places!.count, 450)
  await holds()
})

test('what cannot be opened stands in a list of errors and stops nobody; it is retried once its cause is gone', async () => {
  const { orderId, unitClass } = await aPaidOrder(3)
  const { manager, classId } = unitClass
  const early = await world.call(batchOrderCalls.retryDelivery, { orderId }, manager.token)
  assert.deepEqual([early.respCode, early.respDesc], [409, batchOrderRefusals.stillOpening.zh])
  const { items } = await detail(orderId)
  const enrolmentId = await anEnrolment(world, portal, {
    accountId: items.list[0]!.accountId,
    classId,
    source: 'import',
  })
  await run(orderId)
  const partly = await detail(orderId)
  assert.deepEqual(
    [partly.stage, partly.opened, partly.failed, partly.actor],
    ['openedWithErrors', 2, 1, 'unit'],
  )
  const [failed] = (await detail(orderId, { state: 'failed' })).items.list
  assert.match(failed!.problem!.zh, /已加入/)
  const { counts } = await world.ask(
    unitClassCalls.getUnitClassDetailAndList,
    { id: unitClass.id },
    manager.token,
  )
  assert.equal(counts.failedToOpen, 1)
  await holds()
  await world.db`update enrolments set status = 'removed' where id = ${enrolmentId}`
  await world.db`update train_classes set sold = sold - 1 where id = ${classId}`
  await world.ask(batchOrderCalls.retryDelivery, { orderId }, manager.token)
  await world.portal.drainJobs()
  assert.deepEqual([(await detail(orderId)).stage, (await detail(orderId)).opened], ['opened', 3])
  const again = await world.call(batchOrderCalls.retryDelivery, { orderId }, manager.token)
  assert.deepEqual([again.respCode, again.respDesc], [409, batchOrderRefusals.noErrors.zh])
  await holds()
})

test('a class with a paid place that could not be opened keeps what it gives, and is not deleted', async () => {
  const { orderId, unitClass } = await aPaidOrder(1)
  const { classId } = unitClass
  const { items } = await detail(orderId)
  const { accountId } = items.list[0]!
  const enrolmentId = await anEnrolment(world, portal, { accountId, classId, source: 'import' })
  await run(orderId)
  assert.equal((await detail(orderId)).failed, 1)
  await world.db`update enrolments set status = 'removed' where id = ${enrolmentId}`
  const { failed } = await world.ask(classCalls.deleteTrain, { ids: [classId] }, provider.token)
  assert.match(failed[0]!.reason, /1 个待付款或未开通的订单/)
  const form = await world.ask(classCalls.getClassDetail, { id: classId }, provider.token)
  const hours = { hoursTenths: form.hoursTenths + 1, requiredHoursTenths: form.requiredHoursTenths + 1 }
  const { id } = await world.ask(classCalls.createTrainClass, { ...form, ...hours }, provider.token)
  assert.notEqual(id, classId)
})

test('the one who placed it is told once what was opened, and each learner that the class is open', async () => {
  const { orderId, unitClass } = await aPaidOrder(2)
  await run(orderId)
  await run(orderId)
  const kinds = await world.db`
    select kind, count(*)::int as count from messages
    where account_id = ${unitClass.manager.accountId} or account_id in (
      select account_id from order_items where order_id = ${orderId}) group by kind order by kind`
  assert.deepEqual(
    kinds.map(({ kind, count }) => [kind, count]),
    [
      ['batchOrder.opened', 1],
      ['batchOrder.placeOpened', 2],
    ],
  )
})
