import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { seededRandom } from '../../../db/seed/content/random.ts'
import { Refusal } from '../../../contract/refusal.ts'
import type { Db, Tx } from '../../../server/db.ts'
import { aBatch } from '../../../test/build/batch.ts'
import { aClass } from '../../../test/build/class.ts'
import { yearFromNow } from '../../../test/build/days.ts'
import { aBank, anExam, aPaper, aQuestion, aSection } from '../../../test/build/exam.ts'
import { aNumber, anIssued } from '../../../test/build/issued.ts'
import { aShop, type BuiltOrder } from '../../../test/build/order.ts'
import { aTemplate } from '../../../test/build/certificate.ts'
import {
  aLearner,
  anAccount,
  aUnit,
  type BuiltAccount,
  changeLimits,
  changeSettings,
  openRefunds,
} from '../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent, type BuiltStudent } from '../../../test/build/study.ts'
import { seed } from '../../../test/dice.ts'
import { manageCalls } from '../../account/manage/contract.ts'
import { changeUnit } from '../../account/server/actions.ts'
import { registerCalls } from '../../certificate/register/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { revertPass } from '../../enrolment/server/actions.ts'
import { attemptCalls } from '../../exam/attempt/contract.ts'
import { correctHours, reverseHours } from '../../hours/server/actions.ts'
import { issueCalls } from '../../invoice/issue/contract.ts'
import { redCalls } from '../../invoice/red/contract.ts'
import { certifyCalls } from '../../learner/certify/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { settleOrder } from '../../order/server/settle.ts'
import { refundCalls } from '../../refund/contract.ts'
import { transferOne } from '../../transfer/server/actions.ts'
import { unitCalls } from '../../unit/contract.ts'
import { mergeCalls } from '../../unit/merge/contract.ts'
import { boardKinds, standingKinds } from '../rules.ts'
import { foldBoards } from './actions.ts'

/**
 * Whatever counts happens at random, through the product: people join, study, sit exams, pass, lose a pass, are
 * transferred, removed, disabled and moved to other units; hours are corrected and reversed; certificates of classes,
 * years and skills are issued, revoked and issued again; orders of one class, of several and of a unit are placed, paid,
 * waived, cancelled, refunded, invoiced, and their invoices reversed; units are moved and merged, a class changes its
 * type; days pass; deltas are folded in pieces. After each sequence the boards show what the rows give, for every unit.
 * `SEQUENCES=500 npm test -- features/dashboard/server/counts.test.ts` runs many; TEST_SEED draws the same ones again.
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
    '/invoice-manage/invoice-list',
    '/invoice-manage/invoice-list#mark',
    '/invoice-manage/invoice-list#red',
    '/student-manage/student',
    '/student-manage/student#certificate',
    '/student-manage/student#disable',
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
  const { projectId } = portal
  await changeSettings(world, projectId, { requiredHoursTenths: { public: 40 }, totalHoursTenths: 40 })
  await aTemplate(world, projectId, 'year')
  const skillTemplateId = await aTemplate(world, projectId, 'skill')
  const certificateTemplateId = await aTemplate(world, projectId)
  const sold = await aClass(world, portal, { courses: [{ videos: [600] }], certificateTemplateId })
  const target = await aClass(world, portal, { known: sold.courses, classType: 'specialized' })
  const bankId = await aBank(world, portal)
  for (let n = 0; n < 3; n++) await aQuestion(world, portal, bankId)
  const paperId = await aPaper(world, portal, [aSection(bankId, { count: 2 })])
  const examId = await anExam(world, portal, { classId: sold.classId, paperId, attempts: 50 })
  const offered = [await aClass(world, portal), await aClass(world, portal, { classType: 'professional' })]
  const by = {
    accountId: director.accountId,
    projectId,
    isProvider: true,
    isWithin: (db: Db) => db`e.project_id = ${projectId}`,
  }
  const corrected = { operatorId: director.accountId, reason: '补录' }
  const students: BuiltStudent[] = []
  const orders: BuiltOrder[] = []
  const learners: BuiltAccount[] = []
  let calls = 0

  /** Asks as the director does; what is refused changes nothing, which the law sees as well. */
  const ask: typeof world.call = (call, input, token) => {
    calls++
    return world.call(call, input, token ?? director.token)
  }
  /** Runs an action of the product; one that is refused changes nothing. */
  const run = (action: (tx: Tx) => Promise<unknown>) =>
    world.db.begin(action).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
    })
  /** One of the rows of the project that a condition finds, by its id; null where there is none. */
  async function anyOf(rows: PromiseLike<readonly Record<string, unknown>[]>): Promise<string | null> {
    const found = await rows
    return found.length === 0 ? null : (random.pick(found).id as string)
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
    async revert() {
      const id = await anyOf(world.db`
        select id from enrolments where project_id = ${projectId} and status = 'passed' order by id`)
      if (id) await run((tx) => revertPass(tx, by, id, '代学', random.int(0, 1) === 1))
    },
    async sit() {
      if (students.length === 0) return
      const { token } = random.pick(students)
      const { attribute } = await ask(attemptCalls.goClassExam, { examId }, token)
      if (attribute && random.int(0, 1) === 1)
        await ask(attemptCalls.submitExam, { attemptId: attribute.attemptId }, token)
    },
    async transfer() {
      const id = await anyOf(world.db`
        select id from enrolments where class_id = ${sold.classId} and status = 'active' order by id`)
      const transfer = { enrolmentId: id!, classId: target.classId, reason: '报错班级' }
      if (id) await run((tx) => transferOne(tx, by, transfer))
    },
    async correct() {
      if (learners.length === 0) return
      const { accountId } = random.pick(learners)
      const classType = random.pick(['public', 'specialized'])
      const line = { projectId, accountId, year: yearFromNow(), classType, attribute: 'required' } as const
      await run((tx) =>
        correctHours(tx, { ...line, hoursTenths: random.int(1, 6) * 10, title: '讲座' }, corrected),
      )
    },
    async uncorrect() {
      const id = await anyOf(world.db`
        select id from hour_entries where project_id = ${projectId} and source = 'correction' order by id`)
      if (id) await run((tx) => reverseHours(tx, id, corrected))
    },
    async certify() {
      if (learners.length === 0) return
      const ids = [random.pick(learners).accountId]
      const skill = { ids, templateId: skillTemplateId, title: '养老护理员', level: '3' } as const
      await ask(certifyCalls.issueSkill, skill, null)
    },
    async revoke() {
      const id = await anyOf(world.db`
        select id from certificates where project_id = ${projectId} and status = 'valid' order by id`)
      if (id) await ask(registerCalls.revoke, { ids: [id], reason: '代学' }, null)
    },
    async reissue() {
      const id = await anyOf(world.db`
        select id from certificates where project_id = ${projectId} and status in ('valid', 'revoked') order by id`)
      if (id) await ask(registerCalls.reissue, { ids: [id], reason: '姓名更正' }, null)
    },
    async disable() {
      if (learners.length === 0) return
      const { accountId } = random.pick(learners)
      await ask(manageCalls.disableAccount, { accountId, disabled: random.int(0, 2) > 0 }, null)
    },
    /** No action makes a learner a manager or a manager a learner; the boards follow the row. */
    async promote() {
      if (learners.length === 0) return
      const { accountId } = random.pick(learners)
      await world.db`
        update accounts set role_id = case role_id when ${portal.roles.learner} then ${portal.roles.unit}::uuid
          else ${portal.roles.learner}::uuid end where id = ${accountId}`
    },
    /** A class that people have joined gets a newer version with another type; the boards follow the row. */
    async retype() {
      await world.db`
        update train_classes set class_type = case class_type when 'public' then 'professional' else 'public' end
        where id = ${sold.classId}`
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
    async orderSeveral() {
      const learner = await someone()
      const classIds = offered.map(({ classId }) => classId)
      const order = await world.ask(orderCalls.saveOrder, { classIds, expectedAmount: 12_000 }, learner.token)
      const built = { order, learner, classId: classIds[0]! }
      orders.push(built)
      if (random.int(0, 1) === 1) await shop.payAt(await shop.code(built))
    },
    async orderForUnit() {
      const { orderId, amount } = await aBatch(world, portal, [await someone(), await someone()], [2000])
      if (random.int(0, 2) > 0) await run((tx) => settleOrder(tx, { orderId, amount, channel: 'offline' }))
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
        select id from orders where project_id = ${projectId} and status = 'paid' and invoiced = 0 and refunded = 0
          and not exists (select from order_items i where i.order_id = orders.id and i.refunding > 0) order by id`
      if (paid.length > 0) await anIssued(world, [random.pick(paid).id as string])
    },
    async redden() {
      const blue = await anyOf(world.db`
        select id from invoices where project_id = ${projectId} and colour = 'blue' and status = 'opened' order by id`)
      if (blue) await ask(redCalls.red, { id: blue, reason: 'return' }, null)
      const red = await anyOf(world.db`
        select id from invoices where project_id = ${projectId} and colour = 'red' and status = 'requested' order by id`)
      const [today] = await world.db<{ day: string }[]>`select china_day(moment())::text as day`
      if (red) await ask(issueCalls.mark, { id: red, number: aNumber(), day: today!.day }, null)
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
    study: 4,
    sit: 2,
    pass: 4,
    revert: 2,
    transfer: 1,
    remove: 1,
    correct: 3,
    uncorrect: 1,
    certify: 2,
    revoke: 1,
    reissue: 1,
    order: 2,
    orderSeveral: 2,
    orderForUnit: 1,
    pay: 3,
    waive: 1,
    cancel: 1,
    refund: 2,
    invoice: 3,
    redden: 2,
    disable: 1,
    promote: 1,
    retype: 1,
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
  const counted = await world.db<{ kind: string; rows: number }[]>`
    select kind, count(*)::int as rows from board_shown group by kind order by kind`
  const rows = counted.reduce((sum, one) => sum + one.rows, 0)
  t.diagnostic(
    `${sequences} sequences of seed ${seed}, ${calls} calls, ${rows} counts of ${counted.length} kinds`,
  )
  if (sequences < 100) assert.ok(counted.length > 4)
  else
    assert.deepEqual(
      counted.map(({ kind }) => kind),
      [...boardKinds, ...standingKinds].sort(),
    )
})
