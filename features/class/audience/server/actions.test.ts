import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltPortal,
  changeSettings,
} from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { cartCalls } from '../../../cart/contract.ts'
import { catalogueCalls } from '../../../catalogue/contract.ts'
import { enrolmentCalls } from '../../../enrolment/contract.ts'
import { hoursCalls } from '../../../hours/contract.ts'
import { type Order, orderCalls } from '../../../order/contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/study-report'] })
})

async function aTeacher(from = portal) {
  const learner = await aLearner(world, from)
  await world.db`update students set personnel_category = 'teaching' where account_id = ${learner.accountId}`
  return learner
}
const forHealth = { personnelCategories: ['health'] }

test('a class for others is marked in the detail and the cart, and is ordered only when confirmed', async () => {
  const { token } = await aTeacher()
  const [other, own] = [
    await aClass(world, portal, { ...forHealth, price: 100 }),
    await aClass(world, portal, { personnelCategories: ['teaching', 'law'], price: 100 }),
  ]
  const classIds = [other.classId, own.classId]
  const mismatchOf = async (id: string, reader?: string) =>
    (await world.ask(catalogueCalls.findClassDetail, { id }, reader))!.mismatch
  assert.deepEqual(
    [await mismatchOf(other.classId, token), await mismatchOf(own.classId, token)],
    [{ part: 'personnel', rule: 'confirm' }, null],
  )
  await world.ask(cartCalls.save, { classIds }, token)
  const { list } = await world.ask(cartCalls.find, {}, token)
  assert.deepEqual(
    list.map(({ mismatch, obstacle }) => [mismatch, obstacle]),
    [
      [{ part: 'personnel', rule: 'confirm' }, null],
      [null, null],
    ],
  )
  const order = (acceptMismatch?: string[]) =>
    world.call(
      orderCalls.saveOrder,
      { classIds, expectedAmount: 200, ...(acceptMismatch ? { acceptMismatch } : {}) },
      token,
    )
  for (const accepted of [undefined, [own.classId]]) {
    const refused = await order(accepted)
    assert.deepEqual([refused.respCode, refused.field], [409, 'acceptMismatch'])
    assert.match(refused.respDesc, new RegExp(`“${other.name}”面向其他人员类别`))
  }
  const ordered = await order([other.classId])
  assert.equal(ordered.respCode, 200)
  assert.deepEqual(
    (ordered.attribute as Order).items.map((item) => item.mismatch),
    ['personnel', null],
  )
})

test('what was ticked as a class went into the cart stays ticked there, and only of classes that were named', async () => {
  const { token } = await aTeacher()
  const [first, second] = [
    await aClass(world, portal, { ...forHealth, price: 100 }),
    await aClass(world, portal, { ...forHealth, price: 100 }),
  ]
  const save = (input: { classIds: string[]; acceptMismatch?: string[] }) =>
    world.call(cartCalls.save, input, token)
  const ticks = async () =>
    (await world.ask(cartCalls.find, {}, token)).list.map((item) => item.acceptsMismatch)
  const classIds = [first.classId, second.classId]
  assert.equal((await save({ classIds: [first.classId], acceptMismatch: [second.classId] })).respCode, 404)
  await save({ classIds, acceptMismatch: [second.classId] })
  assert.deepEqual(await ticks(), [false, true])
  await save({ classIds, acceptMismatch: [first.classId] })
  assert.deepEqual(await ticks(), [true, true])
})

test('free and reviewed classes for others are joined and applied for only when confirmed; an approval requires no further confirmation', async () => {
  const { token } = await aTeacher()
  const free = await aClass(world, portal, { ...forHealth, price: 0 })
  const clicked = await world.ask(cartCalls.oneClickJoin, { classIds: [free.classId] }, token)
  assert.deepEqual(clicked.joined, [])
  assert.match(clicked.refused[0]!.reason, /面向其他人员类别/)
  const { classId } = await aClass(world, portal, { ...forHealth, price: 100, needReview: true })
  for (const id of [free.classId, classId]) {
    const refused = await world.call(enrolmentCalls.applyMyClass, { classId: id }, token)
    assert.deepEqual([refused.respCode, refused.field], [409, 'acceptMismatch'])
  }
  const again = { classIds: [free.classId], acceptMismatch: [free.classId] }
  assert.equal((await world.ask(cartCalls.oneClickJoin, again, token)).joined.length, 1)
  const applied = await world.ask(enrolmentCalls.applyMyClass, { classId, acceptMismatch: true }, token)
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const review = { ids: [applied.enrolmentId], approve: true }
  assert.deepEqual((await world.ask(enrolmentCalls.reviewBatchClass, review, clerk.token)).failed, [])
  const order = await world.call(orderCalls.saveOrder, { classIds: [classId], expectedAmount: 100 }, token)
  assert.equal(order.respCode, 200)
})

test('where the project refuses classes for others, no confirmation helps', async () => {
  const strict = await aPortal(world)
  await world.db`
    insert into setting_versions (project_id, changes) values (${strict.projectId}, '{"mismatchRule": "refuse"}')`
  const { token } = await aTeacher(strict)
  const { classId } = await aClass(world, strict, { ...forHealth, price: 100 })
  const { classId: reviewedId } = await aClass(world, strict, { ...forHealth, needReview: true })
  const refusals = [
    await world.call(cartCalls.save, { classIds: [classId] }, token),
    await world.call(
      orderCalls.saveOrder,
      { classIds: [classId], expectedAmount: 100, acceptMismatch: [classId] },
      token,
    ),
    await world.call(enrolmentCalls.applyMyClass, { classId: reviewedId, acceptMismatch: true }, token),
  ]
  for (const refused of refusals) {
    assert.equal(refused.respCode, 409)
    assert.match(refused.respDesc, /面向其他人员类别，不能参加/)
  }
  const detail = await world.ask(catalogueCalls.findClassDetail, { id: classId }, token)
  assert.deepEqual(detail!.mismatch, { part: 'personnel', rule: 'refuse' })
})

/** A teacher of a unit in a region; of a unit without one when it is null. */
async function aTeacherOf(region: string | null, from = portal) {
  const unitId = await aUnit(world, from.projectId)
  await world.db`update units set region = ${region} where id = ${unitId}`
  const learner = await aLearner(world, from, { unitId })
  await world.db`update students set personnel_category = 'teaching' where account_id = ${learner.accountId}`
  return { ...learner, unitId }
}

test('a class for another region is marked at cart, order and apply; one of the region around the unit is not', async () => {
  const { token, unitId } = await aTeacherOf('330106')
  const jiangsu = await aClass(world, portal, { regions: ['320000'], price: 100 })
  const zhejiang = await aClass(world, portal, { regions: ['110000', '330000'], price: 100 })
  const classIds = [jiangsu.classId, zhejiang.classId]
  await world.ask(cartCalls.save, { classIds }, token)
  const cart = async () =>
    (await world.ask(cartCalls.find, {}, token)).list.map(({ mismatch, obstacle }) => [mismatch, obstacle])
  const confirm = { part: 'region', rule: 'confirm' }
  assert.deepEqual(await cart(), [
    [confirm, null],
    [null, null],
  ])
  const order = (change: object) =>
    world.call(orderCalls.saveOrder, { classIds, expectedAmount: 200, ...change }, token)
  const refused = await order({})
  assert.deepEqual([refused.respCode, refused.field], [409, 'acceptMismatch'])
  assert.match(refused.respDesc, new RegExp(`“${jiangsu.name}”面向其他地区，`))
  const reviewed = await aClass(world, portal, { regions: ['320000'], needReview: true, price: 100 })
  const apply = (change: object) =>
    world.call(enrolmentCalls.applyMyClass, { classId: reviewed.classId, ...change }, token)
  const notYet = await apply({})
  assert.deepEqual([notYet.respCode, notYet.field], [409, 'acceptMismatch'])
  assert.match(notYet.respDesc, /面向其他地区，/)
  assert.equal((await apply({ acceptMismatch: true })).respCode, 200)
  assert.equal((await order({ acceptMismatch: [jiangsu.classId] })).respCode, 200)
  // The region is that of the unit now.
  await world.db`update units set region = '320106' where id = ${unitId}`
  const detail = await world.ask(catalogueCalls.findClassDetail, { id: zhejiang.classId }, token)
  assert.deepEqual([detail!.mismatch, detail!.regions], [confirm, ['110000', '330000']])
})

test('what differs is named: the category, the region, or both; refused where the project refuses it', async () => {
  const strict = await aPortal(world)
  await changeSettings(world, strict.projectId, { mismatchRule: 'refuse' })
  for (const [input, part, sentence] of [
    [{ personnelCategories: ['health'], regions: ['330000'] }, 'personnel', /面向其他人员类别，不能参加/],
    [{ personnelCategories: ['teaching'], regions: ['320000'] }, 'region', /面向其他地区，不能参加/],
    [
      { personnelCategories: ['health'], regions: ['320000'] },
      'both',
      /面向其他人员类别和其他地区，不能参加/,
    ],
  ] as const) {
    const [usual, hard] = [await aTeacherOf('330106'), await aTeacherOf('330106', strict)]
    const audience = { personnelCategories: [...input.personnelCategories], regions: [...input.regions] }
    const free = await aClass(world, portal, { ...audience, price: 0 })
    const clicked = await world.ask(cartCalls.oneClickJoin, { classIds: [free.classId] }, usual.token)
    const words = { personnel: '其他人员类别', region: '其他地区', both: '其他人员类别和其他地区' }
    assert.ok(clicked.refused[0]!.reason.includes(`面向${words[part]}，学时可能不被认可`))
    const { classId } = await aClass(world, strict, { ...audience, price: 100 })
    const reviewed = await aClass(world, strict, { ...audience, needReview: true })
    for (const refused of [
      await world.call(cartCalls.save, { classIds: [classId] }, hard.token),
      await world.call(
        orderCalls.saveOrder,
        { classIds: [classId], expectedAmount: 100, acceptMismatch: [classId] },
        hard.token,
      ),
      await world.call(
        enrolmentCalls.applyMyClass,
        { classId: reviewed.classId, acceptMismatch: true },
        hard.token,
      ),
    ]) {
      assert.equal(refused.respCode, 409)
      assert.match(refused.respDesc, sentence)
    }
  }
})

test('what is recommended, and counted as a chance to earn missing hours, is what has no mismatch', async () => {
  const own = await aPortal(world)
  const year = 2023
  const inputs = [
    [],
    ['320000'],
    ['320100'],
    ['320106'],
    ['320200'],
    ['330000', '320100'],
    ['330000'],
    ['east'],
  ]
  for (const regions of inputs) await aClass(world, own, { year, regions })
  const fitting: number[] = []
  for (const region of [null, '320106', '320100', '320000', '330106', 'east']) {
    const { token } = await aTeacherOf(region, own)
    const { list } = await world.ask(catalogueCalls.findClassList, { year, limit: 50 }, token)
    assert.equal(list.length, inputs.length)
    const fits = list.filter((listed) => listed.mismatch === null).map((listed) => listed.id)
    const recommended = await world.ask(catalogueCalls.getRecommendedClassList, { year, limit: 50 }, token)
    assert.deepEqual(recommended.map((listed) => listed.id).toSorted(), fits.toSorted(), String(region))
    const passport = await world.ask(hoursCalls.getMyClassHour, { year }, token)
    assert.equal(passport.fitting, fits.length, String(region))
    if (region !== null) {
      const filtered = await world.ask(catalogueCalls.findClassList, { year, region, limit: 50 }, token)
      assert.deepEqual(filtered.list.map((listed) => listed.id).toSorted(), fits.toSorted(), region)
    }
    fitting.push(fits.length)
  }
  assert.deepEqual(fitting, [1, 5, 4, 2, 3, 2])
})
