import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { messageKinds } from '../../../app/features.ts'
import { renderMessage } from '../../../contract/message.ts'
import { aClass } from '../../../test/build/class.ts'
import { runJob } from '../../../test/build/job.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { mobileChanged } from '../../account/server/messages.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { factorCalls } from '../../session/factor/contract.ts'
import { encodeCredential } from '../../session/rules.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { messageCalls } from '../contract.ts'
import { sampleOf } from './trial.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: [
      '/project-manage/message',
      '/student-manage/student',
      '/train-manage/study-report',
      '/account-manage/administrator-list',
    ],
  })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const kindsOf = async ({ token }: BuiltAccount) =>
  (await world.ask(messageCalls.findMine, {}, token)).list.map(({ kind }) => kind)
const mobileOf = async ({ accountId }: BuiltAccount) => {
  const [row] = await world.db`select mobile_sealed from accounts where id = ${accountId}`
  return world.app.secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer)
}
const countTo = async (mobile: string) =>
  (await world.db`select from outbox_messages where recipient = ${mobile}`).length

test('every kind has both languages, names only its parameters, and leads to a page of the portal', () => {
  for (const kind of messageKinds) {
    const { title, text } = renderMessage(kind, sampleOf(kind))
    for (const sentence of [title, text]) {
      assert.match(sentence.zh, /[\u4e00-\u9fff]/, kind.code)
      assert.ok(!/[{}]/.test(sentence.zh + sentence.en), `${kind.code}: ${sentence.zh} ${sentence.en}`)
    }
    assert.ok(kind.way === null || kind.way.startsWith('/'), kind.code)
  }
  assert.equal(new Set(messageKinds.map(({ code }) => code)).size, messageKinds.length)
})

/** Staff gives a new learner the number, and what is queued is sent; returns the learner with the number before. */
async function renumber(fresh: string) {
  const learner = await aLearner(world, portal)
  const old = await mobileOf(learner)
  const change = { accountId: learner.accountId, version: 1, mobile: fresh }
  await world.ask(studentManageCalls.updateStudentInfo, change, admin.token)
  await world.portal.drainJobs()
  return { ...learner, old, change }
}

test('the former and the new number hear of a change before staff have set anything, as one message', async () => {
  const { old, change, accountId } = await renumber('16612340001')
  assert.deepEqual([await countTo(old), await countTo(change.mobile)], [1, 1])
  const rows = await world.db`select kind from messages where account_id = ${accountId}`
  assert.deepEqual(
    rows.map((row) => row.kind),
    [mobileChanged.code],
  )
  // The same number again is no news.
  await world.ask(studentManageCalls.updateStudentInfo, { ...change, version: 2 }, admin.token)
  assert.equal((await world.db`select from messages where account_id = ${accountId}`).length, 1)
})

test('no number hears of a change once staff have switched its texts off', async () => {
  const route = { kind: mobileChanged.code, channel: 'sms' } as const
  await world.ask(messageCalls.saveRoute, { ...route, isEnabled: false }, admin.token)
  const { old, change } = await renumber('16612340007')
  assert.deepEqual([await countTo(old), await countTo(change.mobile)], [0, 0])
  await world.db`delete from message_routes where kind = ${mobileChanged.code}`
})

test('a second factor that is removed is told to its owner', async () => {
  const manager = await anAccount(world, portal, { role: 'admin' })
  await world.db`
    insert into second_factors (account_id, secret_sealed, confirmed_at)
    values (${manager.accountId}, ${world.app.secrets.seal('second_factors.secret', manager.accountId, 'x')}, moment())`
  const input = { accountId: manager.accountId, password: encodeCredential('Demo2026a') }
  await world.ask(factorCalls.removeFactor, input, admin.token)
  const rows = await world.db`select kind from messages where account_id = ${manager.accountId}`
  assert.deepEqual(
    rows.map((row) => row.kind),
    ['session.factorRemoved'],
  )
})

test('an applicant is told what was decided: approved, to be paid, or rejected with the reason', async () => {
  const decided = async (price: number, decision: { approve: boolean; reason?: string }) => {
    const learner = await aLearner(world, portal)
    const { classId } = await aClass(world, portal, { name: '急救', price, needReview: true })
    const { enrolmentId } = await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
    const input = { ids: [enrolmentId], ...decision }
    assert.deepEqual((await world.ask(enrolmentCalls.reviewBatchClass, input, admin.token)).failed, [])
    const { list } = await world.ask(messageCalls.findMine, {}, learner.token)
    assert.equal(list.length, 1)
    return [list[0]!.kind, list[0]!.text.zh]
  }
  assert.equal((await decided(0, { approve: true }))[0], 'enrolment.approved')
  assert.equal((await decided(6000, { approve: true }))[0], 'enrolment.paymentDue')
  const [kind, text] = await decided(0, { approve: false, reason: '材料不全，请致电 13912345678' })
  assert.equal(kind, 'enrolment.rejected')
  assert.match(text!, /“急救”未通过审核：材料不全，请致电 139\*\*\*\*5678/)
})

test('staff is alarmed once an hour about a lane that does not move and about work that failed', async () => {
  await world.db`
    insert into jobs (type, lane, status, run_at) values ('nobody.runs', 'heavy', 'queued', moment() - interval '2 days')`
  await world.db`
    insert into jobs (type, lane, status, project_id) values ('nobody.ran', 'money', 'failed', ${portal.projectId})`
  const alarms = async () => (await kindsOf(admin)).filter((kind) => /Alarm/.test(kind)).toSorted()
  const all = ['message.jobAlarm', 'message.laneAlarm']
  for (let i = 0; i < 2; i++) {
    await runJob(world, 'message.watch')
    assert.deepEqual(await alarms(), all)
  }
  await world.db`update message_alarms set raised_at = raised_at - interval '61 minutes'`
  await runJob(world, 'message.watch')
  assert.deepEqual(await alarms(), [...all, ...all].toSorted())
  await world.db`delete from jobs where type like 'nobody.%'`
})

test('work that fails while an alarm about it is recent is reported when its hour is over, and only once', async () => {
  await world.db`delete from message_alarms`
  await world.db`delete from messages where account_id = ${admin.accountId}`
  const fail = (minutes: number) => world.db`
    insert into jobs (type, lane, status, project_id, updated_at)
    values ('nobody.ran', 'money', 'failed', ${portal.projectId}, moment() - make_interval(mins => ${minutes}))`
  const counts = async () => {
    await runJob(world, 'message.watch')
    const rows = await world.db`
      select params->>'jobs' as jobs from messages where account_id = ${admin.accountId}
        and kind = 'message.jobAlarm' order by id`
    return rows.map((row) => Number(row.jobs))
  }
  await fail(75)
  await world.db`
    insert into message_alarms (project_id, cause, raised_at)
    values (${portal.projectId}, 'jobs money', moment() - interval '59 minutes')`
  // Within the hour, and long before the run that may report them.
  await fail(32)
  await fail(20)
  assert.deepEqual(await counts(), [])
  await world.db`update message_alarms set raised_at = raised_at - interval '61 seconds'`
  assert.deepEqual(await counts(), [2])
  await world.db`update message_alarms set raised_at = raised_at - interval '2 hours'`
  await world.db`update jobs set updated_at = updated_at - interval '2 hours' where type = 'nobody.ran'`
  await world.db`update message_alarms set raised_at = moment() - interval '61 minutes'`
  assert.deepEqual(await counts(), [2])
  await world.db`delete from jobs where type like 'nobody.%'`
})

test('what staff and learners change about messages is in the operation log', async () => {
  const learner = await aLearner(world, portal)
  await world.ask(messageCalls.savePreferences, { channel: 'sms', isOn: false }, learner.token)
  await world.ask(
    messageCalls.saveRoute,
    { kind: mobileChanged.code, channel: 'mail', isEnabled: true },
    admin.token,
  )
  await world.db`
    insert into message_mails (account_id, address_sealed, address_mask, confirmed_at)
    values (${admin.accountId}, ${world.app.secrets.seal('message_mails.address', admin.accountId, 'a@b.cn')}, 'a***@b.cn',
      moment())`
  await world.ask(messageCalls.sendTest, { kind: mobileChanged.code, channel: 'mail' }, admin.token)
  const actions = async (accountId: string) =>
    (await world.db`select action from operation_logs where actor_id = ${accountId}`).map(
      (row) => row.action as string,
    )
  assert.ok((await actions(learner.accountId)).includes('message.switchChannel'))
  assert.ok((await actions(admin.accountId)).includes('message.sendTest'))
})

test('read messages are deleted after a year, unread ones after two', async () => {
  const { accountId } = await aLearner(world, portal)
  const add = (days: number, isRead: boolean) => world.db`
    insert into messages (project_id, account_id, kind, params, created_at, read_at)
    values (${portal.projectId}, ${accountId}, 'order.paid', '{}', moment() - make_interval(days => ${days}),
      ${isRead ? world.db`moment()` : null})`
  for (const days of [364, 366, 729, 731]) for (const isRead of [true, false]) await add(days, isRead)
  await runJob(world, 'message.sweep')
  const left = await world.db`
    select read_at is not null as is_read, count(*)::int as count from messages where account_id = ${accountId}
    group by 1 order by 1`
  assert.deepEqual(
    left.map((row) => [row.isRead, row.count]),
    [
      [false, 3],
      [true, 1],
    ],
  )
})

test('the log of deliveries is kept for a year, and what still waits longer; an unconfirmed address for a day', async () => {
  const { accountId } = await aLearner(world, portal)
  const add = (days: number, status: string) => world.db`
    insert into message_deliveries (project_id, account_id, kind, channel, recipient_mask, status, created_at)
    values (${portal.projectId}, ${accountId}, 'order.paid', 'mail', 'w***@example.cn', ${status},
      moment() - make_interval(days => ${days}))`
  for (const days of [364, 366]) for (const status of ['queued', 'sent', 'failed']) await add(days, status)
  const enter = async (hours: number, isConfirmed: boolean) => {
    const learner = await aLearner(world, portal)
    await world.db`
      insert into message_mails (account_id, address_sealed, address_mask, expires_at, confirmed_at)
      values (${learner.accountId}, '', 'w***@example.cn', moment() - make_interval(hours => ${hours}),
        ${isConfirmed ? world.db`moment()` : null})`
    return learner.accountId
  }
  const [fresh, , confirmed] = [await enter(23, false), await enter(25, false), await enter(25, true)]
  await runJob(world, 'message.sweep')
  const left = await world.db`
    select status, count(*)::int as count from message_deliveries where account_id = ${accountId} group by 1 order by 1`
  assert.deepEqual(
    left.map((row) => [row.status, row.count]),
    [
      ['failed', 1],
      ['queued', 2],
      ['sent', 1],
    ],
  )
  const mails = await world.db`select account_id from message_mails where address_sealed = ''`
  assert.deepEqual(mails.map((row) => row.accountId).toSorted(), [fresh, confirmed].toSorted())
})
