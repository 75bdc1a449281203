import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { seededRandom } from '../../../db/seed/content/random.ts'
import { aClass } from '../../../test/build/class.ts'
import { anIssued } from '../../../test/build/issued.ts'
import { aShop, type BuiltOrder } from '../../../test/build/order.ts'
import { aTemplate } from '../../../test/build/certificate.ts'
import {
  aLearner,
  anAccount,
  aUnit,
  type BuiltAccount,
  changeLimits,
  openRefunds,
} from '../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent, type BuiltStudent } from '../../../test/build/study.ts'
import { seed } from '../../../test/dice.ts'
import { changeUnit } from '../../account/server/actions.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { refundCalls } from '../../refund/contract.ts'
import { unitCalls } from '../../unit/contract.ts'
import { mergeCalls } from '../../unit/merge/contract.ts'
import { foldBoards } from './actions.ts'

/**
 * Whatever counts happens at random, through the product: people join, study, pass, are removed and move to other units;
 * orders are placed, paid, waived, cancelled, refunded and invoiced; units are moved and merged; days pass; deltas are
 * folded in pieces. After each sequence the boards show what the rows give, for every unit. `SEQUENCES=500 npm test --
 * features/dashboard/server/counts.test.ts` runs many; TEST_SEED draws the same ones again.
 */
const sequences = Number(process.env.SEQUENCES ?? 12)
const length = 10

const law = readFileSync(
  new URL('../../../test/invariants/44-boards-are-raw-rows.sql', import.meta.url),
  'utf8',
)

test('after whatever happens the boards show what is counted from the rows again', async (t) => {
  const shop = await aShop([
    '/dashboard/index',
    '/order-manage/list',
    '/order-manage/list#free',
    '/train-manage/study-report',
    '/train-manage/study-report#pass',
    '/train-manage/study-report#delete',
    '/invoice-manage/refund-list',
    '/invoice-manage/refund-list#do',
    '/unit-manage/list',
    '/unit-manage/list#merge',
  ])
  const { world, portal } = shop
  await openRefunds(world, portal.projectId)
  await changeLimits(world, portal.projectId, { freeOrdersADay: 1000 })
  const director = await anAccount(world, portal, { role: 'admin' })
  const random = seededRandom(seed)
  const clock = aClock(world, { keepsSessions: true })
  const units: string[] = [portal.unitId]
  for (let n = 0; n < 5; n++)
    units.push(await aUnit(world, portal.projectId, n % 2 === 0 ? portal.unitId : undefined))
  const certificateTemplateId = await aTemplate(world, portal.projectId)
  const sold = await aClass(world, portal, { courses: [{ videos: [600] }], certificateTemplateId })
  const students: BuiltStudent[] = []
  const orders: BuiltOrder[] = []
  const learners: BuiltAccount[] = []
  let calls = 0

  /** Asks as the director does; what is refused changes nothing, which the law sees as well. */
  const ask: typeof world.call = (call, input, token) => {
    calls++
    return world.call(call, input, token ?? director.token)
  }
  const someone = async () => {
    const learner = await aLearner(world, portal, { unitId: random.pick(units) })
    learners.push(learner)
    return learner
  }
  const steps: Record<string, () => Promise<unknown>> = {
    async join() {
      students.push(await aStudent(world, portal, { learner: await someone(), built: sold }))
    },
    async study() {
      if (students.length > 0) await aPlayer(world, random.pick(students)).catch(() => {})
    },
    async pass() {
      if (students.length > 0)
        await ask(
          enrolmentCalls.passBatchClass,
          { ids: [random.pick(students).enrolmentId], reason: '线下已完成' },
          null,
        )
    },
    async remove() {
      if (students.length > 0)
        await ask(
          enrolmentCalls.deleteBatchClass,
          { ids: [random.pick(students).enrolmentId], reason: '重复导入' },
          null,
        )
    },
    async order() {
      orders.push(await shop.order({ learner: await someone(), price: random.int(1, 90) * 100 }))
    },
    async pay() {
      orders.push(await shop.paid({ learner: await someone(), price: random.int(1, 90) * 100 }))
    },
    async waive() {
      if (orders.length > 0)
        await ask(orderCalls.freeOrder, { orderId: random.pick(orders).order.id, reason: '帮扶名额' }, null)
    },
    async cancel() {
      if (orders.length > 0)
        await ask(orderCalls.cancelMyOrder, { orderId: random.pick(orders).order.id }, null)
    },
    async refund() {
      if (orders.length === 0) return
      const { order } = random.pick(orders)
      const items = order.items.map(({ id }) => ({ itemId: id }))
      await ask(refundCalls.submit, { orderId: order.id, items, reason: '班级取消了' }, null)
      await shop.poll()
      await shop.poll()
    },
    async invoice() {
      const paid = await world.db`
        select id from orders where project_id = ${portal.projectId} and status = 'paid' and invoiced = 0 and refunded = 0
          and not exists (select from order_items i where i.order_id = orders.id and i.refunding > 0) order by id`
      if (paid.length > 0) await anIssued(world, [random.pick(paid).id as string])
    },
    async move() {
      if (learners.length === 0) return
      const [{ accountId }, unitId] = [random.pick(learners), random.pick(units)]
      await world.db.begin((tx) => changeUnit(tx, accountId, unitId))
    },
    async drag() {
      const [unitId, parentId] = [random.pick(units), random.pick([...units, null])]
      await ask(unitCalls.dragUnit, { unitId, parentId, beforeId: null }, null)
    },
    async merge() {
      if (units.length < 5) units.push(await aUnit(world, portal.projectId, random.pick(units)))
      const [fromId, toId] = [random.pick(units.slice(1)), random.pick(units)]
      const preview = await ask(mergeCalls.getMergePreview, { fromId, toId }, null)
      if (preview.respCode !== 200) return
      const expected = preview.attribute.counts
      const { respCode } = await ask(mergeCalls.mergeUnit, { fromId, toId, expected }, null)
      if (respCode === 200) units.splice(units.indexOf(fromId), 1)
    },
    async wait() {
      await clock.pass(86_400)
    },
    fold: () => world.db.begin((tx) => foldBoards(tx, random.int(1, 60))),
  }
  const weights = {
    join: 6,
    study: 5,
    pass: 4,
    remove: 1,
    order: 2,
    pay: 3,
    waive: 1,
    cancel: 1,
    refund: 2,
    invoice: 2,
    move: 5,
    drag: 2,
    merge: 1,
    wait: 1,
    fold: 5,
  } // prettier-ignore
  for (let n = 1; n <= sequences; n++) {
    const story: string[] = []
    for (let step = 0; step < length; step++) {
      const name = random.weighted(weights)
      story.push(name)
      await steps[name]!()
    }
    const wrong = await world.db.unsafe(law)
    assert.deepEqual([...wrong], [], `sequence ${n} of seed ${seed}: ${story.join(' → ')}`)
  }
  const [counted] = await world.db`
    select count(distinct kind)::int as kinds, count(*)::int as rows from board_counts`
  t.diagnostic(
    `${sequences} sequences of seed ${seed}, ${calls} calls, ${counted!.rows} counts of ${counted!.kinds} kinds`,
  )
  assert.ok(counted!.kinds > 4)
})
