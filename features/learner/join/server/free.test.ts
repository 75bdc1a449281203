import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { appliedImport } from '../../../../test/build/import.ts'
import { linkAccounts } from '../../../../test/build/link.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
} from '../../../../test/build/portal.ts'
import { haveTerms } from '../../../../test/build/unit.ts'
import { aPerson, aRosterFile, intoUnit } from '../../../../test/build/roster.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { race } from '../../../../test/race.ts'
import { batchCalls } from '../../../batch/contract.ts'
import { cartCalls } from '../../../cart/contract.ts'
import { classCalls, classRefusals } from '../../../class/contract.ts'
import { transferCalls } from '../../../transfer/contract.ts'
import { joinCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: [
      '/student-manage/student',
      '/student-manage/student#import',
      '/train-manage/study-report',
      '/train-manage/study-report#review',
      '/train-manage/study-report#transfer',
      '/train-manage/class',
    ],
  })
})

/** Somebody of the staff, whose day nothing has been taken off yet. */
const aClerk = () => anAccount(world, portal, { role: 'admin' })
const learners = async (count: number) =>
  Promise.all(Array.from({ length: count }, async () => (await aLearner(world, portal)).accountId))
const join = (classId: string, ids: string[], by: BuiltAccount) =>
  world.ask(joinCalls.joinClass, { classId, ids }, by.token)
const managed = (id: string, by: BuiltAccount) => world.ask(classCalls.getClassDetail, { id }, by.token)

async function setPrice(id: string, price: number, by: BuiltAccount): Promise<void> {
  const { revision } = await managed(id, by)
  const rows = [{ id, revision }]
  const { succeeded } = await world.ask(classCalls.batchModifyClassAmount, { rows, price }, by.token)
  assert.equal(succeeded.length, 1)
}
async function save(id: string, changes: object, by: BuiltAccount): Promise<void> {
  await world.ask(classCalls.createTrainClass, { ...(await managed(id, by)), ...changes }, by.token)
}
async function publish(id: string, by: BuiltAccount): Promise<void> {
  const { succeeded } = await world.ask(classCalls.updateOnShelf, { ids: [id], onShelf: true }, by.token)
  assert.equal(succeeded.length, 1)
}

/** The refusal of who set the price of a class, for so many a day. */
async function refusalOf(classId: string, count: number, by: BuiltAccount): Promise<string> {
  const { name } = await managed(classId, by)
  return classRefusals.ownPrice.zh.replace('{name}', name).replace('{count}', String(count))
}

test('who copies a class that costs and makes the copy free puts twenty learners a day into it; a colleague does the others', async () => {
  const [clerk, colleague] = [await aClerk(), await aClerk()]
  const { classId } = await aClass(world, portal, { price: 26_000 })
  const { id } = await world.ask(classCalls.copyTrainClass, { id: classId }, clerk.token)
  await save(id, { price: 0, originalPrice: 0 }, clerk)
  await publish(id, clerk)
  const ids = await learners(21)
  const { succeeded, failed } = await join(id, ids, clerk)
  assert.deepEqual(
    [succeeded.length, failed.map(({ reason }) => reason)],
    [20, [await refusalOf(id, 20, clerk)]],
  )
  const [last] = failed
  assert.equal((await join(id, [last!.id], clerk)).succeeded.length, 0, 'again neither')
  assert.deepEqual((await join(id, [last!.id], colleague)).succeeded, [last!.id])

  // In another class that they made free it is the same day, and learners sign up by themselves.
  const other = await aClass(world, portal, { price: 0, pricedBy: clerk.accountId })
  const learner = await aLearner(world, portal)
  assert.deepEqual((await join(other.classId, [learner.accountId], clerk)).succeeded, [])
  const own = await world.ask(cartCalls.oneClickJoin, { classIds: [other.classId] }, learner.token)
  assert.equal(own.joined.length, 1)
})

test('a class that another made free and one that costs nothing by approved terms are filled without a limit', async () => {
  await changeLimits(world, portal.projectId, { freeOrdersADay: 1 })
  const [clerk, colleague] = [await aClerk(), await aClerk()]
  const free = await aClass(world, portal, { price: 0, pricedBy: colleague.accountId })
  const ids = await learners(2)
  assert.equal((await join(free.classId, ids, clerk)).succeeded.length, 2)

  const listed = await aClass(world, portal, { price: 8000, classType: 'public' })
  await setPrice(listed.classId, 9000, clerk)
  await haveTerms(world, portal.unitId, { priceMode: 'discount', rate: 0 })
  assert.equal((await join(listed.classId, ids, clerk)).succeeded.length, 2)

  // A price that the terms round down to nothing is that of who set it.
  await haveTerms(world, portal.unitId, { priceMode: 'discount', rate: 5000 })
  const fen = await aClass(world, portal, { price: 1, classType: 'public', pricedBy: clerk.accountId })
  const { succeeded } = await join(fen.classId, await learners(2), clerk)
  assert.equal(succeeded.length, 1)
  await haveTerms(world, portal.unitId, null)
})

test('learners in a free class move into one that the mover made free as they are put into it', async () => {
  await changeLimits(world, portal.projectId, { freeOrdersADay: 1 })
  const clerk = await aClerk()
  const [open, own] = [
    await aClass(world, portal, { price: 0 }),
    await aClass(world, portal, { price: 0, pricedBy: clerk.accountId }),
  ]
  const accountIds = await learners(2)
  assert.equal((await join(open.classId, accountIds, clerk)).succeeded.length, 2)
  const rows = await world.db<{ id: string }[]>`select id from enrolments where class_id = ${open.classId}`
  const ids = rows.map(({ id }) => id)
  const { classId } = own
  const preview = await world.ask(
    transferCalls.previewTransferClass,
    { enrolmentIds: ids, classId },
    clerk.token,
  )
  assert.deepEqual(
    preview.rows.map(({ problem }) => problem?.zh ?? null),
    [null, await refusalOf(classId, 1, clerk)],
  )
  await world.ask(transferCalls.transferClass, { ids, classId, reason: '换到新班' }, clerk.token)
  await world.portal.drainJobs()
  const [done] = await world.ask(batchCalls.findList, {}, clerk.token)
  assert.deepEqual([done!.succeeded, done!.refused], [1, 1])
})

test('a linked account of who set the price counts as theirs', async () => {
  await changeLimits(world, portal.projectId, { freeOrdersADay: 1 })
  const [clerk, second] = [await aClerk(), await aClerk()]
  await linkAccounts(world, clerk, second)
  const { classId } = await aClass(world, portal, { price: 0, pricedBy: clerk.accountId })
  const [one, two] = (await learners(2)) as [string, string]
  assert.equal((await join(classId, [one], clerk)).succeeded.length, 1)
  assert.equal((await join(classId, [two], second)).succeeded.length, 0)
})

test('who publishes a free draft first, or changes what a free class gives, counts as who set its price', async () => {
  await changeLimits(world, portal.projectId, { freeOrdersADay: 1 })
  const [writer, publisher, editor] = [await aClerk(), await aClerk(), await aClerk()]
  const { classId } = await aClass(world, portal, { price: 0 })
  const { id } = await world.ask(classCalls.copyTrainClass, { id: classId }, writer.token)
  await publish(id, publisher)
  assert.equal((await join(id, await learners(2), publisher)).succeeded.length, 1)
  assert.equal((await join(id, await learners(2), writer)).succeeded.length, 2)

  const next = await aClass(world, portal, { price: 0 })
  await save(next.classId, { year: (await managed(next.classId, editor)).year + 1 }, editor)
  assert.equal((await join(next.classId, await learners(2), editor)).succeeded.length, 1)
  const named = await aClass(world, portal, { price: 0 })
  await save(named.classId, { name: '换个名字' }, writer)
  assert.equal((await join(named.classId, await learners(2), writer)).succeeded.length, 2)
})

test('learners of an import are counted one by one, with the sentence in the rows that are left', async () => {
  await changeLimits(world, portal.projectId, { freeOrdersADay: 2 })
  const clerk = await aClerk()
  const { classId } = await aClass(world, portal, { price: 0, pricedBy: clerk.accountId })
  const people = [3101, 3102, 3103].map((n) => aPerson(n))
  const { importId } = await appliedImport(world, clerk.token, intoUnit(portal.unitId), aRosterFile(people))
  await world.ask(joinCalls.joinClass, { classId, filter: { importId } }, clerk.token)
  await world.portal.drainJobs()
  const [done] = await world.ask(batchCalls.findList, {}, clerk.token)
  assert.deepEqual([done!.succeeded, done!.refused], [2, 1])
})

test('of two places given at once that are one too many, one is refused', async () => {
  await changeLimits(world, portal.projectId, { freeOrdersADay: 1 })
  const clerk = await aClerk()
  const { classId } = await aClass(world, portal, { price: 0, pricedBy: clerk.accountId })
  const [one, two] = (await learners(2)) as [string, string]
  const both = await race(
    world.db,
    (tx) => tx`select from accounts where id in (${one}, ${two}) for update`,
    () => join(classId, [one], clerk),
    () => join(classId, [two], clerk),
  )
  assert.equal(both.flatMap(({ succeeded }) => succeeded).length, 1)
})
