import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { allJobs } from '../../../app/features.ts'
import { aClass, type BuiltClass, type ClassInput } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { cellsOf, downloaded } from '../../../test/build/import.ts'
import { aJob } from '../../../test/build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { aClock, aPlayer, aStudent, type BuiltStudent, watchedAll } from '../../../test/build/study.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import type { Db } from '../../../server/db.ts'
import { until } from '../../../test/until.ts'
import { messageCalls } from '../../message/contract.ts'
import { rollUp } from '../../study/server/actions.ts'
import { transferCalls as calls, transferRefusals } from '../contract.ts'
import { transferOne } from './actions.ts'

const menus = ['/train-manage/study-report', '/train-manage/study-report#transfer']
const reason = '报错班级'
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let clock: ReturnType<typeof aClock>
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  await world.db`update roles set menus = ${menus} where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
  clock = aClock(world)
})

/** Two classes that share their first course of two videos; the other has one more. */
async function twins(more: ClassInput = {}): Promise<[BuiltClass, BuiltClass]> {
  const left = await aClass(world, portal, { price: 6000, courses: [{ videos: [600, 400] }] })
  const joined = await aClass(world, portal, {
    price: 9000,
    known: [left.courses[0]!],
    courses: [{ videos: [1000] }],
    ...more,
  })
  return [left, joined]
}

const studentIn = (built: BuiltClass) => aStudent(world, portal, { built })
const preview = async (classId: string, ...students: BuiltStudent[]) =>
  world.ask(
    calls.previewTransferClass,
    { enrolmentIds: students.map((one) => one.enrolmentId), classId },
    admin.token,
  )
const begin = async (classId: string, ids: string[], token = admin.token) =>
  (await world.ask(calls.transferClass, { ids, classId, reason }, token)).batchId!
const progress = (batchId: string, token = admin.token) =>
  world.ask(calls.getTransferClassProgress, { batchId }, token)
/** Moves learners and waits for it. */
async function moved(classId: string, ...students: BuiltStudent[]) {
  const batchId = await begin(
    classId,
    students.map(({ enrolmentId }) => enrolmentId),
  )
  await world.portal.drainJobs()
  return { batchId, ...(await progress(batchId)) }
}
const placeIn = async (classId: string, { accountId }: BuiltAccount) => {
  const [row] = await world.db`
    select id, status, progress, watched_seconds, source, source_id, bar_reason from enrolments
    where class_id = ${classId} and account_id = ${accountId} order by id desc limit 1`
  return row!
}
const statusOf = async (id: string) =>
  (await world.db`select status from enrolments where id = ${id}`)[0]!.status
const soldOf = async (classId: string) =>
  (await world.db`select sold from train_classes where id = ${classId}`)[0]!.sold as number
const records = (input: object = {}, token = admin.token) =>
  world.ask(calls.queryTransferClassRecord, input, token)
const undo = (recordId: string, token = admin.token) =>
  world.call(calls.undoTransferClass, { recordId, reason: '选错了班级' }, token)

/** Runs invariants, which must return nothing. */
async function assertSound(): Promise<void> {
  for (const name of [
    '07-one-effect-a-transaction',
    '10-history-is-a-path',
    '15-one-live-enrolment',
    '16-enrolment-has-a-basis',
    '17-seats-within-quota',
    '18-credit-within-wall-clock',
    '19-coverage-within-duration',
    '20-progress-is-coverage',
  ]) {
    const path = new URL(`../../../test/invariants/${name}.sql`, import.meta.url)
    assert.deepEqual([...(await world.db.unsafe(readFileSync(path, 'utf8')))], [], name)
  }
}

test('a learner moves with what was counted of shared videos; the preview says it before, the record after', async () => {
  const [left, joined] = await twins()
  const student = await studentIn(left)
  const player = await aPlayer(world, student)
  await clock.pass(40)
  await player.beat(0, 30)
  const { rows, placesLeft } = await preview(joined.classId, student)
  assert.equal(placesLeft, null)
  const row = rows[0]!
  assert.deepEqual(
    [row.carriedSeconds, row.carriedVideos, row.progressAfter, row.priceDifference, row.problem],
    [30, 1, 150, 9000, null],
  )
  const done = await moved(joined.classId, student)
  assert.deepEqual([done.status, done.total, done.moved, done.refused], ['done', 1, 1, 0])
  const place = await placeIn(joined.classId, student)
  assert.deepEqual(
    [place.status, place.progress, place.watchedSeconds, place.source],
    ['active', 150, 30, 'transfer'],
  )
  assert.equal(await statusOf(student.enrolmentId), 'transferred')
  assert.deepEqual([await soldOf(left.classId), await soldOf(joined.classId)], [0, 1])
  const { list } = await records({ classId: left.classId })
  const [record] = list
  assert.deepEqual(
    [record!.fromName, record!.toName, record!.carriedSeconds, record!.progressBefore, record!.progressAfter],
    [left.name, joined.name, 30, 300, 150],
  )
  assert.deepEqual([record!.priceDifference, record!.reason], [9000, reason])
  const inbox = await world.ask(messageCalls.findMine, {}, student.token)
  assert.ok(inbox.list.some(({ kind }) => kind === 'transfer.moved'))
  const entries = await world.db`
    select action from operation_logs where subject_id in (${record!.id}, ${record!.fromId}, ${record!.toId})
      and action in ('enrolment.transfer', 'enrolment.open', 'transfer.move')
      and actor_id is not distinct from case when action like '%' then actor_id end and created_at >= now() - interval '1 day'`
  assert.deepEqual(entries.map(({ action }) => action).toSorted(), [
    'enrolment.open',
    'enrolment.open',
    'enrolment.transfer',
    'transfer.move',
  ])
  await assertSound()
})

test('a window that plays goes on across the move, and what it saves late counts in the new class', async () => {
  const [left, joined] = await twins()
  const student = await studentIn(left)
  const player = await aPlayer(world, student)
  await clock.pass(20)
  await player.beat(0, 20)
  assert.equal((await moved(joined.classId, student)).moved, 1)
  await clock.pass(20)
  const answer = await player.beat(20, 40)
  assert.deepEqual([answer.acceptedSeconds, answer.refused, answer.progress], [20, null, 200])
  await player.beat(40, 40, { ended: true })
  const place = await placeIn(joined.classId, student)
  assert.deepEqual([place.watchedSeconds, place.progress], [40, 200])
  const [before] = await world.db`
    select sum(accepted_ms)::int as ms from watch_coverages where enrolment_id = ${student.enrolmentId}`
  assert.equal(before!.ms, 20_000, 'what was counted there stays on record')
  await assertSound()
})

test('a beat that waits for the move is counted where the learner is then', async () => {
  const [left, joined] = await twins()
  const student = await studentIn(left)
  const player = await aPlayer(world, student)
  await clock.pass(20)
  const locked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const moving = world.db.begin(async (tx) => {
    const by = {
      accountId: admin.accountId,
      projectId: portal.projectId,
      isProvider: true,
      isWithin: (db: Db) => db`e.project_id = ${portal.projectId}`,
    }
    await transferOne(tx, by, { enrolmentId: student.enrolmentId, classId: joined.classId, reason })
    locked.resolve()
    await held.promise
  })
  await locked.promise
  const beat = player.beat(0, 20)
  await waits()
  held.resolve()
  await moving
  assert.equal((await beat).acceptedSeconds, 20)
  assert.equal((await placeIn(joined.classId, student)).status, 'active')
  await player.beat(20, 20, { ended: true })
  assert.equal((await placeIn(joined.classId, student)).watchedSeconds, 20)
})

/** Waits until some statement waits for a lock. */
async function waits(): Promise<void> {
  await until(async () => {
    const rows = await world.db`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    return rows.length > 0
  })
}

test('what is watched to the end passes where it is; a class of other videos carries nothing and takes nothing away', async () => {
  const left = await aClass(world, portal, {
    courses: [{ videos: [600] }, { attribute: 'elective', videos: [400] }],
  })
  const joined = await aClass(world, portal, { known: [left.courses[0]!] })
  const other = await aClass(world, portal)
  const [one, two] = [await studentIn(left), await studentIn(left)]
  for (const { enrolmentId } of [one, two]) {
    await watchedAll(world, enrolmentId, left.courses[0]!.itemIds.slice(0, 1))
    await world.db`update watch_coverages set completed_at = null, accepted_ms = 300000, furthest_ms = 300000,
      ranges = '{[0,300000)}' where enrolment_id = ${enrolmentId}`
    await world.db.begin((tx) => rollUp(tx, enrolmentId))
  }
  await moved(other.classId, two)
  assert.deepEqual(
    [(await placeIn(other.classId, two)).progress, (await placeIn(other.classId, two)).watchedSeconds],
    [0, 0],
  )
  await world.db`update watch_coverages set completed_at = moment(), accepted_ms = 600000, furthest_ms = 600000,
    ranges = '{[0,600000)}' where enrolment_id = ${one.enrolmentId}`
  // It passes where it is: what was watched counts before anything is decided.
  assert.deepEqual(
    [(await moved(joined.classId, one)).refused, await statusOf(one.enrolmentId)],
    [1, 'active'],
  )
  await world.db.begin((tx) => rollUp(tx, one.enrolmentId))
  assert.equal(await statusOf(one.enrolmentId), 'passed')
})

test('200 learners with ten that cannot move: 190 are moved, ten are in the file, and a kill moves nobody twice', async () => {
  const [left, joined] = await twins()
  const people: string[] = []
  for (let n = 0; n < 200; n++) {
    const { accountId } = await aLearner(world, portal)
    people.push(await anEnrolment(world, portal, { accountId, classId: left.classId }))
  }
  await world.db`update enrolments set suspended_by = 'check' where id = any(${people.slice(0, 10)})`
  await world.db.unsafe(`
    create function hold_back() returns trigger language plpgsql as $$ begin new.run_at := 'infinity'; return new; end $$;
    create trigger hold_back before insert on jobs for each row when (new.type = 'batch.run') execute function hold_back()`)
  const batchId = await begin(joined.classId, people)
  await world.db`drop trigger hold_back on jobs`
  const handler = allJobs.find(({ type }) => type === 'batch.run')!
  const killed = aJob({
    input: { batchId },
    progress: async (_tx, { done }) => {
      if (done > 120) throw new Error('killed')
    },
  })
  await assert.rejects(async () => handler.run(killed, world.app), /killed/)
  assert.equal((await progress(batchId)).status, 'running')
  await world.db`update jobs set run_at = moment() where run_at = 'infinity'`
  await world.portal.drainJobs()
  const done = await progress(batchId)
  assert.deepEqual([done.status, done.total, done.moved, done.refused], ['done', 200, 190, 10])
  assert.deepEqual([await soldOf(left.classId), await soldOf(joined.classId)], [10, 190])
  const { total } = await records({ classId: joined.classId })
  assert.equal(total, 190)
  const { bytes } = await downloaded(world, admin.token, calls.exportTransferClassErrorList.path, { batchId })
  assert.equal(cellsOf(bytes).length, 11)
  await world.db`update enrolments set suspended_by = null where suspended_by is not null`
  await assertSound()
})

test('an untouched move is undone within a day, once; one that was studied in, or is older, is not', async () => {
  const [left, joined] = await twins({ quota: 5 })
  const student = await studentIn(left)
  const player = await aPlayer(world, student)
  await clock.pass(20)
  await player.beat(0, 20)
  await moved(joined.classId, student)
  const [record] = (await records({ accountId: student.accountId })).list
  assert.ok(record!.undoUntil)
  assert.equal((await undo(record!.id)).respCode, 200)
  assert.deepEqual(
    [
      await statusOf(record!.fromId),
      await statusOf(record!.toId),
      await soldOf(left.classId),
      await soldOf(joined.classId),
    ],
    ['active', 'removed', 1, 0],
  )
  assert.equal((await undo(record!.id)).respDesc, transferRefusals.undone.zh)
  await clock.pass(20)
  assert.equal((await player.beat(20, 40)).acceptedSeconds, 20, 'its window plays on')
  await moved(joined.classId, student)
  await clock.pass(10)
  await player.beat(40, 50)
  const [again] = (await records({ accountId: student.accountId, undone: false })).list
  assert.equal(again!.undoUntil, null)
  assert.equal((await undo(again!.id)).respDesc, transferRefusals.touched.zh)
  const late = await studentIn(left)
  await moved(joined.classId, late)
  await world.db`
    update transfer_records set created_at = created_at - interval '25 hours' where account_id = ${late.accountId}`
  const [old] = (await records({ accountId: late.accountId })).list
  assert.match((await undo(old!.id)).respDesc, /24/)
  await assertSound()
})

test('undoing needs a place in the former class', async () => {
  const left = await aClass(world, portal, { quota: 1 })
  const joined = await aClass(world, portal)
  const student = await studentIn(left)
  await moved(joined.classId, student)
  await studentIn(left)
  const [record] = (await records({ accountId: student.accountId })).list
  const refused = await undo(record!.id)
  assert.equal(refused.respCode, 409)
  assert.equal(await statusOf(record!.toId), 'active')
})

test('learners of others, classes of other projects and others’ work are not found', async () => {
  const [left, joined] = await twins()
  const elsewhere = await aPortal(world, { menus })
  const foreign = await aClass(world, elsewhere)
  const own = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId: own })
  const student = await studentIn(left)
  const ask = { enrolmentIds: [student.enrolmentId], classId: joined.classId }
  assert.equal((await world.call(calls.previewTransferClass, ask, manager.token)).respCode, 404)
  const other = { enrolmentIds: [student.enrolmentId], classId: foreign.classId }
  assert.equal((await world.call(calls.previewTransferClass, other, admin.token)).respCode, 404)
  const into = { ids: [student.enrolmentId], classId: foreign.classId, reason }
  assert.equal((await world.call(calls.transferClass, into, admin.token)).respCode, 404)
  const batchId = await begin(joined.classId, [student.enrolmentId], manager.token)
  await world.portal.drainJobs()
  assert.deepEqual(
    [(await progress(batchId, manager.token)).refused, await statusOf(student.enrolmentId)],
    [1, 'active'],
  )
  assert.equal((await world.call(calls.getTransferClassProgress, { batchId }, admin.token)).respCode, 404)
  await moved(joined.classId, student)
  const [record] = (await records({ accountId: student.accountId })).list
  assert.equal((await undo(record!.id, manager.token)).respCode, 404)
  assert.equal((await records({}, manager.token)).total, 0)
})

test('a bar goes along, and what is asked for again is refused with its state', async () => {
  const [left, joined] = await twins()
  const student = await studentIn(left)
  await world.db`update enrolments set bar_reason = '替学' where id = ${student.enrolmentId}`
  await moved(joined.classId, student)
  assert.equal((await placeIn(joined.classId, student)).barReason, '替学')
  const again = await moved(joined.classId, student)
  assert.deepEqual([again.moved, again.refused], [0, 1])
  const missing = await world.call(calls.transferClass, { ids: [student.enrolmentId] } as never, admin.token)
  assert.deepEqual([missing.respCode, missing.field], [422, 'classId'])
})

// Last: its states are only rows, of which the log knows nothing.
test('every reason against a move is a row with its remedy, and the others are moved', async () => {
  const [left, joined] = await twins({ quota: 2 })
  const other = await aClass(world, portal, { year: 2019 })
  const draft = await aClass(world, portal, { status: 'off_shelf' })
  const people = await Promise.all(Array.from({ length: 8 }, () => studentIn(left)))
  const [passed, suspended, refunding, failed, expired, twice, fine, good] = people as [
    BuiltStudent,
    BuiltStudent,
    BuiltStudent,
    BuiltStudent,
    BuiltStudent,
    BuiltStudent,
    BuiltStudent,
    BuiltStudent,
  ]
  const set = (one: BuiltStudent, change: object) =>
    world.db`update enrolments set ${world.db(change)} where id = ${one.enrolmentId}`
  await set(passed, { status: 'passed', passedAt: '2020-01-01', passedBy: 'manual', passReason: '-' })
  await set(suspended, { suspendedBy: 'check' })
  await set(refunding, { suspendedBy: 'refund:x' })
  await set(failed, { status: 'failed' })
  await set(expired, { expiresAt: '2020-01-01' })
  await anEnrolment(world, portal, { accountId: twice.accountId, classId: joined.classId })
  const said = async (classId: string, one: BuiltStudent) =>
    (await preview(classId, one)).rows[0]!.problem!.en
  assert.match(await said(joined.classId, passed), /revoke the pass/)
  assert.match(await said(joined.classId, suspended), /once it resumes/)
  assert.match(await said(joined.classId, refunding), /refund/)
  assert.match(await said(joined.classId, failed), /make-up/)
  assert.match(await said(joined.classId, expired), /extend it first/)
  assert.match(await said(joined.classId, twice), /remove one of the two/)
  assert.match(await said(left.classId, fine), /choose another class/)
  assert.match(await said(other.classId, fine), /hours do not cross years/)
  assert.match(await said(draft.classId, fine), /publish it first/)
  // One place is left: the rows take it in their order.
  const { rows } = await preview(joined.classId, fine, good)
  assert.deepEqual(
    rows.map(({ problem }) => problem?.en.includes('no places left') ?? false),
    [false, true],
  )
  const done = await moved(joined.classId, ...people)
  assert.deepEqual([done.status, done.total, done.moved, done.refused], ['done', 8, 1, 7])
  const { bytes } = await downloaded(world, admin.token, calls.exportTransferClassErrorList.path, {
    batchId: done.batchId,
  })
  const [, ...lines] = cellsOf(bytes)
  assert.equal(lines.length, 7)
  assert.ok(lines.every(([name, why]) => name!.includes(left.name) && why!.length > 5))
})
