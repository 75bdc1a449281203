import type { SystemReason } from '../../../contract/systemReason.ts'
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import { aClass, type ClassInput } from '../../../test/build/class.ts'
import { aJob, runElsewhere } from '../../../test/build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeSettings,
  signedIn,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import type { InputOf } from '../../../contract/call.ts'
import { fill } from '../../../contract/fill.ts'
import { cartCalls } from '../../cart/contract.ts'
import { catalogueCalls } from '../../catalogue/contract.ts'
import { classCalls } from '../../class/contract.ts'
import { classEndCalls } from '../../enrolment/classEnd/contract.ts'
import { enrolmentCalls, enrolmentRefusals } from '../../enrolment/contract.ts'
import { lockApproved } from '../../enrolment/server/actions.ts'
import { lapseApplications } from '../../enrolment/server/expiry.ts'
import { expireEnrolments } from '../../enrolment/server/jobs.ts'
import { transition } from '../../enrolment/server/transition.ts'
import { type Order, orderCalls } from '../contract.ts'
import { expireOrder, settleOrder } from './settle.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: ['/order-manage/list', '/train-manage/study-report', '/train-manage/class'],
  })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const settle = (orderId: string, amount = 6000) =>
  world.db.begin((tx) => settleOrder(tx, { orderId, amount, channel: 'wechat' }))

/** Lets an order's time be over and the clock close it. */
const expire = (orderId: string) =>
  world.db.begin(async (tx) => {
    await tx`update orders set expires_at = moment() where id = ${orderId}`
    await expireOrder(tx, orderId)
  })

const place = (classId: string, learner: BuiltAccount, expectedAmount = 6000) =>
  world.call(orderCalls.saveOrder, { classIds: [classId], expectedAmount }, learner.token)

/** Places taken and held, and how the class's enrolments stand. */
async function seats(classId: string) {
  const [row] = await world.db`
    select sold, held, array(select status || ' ' || source from enrolments where class_id = c.id order by id) as enrolments
    from train_classes c where id = ${classId}`
  return [row!.sold, row!.held, ...(row!.enrolments as string[])]
}

/** Changes fields of a class as a manager does. */
async function modify(classId: string, changes: InputOf<typeof classCalls.bachModifyClass>['changes']) {
  const { revision } = await world.ask(classCalls.getClassDetail, { id: classId }, admin.token)
  const rows = [{ id: classId, revision }]
  return world.ask(classCalls.bachModifyClass, { rows, changes }, admin.token)
}

/** A learner whose application for a priced class was approved. */
async function anApproved(input: ClassInput = {}) {
  const built = await aClass(world, portal, { price: 6000, needReview: true, ...input })
  const learner = await aLearner(world, portal)
  const { classId } = built
  const { enrolmentId } = await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
  assert.deepEqual(await seats(classId), [1, 0, 'applied apply'])
  const done = await world.ask(
    enrolmentCalls.reviewBatchClass,
    { ids: [enrolmentId], approve: true },
    admin.token,
  )
  assert.deepEqual(done.failed, [])
  return { ...built, learner, enrolmentId }
}

test('a priced class with review is approved, then paid only by its learner, then studied', async () => {
  const { classId, enrolmentId, learner, itemIds } = await anApproved({ quota: 2, validDays: 10 })
  assert.deepEqual(await seats(classId), [0, 1, 'approved apply'])
  const [mine] = (await world.ask(enrolmentCalls.myClass, { state: 'applying' }, learner.token)).list
  assert.deepEqual([mine!.status, mine!.order], ['approved', null])
  assert.equal((await world.ask(enrolmentCalls.countMyClass, {}, learner.token)).approved, 1)
  const passed = await world.ask(
    enrolmentCalls.passBatchClass,
    { ids: [enrolmentId], reason: '线下已学' },
    admin.token,
  )
  assert.equal(passed.failed.length, 1, 'nothing passes before it is paid')
  const stranger = await aLearner(world, portal)
  const refused = await place(classId, stranger)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /需要先申请/)
  // An approval is a promise: neither unpublishing nor the end of sign-up takes it away.
  await world.db`
    update train_classes set status = 'off_shelf', sign_up_to = moment() - interval '1 day' where id = ${classId}`
  await world.ask(cartCalls.save, { classIds: [classId] }, learner.token)
  const order = (await place(classId, learner)).attribute
  assert.deepEqual(await seats(classId), [0, 1, 'approved apply'], 'the approval holds the one place')
  const again = (await world.ask(enrolmentCalls.myClass, {}, learner.token)).list[0]!
  assert.deepEqual([again.order!.id, again.order!.amount], [order.id, 6000])
  assert.ok(again.order!.secondsLeft > 0)
  await world.moveClock('3 days')
  assert.equal(await settle(order.id), 'settled')
  assert.deepEqual(await seats(classId), [1, 0, 'active order'])
  const [row] = await world.db`
    select e.id, round(extract(epoch from e.expires_at - moment()) / 86400) as days, i.order_id
    from enrolments e join order_items i on i.id = e.source_id where e.class_id = ${classId}`
  assert.deepEqual({ ...row }, { id: enrolmentId, days: 10, orderId: order.id })
  await world.moveClock('0')
  assert.equal(itemIds.length, 1)
})

test('days of study count from the payment after an approval, also when the class is extended', async () => {
  const { classId, enrolmentId, learner } = await anApproved({ validDays: 30 })
  await world.moveClock('5 days')
  const token = await signedIn(world, learner.loginName, undefined, portal.unitId)
  const order = (await place(classId, { ...learner, token })).attribute
  assert.equal(await settle(order.id), 'settled')
  await world.db`update train_classes set valid_days = 60 where id = ${classId}`
  const staff = await anAccount(world, portal, { role: 'admin' })
  const { extended } = await world.ask(
    classEndCalls.extendClassLearners,
    { classId, reason: '工期延长' },
    staff.token,
  )
  assert.equal(extended, 1)
  const [row] = await world.db`
    select extract(epoch from expires_at - created_at) / 86400 as days from enrolments where id = ${enrolmentId}`
  assert.equal(Math.round(row!.days as number), 65)
  await world.moveClock('0')
})

test('an application is not withdrawn, removed or lapsed while an order of it is being written', async () => {
  for (const leave of ['withdraw', 'remove', 'lapse'] as const) {
    const { classId, enrolmentId, learner } = await anApproved()
    if (leave === 'lapse')
      await world.db`update train_classes set study_to = moment() - interval '1 second' where id = ${classId}`
    await race(
      world.db,
      async (tx) => {
        await lockApproved(tx, learner.accountId, [classId])
        const [order] = await tx`
          insert into orders ${tx({
            projectId: portal.projectId,
            accountId: learner.accountId,
            unitId: portal.unitId,
            payerName: 'x',
            orderNo: `R${enrolmentId.slice(-12)}`,
            amount: 6000,
            expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
          })} returning id`
        await tx`
          insert into order_items (order_id, account_id, class_id, sort, name, class_type, year, hours_tenths, price,
            discount, payable)
          select ${order!.id as string}, ${learner.accountId}, id, 0, name, class_type, year, hours_tenths, price, 0, price
          from train_classes where id = ${classId}`
      },
      async () => {
        if (leave === 'withdraw')
          await world.call(enrolmentCalls.withdrawMyClass, { enrolmentId }, learner.token)
        else if (leave === 'remove')
          await world.call(
            enrolmentCalls.deleteBatchClass,
            { ids: [enrolmentId], reason: '重复报名' },
            admin.token,
          )
        else await lapseApplications(world.db, world.app.log, aJob().signal)
      },
    )
    assert.deepEqual(await seats(classId), [0, 1, 'approved apply'], leave)
    await world.db`delete from order_items where account_id = ${learner.accountId}`
    await world.db`delete from orders where account_id = ${learner.accountId}`
  }
})

test('an application that waits is named as what it is wherever its learner orders, applies or joins', async () => {
  const built = await aClass(world, portal, { price: 6000, needReview: true })
  const { classId } = built
  const later = await aClass(world, portal, { price: 6000, needReview: true })
  await world.db`
    update train_classes set version_of = ${classId}, version = 2 where id = ${later.classId}`
  const learner = await aLearner(world, portal)
  const { token } = learner
  const { enrolmentId } = await world.ask(enrolmentCalls.applyMyClass, { classId }, token)
  /** Collects what each call says that would bring the learner into a class. */
  const said = async (id: string) => {
    const input = { classIds: [id] }
    const merged = await world.ask(cartCalls.save, { ...input, merge: true }, token)
    return {
      order: (await place(id, learner)).respDesc,
      cart: (await world.call(cartCalls.save, input, token)).respDesc,
      merge: merged.merged!.refused[0]?.reason,
      join: (await world.ask(cartCalls.oneClickJoin, input, token)).refused[0]?.reason,
      apply: (await world.call(enrolmentCalls.applyMyClass, { classId: id }, token)).respDesc,
    }
  }
  const alike = (words: { zh: string }, name: string) => {
    const one = fill(words.zh, { name })
    return { order: one, cart: one, merge: one, join: one, apply: one }
  }
  const nameOf = async (id: string) =>
    (await world.db`select name from train_classes where id = ${id}`)[0]!.name as string
  const [own, other] = [await nameOf(classId), await nameOf(later.classId)]
  assert.deepEqual(await said(classId), alike(enrolmentRefusals.applied, own))
  assert.deepEqual(await said(later.classId), alike(enrolmentRefusals.otherApplied, other))
  assert.deepEqual(await seats(classId), [1, 0, 'applied apply'])
  await world.ask(enrolmentCalls.reviewBatchClass, { ids: [enrolmentId], approve: true }, admin.token)
  assert.deepEqual(await said(later.classId), alike(enrolmentRefusals.otherApplied, other))
  const again = await world.call(enrolmentCalls.applyMyClass, { classId }, token)
  assert.equal(again.respDesc, fill(enrolmentRefusals.approved.zh, { name: own }))
  assert.deepEqual(await seats(classId), [0, 1, 'approved apply'])
  assert.deepEqual(await seats(later.classId), [0, 0])
  assert.equal((await place(classId, learner)).respCode, 200)
})

test('an order that came before the approval goes without its place', async () => {
  const { classId } = await aClass(world, portal, { price: 6000, needReview: true, quota: 2 })
  const learner = await aLearner(world, portal)
  const { enrolmentId } = await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
  const by = { accountId: admin.accountId, projectId: portal.projectId }
  const [reply] = await race(
    world.db,
    async (tx) => {
      const before = { id: enrolmentId, projectId: portal.projectId, classId, status: 'applied' as const }
      await tx`select from enrolments where id = ${enrolmentId} for no key update`
      await transition(tx, by, before, 'approve')
    },
    () => place(classId, learner),
  )
  assert.deepEqual([reply.respCode, /需要先申请/.test(reply.respDesc)], [409, true])
  assert.deepEqual(await seats(classId), [0, 1, 'approved apply'])
  assert.equal((await place(classId, learner)).respCode, 200)
})

test('an order of an approved application may lapse and be placed again while the approval is valid', async () => {
  const { classId, enrolmentId, learner } = await anApproved()
  const first = (await place(classId, learner)).attribute
  for (const refusal of [
    await world.call(enrolmentCalls.withdrawMyClass, { enrolmentId }, learner.token),
    (
      await world.ask(
        enrolmentCalls.deleteBatchClass,
        { ids: [enrolmentId], reason: '重复报名' },
        admin.token,
      )
    ).failed.map(({ reason }) => ({ respCode: 409, respDesc: reason }))[0]!,
  ]) {
    assert.equal(refusal.respCode, 409)
    assert.match(refusal.respDesc, /请先取消订单/)
  }
  await expire(first.id)
  assert.deepEqual(await seats(classId), [0, 1, 'approved apply'])
  const lapsed = await world.ask(orderCalls.getOrderDetail, { orderId: first.id }, learner.token)
  assert.deepEqual([first.items[0]!.approved, lapsed.items[0]!.approved], [true, false])
  const second = (await place(classId, learner)).attribute
  await world.ask(orderCalls.freeOrder, { orderId: second.id, reason: '困难职工减免' }, admin.token)
  assert.deepEqual(await seats(classId), [1, 0, 'active order'])
  assert.equal(await settle(first.id), 'surplus', 'late money of the lapsed order goes back')
})

test('an approval that is withdrawn, removed or outlived by its class gives its place back', async () => {
  const withdrawn = await anApproved()
  await world.ask(
    enrolmentCalls.withdrawMyClass,
    { enrolmentId: withdrawn.enrolmentId },
    withdrawn.learner.token,
  )
  assert.deepEqual(await seats(withdrawn.classId), [0, 0, 'withdrawn apply'])
  assert.match((await place(withdrawn.classId, withdrawn.learner)).respDesc, /需要先申请/)
  const removed = await anApproved()
  const ids = [removed.enrolmentId]
  await world.ask(enrolmentCalls.deleteBatchClass, { ids, reason: '重复报名' }, admin.token)
  assert.deepEqual(await seats(removed.classId), [0, 0, 'removed apply'])
  const over = await anApproved()
  const ordered = await anApproved()
  const order = (await place(ordered.classId, ordered.learner)).attribute
  await world.db`
    update train_classes set study_to = moment() - interval '1 minute'
    where id in (${over.classId}, ${ordered.classId})`
  await runExpiry()
  assert.deepEqual(await seats(over.classId), [0, 0, 'withdrawn apply'])
  assert.deepEqual(await seats(ordered.classId), [0, 1, 'approved apply'], 'its order decides first')
  await expire(order.id)
  await runExpiry()
  assert.deepEqual(await seats(ordered.classId), [0, 0, 'withdrawn apply'])
})

const runExpiry = () => expireEnrolments.run(aJob(), world.app)

/** Whole days until an approval is to be paid; null when it is none. */
async function daysToPay(enrolmentId: string) {
  const [row] = await world.db`
    select round(extract(epoch from pay_until - moment()) / 86400)::int as days from enrolments where id = ${enrolmentId}`
  return row!.days as number | null
}

test('an approval holds its place for the days of the project; then it ends with a reason, and may be applied for again', async () => {
  const { classId, enrolmentId, learner } = await anApproved({ quota: 1 })
  assert.equal(await daysToPay(enrolmentId), 14)
  const mine = async () => (await world.ask(enrolmentCalls.myClass, {}, learner.token)).list[0]!
  assert.equal(Math.round((Date.parse((await mine()).payUntil!) - Date.now()) / 86_400_000), 14)
  await changeSettings(world, portal.projectId, { approvalDays: 1 })
  const short = await anApproved()
  assert.equal(await daysToPay(short.enrolmentId), 1)
  assert.equal(await daysToPay(enrolmentId), 14, 'what is approved keeps its time')
  await changeSettings(world, portal.projectId, { approvalDays: null })
  await world.moveClock('13 days 23 hours')
  await runExpiry()
  assert.deepEqual(await seats(short.classId), [0, 0, 'withdrawn apply'])
  assert.deepEqual(await seats(classId), [0, 1, 'approved apply'])
  await world.moveClock('14 days 1 minute')
  await runExpiry()
  assert.deepEqual(await seats(classId), [0, 0, 'withdrawn apply'])
  const [entry] = await world.db`
    select before, after, reason, actor_id from operation_logs
    where subject_id = ${enrolmentId} and action = 'enrolment.expire'`
  assert.deepEqual(
    { ...entry },
    {
      before: { status: 'approved' },
      after: { status: 'withdrawn' },
      reason: 'enrolment.unpaid' satisfies SystemReason,
      actorId: null,
    },
  )
  await world.moveClock('0')
  const again = await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
  assert.equal(again.status, 'applied')
  assert.deepEqual(await seats(classId), [1, 0, 'withdrawn apply', 'applied apply'])
})

test('an order that waits when the time to pay ends keeps the place until it ends; no other is placed after', async () => {
  const ordered = await anApproved()
  const paid = await anApproved()
  const late = await anApproved()
  const orders: Order[] = []
  for (const one of [ordered, paid]) orders.push((await place(one.classId, one.learner)).attribute)
  const ids = [ordered, paid, late].map((one) => one.enrolmentId)
  await world.db`update enrolments set pay_until = moment() where id = any(${ids}::uuid[])`
  const refused = await place(late.classId, late.learner)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /报名通过后未在期限内付款/)
  await runExpiry()
  assert.deepEqual(await seats(late.classId), [0, 0, 'withdrawn apply'])
  for (const { classId } of [ordered, paid]) assert.deepEqual(await seats(classId), [0, 1, 'approved apply'])
  assert.equal(await settle(orders[1]!.id), 'settled')
  assert.deepEqual(await seats(paid.classId), [1, 0, 'active order'])
  assert.equal(await daysToPay(paid.enrolmentId), null)
  await expire(orders[0]!.id)
  assert.equal((await place(ordered.classId, ordered.learner)).respCode, 409, 'the time to pay was over')
  await runExpiry()
  assert.deepEqual(await seats(ordered.classId), [0, 0, 'withdrawn apply'])
})

test('an order placed in the last moment is not missed by the job that waits for it', async () => {
  const { classId, enrolmentId, learner } = await anApproved()
  await world.db`update enrolments set pay_until = moment() where id = ${enrolmentId}`
  await race(
    world.db,
    async (tx) => {
      await tx`select from enrolments where id = ${enrolmentId} for no key update`
      const [order] = await tx`
        insert into orders ${tx({
          projectId: portal.projectId,
          accountId: learner.accountId,
          payerName: 'x',
          orderNo: 'LAST-MOMENT',
          amount: 6000,
          expiresAt: '2099-01-01T00:00:00Z',
        })} returning id`
      await tx`
        insert into order_items ${tx({
          orderId: order!.id as string,
          accountId: learner.accountId,
          classId,
          sort: 0,
          name: 'x',
          classType: 'public',
          year: yearFromNow(),
          hoursTenths: 80,
          price: 6000,
          payable: 6000,
        })}`
    },
    runExpiry,
  )
  assert.deepEqual(await seats(classId), [0, 1, 'approved apply'])
})

test('a waiting order holds its place; a class full of held places is shown as full, and a released place is free again', async () => {
  const { classId, name } = await aClass(world, portal, { price: 6000, quota: 1 })
  const [one, two] = [await aLearner(world, portal), await aLearner(world, portal)]
  const order = (await place(classId, one)).attribute
  assert.deepEqual(await seats(classId), [0, 1])
  const full = await place(classId, two)
  assert.equal(full.respCode, 409)
  assert.equal(full.respDesc, `“${name}”的剩余名额正被未付款订单占用，稍后可能释放，请过会儿再看`)
  const listed = await world.ask(catalogueCalls.findClassList, { keyword: name }, two.token)
  assert.deepEqual(
    listed.list.map(({ placesLeft, placesHeld }) => [placesLeft, placesHeld]),
    [[0, 1]],
  )
  const smaller = await modify(classId, { quota: 1, refundable: false })
  assert.deepEqual(smaller.failed, [])
  await world.ask(orderCalls.cancelMyOrder, { orderId: order.id }, one.token)
  assert.deepEqual(await seats(classId), [0, 0])
  const second = (await place(classId, two)).attribute
  await expire(second.id)
  assert.deepEqual(await seats(classId), [0, 0])
  const third = (await place(classId, one)).attribute
  assert.equal(await settle(third.id), 'settled')
  assert.deepEqual(await seats(classId), [1, 0, 'active order'])
  assert.match((await place(classId, two)).respDesc, /名额已满/)
})

test('a quota does not fall below what is taken and held', async () => {
  const { classId } = await aClass(world, portal, { price: 6000, quota: 5 })
  for (let i = 0; i < 2; i++) await place(classId, await aLearner(world, portal))
  const lower = (quota: number) => modify(classId, { quota })
  assert.match((await lower(1)).failed[0]!.reason, /2 人（其中 2 人待付款）/)
  assert.deepEqual((await lower(2)).failed, [])
})

test('two bursts of 24 learners order, pay, cancel, lapse and are waived concurrently: never a place too many or too few', async () => {
  const priced = await aClass(world, portal, { price: 6000, quota: 10 })
  const reviewed = await aClass(world, portal, { price: 6000, quota: 10, needReview: true })
  const learners = await Promise.all(Array.from({ length: 24 }, () => aLearner(world, portal)))
  const applied = await Promise.all(
    learners.map((learner) =>
      world.call(enrolmentCalls.applyMyClass, { classId: reviewed.classId }, learner.token),
    ),
  )
  const ids = applied.filter((reply) => reply.respCode === 200).map((reply) => reply.attribute.enrolmentId)
  assert.equal(ids.length, 10)
  for (let burst = 0; burst < 2; burst++) {
    const [, ...replies] = await Promise.all([
      world.ask(enrolmentCalls.reviewBatchClass, { ids, approve: true }, admin.token),
      ...learners.flatMap((learner) => [place(priced.classId, learner), place(reviewed.classId, learner)]),
    ])
    const orders = replies.filter((reply) => reply.respCode === 200).map((reply) => reply.attribute)
    for (const reply of replies) assert.ok([200, 409].includes(reply.respCode), reply.respDesc)
    const tokenOf = new Map(
      await Promise.all(
        orders.map(async (order) => {
          const [row] = await world.db`select account_id from orders where id = ${order.id}`
          return [order.id, learners.find((learner) => learner.accountId === row!.accountId)!.token] as const
        }),
      ),
    )
    await Promise.all([
      ...orders.flatMap((order, i) => [
        i % 3 === 0 ? settle(order.id) : expire(order.id),
        world.call(orderCalls.cancelMyOrder, { orderId: order.id }, tokenOf.get(order.id)!),
        ...(i % 5 === 0
          ? [world.call(orderCalls.freeOrder, { orderId: order.id, reason: '困难职工减免' }, admin.token)]
          : []),
      ]),
      ...learners.map((learner) => place(priced.classId, learner)),
      ...ids.map((enrolmentId, i) =>
        world.call(enrolmentCalls.withdrawMyClass, { enrolmentId }, learners[i]!.token),
      ),
    ])
  }
  const [sold] = await seats(priced.classId)
  assert.ok((sold as number) > 0 && (sold as number) <= 10)
})

test('after all of this the invariants hold', async () => {
  const folder = new URL('../../../test/invariants/', import.meta.url)
  for (const file of readdirSync(folder).filter((name) => /^(05|06|10|15|16|17)-/.test(name))) {
    const rows = await world.db.unsafe(readFileSync(new URL(file, folder), 'utf8'))
    assert.deepEqual([...rows], [], file)
  }
})

test('a run beyond its time ends no further application', async () => {
  const { classId } = await anApproved()
  await world.db`update train_classes set study_to = moment() - interval '1 minute' where id = ${classId}`
  await runElsewhere(world, expireEnrolments)
  const stopped = aJob({ signal: AbortSignal.abort(new Error('its time is over')) })
  await assert.rejects(async () => expireEnrolments.run(stopped, world.app), /its time is over/)
  assert.deepEqual(await seats(classId), [0, 1, 'approved apply'])
})
