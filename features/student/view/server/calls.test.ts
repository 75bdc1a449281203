import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allHandlers } from '../../../../app/features.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { until } from '../../../../test/until.ts'
import { manageCalls } from '../../../account/manage/contract.ts'
import { completeCalls } from '../../complete/contract.ts'
import { credentialCalls } from '../../../session/credential/contract.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { viewCalls as calls } from '../contract.ts'

const menus = ['/student-manage/student', '/account-manage/administrator-list', '/account-manage/role']
const reason = '学员来电说看不到课程'
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let learner: BuiltAccount

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin', userName: '客服小王' })
  learner = await aLearner(world, portal)
})
const look = (accountId = learner.accountId, token = admin.token) =>
  world.ask(calls.viewAsLearner, { accountId, reason }, token)
const codeOf = async (token: string) => (await world.call(completeCalls.getMyInfo, {}, token)).respCode
/** Waits until a token is refused: every process hears of an end by a notice. */
async function assertEnded(token: string): Promise<void> {
  await until(async () => (await codeOf(token)) !== 200)
  assert.equal(await codeOf(token), 401)
}

test('a view-as session reads the learner’s own pages, and the learner sees who, when and why', async () => {
  const own = await aLearner(world, portal)
  const { token, name } = await look(own.accountId)
  const info = await world.ask(completeCalls.getMyInfo, {}, token)
  assert.equal(info.loginName, own.loginName)
  assert.equal(name, info.userName)
  const { list } = await world.ask(calls.findMyViewList, {}, own.token)
  assert.deepEqual([list[0]!.viewerName, list[0]!.reason, list[0]!.endedAt], ['客服小王', reason, null])
  await world.ask(calls.endView, {}, token)
  await assertEnded(token)
  const reported = await world.ask(calls.findMyViewList, {}, own.token)
  assert.ok(reported.list[0]!.endedAt)
  const actions = await world.db`
    select action, actor_id from operation_logs
    where subject_id = ${own.accountId} and action like 'student.%iew' order by id`
  assert.deepEqual(
    actions.map((action) => [action.action, action.actorId]),
    [
      ['student.view', admin.accountId],
      ['student.endView', admin.accountId],
    ],
    'the real actor is recorded',
  )
})

test('every call that is not marked as a reading one is refused to a look, whatever it is sent', async () => {
  const { token } = await look()
  const refused = new Set<number>()
  for (const { call } of allHandlers.filter((answer) => !answer.call.viewable)) {
    const { respCode } = await world.call(call, {}, token)
    if (respCode !== 403) assert.fail(`${call.path} answers a look with ${respCode}`)
    refused.add(respCode)
  }
  assert.deepEqual([...refused], [403])
  const upload = await world.portal.http.inject({ method: 'POST', url: '/files/video', headers: { token } })
  assert.ok(upload.statusCode >= 400, 'what is no call knows no look')
  assert.equal(await codeOf(token), 200, 'and the look goes on')
})

test('a look gives no session of the learner: it is not exchanged, not listed and has no password to change', async () => {
  await world.db`update accounts set must_change_password = true where id = ${learner.accountId}`
  const { token } = await look()
  const info = await world.ask(sessionCalls.getAccountInfo, { handed: true }, token)
  assert.equal(info.tokenCode, undefined)
  assert.equal(info.manageAccountInfo.mustChangePassword, false)
  await world.db`update accounts set must_change_password = false where id = ${learner.accountId}`
  world.portal.gate.forget()
  const before = await world.ask(credentialCalls.findMySessionList, {}, learner.token)
  await look()
  const after = await world.ask(credentialCalls.findMySessionList, {}, learner.token)
  assert.equal(after.length, before.length)
  assert.equal(await codeOf(learner.token), 200, 'the learner stays signed in')
})

test('a look ends after a quarter of an hour, with another look, and with the session it is looked from', async () => {
  const first = await look()
  const second = await look()
  await assertEnded(first.token)
  assert.equal(await codeOf(second.token), 200)
  await world.moveClock('14 minutes')
  assert.equal(await codeOf(second.token), 200)
  await world.moveClock('16 minutes')
  const over = await world.call(completeCalls.getMyInfo, {}, second.token)
  assert.equal(over.respCode, 401)
  assert.match(over.respDesc, /查看已结束/)
  await world.moveClock('0 minutes')
  const helper = await anAccount(world, portal, { role: 'admin' })
  const third = await look(learner.accountId, helper.token)
  await world.ask(manageCalls.disableAccount, { accountId: helper.accountId }, admin.token)
  await assertEnded(third.token)
  const last = await anAccount(world, portal, { role: 'admin' })
  const fourth = await look(learner.accountId, last.token)
  await world.ask(sessionCalls.loginOut, {}, last.token)
  await assertEnded(fourth.token)
})

test('without the button, without a reason, of staff, of the disabled or out of scope: no look', async () => {
  const bare = await anAccount(world, await aPortal(world, { menus, buttons: [] }), { role: 'admin' })
  const abroad = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  const disabled = await aLearner(world, portal)
  await world.db`update accounts set status = 'disabled' where id = ${disabled.accountId}`
  await world.db`update roles set menus = (select menus from roles where id = ${portal.roles.admin}) where id = ${portal.roles.unit}`
  const elsewhere = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId),
  })
  const code = async (accountId: string, token: string | null, why = reason) =>
    (await world.call(calls.viewAsLearner, { accountId, reason: why }, token)).respCode
  assert.equal(await code(learner.accountId, null), 401)
  assert.equal(await code(learner.accountId, learner.token), 403)
  assert.equal(await code(learner.accountId, bare.token), 403)
  assert.equal(await code(learner.accountId, abroad.token), 404)
  assert.equal(await code(learner.accountId, elsewhere.token), 404)
  assert.equal(await code(admin.accountId, admin.token), 404)
  assert.equal(await code(disabled.accountId, admin.token), 409)
  assert.equal(await code(learner.accountId, admin.token, '看'), 422)
  const own = await world.call(calls.endView, {}, learner.token)
  assert.equal(own.respCode, 409, 'a learner’s own session is no look')
})
