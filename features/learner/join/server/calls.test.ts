import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { InputOf } from '../../../../contract/call.ts'
import { aClass } from '../../../../test/build/class.ts'
import { appliedImport } from '../../../../test/build/import.ts'
import { linkAccounts } from '../../../../test/build/link.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aPerson, aRosterFile, intoUnit } from '../../../../test/build/roster.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { race } from '../../../../test/race.ts'
import { approvalRefusals } from '../../../approval/contract.ts'
import { batchCalls } from '../../../batch/contract.ts'
import { studentManageCalls } from '../../../student/manage/contract.ts'
import { joinCalls, joinRefusals } from '../contract.ts'

const menus = [
  '/student-manage/student',
  '/student-manage/student#import',
  '/train-manage/study-report',
  '/train-manage/study-report#review',
]
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  await world.db`update roles set menus = ${menus} where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
})

const join = (input: InputOf<typeof joinCalls.joinClass>, token = admin.token) =>
  world.ask(joinCalls.joinClass, input, token)
/** Joins all that an import brought, by a job. */
async function joinImported(classId: string, importId: string, token = admin.token) {
  await join({ classId, filter: { importId } }, token)
  await world.portal.drainJobs()
  return (await world.ask(batchCalls.findList, {}, token))[0]!
}
const enrolled = async (classId: string) => {
  const rows =
    await world.db`select account_id, source, source_id, status from enrolments where class_id = ${classId}`
  return [...rows] as unknown as {
    accountId: string
    source: string
    sourceId: string | null
    status: string
  }[]
}

test('nobody is put into a class for nothing while its price is set', async () => {
  const learner = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 0 })
  const [{ failed }] = await race(
    world.db,
    (tx) => tx`update train_classes set price = 5000 where id = ${classId}`,
    () => join({ classId, ids: [learner.accountId] }),
  )
  assert.match(failed[0]?.reason ?? '', /需要付款/)
})

test('all that an import brought join a class, and the list shows exactly them; again nobody is doubled', async () => {
  const { classId, name } = await aClass(world, portal, { price: 0 })
  const people = [3001, 3002, 3003].map((n) => aPerson(n))
  const { importId } = await appliedImport(world, admin.token, intoUnit(portal.unitId), aRosterFile(people))
  await appliedImport(world, admin.token, intoUnit(portal.unitId), aRosterFile([aPerson(3009)]))
  const { list, total } = await world.ask(studentManageCalls.findPageList, { importId }, admin.token)
  assert.equal(total, 3)
  const done = await joinImported(classId, importId)
  assert.deepEqual([done.status, done.total, done.succeeded, done.refused], ['done', 3, 3, 0])
  const rows = await enrolled(classId)
  assert.deepEqual(
    new Set(
      rows.map(({ accountId, source, sourceId, status }) => `${accountId} ${source} ${sourceId} ${status}`),
    ),
    new Set(list.map(({ id }) => `${id} import ${importId} active`)),
  )
  const again = await joinImported(classId, importId)
  assert.deepEqual([again.succeeded, again.refused], [0, 3])
  const { failed } = await join({ classId, ids: [list[0]!.id] })
  assert.deepEqual(failed, [
    { id: list[0]!.id, name: list[0]!.realName, reason: joinRefusals.already.zh.replace('{name}', name) },
  ])
  assert.equal((await enrolled(classId)).length, 3)
})

test('a class with a price is not given away, and one learner’s refusal stops no other', async () => {
  const paid = await aClass(world, portal, { price: 5000 })
  const [one, two] = [await aLearner(world, portal), await aLearner(world, portal)]
  const refused = await join({ classId: paid.classId, ids: [one.accountId] })
  assert.deepEqual(refused.succeeded, [])
  assert.equal(refused.failed[0]!.reason, joinRefusals.mustPay.zh.replace('{name}', paid.name))
  assert.deepEqual(await enrolled(paid.classId), [])
  const free = await aClass(world, portal, { price: 0 })
  await join({ classId: free.classId, ids: [one.accountId] })
  const both = await join({ classId: free.classId, ids: [one.accountId, two.accountId] })
  assert.deepEqual([both.succeeded, both.failed.map(({ id }) => id)], [[two.accountId], [one.accountId]])
})

test('a unit’s manager puts in only learners of the branch, and into no foreign class', async () => {
  const { classId } = await aClass(world, portal, { price: 0 })
  const aside = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit' })
  const [own, foreign] = [await aLearner(world, portal), await aLearner(world, portal)]
  await world.db`update accounts set unit_id = ${aside} where id = ${foreign.accountId}`
  const done = await join({ classId, ids: [own.accountId, foreign.accountId] }, manager.token)
  assert.deepEqual(done.succeeded, [own.accountId])
  assert.deepEqual(
    done.failed.map(({ id, name }) => [id, name]),
    [[foreign.accountId, null]],
  )
  assert.deepEqual(
    (await enrolled(classId)).map(({ accountId }) => accountId),
    [own.accountId],
  )
  const imported = await appliedImport(world, admin.token, intoUnit(aside), aRosterFile([aPerson(3021)]))
  assert.equal((await joinImported(classId, imported.importId, manager.token)).total, 0)
  const { total } = await world.ask(
    studentManageCalls.findPageList,
    { importId: imported.importId },
    manager.token,
  )
  assert.equal(total, 0)
  const elsewhere = await aPortal(world, { menus })
  const foreignClass = await aClass(world, elsewhere, { price: 0 })
  const absent = await world.call(
    joinCalls.joinClass,
    { classId: foreignClass.classId, ids: [own.accountId] },
    admin.token,
  )
  assert.equal(absent.respCode, 404)
})

test('nobody of the staff puts themselves into a class, by name or with an import; they join as a learner', async () => {
  const { classId } = await aClass(world, portal, { price: 0 })
  const { importId } = await appliedImport(
    world,
    admin.token,
    intoUnit(portal.unitId),
    aRosterFile([aPerson(3031), aPerson(3032)]),
  )
  const { list } = await world.ask(studentManageCalls.findPageList, { importId }, admin.token)
  const [own, other] = list.map(({ id }) => id) as [string, string]
  const clerk = await anAccount(world, portal, { role: 'admin' })
  await linkAccounts(world, clerk, { accountId: own })
  const { succeeded, failed } = await join({ classId, ids: [own] }, clerk.token)
  assert.deepEqual([succeeded, failed.map(({ reason }) => reason)], [[], [approvalRefusals.ownRecord.zh]])
  const done = await joinImported(classId, importId, clerk.token)
  assert.deepEqual([done.succeeded, done.refused], [1, 1])
  assert.deepEqual(
    (await enrolled(classId)).map(({ accountId }) => accountId),
    [other],
  )
  assert.deepEqual((await join({ classId, ids: [own] })).succeeded, [own])
})
