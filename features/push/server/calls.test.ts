import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { before, beforeEach, test } from 'node:test'
import { aClass, type BuiltClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aJob, runJob } from '../../../test/build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import {
  aReceiver,
  type BuiltReceiver,
  pushTo,
  receiverSecret,
  status,
} from '../../../test/build/receiver.ts'
import { freePort } from '../../../test/freePort.ts'
import { closeAtEnd } from '../../../test/closing.ts'
import { aClock } from '../../../test/build/study.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { demoReceiverPath, demoReceiverUrl, openReceiver } from '../../../server/channels/receiver.ts'
import { batchCalls } from '../../batch/contract.ts'
import { passByHand, revertPass } from '../../enrolment/server/actions.ts'
import { correctHours } from '../../hours/server/actions.ts'
import { configCalls } from '../../project/config/contract.ts'
import { pushCalls } from '../contract.ts'
import { sendPushes } from './jobs.ts'

const menus = ['/project-manage/setting', '/customer/my-class-push-log-manage']

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let built: BuiltClass
let receiver: BuiltReceiver
before(async () => {
  world = await openWorld({ channels: () => ({ receiver: openReceiver({ inner: true, timeout: 1000 }) }) })
  receiver = await aReceiver()
  clock = aClock(world, { keepsSessions: true })
})

/** Each test has a portal of its own, whose pushes go to the receiver. */
beforeEach(async () => {
  await world.db`update project_configs set content = content || '{"open": false}'`
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
  built = await aClass(world, portal, { hoursTenths: 100, courses: [{ hoursTenths: 100, videos: [10] }] })
  receiver.answer()
  receiver.got.length = 0
  await pushTo(world, admin.token, receiver.address)
})

const by = () => ({ ...admin, ...portal })

/** A learner who has passed the class, or another. */
async function aPass(input: { unitId?: string; learner?: BuiltAccount; classId?: string } = {}) {
  const learner =
    input.learner ?? (await aLearner(world, portal, input.unitId ? { unitId: input.unitId } : {}))
  const classId = input.classId ?? built.classId
  const enrolmentId = await anEnrolment(world, portal, { ...learner, classId })
  await world.db.begin((tx) => passByHand(tx, enrolmentId, { by: by(), reason: '线下核实' }))
  return { ...learner, enrolmentId }
}

const send = () => runJob(world, 'push.send')
const log = async (input: object = {}, token = admin.token) =>
  (await world.ask(pushCalls.query, input, token)).list
const rowOf = async (enrolmentId: string, event: 'pass' | 'hours' | 'revert' = 'pass') =>
  (await log({ enrolmentId, event }))[0]!
const triesOf = async (id: string) => (await world.ask(pushCalls.get, { id }, admin.token)).tries

let clock: ReturnType<typeof aClock>
/** Lets pushes wait. */
const later = (seconds: number) => clock.pass(seconds)

test('a pass and its hours arrive once, signed, under the receiver’s names, in order', async () => {
  const { enrolmentId, accountId } = await aPass()
  assert.deepEqual(
    (await log()).map(({ status }) => status),
    ['waiting', 'waiting'],
  )
  await send()
  assert.deepEqual(
    receiver.got.map(({ event, isSigned, body }) => [event, isSigned, body.hours]),
    [
      ['hours', true, 10],
      ['pass', true, 10],
    ],
  )
  const { body, timestamp, key } = receiver.got[1]!
  assert.deepEqual(Object.keys(body), [
    'event',
    'at',
    'learnerId',
    'enrolmentId',
    'className',
    'year',
    'hours',
  ])
  assert.deepEqual([body.learnerId, body.enrolmentId], [accountId, enrolmentId])
  assert.match(timestamp, /^\d{10}$/)
  const row = await rowOf(enrolmentId)
  assert.deepEqual(
    [row.id, row.status, row.httpStatus, row.cause, row.tries],
    [key, 'delivered', 200, null, 1],
  )
  assert.equal((await triesOf(key))[0]!.excerpt, '{"ok":true}')
  await send()
  assert.equal(receiver.got.length, 2)
})

test('the mapping alone decides what leaves: personal numbers only where they are named, hours in the receiver’s unit', async () => {
  await pushTo(world, admin.token, receiver.address, {
    subjects: ['pass'],
    fields: [
      { field: 'cardNumber', key: 'idcard' },
      { field: 'mobile', key: 'phone' },
      { field: 'realName', key: 'name' },
      { field: 'hours', key: 'credit' },
    ],
    hourUnit: 'tenths',
  })
  await aPass()
  await send()
  assert.equal(receiver.got.length, 1)
  const { body } = receiver.got[0]!
  assert.deepEqual(Object.keys(body), ['idcard', 'phone', 'name', 'credit'])
  assert.match(String(body.idcard), /^\d{17}[\dX]$/)
  assert.match(String(body.phone), /^139\d{8}$/)
  assert.deepEqual([body.name, body.credit], ['张小明', 100])
})

test('nothing is written while the project does not push, or not this class type or event', async () => {
  const config = await world.ask(configCalls.findPushConfig, {}, admin.token)
  const save = async (content: object, version: number) =>
    world.ask(
      configCalls.savePushConfig,
      { content: { ...config.content, ...content }, version },
      admin.token,
    )
  await save({ open: false }, config.version)
  await aPass()
  await save({ classTypes: ['nothing'] }, config.version + 1)
  await aPass()
  await save({ subjects: [] }, config.version + 2)
  await aPass()
  assert.deepEqual(await log(), [])
})

test('a reverted pass and corrected hours are pushed as well, also of no class', async () => {
  const { enrolmentId, accountId } = await aPass()
  await world.db.begin((tx) => revertPass(tx, by(), enrolmentId, '核对后撤回', true))
  await world.db.begin((tx) =>
    correctHours(
      tx,
      {
        projectId: portal.projectId,
        accountId,
        year: 2023,
        classType: 'public',
        attribute: 'required',
        hoursTenths: 25,
        title: '补录',
      },
      { operatorId: admin.accountId, reason: '纸质证明' },
    ),
  )
  await send()
  assert.deepEqual(
    receiver.got.map(({ event, body }) => [event, body.hours, body.enrolmentId]),
    [
      ['hours', 10, enrolmentId],
      ['pass', 10, enrolmentId],
      ['hours', -10, enrolmentId],
      ['revert', 0, enrolmentId],
      ['hours', 2.5, null],
    ],
  )
  const reply = await world.call(pushCalls.pushMyClass, { enrolmentId }, admin.token)
  assert.deepEqual([reply.respCode, reply.respDesc.includes('还没有合格')], [409, true])
})

test('a learner’s next push waits for the earlier one, and other learners’ go on; given up, it lets the next one go', async () => {
  await pushTo(world, admin.token, receiver.address, { retries: 1 })
  const first = await aPass()
  const other = await aPass()
  receiver.answer((got, response) =>
    got.body.learnerId === first.accountId && got.event === 'hours' ? status(500)(got, response) : null,
  )
  await send()
  assert.equal((await rowOf(first.enrolmentId, 'hours')).status, 'waiting')
  assert.deepEqual([(await rowOf(first.enrolmentId)).tries, (await rowOf(other.enrolmentId)).tries], [0, 1])
  await later(16)
  await send()
  const given = await rowOf(first.enrolmentId, 'hours')
  assert.deepEqual([given.status, given.cause, given.httpStatus, given.tries], ['failed', 'status', 500, 2])
  assert.equal((await rowOf(first.enrolmentId)).status, 'delivered')
  const keys = receiver.got.filter(({ body }) => body.learnerId === first.accountId).map(({ key }) => key)
  assert.deepEqual(keys.slice(0, 2), [given.id, given.id])
})

test('tries come later and later, and are as many as the project says', async () => {
  await pushTo(world, admin.token, receiver.address, { subjects: ['pass'], retries: 2 })
  const { enrolmentId } = await aPass()
  receiver.answer(status(503))
  for (const [seconds, tries] of [
    [0, 1],
    [14, 1],
    [2, 2],
    [58, 2],
    [3, 3],
    [90_000, 3],
  ] as const) {
    await later(seconds)
    await send()
    assert.equal((await rowOf(enrolmentId)).tries, tries, `after ${seconds} s`)
  }
  const { id, status: state } = await rowOf(enrolmentId)
  assert.equal(state, 'failed')
  assert.deepEqual(
    (await triesOf(id)).map(({ number, status: code, excerpt }) => [number, code, excerpt]),
    [3, 2, 1].map((number) => [number, 503, 'no']),
  )
})

test('of a receiver that is away a few are tried, then it rests; back again, each arrives once', async () => {
  await pushTo(world, admin.token, `http://127.0.0.1:${await freePort()}/`, { subjects: ['pass'] })
  const passes = []
  for (let i = 0; i < 12; i++) passes.push(await aPass())
  await send()
  const tried = (await log()).filter(({ tries }) => tries > 0)
  assert.equal(tried.length, 8)
  assert.ok(tried.every(({ cause, status: state }) => cause === 'refused' && state === 'waiting'))
  const { restsUntil } = await world.ask(pushCalls.findReceiver, {}, admin.token)
  assert.ok(restsUntil)
  await later(16)
  await send()
  assert.deepEqual(
    (await log()).map(({ tries }) => tries).reduce((sum, n) => sum + n),
    16,
  )
  await pushTo(world, admin.token, receiver.address, { subjects: ['pass'] })
  await later(100)
  await send()
  assert.deepEqual(
    receiver.got.map(({ body }) => body.enrolmentId).toSorted(),
    passes.map(({ enrolmentId }) => enrolmentId).toSorted(),
  )
  assert.equal((await world.ask(pushCalls.findReceiver, {}, admin.token)).restsUntil, null)
})

test('a receiver that is away for days costs no push its tries, however few wait; back again, each arrives', async () => {
  await pushTo(world, admin.token, `http://127.0.0.1:${await freePort()}/`, {
    subjects: ['pass'],
    retries: 5,
  })
  const passes = [await aPass(), await aPass(), await aPass()]
  for (let hours = 0; hours < 72; hours += 3) {
    await send()
    await later(3 * 3600)
  }
  assert.ok((await log()).every(({ status: state, tries }) => state === 'waiting' && tries > 6))
  const [stored] = await world.db`
    select max(failures) as failures from pushes where project_id = ${portal.projectId}`
  assert.equal(stored!.failures, 0)
  await pushTo(world, admin.token, receiver.address, { subjects: ['pass'], retries: 5 })
  await later(300)
  await send()
  assert.deepEqual(
    receiver.got.map(({ body }) => body.enrolmentId).toSorted(),
    passes.map(({ enrolmentId }) => enrolmentId).toSorted(),
  )
})

test('a push that is replayed while it is under way is not given up for that try, and has all its tries', async () => {
  await pushTo(world, admin.token, receiver.address, { subjects: ['pass'], retries: 1 })
  const { enrolmentId } = await aPass()
  const { id } = await rowOf(enrolmentId)
  receiver.answer(status(500))
  await send()
  await later(16)
  let isFirst = true
  // The last try it has; the person presses before the answer comes.
  receiver.answer(async (got, response) => {
    if (isFirst) await world.ask(pushCalls.replay, { ids: [id] }, admin.token)
    isFirst = false
    status(500)(got, response)
  })
  await send()
  const row = await rowOf(enrolmentId)
  const [stored] = await world.db`select failures from pushes where id = ${id}`
  assert.deepEqual([row.status, row.tries, stored!.failures], ['waiting', 3, 1])
  assert.deepEqual(
    (await triesOf(id)).map(({ number }) => number),
    [3, 2, 1],
  )
})

test('while a receiver is slow, what becomes due of another project arrives, also after its work broke off', async () => {
  const other = await aPortal(world, { menus })
  const otherAdmin = await anAccount(world, other, { role: 'admin' })
  const otherClass = await aClass(world, other, { courses: [{ videos: [10] }] })
  await pushTo(world, otherAdmin.token, receiver.address, { subjects: ['pass'] })
  await pushTo(world, admin.token, receiver.address, { subjects: ['pass'] })
  const slow = await aPass()
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const arrived: unknown[] = []
  const post = async (_address: string, { body }: { body: string }) => {
    const { enrolmentId } = JSON.parse(body)
    if (enrolmentId === slow.enrolmentId) {
      asked.resolve()
      await release.promise
    }
    arrived.push(enrolmentId)
    return { status: 200, text: '' }
  }
  const { app } = world
  // The progress of one project is refused, as by a database that breaks off.
  let progresses = 0
  const progress = async () => {
    progresses++
    if (progresses === 1) throw new Error('broken off')
  }
  const channels = { ...app.channels, receiver: { check: async () => {}, post } }
  const running = sendPushes.run(aJob({ progress }), { ...app, channels })
  await asked.promise
  const lateOnes: string[] = []
  try {
    // Each becomes due after the run has begun, the second after the first has broken off.
    for (let i = 0; i < 2; i++) {
      const { accountId } = await aLearner(world, other)
      const id = await anEnrolment(world, other, { accountId, classId: otherClass.classId })
      lateOnes.push(id)
      await world.db.begin((tx) =>
        passByHand(tx, id, { by: { ...otherAdmin, ...other }, reason: '线下核实' }),
      )
      await until(() => arrived.includes(id))
    }
  } finally {
    release.resolve()
  }
  await running
  assert.deepEqual(arrived, [...lateOnes, slow.enrolmentId])
  assert.equal((await rowOf(slow.enrolmentId)).status, 'delivered')
})

test('a push that does not open is a failed try with its cause, and delays its learner no longer than that', async () => {
  await pushTo(world, admin.token, receiver.address, {
    retries: 0,
    fields: [
      { field: 'event', key: 'event' },
      { field: 'mobile', key: 'mobile' },
    ],
  })
  const { accountId, enrolmentId } = await aPass()
  const other = await aPass()
  await world.db`
    update accounts set mobile_sealed = (select mobile_sealed from accounts where id = ${other.accountId})
    where id = ${accountId}`
  await send()
  assert.deepEqual(
    (await log({ enrolmentId })).map(({ status: state, cause, httpStatus, tries }) => [
      state,
      cause,
      httpStatus,
      tries,
    ]),
    [
      ['failed', 'internal', null, 1],
      ['failed', 'internal', null, 1],
    ],
  )
  assert.equal((await rowOf(other.enrolmentId)).status, 'delivered')
  assert.equal((await world.ask(pushCalls.findReceiver, {}, admin.token)).restsUntil, null)
  await world.db`
    update push_receivers set secret_sealed = (
      select mobile_sealed from accounts where id = ${accountId}) where project_id = ${portal.projectId}`
  await world.ask(pushCalls.pushMyClass, { enrolmentId: other.enrolmentId }, admin.token)
  await send()
  assert.deepEqual((await rowOf(other.enrolmentId)).cause, 'internal')
})

test('an answer that was lost is asked for again under the same key', async () => {
  const { enrolmentId } = await aPass()
  let isLost = true
  receiver.answer((_got, response) => {
    if (isLost) response.destroy()
    isLost = false
  })
  await send()
  assert.equal((await rowOf(enrolmentId, 'hours')).cause, 'broken')
  await later(16)
  await send()
  assert.equal(receiver.got.length, 3)
  assert.deepEqual(
    receiver.got.map(({ key }) => key),
    [receiver.got[0]!.key, receiver.got[0]!.key, (await rowOf(enrolmentId)).id],
  )
})

test('what a process had under way when it ended is another’s after a minute, under the same key', async () => {
  await pushTo(world, admin.token, receiver.address, { subjects: ['pass'] })
  const { enrolmentId } = await aPass()
  // As a process leaves it that claimed it and ended.
  await world.db`
    update pushes set tries = 1, tried_at = moment(), due_at = moment() + interval '60 seconds'
    where enrolment_id = ${enrolmentId}`
  await send()
  assert.equal(receiver.got.length, 0)
  await later(61)
  await send()
  assert.equal(receiver.got.length, 1)
  assert.deepEqual((await rowOf(enrolmentId)).status, 'delivered')
})

test('a slow, a silent, a wrong and an endless answer each stand in the log with their cause', async () => {
  await pushTo(world, admin.token, receiver.address, { subjects: ['pass'] })
  const { enrolmentId } = await aPass()
  const { id } = await rowOf(enrolmentId)
  const meg = Buffer.alloc(1024 * 1024, 'x')
  const answers = [
    // The head comes at once and the body never.
    [
      'timeout',
      null,
      (_got: unknown, response: import('node:http').ServerResponse) => response.writeHead(200).write('a'),
    ],
    [
      'redirect',
      302,
      (_got: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'tooLong',
      null,
      (_got: unknown, response: import('node:http').ServerResponse) => {
        response.writeHead(200)
        for (let i = 0; i < 10; i++) response.write(meg)
        response.end()
      },
    ],
    [
      'status',
      422,
      (_got: unknown, response: import('node:http').ServerResponse) =>
        response.writeHead(422).end('身份证 110101199003078888 \u0000 无效'),
    ],
  ] as const
  for (const [cause, code, how] of answers) {
    receiver.answer(how)
    await world.ask(pushCalls.replay, { ids: [id] }, admin.token)
    await send()
    const row = await rowOf(enrolmentId)
    assert.deepEqual([row.cause, row.httpStatus, row.status], [cause, code, 'waiting'])
  }
  const [wrong] = await triesOf(id)
  assert.match(wrong!.excerpt!, /^身份证 1101\*+8888 无效$/)
  // While it waits for a slow answer the product's own work goes on, on all its connections.
  let isAsked: () => void
  const asked = new Promise<void>((resolve) => (isAsked = resolve))
  receiver.answer((_got, response) => {
    response.writeHead(200).write('a')
    isAsked()
  })
  await world.ask(pushCalls.replay, { ids: [id] }, admin.token)
  const sending = send()
  await asked
  await until(async () => {
    const [held] = await world.db`
      select count(*)::int as count from pg_stat_activity where datname = current_database()
        and state like 'idle in transaction%'`
    return held!.count === 0
  })
  assert.equal((await triesOf(id)).length, answers.length, 'it still waits')
  await sending
})

test('a failed push is replayed under its key, one or all that match; a first push of an older pass as well', async () => {
  await pushTo(world, admin.token, receiver.address, { subjects: ['pass'], retries: 0 })
  receiver.answer(status(500))
  const passes = [await aPass(), await aPass(), await aPass()]
  await send()
  assert.equal((await log({ status: ['failed'] })).length, 3)
  receiver.answer()
  receiver.got.length = 0
  const [first] = passes
  const { id } = await rowOf(first!.enrolmentId)
  const again = await world.ask(pushCalls.pushMyClass, { enrolmentId: first!.enrolmentId }, admin.token)
  assert.equal(again.id, id)
  await send()
  assert.deepEqual(
    receiver.got.map(({ key }) => key),
    [id],
  )
  const begun = await world.ask(pushCalls.replay, { filter: { status: ['failed'] } }, admin.token)
  assert.ok(begun.batchId)
  await world.portal.drainJobs()
  await send()
  const [batch] = await world.ask(batchCalls.findList, {}, admin.token)
  assert.deepEqual([batch!.status, batch!.succeeded], ['done', 2])
  assert.deepEqual(
    (await log()).map(({ status: state }) => state),
    ['delivered', 'delivered', 'delivered'],
  )
  assert.equal(new Set(receiver.got.map(({ key }) => key)).size, 3)
  await world.db`delete from pushes where enrolment_id = ${first!.enrolmentId}`
  await world.ask(pushCalls.pushMyClass, { enrolmentId: first!.enrolmentId }, admin.token)
  await send()
  assert.equal(receiver.got.at(-1)!.body.enrolmentId, first!.enrolmentId)
  const [logged] = await world.db`
    select count(*)::int as count from operation_logs where action = 'push.replay' and project_id = ${portal.projectId}`
  assert.equal(logged!.count, 4)
})

test('a pass that was revoked afterwards is not replayed, alone or among others; the next pass is', async () => {
  await pushTo(world, admin.token, receiver.address, { subjects: ['pass'], retries: 0 })
  receiver.answer(status(500))
  const { enrolmentId } = await aPass()
  const other = await aPass()
  await send()
  await world.db.begin((tx) => revertPass(tx, by(), enrolmentId, '核对后撤回', false))
  receiver.answer()
  await send()
  const revoked = await rowOf(enrolmentId)
  assert.deepEqual([revoked.status, (await rowOf(enrolmentId, 'revert')).status], ['failed', 'delivered'])
  const alone = await world.ask(pushCalls.replay, { ids: [revoked.id] }, admin.token)
  assert.match(alone.failed[0]!.reason, /这次合格后来已撤回/)
  await world.ask(pushCalls.replay, { filter: { status: ['failed'] } }, admin.token)
  await world.portal.drainJobs()
  await send()
  assert.deepEqual(
    [(await rowOf(enrolmentId)).status, (await rowOf(other.enrolmentId)).status],
    ['failed', 'delivered'],
  )
  await world.db.begin((tx) => passByHand(tx, enrolmentId, { by: by(), reason: '再次核实' }))
  await send()
  assert.deepEqual(
    receiver.got.filter(({ body }) => body.enrolmentId === enrolmentId).map(({ event }) => event),
    ['pass', 'revert', 'pass'],
  )
  const next = (await log({ enrolmentId, event: 'pass' }))[0]!
  assert.notEqual(next.id, revoked.id)
  const again = await world.ask(pushCalls.pushMyClass, { enrolmentId }, admin.token)
  assert.equal(again.id, next.id)
})

test('nothing is replayed where nothing would be sent', async () => {
  const { enrolmentId } = await aPass()
  const { id } = await rowOf(enrolmentId)
  const receiverNow = await world.ask(pushCalls.findReceiver, {}, admin.token)
  await world.ask(
    pushCalls.saveReceiver,
    { content: { ...receiverNow.content, address: '' }, version: receiverNow.version },
    admin.token,
  )
  const noReceiver = await world.ask(pushCalls.replay, { ids: [id] }, admin.token)
  assert.match(noReceiver.failed[0]!.reason, /还没有填写接收方/)
  assert.equal((await world.call(pushCalls.testReceiver, {}, admin.token)).respCode, 409)
  const config = await world.ask(configCalls.findPushConfig, {}, admin.token)
  await world.ask(
    configCalls.savePushConfig,
    { content: { ...config.content, open: false }, version: config.version },
    admin.token,
  )
  const closed = await world.ask(pushCalls.replay, { ids: [id] }, admin.token)
  assert.match(closed.failed[0]!.reason, /没有开启数据推送/)
  await send()
  assert.equal(receiver.got.length, 0)
})

test('the log is found by learner, class, state, event, cause and days; a unit sees and replays its own', async () => {
  const unitId = await aUnit(world, portal.projectId, portal.unitId)
  const theirs = await aPass({ unitId })
  const ours = await aPass()
  await send()
  const total = async (input: object) => (await world.ask(pushCalls.query, input, admin.token)).total
  assert.equal(await total({ keyword: '张小明' }), 4)
  assert.equal(await total({ keyword: '李' }), 0)
  assert.equal(await total({ className: (await rowOf(ours.enrolmentId)).title }), 4)
  assert.equal(await total({ className: '没有这个班' }), 0)
  assert.equal(await total({ event: 'pass', status: ['delivered'] }), 2)
  assert.equal(await total({ cause: 'timeout' }), 0)
  const { createdAt } = await rowOf(theirs.enrolmentId)
  assert.equal(await total({ to: createdAt, enrolmentId: theirs.enrolmentId, event: 'pass' }), 0)
  assert.equal(await total({ from: createdAt, enrolmentId: theirs.enrolmentId, event: 'pass' }), 1)
  await world.db`
    update roles set menus = ${['/customer/my-class-push-log-manage', '/customer/my-class-push-log-manage#replay']}
    where id = ${portal.roles.unit}`
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  assert.deepEqual(
    (await log({}, manager.token)).map(({ enrolmentId }) => enrolmentId),
    [theirs.enrolmentId, theirs.enrolmentId],
  )
  const foreign = await rowOf(ours.enrolmentId)
  const replies = [
    await world.call(pushCalls.get, { id: foreign.id }, manager.token),
    await world.call(pushCalls.pushMyClass, { enrolmentId: ours.enrolmentId }, manager.token),
    await world.call(pushCalls.findReceiver, {}, manager.token),
  ]
  assert.deepEqual(
    replies.map(({ respCode }) => respCode),
    [404, 404, 403],
  )
  const replayed = await world.ask(pushCalls.replay, { ids: [foreign.id] }, manager.token)
  assert.equal(replayed.failed.length, 1)
})

test('the receiver is saved with its secret sealed, kept and never shown; a stale edit and a name used twice are refused', async () => {
  const { content, version, hasSecret } = await world.ask(pushCalls.findReceiver, {}, admin.token)
  assert.ok(hasSecret)
  await world.ask(
    pushCalls.saveReceiver,
    { content: { ...content, hourUnit: 'tenths' }, version },
    admin.token,
  )
  const stale = await world.call(
    pushCalls.saveReceiver,
    { content: { ...content, address: 'http://127.0.0.1:1/' }, version },
    admin.token,
  )
  assert.deepEqual(
    [stale.respCode, stale.stale!.map(({ field, after }) => [field, after])],
    [409, [['hourUnit', '十分之一学时']]],
  )
  const twice = await world.call(
    pushCalls.saveReceiver,
    {
      content: {
        ...content,
        fields: [
          { field: 'year', key: 'a' },
          { field: 'hours', key: 'a' },
        ],
      },
      version: version + 1,
    },
    admin.token,
  )
  assert.deepEqual([twice.respCode, twice.field], [422, 'content.fields.1.key'])
  const [stored] = await world.db`
    select secret_sealed from push_receivers where project_id = ${portal.projectId}`
  assert.ok(!(stored!.secretSealed as Buffer).includes(receiverSecret))
  const logs = await world.db`select before, after from operation_logs where project_id = ${portal.projectId}`
  assert.ok(!JSON.stringify(logs).includes(receiverSecret))
  assert.ok(JSON.stringify(logs).includes('"secret":"changed"'))
  const bare = await aPortal(world, { menus })
  const other = await anAccount(world, bare, { role: 'admin' })
  const none = await world.call(pushCalls.saveReceiver, { content, version: 0 }, other.token)
  assert.deepEqual([none.respCode, none.field], [422, 'secret'])
})

test('the test sends a signed sample of nobody and shows the answer', async () => {
  const good = await world.ask(pushCalls.testReceiver, {}, admin.token)
  assert.deepEqual([good.status, good.cause, good.excerpt], [200, null, '{"ok":true}'])
  assert.deepEqual([receiver.got[0]!.event, receiver.got[0]!.isSigned], ['test', true])
  receiver.answer(status(401))
  const bad = await world.ask(pushCalls.testReceiver, {}, admin.token)
  assert.deepEqual([bad.status, bad.cause, bad.excerpt], [401, 'status', 'no'])
  assert.deepEqual(await log(), [])
})

test('an address inside the own network is refused when it is saved and when it is connected to', async () => {
  const names: Readonly<Record<string, readonly string[]>> = {
    'inner.example': ['10.1.2.3'],
    'mixed.example': ['93.184.215.14', '127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'turns.example': ['93.184.215.14'],
  }
  let turned = false
  const resolve = async (host: string) => {
    const listed = turned && host === 'turns.example' ? ['127.0.0.1'] : (names[host] ?? [host])
    if (host === 'nobody.example') throw new Error('ENOTFOUND')
    return listed.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  const strict = await openWorld({ channels: () => ({ receiver: openReceiver({ inner: false, resolve }) }) })
  const own = await aPortal(strict, { menus })
  const { token } = await anAccount(strict, own, { role: 'admin' })
  const canary = createServer((socket) => {
    reached++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  let reached = 0
  await once(canary, 'listening')
  closeAtEnd(async () => canary.close())
  const { port } = canary.address() as { port: number }
  const { content } = await strict.ask(pushCalls.findReceiver, {}, token)
  const save = (address: string, version = 0) =>
    strict.call(
      pushCalls.saveReceiver,
      { content: { ...content, address }, secret: receiverSecret, version },
      token,
    )
  const forbidden = [
    `http://93.184.215.14:${port}/`,
    `https://127.0.0.1:${port}/`,
    `https://2130706433:${port}/`,
    `https://0x7f.1:${port}/`,
    `https://[::1]:${port}/`,
    `https://[::ffff:127.0.0.1]:${port}/`,
    `https://[64:ff9b::7f00:1]:${port}/`,
    `https://[2002:7f00:1::]:${port}/`,
    `https://[fe80::1]:${port}/`,
    `https://[fd00::1]:${port}/`,
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.1.1/',
    'https://inner.example/',
    'https://mixed.example/',
    'https://mapped.example/',
    'https://name:word@turns.example/',
    'ftp://turns.example/',
    'turns.example',
  ]
  for (const address of forbidden) {
    const reply = await save(address)
    assert.deepEqual([reply.respCode, reply.field], [422, 'content.address'], address)
    assert.match(reply.respDesc, /不能推送到这个地址/, address)
  }
  assert.match((await save('https://nobody.example/')).respDesc, /域名无法解析/)
  assert.equal((await save(`https://turns.example:${port}/`)).respCode, 200)
  turned = true
  const answer = await strict.ask(pushCalls.testReceiver, {}, token)
  assert.deepEqual([answer.status, answer.cause], [null, 'forbidden'])
  assert.equal(reached, 0)
})

test('a demo reaches its own receiver and nothing else inside the own network', async () => {
  const { port } = receiver
  const demo = openReceiver({ inner: false, demo: `http://127.0.0.1:${port}` })
  const { status: code } = await demo.post(demoReceiverUrl, { headers: {}, body: '{}' })
  assert.deepEqual([code, receiver.got.length], [200, 1])
  for (const address of [
    receiver.address,
    `http://127.0.0.1:${port}${demoReceiverPath}`,
    `https://127.0.0.1:${port}/`,
    `${demoReceiverUrl}/`,
    `${demoReceiverUrl}?`,
  ])
    await assert.rejects(demo.post(address, { headers: {}, body: '{}' }), { fault: 'forbidden' }, address)
  const real = openReceiver({ inner: false })
  await assert.rejects(real.check(demoReceiverUrl), { fault: 'forbidden' })
  assert.equal(receiver.got.length, 1)
})

test('what was pushed of a closed account goes with it', async () => {
  const { accountId } = await aPass()
  await send()
  const { erasePushes } = await import('./actions.ts')
  await world.db.begin((tx) => erasePushes(tx, { accountId }))
  const [left] = await world.db`
    select (select count(*)::int from pushes where account_id = ${accountId}) as pushes,
      (select count(*)::int from push_tries t where not exists (select from pushes p where p.id = t.push_id)) as tries`
  assert.deepEqual({ ...left }, { pushes: 0, tries: 0 })
})
