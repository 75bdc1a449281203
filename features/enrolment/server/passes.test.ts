import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { classEndCalls } from '../classEnd/contract.ts'
import { enrolmentCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: ['/train-manage/study-report', '/train-manage/class', '/customer/exception-register'],
  })
})
const link = (a: BuiltAccount, b: BuiltAccount) =>
  world.db`insert into account_links (account_id, linked_id, proof) values (${a.accountId}, ${b.accountId}, '\\x00')`

test('two accounts of one person pass no more learners a day than one', async () => {
  const one = await anAccount(world, portal, { role: 'admin' })
  const two = await anAccount(world, portal, { role: 'admin' })
  await link(one, two)
  const { classId } = await aClass(world, portal, {})
  const ids: string[] = []
  for (let i = 0; i < 12; i++)
    ids.push(await anEnrolment(world, portal, { ...(await aLearner(world, portal)), classId }))
  const pass = (by: BuiltAccount, some: string[]) =>
    world.ask(enrolmentCalls.passBatchClass, { ids: some, reason: '核对过' }, by.token)
  const alone = await pass(one, ids.slice(0, 10))
  assert.deepEqual([alone.succeeded.length, alone.approvalId], [10, undefined])
  const more = await pass(two, ids.slice(10))
  assert.deepEqual([more.succeeded, typeof more.approvalId], [[], 'string'])
})

test('nobody passes a class of their own, in whichever account they learn it', async () => {
  const staff = await anAccount(world, portal, { role: 'admin' })
  const [own, other] = [await aLearner(world, portal), await aLearner(world, portal)]
  await link(own, staff)
  const { classId } = await aClass(world, portal, {})
  const ids = [
    await anEnrolment(world, portal, { ...own, classId }),
    await anEnrolment(world, portal, { ...other, classId }),
  ]
  const { succeeded, failed } = await world.ask(
    enrolmentCalls.passBatchClass,
    { ids, reason: '核对过' },
    staff.token,
  )
  assert.deepEqual(succeeded, [ids[1]])
  assert.deepEqual(
    failed.map(({ id, reason }) => [id, reason]),
    [[ids[0], '这是您本人的学习记录，请由其他同事处理']],
  )
})

test('nobody lifts a bar that a colleague put on a place of their own', async () => {
  const staff = await anAccount(world, portal, { role: 'admin' })
  const own = await aLearner(world, portal)
  await link(staff, own)
  const { classId } = await aClass(world, portal, {})
  const id = await anEnrolment(world, portal, { ...own, classId })
  await world.db`update enrolments set bar_reason = '代学' where id = ${id}`
  const lift = (by: BuiltAccount) =>
    world.ask(enrolmentCalls.liftPassBar, { ids: [id], reason: '核对过' }, by.token)
  const { failed } = await lift(staff)
  assert.deepEqual(
    failed.map(({ reason }) => reason),
    ['这是您本人的学习记录，请由其他同事处理'],
  )
  const colleague = await anAccount(world, portal, { role: 'admin' })
  assert.deepEqual((await lift(colleague)).succeeded, [id])
})

test('lifted bars count with the passes of the day: together no more than one person may give', async () => {
  const staff = await anAccount(world, portal, { role: 'admin' })
  const { classId } = await aClass(world, portal, {})
  const ids: string[] = []
  for (let i = 0; i < 12; i++)
    ids.push(await anEnrolment(world, portal, { ...(await aLearner(world, portal)), classId }))
  await world.db`update enrolments set bar_reason = '代学' where id = any(${ids.slice(0, 10)}::uuid[])`
  const lift = (some: string[], by = staff) =>
    world.ask(enrolmentCalls.liftPassBar, { ids: some, reason: '核对过' }, by.token)
  const pass = (some: string[]) =>
    world.ask(enrolmentCalls.passBatchClass, { ids: some, reason: '核对过' }, staff.token)
  assert.equal((await pass(ids.slice(10, 11))).succeeded.length, 1)
  const { succeeded, failed } = await lift(ids.slice(0, 10))
  assert.equal(succeeded.length, 9)
  assert.match(failed[0]!.reason, /最多独自判 10 名学员合格/)
  assert.equal(typeof (await pass(ids.slice(11))).approvalId, 'string')
  const colleague = await anAccount(world, portal, { role: 'admin' })
  assert.equal((await lift([failed[0]!.id!], colleague)).succeeded.length, 1)
})

test('extending a whole class leaves out a place of one’s own', async () => {
  const staff = await anAccount(world, portal, { role: 'admin' })
  const [own, other] = [await aLearner(world, portal), await aLearner(world, portal)]
  await link(own, staff)
  const { classId } = await aClass(world, portal, { validDays: 10 })
  for (const learner of [own, other]) await anEnrolment(world, portal, { ...learner, classId })
  await world.db`update train_classes set valid_days = 40 where id = ${classId}`
  const extend = (by: BuiltAccount) =>
    world.ask(classEndCalls.extendClassLearners, { classId, reason: '工期延长' }, by.token)
  const count = async (by: BuiltAccount) =>
    (await world.ask(classEndCalls.findEarlierEnds, { classId }, by.token)).count
  assert.equal(await count(staff), 1)
  assert.deepEqual(await extend(staff), { extended: 1 })
  const colleague = await anAccount(world, portal, { role: 'admin' })
  assert.equal(await count(colleague), 1)
  assert.deepEqual(await extend(colleague), { extended: 1 })
})
