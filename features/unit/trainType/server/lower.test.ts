import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass, aClassCategory } from '../../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { haveTerms } from '../../../../test/build/unit.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { race } from '../../../../test/race.ts'
import { approvalCalls, approvalRefusals } from '../../../approval/contract.ts'
import { batchCalls } from '../../../batch/contract.ts'
import { orderCalls } from '../../../order/contract.ts'
import { unitCalls } from '../../contract.ts'
import { mergeCalls } from '../../merge/contract.ts'
import { type Terms, trainTypeCalls } from '../contract.ts'
import { placeUnit } from './move.ts'
import { defaultTerms } from '../rules.ts'

const discount = (rate: number) => ({ priceMode: 'discount', rate }) as const
const hourly = (hourPrice: number) => ({ priceMode: 'hourly', hourPrice }) as const
const menus = ['/unit-manage/list', '/customer/exception-register']
let world: World
let portal: BuiltPortal
let first: BuiltAccount
let second: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  first = await anAccount(world, portal, { role: 'admin' })
  second = await anAccount(world, portal, { role: 'admin' })
})

const newUnit = (parentId?: string) => aUnit(world, portal.projectId, parentId)

const change = (unitId: string, terms: Partial<Terms> | null, classType = 'public') =>
  world.call(
    trainTypeCalls.updateUnitTrainType,
    { unitId, classType, terms: terms && { ...defaultTerms, ...terms } },
    first.token,
  )

/** Proposes lower terms, and gives the proposal. */
async function propose(unitId: string, terms: Partial<Terms> | null, classType = 'public') {
  const { attribute } = await change(unitId, terms, classType)
  assert.ok(attribute, 'it waits')
  return attribute.approvalId
}

const approve = (id: string, by = second) => world.call(approvalCalls.approve, { id }, by.token)
const proposal = async (id: string) =>
  (await world.ask(approvalCalls.findPageList, { id }, second.token)).list[0]!
const stateOf = async (id: string) => {
  const { status, decision } = await proposal(id)
  return [status, decision]
}
const termsOf = (unitId: string) =>
  world.ask(trainTypeCalls.getUnitTrainTypeDetail, { unitId, classType: 'public' }, first.token)

test('one person lowers no terms for a moment: they wait for a colleague, nobody orders at them, and raising holds at once', async () => {
  const unitId = await newUnit()
  const learner = await aLearner(world, portal, { unitId })
  const { classId } = await aClass(world, portal, { price: 26_000, classType: 'public' })
  const order = async (expectedAmount: number) =>
    (await world.call(orderCalls.saveOrder, { classIds: [classId], expectedAmount }, learner.token)).respCode
  const id = await propose(unitId, discount(0))
  const waiting = await termsOf(unitId)
  assert.deepEqual([waiting.priceMode, waiting.waits], ['listed', true])
  assert.equal(await order(0), 409)
  const own = await approve(id, first)
  assert.deepEqual([own.respCode, own.respDesc], [403, approvalRefusals.secondNeeded.zh])
  const { summary, steps } = await proposal(id)
  assert.match(summary.zh, /公需课.*培训类别：价格 班级标价 → 标价的 0%$/)
  assert.match(summary.en, /^Terms of unit .*: price Class price → 0% of the price$/)
  assert.ok(steps.includes('approve'))
  assert.equal((await approve(id)).respCode, 200)
  const held = await termsOf(unitId)
  assert.deepEqual([held.rate, held.waits], [0, false])
  assert.equal(await order(0), 200)
  assert.equal((await change(unitId, discount(8000))).attribute, null)
  assert.equal((await termsOf(unitId)).rate, 8000)
})

test('who may not change terms approves none, and who may but approves nothing neither', async () => {
  const id = await propose(await newUnit(), discount(9000))
  for (const held of [
    ['/customer/exception-register', '/customer/exception-register#approve'],
    ['/unit-manage/list', '/unit-manage/list#terms'],
  ]) {
    const { projectId } = portal
    const [role] = await world.db`
      insert into roles ${world.db({ projectId, roleName: held[1]!, roleSystem: 1, menus: held })} returning id`
    const roles = { ...portal.roles, admin: role!.id as string }
    const clerk = await anAccount(world, { ...portal, roles }, { role: 'admin' })
    const { respCode } = await approve(id, clerk)
    assert.ok(respCode === 403 || respCode === 404, `${held[1]}: ${respCode}`)
  }
  assert.deepEqual(await stateOf(id), ['proposed', null])
})

test('a price lower for any class, and more at a price below the listed one, take two; all else takes one', async () => {
  const [inner, outer, other] = [
    await aClassCategory(world, portal, { classType: 'public' }),
    await aClassCategory(world, portal, { classType: 'public' }),
    await aClassCategory(world, portal, { classType: 'public' }),
  ]
  await world.db`update class_categories set parent_id = ${outer} where id = ${inner}`
  const days = { validFrom: '2023-03-01', validTo: '2023-06-30' }
  const half = discount(5000)
  const cases: [Partial<Terms>, Partial<Terms>, boolean][] = [
    [{}, discount(9999), true],
    [discount(9000), discount(8000), true],
    [discount(8000), discount(9000), false],
    [discount(8000), hourly(100_000), true],
    [hourly(500), hourly(499), true],
    [hourly(500), hourly(501), false],
    [half, {}, false],
    [{}, discount(10_000), false],
    [{ ...half, open: false }, half, true],
    [half, { ...half, open: false }, false],
    [{ open: false }, { open: true }, false],
    [{ open: false }, { open: false, ...half }, true],
    [{ ...half, ...days }, { ...half, ...days, validTo: '2023-07-01' }, true],
    [{ ...half, ...days }, { ...half, ...days, validTo: null }, true],
    [{ ...half, ...days }, { ...half, ...days, validFrom: '2023-02-28' }, true],
    [{ ...half, ...days }, { ...half, ...days, validFrom: null }, true],
    [{ ...half, ...days }, { ...half, validFrom: '2023-03-02', validTo: '2023-06-29' }, false],
    [days, {}, false],
    [{ ...half, categoryIds: [outer] }, { ...half, categoryIds: [] }, true],
    [{ ...half, categoryIds: [outer] }, { ...half, categoryIds: [outer, other] }, true],
    [{ ...half, categoryIds: [inner] }, { ...half, categoryIds: [outer] }, true],
    [{ ...half, categoryIds: [outer] }, { ...half, categoryIds: [inner] }, false],
    [{ categoryIds: [outer] }, { categoryIds: [] }, false],
    [half, { ...half, paymentMode: 'group' }, false],
  ]
  for (const [now, next, isForTwo] of cases) {
    const unitId = await newUnit()
    await haveTerms(world, unitId, now)
    const { attribute, respCode } = await change(unitId, next)
    assert.deepEqual([respCode, attribute !== null], [200, isForTwo], JSON.stringify([now, next]))
  }
})

test('terms that a unit would inherit again are compared as well, and approved as they were then', async () => {
  const above = await newUnit()
  await haveTerms(world, above, discount(3000))
  const [one, two] = [await newUnit(above), await newUnit(above)]
  await haveTerms(world, one, {})
  await haveTerms(world, two, {})
  const id = await propose(one, null)
  assert.match((await proposal(id)).summary.zh, /改为沿用上级，价格 班级标价 → 标价的 30%$/)
  assert.equal((await approve(id)).respCode, 200)
  assert.equal((await termsOf(one)).fromId, above)

  // Other terms above end it, since it would be approved as something else.
  const stale = await propose(two, null)
  assert.equal((await change(above, discount(3001))).attribute, null)
  assert.deepEqual(await stateOf(stale), ['withdrawn', 'unit.termsChanged'])

  // With terms of a unit in between nothing is other below it.
  const between = await newUnit(above)
  await haveTerms(world, between, discount(4000))
  const below = await newUnit(between)
  const kept = await propose(below, discount(2000))
  assert.equal((await change(above, discount(3002))).attribute, null)
  assert.equal((await stateOf(kept))[0], 'proposed')
  assert.equal((await change(between, discount(4001))).attribute, null)
  assert.deepEqual(await stateOf(kept), ['withdrawn', 'unit.termsChanged'])
  const again = await propose(two, null)
  await haveTerms(world, above, discount(1))
  const refused = await approve(again)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, approvalRefusals.changedSince.zh])
})

test('one change waits for a unit and class type; it ends with another at once, and is refused where the terms are others', async () => {
  const unitId = await newUnit()
  const id = await propose(unitId, discount(5000))
  const again = await change(unitId, discount(4000))
  assert.deepEqual([again.respCode, again.field], [409, 'terms'])
  assert.match(again.respDesc, /公需课.*等待审批/)
  await propose(unitId, discount(5000), 'specialized')
  assert.equal((await change(unitId, { paymentMode: 'group' })).attribute, null)
  assert.deepEqual(await stateOf(id), ['withdrawn', 'unit.termsChanged'])

  const next = await propose(unitId, discount(5000))
  await haveTerms(world, unitId, { paymentMode: 'personal' })
  const refused = await approve(next)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, approvalRefusals.changedSince.zh])
  assert.equal((await termsOf(unitId)).priceMode, 'listed')
})

test('what is proposed for a unit ends when it is deleted or merged', async () => {
  const [gone, from, to] = [await newUnit(), await newUnit(), await newUnit()]
  const [one, two] = [await propose(gone, discount(1)), await propose(from, discount(1))]
  await world.ask(unitCalls.deleteUnit, { unitId: gone }, first.token)
  const { counts: expected } = await world.ask(
    mergeCalls.getMergePreview,
    { fromId: from, toId: to },
    first.token,
  )
  await world.ask(mergeCalls.mergeUnit, { fromId: from, toId: to, expected }, first.token)
  assert.deepEqual(await stateOf(one), ['withdrawn', 'unit.gone'])
  assert.deepEqual(await stateOf(two), ['withdrawn', 'unit.gone'])
})

test('of many units those that get higher terms have them, and the others wait', async () => {
  const [dear, cheap] = [await newUnit(), await newUnit()]
  await haveTerms(world, cheap, discount(1000))
  const answer = await world.ask(
    trainTypeCalls.batchUpdateUnitTrainType,
    { unitIds: [dear, cheap], classTypes: ['public'], change: discount(5000) },
    first.token,
  )
  assert.deepEqual(answer, { changed: 1, waiting: 1 })
  assert.deepEqual([(await termsOf(dear)).waits, (await termsOf(cheap)).rate], [true, 5000])

  const parent = await newUnit()
  await newUnit(parent)
  const { batchId } = await world.ask(
    trainTypeCalls.batchUpdateUnitTrainType,
    { filter: { unitId: parent }, classTypes: ['public'], change: discount(5000) },
    first.token,
  )
  await world.portal.drainJobs()
  const batches = await world.ask(batchCalls.findList, {}, first.token)
  const done = batches.find((batch) => batch.batchId === batchId)!
  assert.deepEqual([done.status, done.succeeded, done.proposed, done.refused], ['done', 0, 2, 0])
})

test('a unit comes to no place and into no unit where it has lower terms by one person', async () => {
  const cheap = await newUnit()
  await haveTerms(world, cheap, discount(100))
  const unitId = await newUnit()
  const drag = (id = unitId, parentId: string | null = cheap) =>
    world.call(unitCalls.dragUnit, { unitId: id, parentId, beforeId: null }, first.token)
  const refused = await drag()
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /沿用更优惠的公需课条件.*设置自己的公需课培训类别/)
  assert.equal((await termsOf(unitId)).fromId, null)

  const merged = await world.call(mergeCalls.getMergePreview, { fromId: unitId, toId: cheap }, first.token)
  assert.deepEqual([merged.respCode, /公需课条件比/.test(merged.respDesc)], [409, true])
  const none = { people: 0, managers: 0, orders: 0, classes: 0, children: 0 }
  const forced = await world.call(
    mergeCalls.mergeUnit,
    { fromId: unitId, toId: cheap, expected: none },
    first.token,
  )
  assert.equal(forced.respCode, 409)

  // A unit below one that merges would inherit them as well.
  const [from, to] = [await newUnit(), await newUnit(cheap)]
  await haveTerms(world, from, discount(100))
  const child = await newUnit(from)
  await haveTerms(world, child, {})
  const waits = await propose(child, null)
  await haveTerms(world, to, discount(100))
  await haveTerms(world, from, discount(100))
  const { counts: expected } = await world.ask(
    mergeCalls.getMergePreview,
    { fromId: from, toId: to },
    first.token,
  )
  await world.ask(mergeCalls.mergeUnit, { fromId: from, toId: to, expected }, first.token)
  assert.deepEqual(await stateOf(waits), ['proposed', null], 'the same is inherited there')

  // With terms of its own it goes anywhere; dearer ones are inherited freely, and end what waits.
  assert.equal((await change(unitId, {})).attribute, null)
  assert.equal((await drag()).respCode, 200)
  assert.equal((await termsOf(unitId)).fromId, unitId)
  const below = await newUnit(cheap)
  const lower = await propose(below, discount(0))
  assert.equal((await drag(below, null)).respCode, 200)
  assert.deepEqual(await stateOf(lower), ['withdrawn', 'unit.termsChanged'])
})

test('a unit has no part in lower terms that are proposed for another, neither below it nor merged into it', async () => {
  const [cheap, unitId] = [await newUnit(), await newUnit()]
  await propose(cheap, discount(100))
  const drag = (id: string, parentId: string | null = cheap) =>
    world.call(unitCalls.dragUnit, { unitId: id, parentId, beforeId: null }, first.token)
  const refused = await drag(unitId)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /更优惠的公需课条件正在等待审批/)
  const merged = await world.call(mergeCalls.getMergePreview, { fromId: unitId, toId: cheap }, first.token)
  assert.deepEqual([merged.respCode, /正在等待审批/.test(merged.respDesc)], [409, true])

  // Terms of its own, or of one between, keep it out of what is proposed above.
  const own = await newUnit()
  await haveTerms(world, own, {})
  assert.equal((await drag(own)).respCode, 200)
  assert.equal((await drag(unitId, own)).respCode, 200)
  const dear = await newUnit()
  await haveTerms(world, dear, discount(100))
  await propose(dear, discount(50))
  const cheaper = await newUnit()
  await haveTerms(world, cheaper, discount(10))
  const { counts: expected } = await world.ask(
    mergeCalls.getMergePreview,
    { fromId: cheaper, toId: dear },
    first.token,
  )
  await world.ask(mergeCalls.mergeUnit, { fromId: cheaper, toId: dear, expected }, first.token)
})

test('a unit keeps its own terms while better ones of a unit above are proposed', async () => {
  const above = await newUnit()
  const between = await newUnit(above)
  const own = await newUnit(between)
  await haveTerms(world, own, {})
  const id = await propose(above, discount(100))
  const refused = await change(own, null)
  assert.deepEqual([refused.respCode, /更优惠的公需课条件正在等待审批/.test(refused.respDesc)], [409, true])
  const all = { unitIds: [own], classTypes: ['public'], change: null }
  assert.equal((await world.call(trainTypeCalls.batchUpdateUnitTrainType, all, first.token)).respCode, 409)
  // Terms of a unit between keep it out of them.
  await haveTerms(world, between, {})
  assert.equal((await change(own, null)).respCode, 200)
  await haveTerms(world, own, discount(50))
  await world.ask(approvalCalls.reject, { id, reason: '不同意' }, second.token)
  assert.equal((await change(own, null)).respCode, 200, 'what it inherits is dearer')
})

test('terms that are approved while a unit is being moved below theirs are not missed', async () => {
  const [above, unitId] = [await newUnit(), await newUnit()]
  const place = await newUnit(above)
  const id = await propose(above, discount(100))
  const session = { projectId: portal.projectId, scope: { projectId: portal.projectId, unitPath: null } }
  let isMoved = false
  const moving = world.db.begin(async (tx) => {
    // The first query behind the move is answered before the approval, the next one after it.
    const watched = new Proxy(tx, {
      apply(target, self, given) {
        const query = Reflect.apply(target, self, given) as Promise<unknown>
        const isQuery = isMoved && /^\s*select [tw]\./.test(String(given[0]))
        if (!isQuery) return query
        isMoved = false
        return (async () => {
          const rows = await query
          assert.equal((await approve(id)).respCode, 200)
          return rows
        })()
      },
    })
    await placeUnit(watched, session as never, { id: unitId, name: '移动的' }, async () => {
      await tx`
        update units u set parent_id = p.id, path = p.path || u.id || '/' from units p
        where u.id = ${unitId} and p.id = ${place}`
      isMoved = true
    })
  })
  await assert.rejects(moving, /would inherit better terms/)
})

test('of two who lower the same terms at once one is refused; a change that comes first ends what is approved meanwhile', async () => {
  const unitId = await newUnit()
  const lock = (tx: { (strings: TemplateStringsArray, ...values: unknown[]): unknown }) =>
    Promise.resolve(tx`select from units where id = ${unitId} for no key update`)
  const both = await race(
    world.db,
    (tx) => lock(tx as never),
    () => change(unitId, discount(5000)),
    () => change(unitId, discount(4000)),
  )
  assert.deepEqual(both.map(({ respCode }) => respCode).sort(), [200, 409])
  const id = both.find(({ respCode }) => respCode === 200)!.attribute!.approvalId
  const [approved, raised] = await race(
    world.db,
    (tx) => lock(tx as never),
    () => approve(id),
    () => change(unitId, { paymentMode: 'group' }),
  )
  assert.equal(raised.respCode, 200)
  const held = await termsOf(unitId)
  assert.deepEqual([held.priceMode, held.paymentMode], ['listed', 'group'])
  assert.ok([200, 409].includes(approved.respCode))
  assert.equal((await stateOf(id))[0], approved.respCode === 200 ? 'applied' : 'withdrawn')
})
