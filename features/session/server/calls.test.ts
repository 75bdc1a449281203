import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { aLearner, anAccount, aPortal, type BuiltPortal, signedIn } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { sessionCalls } from '../contract.ts'
import { encodeCredential } from '../rules.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/class', '/order-manage/list'] })
})

const credentials = (account: string, password: string) => ({
  account: encodeCredential(account),
  password: encodeCredential(password),
})

test('a learner signs in with spaces around the account and is told who they are', async () => {
  const learner = await aLearner(world, portal, { name: '李小兰' })
  const { data } = await world.ask(sessionCalls.login, credentials(`  ${learner.loginName} `, 'Demo2026a'))
  const info = await world.ask(sessionCalls.getAccountInfo, {}, data.tokenCode)
  assert.equal(info.manageAccountInfo.userName, '李小兰')
  assert.equal(info.manageAccountInfo.roleRP.roleSystem, 3)
})

test('a manager is given the menu as a tree', async () => {
  const admin = await anAccount(world, portal, { role: 'admin' })
  const info = await world.ask(sessionCalls.getAccountInfo, {}, admin.token)
  assert.deepEqual(info.manageAccountInfo.roleRP.menu, [
    { url: '/order-manage', childrenMenuRPs: [{ url: '/order-manage/list', childrenMenuRPs: [] }] },
    { url: '/train-manage', childrenMenuRPs: [{ url: '/train-manage/class', childrenMenuRPs: [] }] },
  ])
})

test('unknown account and wrong password answer alike, and the fifth wrong one locks', async () => {
  const learner = await aLearner(world, portal)
  const unknown = await world.call(sessionCalls.login, credentials('nobody', 'Wrong2026a'))
  for (let i = 0; i < 5; i++) {
    const wrong = await world.call(sessionCalls.login, credentials(learner.loginName, 'Wrong2026a'))
    assert.deepEqual(wrong, unknown)
  }
  const locked = await world.call(sessionCalls.login, credentials(learner.loginName, 'Demo2026a'))
  assert.match(locked.respDesc, /锁定/)
  await world.moveClock('16 minutes')
  await signedIn(world, learner.loginName)
  await world.moveClock('0')
})

test('a session ends by logout and by time, and a cookie alone opens nothing', async () => {
  const learner = await aLearner(world, portal)
  const second = await signedIn(world, learner.loginName)
  await world.ask(sessionCalls.loginOut, {}, second)
  for (let tries = 0; tries < 50; tries++) {
    if ((await world.call(sessionCalls.getAccountInfo, {}, second)).respCode === 401) break
    assert.ok(tries < 49, 'an ended session still worked after a second')
    await wait(20)
  }
  const byCookie = await world.portal.http.inject({
    url: '/api/login/get-account-info.action',
    cookies: { token: learner.token },
  })
  assert.equal(byCookie.json().respCode, 401)
  const idle = await signedIn(world, learner.loginName)
  await world.moveClock('3 hours')
  assert.equal((await world.call(sessionCalls.getAccountInfo, {}, idle)).respCode, 401)
  await world.moveClock('0')
})

test('bad input is refused with the field named', async () => {
  const missing = await world.call(sessionCalls.login, { account: 'YQ==' } as never)
  assert.equal(missing.respCode, 422)
  assert.equal(missing.field, 'password')
  const notBase64 = await world.call(sessionCalls.login, { account: '%%%', password: 'YQ==' })
  assert.equal(notBase64.respCode, 422)
  assert.equal(notBase64.field, 'account')
})

test('an unknown call is HTTP 404 in the envelope and a known one answers with and without .action', async () => {
  const unknown = await world.portal.http.inject({ method: 'POST', url: '/api/no/such-call.action' })
  assert.equal(unknown.statusCode, 404)
  assert.equal(unknown.json().respCode, 404)
  const bare = await world.portal.http.inject({ method: 'POST', url: '/api/login/check-login' })
  assert.deepEqual(bare.json(), { respCode: 200, respDesc: 'success', attribute: { loggedIn: false } })
})
