import { Refusal } from '../../../contract/refusal.ts'
import { paymentChannelNames } from '../../../contract/payment.ts'
import { batchOrderCalls } from '../../../features/batchOrder/contract.ts'
import { orderCalls } from '../../../features/order/contract.ts'
import { receiptCalls } from '../../../features/receipt/contract.ts'
import { openSession } from '../../../features/session/server/actions.ts'
import { studyCalls } from '../../../features/study/contract.ts'
import { transferCalls } from '../../../features/transfer/contract.ts'
import { unitClassCalls } from '../../../features/unitClass/contract.ts'
import { aClass } from '../../build/class.ts'
import { anEnrolment } from '../../build/enrolment.ts'
import { anIdCard } from '../../build/roster.ts'
import type { BuiltAccount } from '../../build/portal.ts'
import { aUnitClass, type BuiltUnitClass } from '../../build/unitClass.ts'
import type { Random } from '../../../db/seed/content/random.ts'
import { ask, type Market, reason, type Sequence } from './market.ts'

/** A unit that pays for its people, and the order of it that is looked at. */
export interface UnitSequence extends Sequence {
  unitClass: BuiltUnitClass
  /** Another class of the year, into which people move. */
  otherClassId: string
  /** All people of the roster, ordered or not. */
  people: string[]
  /** Those who have signed in to study. */
  learners: Map<string, BuiltAccount>
  /** Refusals to give a place away, and to move somebody back. */
  refused: string[]
}

type UnitSteps = Record<string, (market: Market, of: UnitSequence) => Promise<unknown>>

/** People of a roster, of whom an order takes some. */
const heads = 6

const clerkOf = ({ random, office }: UnitSequence) => random.pick(office.clerks)

/** One of the people, signed in. */
async function learnerOf(
  { shop }: Market,
  { learners, office: { portal }, unitClass: { unitId } }: UnitSequence,
  accountId: string,
): Promise<BuiltAccount> {
  const known = learners.get(accountId)
  if (known) return known
  const account = {
    id: accountId,
    projectId: portal.projectId,
    roleId: portal.roles.learner,
    roleSystem: 3,
    unitId,
  }
  const token = await shop.world.db.begin((tx) =>
    openSession(tx, account, { ip: '127.0.0.1', agent: 'a browser' }),
  )
  const learner = { accountId, loginName: '', token }
  learners.set(accountId, learner)
  return learner
}

/** Passes over a refusal: the person has a place already, or there is none left. Anything else is a fault. */
function passOver(error: unknown): void {
  if (!(error instanceof Refusal)) throw error
}

/** Present state of the order. */
async function stateOf({ shop }: Market, { built }: UnitSequence) {
  const [row] = await shop.world.db<
    { status: string; amount: number; reference: string; received: number; day: string }[]
  >`
    select o.status, o.amount, o.pay_reference as reference,
      coalesce((select sum(r.amount - r.reversed)::int8 from receipts r where r.named_order_id = o.id and not r.is_void), 0) as received,
      to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day
    from orders o where o.id = ${built.order.id}`
  return row!
}

/** Orders some of the roster for the first time, or again after the last order has ended. */
async function placeSome(market: Market, of: UnitSequence): Promise<void> {
  const { random, unitClass, office, n, story } = of
  const { manager, id: unitClassId } = unitClass
  const accountIds = of.people.filter(() => random.int(1, 3) > 1)
  if (accountIds.length === 0) return
  const seen = await ask(market, manager, batchOrderCalls.preview, { unitClassId, accountIds, limit: 1 })
  if (seen.respCode !== 200 || seen.attribute.headCount === 0) return
  const { headCount: expectedHeads, amount: expectedAmount, payModes } = seen.attribute
  const payMode = random.pick(payModes)
  const requestKey = `unit-${n}-${story.length}-place`
  const placed = await ask(market, manager, batchOrderCalls.place, {
    unitClassId,
    accountIds,
    payMode,
    expectedHeads,
    expectedAmount,
    requestKey,
  })
  if (placed.respCode !== 200) return
  const { orderId } = placed.attribute
  of.built = {
    ...of.built,
    order: await market.shop.world.ask(orderCalls.getOrderDetail, { orderId }, office.clerks[0].token),
  }
  of.codes = []
}

/** A unit with a class of its own, a roster and a first order. */
export async function beginUnit(market: Market, n: number, random: Random): Promise<UnitSequence> {
  const office = random.pick(market.offices)
  const { world } = market.shop
  const { portal } = office
  const unitClass = await aUnitClass(world, portal, office.clerks[0], {
    price: random.int(2, 9000),
    ...(random.int(1, 4) === 1 && { quota: random.int(3, heads) }),
    of: { price: 9000 },
  })
  const rows = Array.from({ length: heads }, (_, person) => ({
    name: `员工${'甲乙丙丁戊己'[person]}`,
    number: anIdCard(n * heads + person),
    create: true,
  }))
  await world.ask(unitClassCalls.addPeople, { unitClassId: unitClass.id, rows }, unitClass.manager.token)
  const listed = await world.db<{ id: string }[]>`
    select id from accounts where unit_id = ${unitClass.unitId} and id <> ${unitClass.manager.accountId} order by id`
  // The same videos, so that what was watched follows.
  const other = await aClass(world, portal, { price: random.int(0, 9000), known: unitClass.courses })
  const of: UnitSequence = {
    n,
    random,
    office,
    isBatch: true,
    built: {
      order: { id: unitClass.id } as never,
      learner: { ...unitClass.manager, accountId: listed[0]!.id },
      classId: unitClass.classId,
    },
    codes: [],
    story: [],
    unitClass,
    otherClassId: other.classId,
    people: listed.map(({ id }) => id),
    learners: new Map(),
    refused: [],
  }
  while (of.built.order.id === unitClass.id) {
    await placeSome(market, of)
    of.story.push('place')
  }
  return of
}

/** Steps of a unit about its order and its people, and of the office about both. */
export const unitSteps: UnitSteps = {
  async placeAgain(market, of) {
    const { status } = await stateOf(market, of)
    if (status !== 'unpaid') await placeSome(market, of)
  },
  async openCode(market, of) {
    const { random, built, unitClass } = of
    const channel = random.pick(paymentChannelNames)
    const input = { orderId: built.order.id, channel, ...(random.int(1, 3) === 1 && { renew: true }) }
    const code = await ask(market, unitClass.manager, batchOrderCalls.getBatchOrderPayQrcode, input)
    if (code.respCode === 200) of.codes.push(code.attribute.codeUrl)
  },
  payByTransfer: (market, { unitClass, built }) =>
    ask(market, unitClass.manager, batchOrderCalls.payByTransfer, { orderId: built.order.id }),
  /** Money with the order's reference in its memo: all of it, a part, the rest of it, or too much. */
  async transferMoney(market, of) {
    const { n, random, built, story } = of
    const { amount: due, received, reference, day } = await stateOf(market, of)
    const rest = Math.max(1, due - received)
    const amount = random.pick([rest, rest, random.int(1, due + 1), rest + random.int(1, 900)])
    const written = random.pick([reference, reference.toLowerCase(), [...reference].join(' ')])
    // Where the office chooses the order as well, or in place of the memo.
    const named = random.pick([
      { memo: `培训费 ${written}` },
      { memo: written, orderId: built.order.id },
      { orderId: built.order.id },
    ])
    const input = { serialNo: `U-${n}-${story.length}`, payerName: '第一医院', day, amount, ...named }
    await ask(market, clerkOf(of), receiptCalls.record, input)
  },
  cancel: (market, of) =>
    ask(market, of.random.pick([of.unitClass.manager, clerkOf(of)]), batchOrderCalls.cancelBatchOrder, {
      orderId: of.built.order.id,
    }),
  waive: (market, of) =>
    ask(market, clerkOf(of), batchOrderCalls.unitBatchFreeOrder, { orderId: of.built.order.id, reason }),
  retry: (market, of) =>
    ask(market, of.random.pick([of.unitClass.manager, clerkOf(of)]), batchOrderCalls.retryDelivery, {
      orderId: of.built.order.id,
    }),
  async replace(market, of) {
    const { random, built, unitClass, people, refused } = of
    const { id: itemId } = random.pick(built.order.items)
    const input = { itemId, accountId: random.pick(people), reason }
    const reply = await ask(market, unitClass.manager, batchOrderCalls.replacePerson, input)
    if (reply.respCode !== 200) refused.push(reply.respDesc)
  },
  /** One of the people watches a moment of the first video, as far as the clock lets it count. */
  async study(market, of) {
    const { random, people, unitClass } = of
    const places = await market.shop.world.db<{ id: string; accountId: string }[]>`
      select id, account_id from enrolments where account_id = any(${people}::uuid[]) and status = 'active' order by id`
    if (places.length === 0) return
    const { id: enrolmentId, accountId } = random.pick(places)
    const learner = await learnerOf(market, of, accountId)
    const itemId = unitClass.courses[0]!.itemIds[0]!
    const opened = await ask(market, learner, studyCalls.getVideoToken, { enrolmentId, itemId })
    if (opened.respCode !== 200) return
    const { leaseToken, furthest: from } = opened.attribute
    const beat = { leaseToken, sequence: 1, from, to: from + 1, visible: true, ended: false }
    await ask(market, learner, studyCalls.videoTask, beat)
  },
  /** Somebody of the roster has a place of the class by another way, so that the order cannot open one. */
  async join({ shop }, { random, people, office, unitClass: { classId } }) {
    const input = { accountId: random.pick(people), classId, source: 'import' as const }
    await anEnrolment(shop.world, office.portal, input).catch(passOver)
  },
  async move(market, of) {
    const { random, people, otherClassId, unitClass } = of
    const there = await market.shop.world.db<{ id: string; classId: string }[]>`
      select id, class_id from enrolments where account_id = any(${people}::uuid[]) and is_live(status) order by id`
    if (there.length === 0) return
    const { id, classId } = random.pick(there)
    const target = classId === otherClassId ? unitClass.classId : otherClassId
    await ask(market, clerkOf(of), transferCalls.transferClass, { ids: [id], classId: target, reason })
  },
  async undoMove(market, of) {
    const records = await market.shop.world.db<{ id: string }[]>`
      select id from transfer_records where account_id = any(${of.people}::uuid[]) and undone_at is null order by id`
    if (records.length === 0) return
    const { id: recordId } = of.random.pick(records)
    const reply = await ask(market, clerkOf(of), transferCalls.undoTransferClass, { recordId, reason })
    if (reply.respCode !== 200) of.refused.push(reply.respDesc)
  },
}
