import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { appliedImport, checkedImport, settledImport } from '../../../../test/build/import.ts'
import { aMessageCode } from '../../../../test/build/messageCode.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../../test/build/portal.ts'
import { aMobile, anIdCard, aPerson, aRosterFile, intoUnit } from '../../../../test/build/roster.ts'
import { aSignUp } from '../../../../test/build/signUp.ts'
import { haveTerms } from '../../../../test/build/unit.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { race } from '../../../../test/race.ts'
import { confirmUnits } from '../../../account/server/actions.ts'
import { moveAccounts } from '../../../account/unitManager/server/actions.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { cartCalls } from '../../../cart/contract.ts'
import { catalogueCalls } from '../../../catalogue/contract.ts'
import { importCalls } from '../../../import/contract.ts'
import { correctionCalls } from '../../../correction/contract.ts'
import { registerCalls } from '../../../login/register/contract.ts'
import { messageCalls } from '../../../message/contract.ts'
import { orderCalls } from '../../../order/contract.ts'
import { codeCalls } from '../../../session/code/contract.ts'
import { supportCaseCalls } from '../../../supportCase/contract.ts'
import { planCalls } from '../../../trainPlan/contract.ts'
import { signUpCalls } from '../../../signUp/contract.ts'
import { workQueueCalls } from '../../../workQueue/contract.ts'
import { studentManageCalls } from '../../manage/contract.ts'
import { moveToUnit } from '../../manage/server/actions.ts'
import { memberCalls, memberRefusals } from '../contract.ts'

const list = '/student-manage/student'
const managed = [list, `${list}#edit`, `${list}#import`]
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let manager: BuiltAccount
let classId: string
before(async () => {
  world = await openWorld()
  const menus = [
    list,
    '/unit-manage/list',
    '/customer/exception-register',
    '/train-manage/train-plan-list',
    '/cms-manage/apply-manage',
  ]
  portal = await aPortal(world, { menus })
  await world.db`update roles set menus = ${managed} where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
  manager = await anAccount(world, portal, { role: 'unit' })
  await haveTerms(world, portal.unitId, { priceMode: 'discount', rate: 1000 })
  ;({ classId } = await aClass(world, portal, { price: 32_000 }))
})

let serial = 100
/** Registers at the portal, naming a unit. */
async function aNewcomer(unitId = portal.unitId) {
  const n = ++serial
  const mobile = aMobile(n)
  const { data } = await world.ask(registerCalls.doRegister, {
    loginName: `newcomer${n}`,
    password: 'Garden88tree',
    realName: '林知夏',
    cardNumber: anIdCard(n),
    mobile,
    ...(await aMessageCode(world, codeCalls.sendMsgCode, mobile)),
    unitId,
    agreement: true,
  })
  const [row] = await world.db`select id from accounts where login_name = ${`newcomer${n}`}`
  return { n, accountId: row!.id as string, token: data.tokenCode }
}

const settle = (accountId: string, belongs = true, token = manager.token) =>
  world.ask(memberCalls.settleMembers, { ids: [accountId], belongs }, token)
const orderAt = async (expectedAmount: number, token: string) =>
  (await world.call(orderCalls.saveOrder, { classIds: [classId], expectedAmount }, token)).respCode
const priceFor = async (token: string) => {
  const { price, awaitsUnit } = await world.ask(catalogueCalls.findClassDetail, { id: classId }, token)
  return { price, awaitsUnit }
}

test('a stranger who names a unit at registration pays the listed price until its manager confirms them', async () => {
  const { accountId, token } = await aNewcomer()
  assert.deepEqual(await priceFor(token), { price: 32_000, awaitsUnit: true })
  await world.ask(cartCalls.save, { classIds: [classId] }, token)
  const { list: lines, amount } = await world.ask(cartCalls.find, {}, token)
  assert.deepEqual([lines[0]!.payable, lines[0]!.awaitsUnit, amount], [32_000, true, 32_000])
  assert.equal(await orderAt(3200, token), 409)
  const { succeeded } = await settle(accountId)
  assert.deepEqual(succeeded, [accountId])
  assert.deepEqual(await priceFor(token), { price: 3200, awaitsUnit: false })
  assert.equal(await orderAt(3200, token), 200)
  const { list: inbox } = await world.ask(messageCalls.findMine, {}, token)
  assert.ok(inbox.some(({ title }) => title.zh === '单位已确认'))
})

test('what is for a unit alone is not for a stranger who names it, before it is confirmed', async () => {
  const plan = {
    name: '2023 年度计划',
    year: 2023,
    introduction: '',
    dueOn: null,
    hours: [{ classType: 'public', hoursTenths: 100 }],
    personnelCategories: [],
    regions: [],
    unitIds: [portal.unitId],
    requiredClassIds: [],
    classIds: [],
  }
  await aClass(world, portal, { year: plan.year, hoursTenths: 100 })
  const { id } = await world.ask(planCalls.save, plan, admin.token)
  await world.ask(planCalls.updateStatus, { id, event: 'publish' }, admin.token)
  const signUp = await aSignUp(world, admin.token, { unitIds: [portal.unitId] })
  const { accountId, token } = await aNewcomer()
  const seen = async () => {
    const plans = await world.ask(planCalls.findMine, { year: 2023 }, token)
    const { list: signUps } = await world.ask(signUpCalls.getCmsList, {}, token)
    const people = await world.ask(planCalls.findPeople, { planId: id }, admin.token)
    return [
      plans.length,
      signUps.find((one) => one.id === signUp.id)!.obstacle,
      people.list.some((one) => one.accountId === accountId),
    ]
  }
  assert.deepEqual(await seen(), [0, 'audience', false])
  await settle(accountId)
  assert.deepEqual(await seen(), [1, null, true])
})

test('the list shows who is not confirmed and the queue counts them; who is put out of the unit is in none', async () => {
  const { accountId, token } = await aNewcomer()
  const listed = async (unconfirmed: 'yes' | 'no') =>
    (await world.ask(studentManageCalls.findPageList, { unconfirmed }, manager.token)).list.find(
      (row) => row.id === accountId,
    )?.unconfirmed
  const waiting = async () =>
    (await world.ask(workQueueCalls.findMine, {}, manager.token)).find(({ code }) => code === 'unit.confirm')
      ?.count ?? 0
  const before = await waiting()
  assert.deepEqual([await listed('yes'), await listed('no')], [true, undefined])
  await settle(accountId, false)
  assert.equal(await waiting(), before - 1)
  assert.equal(await listed('yes'), undefined)
  const [row] = await world.db`select unit_id, claimed_unit_id from accounts where id = ${accountId}`
  assert.deepEqual({ ...row }, { unitId: null, claimedUnitId: null })
  assert.equal((await world.call(cartCalls.find, {}, token)).respCode, 401)
})

test('nobody is confirmed twice, out of sight, or where nothing is to be confirmed', async () => {
  const [aside, known] = [await aUnit(world, portal.projectId), await aLearner(world, portal)]
  const [own, foreign] = [await aNewcomer(), await aNewcomer(aside)]
  const ids = [own.accountId, foreign.accountId, known.accountId]
  const first = await world.ask(memberCalls.settleMembers, { ids, belongs: true }, manager.token)
  assert.deepEqual(first.succeeded, [own.accountId])
  assert.deepEqual(
    first.failed.map(({ id, name, reason }) => [
      id,
      name === null,
      reason === memberRefusals.settledAlready.zh,
    ]),
    [
      [foreign.accountId, true, false],
      [known.accountId, false, true],
    ],
  )
  assert.deepEqual((await settle(own.accountId, false)).succeeded, [])
  assert.deepEqual((await settle(foreign.accountId, true, admin.token)).succeeded, [foreign.accountId])
  const learner = await world.call(
    memberCalls.settleMembers,
    { ids: [own.accountId], belongs: true },
    own.token,
  )
  assert.equal(learner.respCode, 403)
})

test('nobody of the staff confirms an account of their own', async () => {
  const { accountId } = await aNewcomer()
  const clerk = await anAccount(world, portal, { role: 'admin' })
  await world.db`
    insert into account_links ${world.db({ accountId, linkedId: clerk.accountId, proof: Buffer.from('proof') })}`
  const { succeeded, failed } = await settle(accountId, true, clerk.token)
  assert.deepEqual([succeeded, failed.map(({ reason }) => reason)], [[], [approvalRefusals.ownRecord.zh]])
  assert.deepEqual((await settle(accountId)).succeeded, [accountId])
})

const reason = '单位来函说明'

/** A learner at the listed price, and whom alone moves them into the unit with a tenth of it. */
async function aMoved(mover = admin) {
  const learner = await aLearner(world, portal, { unitId: await aUnit(world, portal.projectId) })
  const { accountId } = learner
  const { correctionId } = await world.ask(
    supportCaseCalls.saveAccountUnitId,
    { accountId, unitId: portal.unitId, reason },
    mover.token,
  )
  return { accountId, correctionId, token: await signedIn(world, learner.loginName) }
}

const belongings = async (accountId: string) => {
  const [row] = await world.db`
    select unit_id, claimed_unit_id, moved_by, member_unit_id from accounts where id = ${accountId}`
  return { ...row }
}

test('whom one person moves into a cheaper unit pays the listed price until another confirms them', async () => {
  const { accountId, token } = await aMoved()
  assert.deepEqual(await priceFor(token), { price: 32_000, awaitsUnit: true })
  assert.equal(await orderAt(3200, token), 409)
  const own = await settle(accountId, true, admin.token)
  assert.deepEqual(
    own.failed.map(({ reason: why }) => why),
    [memberRefusals.ownMove.zh],
  )
  const { list: waiting } = await world.ask(
    studentManageCalls.findPageList,
    { unconfirmed: 'yes' },
    manager.token,
  )
  assert.ok(waiting.some(({ id }) => id === accountId))
  assert.deepEqual((await settle(accountId)).succeeded, [accountId])
  assert.deepEqual(await priceFor(token), { price: 3200, awaitsUnit: false })
  assert.equal((await belongings(accountId)).movedBy, null)
  const other = await aMoved()
  const colleague = await anAccount(world, portal, { role: 'admin' })
  assert.deepEqual((await settle(other.accountId, true, colleague.token)).succeeded, [other.accountId])
})

test('a move by two persons, or to where nothing costs less, confirms the learner', async () => {
  const { accountId } = await aLearner(world, portal, { unitId: await aUnit(world, portal.projectId) })
  const change = { kind: 'unit', unitId: portal.unitId } as const
  const { id } = await world.ask(correctionCalls.propose, { accountId, change, reason }, admin.token)
  const chief = await anAccount(world, portal, { role: 'admin' })
  await world.ask(correctionCalls.approve, { id }, chief.token)
  assert.equal((await belongings(accountId)).memberUnitId, portal.unitId)
  const aside = await aUnit(world, portal.projectId)
  await world.ask(supportCaseCalls.saveAccountUnitId, { accountId, unitId: aside, reason }, admin.token)
  assert.equal((await belongings(accountId)).memberUnitId, aside)
})

test('an undone move makes who was not confirmed so again, and who belonged there belong there', async () => {
  const aside = await aUnit(world, portal.projectId)
  const move = async (accountId: string) => {
    const input = { accountId, unitId: aside, reason }
    const { correctionId: id } = await world.ask(supportCaseCalls.saveAccountUnitId, input, admin.token)
    await world.ask(correctionCalls.undo, { id, reason }, admin.token)
    return (await belongings(accountId)).memberUnitId
  }
  const [newcomer, member] = [await aNewcomer(), await aLearner(world, portal)]
  assert.equal(await move(newcomer.accountId), null)
  assert.equal(await move(member.accountId), portal.unitId)
})

test('a move is not undone while an order at the price of the unit is unpaid or kept', async () => {
  const { accountId, correctionId: id, token } = await aMoved()
  await settle(accountId)
  const order = await world.ask(orderCalls.saveOrder, { classIds: [classId], expectedAmount: 3200 }, token)
  const refused = await world.call(correctionCalls.undo, { id, reason }, admin.token)
  assert.deepEqual([refused.respCode, refused.respDesc.includes(order.orderNo)], [409, true])
  await world.ask(orderCalls.cancelMyOrder, { orderId: order.id }, token)
  assert.equal((await world.call(correctionCalls.undo, { id, reason }, admin.token)).respCode, 200)
})

test('a learner whom a roster names is confirmed', async () => {
  const named = await aNewcomer()
  const person = aPerson(named.n, { realName: '林知夏' })
  await appliedImport(world, manager.token, intoUnit(portal.unitId), aRosterFile([person]), true)
  assert.equal((await belongings(named.accountId)).memberUnitId, portal.unitId)
  const records = await world.db`
    select after from operation_logs where action = 'student.confirmUnit' and subject_id = ${named.accountId}`
  assert.deepEqual(
    records.map(({ after }) => after),
    [{ unitId: portal.unitId }],
  )
  assert.equal(await orderAt(3200, named.token), 200)
})

test('a colleague’s roster that the mover applies confirms nobody whom they moved', async () => {
  const { accountId, n } = await aNewcomer()
  const elsewhere = await aUnit(world, portal.projectId)
  await world.db`update accounts set unit_id = ${portal.unitId}, claimed_unit_id = null, moved_by = ${admin.accountId},
    moved_at = moment(), moved_from = ${elsewhere} where id = ${accountId}`
  const roster = aRosterFile([aPerson(n, { realName: '林知夏' })])
  const checked = await checkedImport(world, manager.token, intoUnit(portal.unitId), roster)
  await world.ask(importCalls.apply, { importId: checked.importId, updateExisting: true }, admin.token)
  const done = await settledImport(world, manager.token, checked.importId)
  assert.deepEqual([done.status, done.updated], ['applied', 1])
  assert.equal((await belongings(accountId)).movedBy, admin.accountId)
})

test('a merge of units neither confirms anybody nor forgets who is to be confirmed', async () => {
  const [from, to] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  const { accountId } = await aNewcomer(from)
  await world.db.begin((tx) => moveAccounts(tx, from, to))
  const [row] = await world.db`
    select unit_id, claimed_unit_id, member_unit_id from accounts where id = ${accountId}`
  assert.deepEqual({ ...row }, { unitId: to, claimedUnitId: to, memberUnitId: null })
})

test('a confirmation that waits for a move of the learner confirms nothing', async () => {
  const { accountId } = await aNewcomer()
  const aside = await aUnit(world, portal.projectId)
  const [late] = await race(
    world.db,
    (tx) => moveToUnit(tx, { projectId: portal.projectId, accountId }, aside),
    () => settle(accountId),
  )
  assert.deepEqual([late.succeeded, late.failed.map(({ id }) => id)], [[], [accountId]])
  const [row] = await world.db`select unit_id, claimed_unit_id from accounts where id = ${accountId}`
  assert.deepEqual({ ...row }, { unitId: aside, claimedUnitId: null })
})

test('of a confirmation and a refusal at once one holds', async () => {
  const { accountId } = await aNewcomer()
  const [late] = await race(
    world.db,
    (tx) => confirmUnits(tx, null, [{ accountId, unitId: portal.unitId }]),
    () => settle(accountId, false),
  )
  assert.deepEqual(
    late.failed.map(({ reason }) => reason),
    [memberRefusals.settledAlready.zh],
  )
})
