import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { classCalls } from '../../class/contract.ts'
import { joinCalls } from '../../learner/join/contract.ts'
import { transferCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clerk: BuiltAccount
let colleague: BuiltAccount
// Nothing has been taken off yet on the day of this one.
beforeEach(async () => {
  clerk = await anAccount(world, portal, { role: 'admin' })
})
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: [
      '/student-manage/student',
      '/train-manage/study-report',
      '/train-manage/study-report#transfer',
      '/train-manage/class',
    ],
  })
  await changeLimits(world, portal.projectId, { freeAmountADay: 400 })
  colleague = await anAccount(world, portal, { role: 'admin' })
})

const managed = (id: string) => world.ask(classCalls.getClassDetail, { id }, clerk.token)
async function setPrice(id: string, price: number): Promise<void> {
  const rows = [{ id, revision: (await managed(id)).revision }]
  const { succeeded } = await world.ask(classCalls.batchModifyClassAmount, { rows, price }, clerk.token)
  assert.equal(succeeded.length, 1)
}

/** Places of so many learners in a class that costs nothing. */
async function freePlaces(count: number): Promise<{ classId: string; enrolmentIds: string[] }> {
  const { classId } = await aClass(world, portal, { price: 0 })
  const learners = await Promise.all(Array.from({ length: count }, () => aLearner(world, portal)))
  const ids = learners.map(({ accountId }) => accountId)
  await world.ask(joinCalls.joinClass, { classId, ids }, colleague.token)
  const rows = await world.db<{ id: string }[]>`select id from enrolments where class_id = ${classId}`
  return { classId, enrolmentIds: rows.map(({ id }) => id) }
}

/** Sums that moves into a class take off, and whether each is refused. */
async function preview(enrolmentIds: string[], classId: string): Promise<[number, boolean][]> {
  const { rows } = await world.ask(transferCalls.previewTransferClass, { enrolmentIds, classId }, clerk.token)
  return rows.map(({ priceDifference, problem }) => [priceDifference, problem !== null])
}

test('a place in a free class that was raised for a moment is worth what was paid for it', async () => {
  const free = await freePlaces(3)
  const { classId } = await aClass(world, portal, { price: 20_000 })
  const expected = [
    [20_000, false],
    [20_000, false],
    [20_000, true],
  ]
  assert.deepEqual(await preview(free.enrolmentIds, classId), expected)
  await setPrice(free.classId, 20_000)
  assert.deepEqual(await preview(free.enrolmentIds, classId), expected)
  const moved = { ids: free.enrolmentIds, classId, reason: '换到新班' }
  await world.ask(transferCalls.transferClass, moved, clerk.token)
  await world.portal.drainJobs()
  const [there] = await world.db`select count(*)::int as count from enrolments where class_id = ${classId}`
  assert.equal(there!.count, 2)
})

test('a place for which nothing was paid counts in full where it goes, and once however often it moves', async () => {
  const free = await freePlaces(2)
  await setPrice(free.classId, 20_000)
  const [moving] = free.enrolmentIds
  let from = moving!
  for (let step = 0; step < 3; step++) {
    const { classId } = await aClass(world, portal, { price: 20_000 })
    assert.deepEqual(await preview([from], classId), [[20_000, false]])
    await world.ask(transferCalls.transferClass, { ids: [from], classId, reason: '换到新班' }, clerk.token)
    await world.portal.drainJobs()
    const [there] = await world.db<{ id: string }[]>`select id from enrolments where class_id = ${classId}`
    from = there!.id
  }
  const { classId } = await aClass(world, portal, { price: 20_001 })
  assert.deepEqual(
    await preview([free.enrolmentIds[1]!], classId),
    [[20_001, true]],
    '200 of 400 are counted',
  )
})

test('the undo of a colleague’s transfer frees no sum of who undoes it', async () => {
  const { enrolmentIds } = await freePlaces(3)
  const { classId } = await aClass(world, portal, { price: 20_000 })
  const by = await anAccount(world, portal, { role: 'admin' })
  const [first] = enrolmentIds
  await world.ask(transferCalls.transferClass, { ids: [first!], classId, reason: '换到新班' }, by.token)
  await world.portal.drainJobs()
  const [record] = await world.db<{ id: string }[]>`select id from transfer_records where from_id = ${first!}`
  await world.ask(transferCalls.undoTransferClass, { recordId: record!.id, reason: '换错了' }, clerk.token)
  assert.deepEqual(await preview(enrolmentIds, classId), [
    [20_000, false],
    [20_000, false],
    [20_000, true],
  ])
})
