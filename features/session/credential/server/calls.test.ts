import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltPortal,
  changeSettings,
  signedIn,
} from '../../../../test/build/portal.ts'
import { aMessageCode } from '../../../../test/build/messageCode.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { race } from '../../../../test/race.ts'
import { until } from '../../../../test/until.ts'
import { codeCalls } from '../../code/contract.ts'
import { sessionCalls } from '../../contract.ts'
import { encodeCredential } from '../../rules.ts'
import { credentialCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world)
})
// The attempt limits are tested below; the other tests all come from one address.
beforeEach(() => world.db`delete from tries`.then(() => {}))

const { modifyPassword, modifyPasswordByMobile, modifyMobile, findMySessionList } = credentialCalls
const { endMySession, endOtherSessions } = credentialCalls
const old = 'Demo2026a'
const fresh = 'River77stone'

const mobileOf = async (accountId: string) => {
  const [row] = await world.db`select mobile_sealed from accounts where id = ${accountId}`
  return world.app.secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer)
}

/** Waits until a token is invalid: an ending reaches every process by a notice. */
const isOver = (token: string) =>
  until(async () => (await world.call(sessionCalls.getAccountInfo, {}, token)).respCode === 401)

const works = async (token: string) =>
  (await world.call(sessionCalls.getAccountInfo, {}, token)).respCode === 200

test('a new password needs the old one, ends every other session and rotates this one', async () => {
  const learner = await aLearner(world, portal)
  const other = await signedIn(world, learner.loginName)
  await world.db`update accounts set must_change_password = true where id = ${learner.accountId}`
  const { data } = await world.ask(modifyPassword, { oldPassword: old, password: fresh }, learner.token)
  await isOver(other)
  await isOver(learner.token)
  assert.ok(await works(data.tokenCode))
  await signedIn(world, learner.loginName, fresh)
  const refused = await world.call(sessionCalls.login, {
    account: encodeCredential(learner.loginName),
    password: encodeCredential(old),
  })
  assert.notEqual(refused.respCode, 200)
  const [account] = await world.db`
    select must_change_password from accounts where id = ${learner.accountId}`
  assert.equal(account!.mustChangePassword, false)
  const [action] = await world.db`
    select count(*)::int as n from operation_logs
    where action = 'account.modifyPassword' and subject_id = ${learner.accountId}`
  assert.equal(action!.n, 1)
})

test('the renewed session ends when the old one would have, and keeps role and unit', async () => {
  const manager = await anAccount(world, portal, { role: 'unit' })
  const find = () => world.db`
    select expires_at, role_id, unit_id from sessions where account_id = ${manager.accountId}
    order by created_at desc, id desc limit 1`
  const [before] = await find()
  await world.moveClock('10 minutes')
  await world.ask(modifyPassword, { oldPassword: old, password: fresh }, manager.token)
  const [after] = await find()
  await world.moveClock('0')
  assert.deepEqual(after, before)
})

test('each fault of a new password is named, and nothing changes', async () => {
  const learner = await aLearner(world, portal)
  for (const [input, field] of [
    [{ oldPassword: 'Wrong2026a', password: fresh }, 'oldPassword'],
    [{ oldPassword: old, password: old }, 'password'],
    [{ oldPassword: old, password: 'short' }, 'password'],
    [{ oldPassword: old, password: 'abc12345' }, 'password'],
    [{ oldPassword: old, password: `x${await mobileOf(learner.accountId)}` }, 'password'],
  ] as const) {
    const answer = await world.call(modifyPassword, input, learner.token)
    assert.deepEqual([answer.respCode, answer.field], [422, field], JSON.stringify(input))
  }
  assert.equal((await world.call(modifyPassword, { oldPassword: old, password: fresh })).respCode, 401)
  await signedIn(world, learner.loginName)
})

test('five wrong old passwords block the call, for the right one too', async () => {
  const learner = await aLearner(world, portal)
  for (let i = 0; i < 5; i++)
    await world.call(modifyPassword, { oldPassword: 'Wrong2026a', password: fresh }, learner.token)
  const closed = await world.call(modifyPassword, { oldPassword: old, password: fresh }, learner.token)
  assert.notEqual(closed.respCode, 200)
  assert.match(closed.respDesc, /分钟/)
})

test('of two changes concurrently one wins', async () => {
  const learner = await aLearner(world, portal)
  const second = await signedIn(world, learner.loginName)
  const answers = await race(
    world.db,
    (tx) => tx`select from accounts where id = ${learner.accountId} for no key update`,
    () => world.call(modifyPassword, { oldPassword: old, password: fresh }, learner.token),
    () => world.call(modifyPassword, { oldPassword: old, password: 'Garden88tree' }, second),
  )
  assert.deepEqual(answers.map((answer) => answer.respCode === 200).toSorted(), [false, true])
})

test('a code to one’s own number changes the password; one to another number does not', async () => {
  const learner = await aLearner(world, portal)
  const own = await mobileOf(learner.accountId)
  const stranger = '16055500001'
  const foreign = await aMessageCode(world, codeCalls.sendMsgCodeByModify, stranger, learner.token)
  const wrong = await world.call(modifyPasswordByMobile, { ...foreign, password: fresh }, learner.token)
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'msgCode'])
  const code = await aMessageCode(world, codeCalls.sendMsgCodeByModify, null, learner.token, own)
  const same = await world.call(modifyPasswordByMobile, { ...code, password: old }, learner.token)
  assert.deepEqual([same.respCode, same.field], [422, 'password'])
  const { data } = await world.ask(modifyPasswordByMobile, { ...code, password: fresh }, learner.token)
  assert.ok(await works(data.tokenCode))
  const replay = await world.call(
    modifyPasswordByMobile,
    { ...code, password: 'Garden88tree' },
    data.tokenCode,
  )
  assert.equal(replay.respCode, 422)
})

test('an account without a number gets a message, and strangers are sent nothing', async () => {
  const learner = await aLearner(world, portal)
  await world.db`
    update accounts set mobile_sealed = null, mobile_index = null, mobile_mask = null where id = ${learner.accountId}`
  const answer = await world.call(codeCalls.sendMsgCodeByModify, {}, learner.token)
  assert.deepEqual([answer.respCode, answer.field], [422, 'mobile'])
  const anonymous = await world.call(codeCalls.sendMsgCodeByModify, { mobile: '16055500002' })
  assert.equal(anonymous.respCode, 401)
})

test('a number is changed by a code to the new one and the password, and signs in from then on', async () => {
  const learner = await aLearner(world, portal)
  const mobile = '16055500003'
  const code = await aMessageCode(world, codeCalls.sendMsgCodeByModify, mobile, learner.token)
  const proofless = await world.call(modifyMobile, { mobile, ...code }, learner.token)
  assert.deepEqual([proofless.respCode, proofless.field], [422, 'password'])
  const wrong = await world.call(modifyMobile, { mobile, ...code, password: 'Wrong2026a' }, learner.token)
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'password'])
  const changed = await world.ask(modifyMobile, { mobile, ...code, password: old }, learner.token)
  assert.equal(changed.mobile, '160****0003')
  assert.equal(await mobileOf(learner.accountId), mobile)
  await signedIn(world, mobile)
})

test('a number is changed by a code to the old one in place of the password', async () => {
  const learner = await aLearner(world, portal)
  const own = await mobileOf(learner.accountId)
  const mobile = '16055500004'
  const before = await aMessageCode(world, codeCalls.sendMsgCodeByModify, null, learner.token, own)
  const code = await aMessageCode(world, codeCalls.sendMsgCodeByModify, mobile, learner.token)
  const proof = { oldMsgCode: before.msgCode, oldCodeToken: before.codeToken }
  await world.ask(modifyMobile, { mobile, ...code, ...proof }, learner.token)
  assert.equal(await mobileOf(learner.accountId), mobile)
})

test('a number in use is refused after it was proved, and requesting its code reveals nothing', async () => {
  const learner = await aLearner(world, portal)
  const someone = await aLearner(world, portal)
  const taken = await mobileOf(someone.accountId)
  const code = await aMessageCode(world, codeCalls.sendMsgCodeByModify, taken, learner.token)
  const free = await aMessageCode(world, codeCalls.sendMsgCodeByModify, '16055500005', learner.token)
  assert.deepEqual(Object.keys(code), Object.keys(free))
  const answer = await world.call(modifyMobile, { mobile: taken, ...code, password: old }, learner.token)
  assert.deepEqual([answer.respCode, answer.field], [422, 'mobile'])
  const own = await mobileOf(learner.accountId)
  const same = await world.call(modifyMobile, { mobile: own, ...code, password: old }, learner.token)
  assert.deepEqual([same.respCode, same.field], [422, 'mobile'])
})

test('one sees where one is signed in, and ends one or all others; never another’s', async () => {
  const learner = await aLearner(world, portal)
  const phone = await signedIn(world, learner.loginName)
  const tablet = await signedIn(world, learner.loginName)
  const list = await world.ask(findMySessionList, {}, tablet)
  assert.equal(list.length, 3)
  assert.deepEqual(
    list.map((each) => each.current),
    [true, false, false],
  )
  assert.equal(list[0]!.place, '127.0.0.*')
  const someone = await aLearner(world, portal)
  const foreign = await world.call(endMySession, { sessionId: list[1]!.sessionId }, someone.token)
  assert.equal(foreign.respCode, 404)
  await world.ask(endMySession, { sessionId: list[1]!.sessionId }, tablet)
  await isOver(phone)
  assert.ok(await works(learner.token))
  assert.deepEqual(await world.ask(endOtherSessions, {}, tablet), { ended: 1 })
  await isOver(learner.token)
  assert.equal((await world.ask(findMySessionList, {}, tablet)).length, 1)
  assert.ok(await works(someone.token))
})

test('the portal page signs in as the sign-in page does, and not where it is closed', async () => {
  const learner = await aLearner(world, portal)
  const credentials = {
    account: encodeCredential(` ${learner.loginName} `),
    password: encodeCredential(` ${old} `),
  }
  const entry = await world.portal.http.inject({ method: 'POST', url: '/api/login/index2.action' })
  assert.equal(entry.json().attribute.projectTitle, '测试项目')
  const { data } = await world.ask(sessionCalls.index2Login, credentials)
  assert.ok(await works(data.tokenCode))
  const settings = (index2Open: '0' | '1') => changeSettings(world, portal.projectId, { index2Open })
  await settings('0')
  assert.equal((await world.call(sessionCalls.index2Login, credentials)).respCode, 403)
  await settings('1')
})
