import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aSittableExam } from '../../../test/build/exam.ts'
import { aShop, type BuiltOrder, type Shop } from '../../../test/build/order.ts'
import {
  aLearner,
  anAccount,
  type BuiltAccount,
  changeLimits,
  changeSettings,
} from '../../../test/build/portal.ts'
import { until } from '../../../test/until.ts'
import { classCalls } from '../../class/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { transferCalls as calls } from '../contract.ts'

const menus = [
  '/order-manage/list',
  '/invoice-manage/refund-list',
  '/invoice-manage/refund-list#do',
  '/train-manage/study-report',
  '/train-manage/study-report#transfer',
  '/train-manage/class',
]
let shop: Shop
let clerk: BuiltAccount
before(async () => {
  shop = await aShop(menus)
  clerk = await anAccount(shop.world, shop.portal, { role: 'admin' })
  await changeSettings(shop.world, shop.portal.projectId, { refundApprovalAbove: 100_000_000 })
})

/** Moves the learner of a paid order into a class of a price; gives the two places. */
async function movedTo(built: BuiltOrder, price: number) {
  const { world, portal } = shop
  const { classId } = await aClass(world, portal, { price })
  const [from] = await world.db`select id from enrolments where account_id = ${built.learner.accountId}`
  await world.ask(
    calls.transferClass,
    { ids: [from!.id as string], classId, reason: '换到新班' },
    clerk.token,
  )
  await world.portal.drainJobs()
  const [to] = await world.db`
    select id, source from enrolments where class_id = ${classId} and account_id = ${built.learner.accountId}`
  return { from: from!.id as string, to: to!.id as string, source: to!.source as string }
}
const statusOf = async (id: string) =>
  (await shop.world.db`select status from enrolments where id = ${id}`)[0]!.status as string
const itemsOf = ({ order }: BuiltOrder) => order.items.map(({ id: itemId }) => ({ itemId }))
async function refunded(built: BuiltOrder): Promise<void> {
  const { world } = shop
  const input = { orderId: built.order.id, items: itemsOf(built), reason: '单位改派' }
  const sent = await world.ask(refundCalls.submit, input, clerk.token)
  await until(async () => {
    await shop.poll()
    const [row] = await world.db`select status from refunds where id = ${sent.id}`
    return row!.status === 'succeeded'
  })
}
async function assertSound(): Promise<void> {
  for (const name of [
    '01-paid-is-recognised',
    '02-refunds-within-paid',
    '07-one-effect-a-transaction',
    '16-enrolment-has-a-basis',
    '17-seats-within-quota',
    '39-alone-is-counted',
  ]) {
    const path = new URL(`../../../test/invariants/${name}.sql`, import.meta.url)
    assert.deepEqual([...(await shop.world.db.unsafe(readFileSync(path, 'utf8')))], [], name)
  }
}

test('the difference to what was paid is on record and charged to nobody; a refund ends the place in the new class', async () => {
  const built = await shop.paid({ price: 6000 })
  const { from, to, source } = await movedTo(built, 4500)
  assert.equal(source, 'order')
  const { list } = await shop.world.ask(calls.queryTransferClassRecord, {}, clerk.token)
  assert.equal(list.find(({ toId }) => toId === to)!.priceDifference, -1500)
  const [order] = await shop.world
    .db`select amount, status, refunded from orders where id = ${built.order.id}`
  assert.deepEqual({ ...order }, { amount: 6000, status: 'paid', refunded: 0 })
  const data = await shop.world.ask(refundCalls.data, { orderId: built.order.id }, clerk.token)
  assert.deepEqual(
    data.items.map(({ amount, blocks }) => [amount, blocks]),
    [[6000, []]],
  )
  await assertSound()
  await refunded(built)
  assert.deepEqual([await statusOf(from), await statusOf(to)], ['transferred', 'refunded'])
  await assertSound()
})

test('where a refund is asked for the move is refused, and undoing it gives the item its place back', async () => {
  const built = await shop.paid({ price: 6000 })
  const { from, to } = await movedTo(built, 6000)
  const [record] = (await shop.world.ask(calls.queryTransferClassRecord, {}, clerk.token)).list
  await shop.world.ask(calls.undoTransferClass, { recordId: record!.id, reason: '选错了' }, clerk.token)
  assert.deepEqual([await statusOf(from), await statusOf(to)], ['active', 'removed'])
  await assertSound()
  await changeSettings(shop.world, shop.portal.projectId, {
    studentRefund: true,
    refundClassProcess: 100,
    refundOrderTimes: 5,
    refundOrderDays: 30,
  })
  await shop.world.ask(
    refundCalls.submit,
    { orderId: built.order.id, items: itemsOf(built), reason: '不学了' },
    built.learner.token,
  )
  const { classId } = await aClass(shop.world, shop.portal)
  const ask = { enrolmentIds: [from], classId }
  const { rows } = await shop.world.ask(calls.previewTransferClass, ask, clerk.token)
  assert.match(rows[0]!.problem!.en, /refund/)
})

test('a dearer class counts as money taken off: what exceeds the mover’s day is refused, said before, and put back by an undo', async () => {
  const { world, portal } = shop
  await changeLimits(world, portal.projectId, { freeAmountADay: 100, freeOrdersADay: 0 })
  const mover = await anAccount(world, portal, { role: 'admin' })
  const { classId } = await aClass(world, portal, { price: 10_000 })
  const placeOf = async (built: BuiltOrder) =>
    (
      await world.db`
        select id from enrolments where account_id = ${built.learner.accountId} and status = 'active'`
    )[0]!.id as string
  const one = await shop.paid({ price: 4000 })
  const two = await shop.paid({ price: 5000 })
  const ids = [await placeOf(one), await placeOf(two)]
  const preview = async (by = mover) =>
    (await world.ask(calls.previewTransferClass, { enrolmentIds: ids, classId }, by.token)).rows.map(
      ({ problem }) => problem?.en ?? null,
    )
  const move = async (to = classId, some = ids, by = mover) => {
    const { batchId } = await world.ask(
      calls.transferClass,
      { ids: some, classId: to, reason: '换到新班' },
      by.token,
    )
    await world.portal.drainJobs()
    const { moved, refused } = await world.ask(
      calls.getTransferClassProgress,
      { batchId: batchId! },
      by.token,
    )
    return [moved, refused]
  }
  const [before, said] = await preview()
  assert.deepEqual([before, /¥50\.00 more.*order it and pay/.test(said!)], [null, true])
  assert.deepEqual(await preview(), [null, said], 'a look counts nothing')
  assert.deepEqual(await move(), [1, 1])
  // The same place moved on counts by what it is dearer still.
  const { classId: next } = await aClass(world, portal, { price: 14_000 })
  const { classId: last } = await aClass(world, portal, { price: 14_001 })
  assert.deepEqual(await move(last, [await placeOf(one)]), [0, 1])
  assert.deepEqual(await move(next, [await placeOf(one)]), [1, 0])
  const [record] = (await world.ask(calls.queryTransferClassRecord, {}, mover.token)).list
  await world.ask(calls.undoTransferClass, { recordId: record!.id, reason: '选错了' }, mover.token)
  assert.deepEqual(await move(classId, [ids[1]!]), [0, 1], '60 of 100 are counted')
  const [first] = (await world.ask(calls.queryTransferClassRecord, { undone: false }, mover.token)).list
  await world.ask(calls.undoTransferClass, { recordId: first!.id, reason: '选错了' }, mover.token)
  assert.deepEqual(await move(classId, [ids[1]!]), [1, 0])
  await assertSound()
})

test('who moves into a class without an exam sits none: no more a day than one person lets pass', async () => {
  const { world, portal } = shop
  const mover = await anAccount(world, portal, { role: 'admin' })
  const { classId: from } = await aSittableExam(world, portal)
  const { classId: to } = await aClass(world, portal, { price: 0 })
  const { classId: withExam } = await aSittableExam(world, portal)
  const ids: string[] = []
  for (let n = 0; n < 12; n++)
    ids.push(await anEnrolment(world, portal, { ...(await aLearner(world, portal)), classId: from }))
  const problems = async (classId: string, by = mover) =>
    (await world.ask(calls.previewTransferClass, { enrolmentIds: ids, classId }, by.token)).rows.map(
      ({ problem }) => problem?.en ?? null,
    )
  const said = await problems(to)
  assert.deepEqual(said.slice(0, 10), Array(10).fill(null))
  assert.match(said[10]!, /has no exam/)
  assert.deepEqual(await problems(withExam), Array(12).fill(null))
  const move = async (some: string[], classId: string) => {
    const { batchId } = await world.ask(
      calls.transferClass,
      { ids: some, classId, reason: '换到新班' },
      mover.token,
    )
    await world.portal.drainJobs()
    const { moved, refused } = await world.ask(
      calls.getTransferClassProgress,
      { batchId: batchId! },
      mover.token,
    )
    return [moved, refused]
  }
  assert.deepEqual(await move(ids.slice(0, 11), to), [10, 1])
  assert.deepEqual(await move(ids.slice(11), to), [0, 1])
  assert.deepEqual(await move(ids.slice(11), withExam), [1, 0])
})

test('a new class into which somebody was moved is raised by two', async () => {
  const { world, portal } = shop
  const { classId } = await aClass(world, portal, { price: 6000, status: 'draft' })
  await world.ask(classCalls.updateOnShelf, { ids: [classId], onShelf: true }, clerk.token)
  const { learner } = await shop.paid({ price: 6000 })
  const [place] = await world.db<{ id: string }[]>`
    select id from enrolments where account_id = ${learner.accountId}`
  await world.ask(calls.transferClass, { ids: [place!.id], classId, reason: '换到新班' }, clerk.token)
  await world.portal.drainJobs()
  const { revision } = await world.ask(classCalls.getClassDetail, { id: classId }, clerk.token)
  const raise = { rows: [{ id: classId, revision }], price: 6001 }
  const { proposed } = await world.ask(classCalls.batchModifyClassAmount, raise, clerk.token)
  assert.deepEqual(proposed, [classId])
})
