import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aLearner, anAccount, aPortal, type BuiltPortal, signedIn } from '../../../test/build/portal.ts'
import { aBrowser } from '../../../test/build/session.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import { until } from '../../../test/until.ts'
import { addText } from '../../project/server/actions.ts'
import { projectCalls } from '../../project/contract.ts'
import { sessionCalls } from '../contract.ts'
import { credentialCalls } from '../credential/contract.ts'
import { roleSwitchCalls } from '../role/contract.ts'
import { encodeCredential } from '../rules.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/class', '/order-manage/list'], buttons: [] })
})

const credentials = (account: string, password: string) => ({
  account: encodeCredential(account),
  password: encodeCredential(password),
})

/** Returns whether a token is invalid: an ending reaches every process by a notice. */
const isOver = async (token: string) =>
  (await world.call(sessionCalls.getAccountInfo, {}, token)).respCode === 401

test('a learner signs in with spaces around the account and receives their profile', async () => {
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

test('user info includes whether the session has the whole project', async () => {
  const [narrow] = await world.db`
    insert into roles ${world.db({ projectId: portal.projectId, roleName: '片区', roleSystem: 1, dataScope: 'subtree', menus: [] })}
    returning id`
  const roles = { ...portal.roles, admin: narrow!.id as string }
  const reach = async ({ token }: { token: string }) =>
    (await world.ask(sessionCalls.getAccountInfo, {}, token)).manageAccountInfo.wholeProject
  assert.equal(await reach(await anAccount(world, portal, { role: 'admin' })), true)
  assert.equal(await reach(await anAccount(world, { ...portal, roles }, { role: 'admin' })), false)
  assert.equal(await reach(await anAccount(world, portal, { role: 'unit' })), false)
  assert.equal(await reach(await aLearner(world, portal)), false)
})

test('unknown account and wrong password answer alike, and after the fifth wrong one even the right one waits', async () => {
  const learner = await aLearner(world, portal)
  const unknown = await world.call(sessionCalls.login, credentials('nobody', 'Wrong2026a'))
  for (let i = 0; i < 5; i++) {
    const wrong = await world.call(sessionCalls.login, credentials(learner.loginName, 'Wrong2026a'))
    assert.deepEqual(wrong, unknown)
  }
  const locked = await world.call(sessionCalls.login, credentials(learner.loginName, 'Demo2026a'))
  assert.match(locked.respDesc, /锁定/)
  await world.moveClock('61 seconds')
  await signedIn(world, learner.loginName)
  await world.moveClock('0')
})

test('a session ends by logout and by time, and a cookie by itself opens nothing', async () => {
  const learner = await aLearner(world, portal)
  const second = await signedIn(world, learner.loginName)
  await world.ask(sessionCalls.loginOut, {}, second)
  await until(() => isOver(second))
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

test('a manager with a password set by someone else must change it first', async () => {
  const admin = await anAccount(world, portal, { role: 'admin' })
  const before = await world.ask(sessionCalls.getAccountInfo, {}, admin.token)
  assert.equal(before.manageAccountInfo.mustChangePassword, false)
  await world.db`update accounts set must_change_password = true where id = ${admin.accountId}`
  const after = await world.ask(sessionCalls.getAccountInfo, {}, admin.token)
  assert.equal(after.manageAccountInfo.mustChangePassword, true)
})

test('check-login answers who, and index2Login signs in as login does', async () => {
  const learner = await aLearner(world, portal, { name: '王小二' })
  assert.deepEqual(await world.ask(sessionCalls.checkLogin, {}, learner.token), {
    loggedIn: true,
    accountId: learner.accountId,
    userName: '王小二',
    roleName: '学员',
    roleSystem: 3,
  })
  const { data } = await world.ask(sessionCalls.index2Login, credentials(learner.loginName, 'Demo2026a'))
  assert.equal((await world.ask(sessionCalls.checkLogin, {}, data.tokenCode)).accountId, learner.accountId)
})

test('signing in gives a companion cookie no script can read; leaving takes it away', async () => {
  const learner = await aLearner(world, portal)
  const browser = aBrowser(world)
  await browser.signIn(learner.loginName)
  const [cookie] = browser.given
  assert.equal(cookie!.name, 'sid')
  assert.equal(cookie!.httpOnly, true)
  assert.equal(cookie!.sameSite, 'Strict')
  assert.equal(cookie!.path, '/')
  assert.equal((await world.call(sessionCalls.getAccountInfo, {})).respCode, 401)
  browser.token = null
  assert.equal((await browser.call(sessionCalls.getAccountInfo, {})).respCode, 401)
  await browser.call(sessionCalls.loginOut, {})
  assert.equal(browser.cookies.sid, undefined)
  const [row] = await world.db`
    select count(*)::int as n from sessions where companion_hash is null or token_hash = companion_hash`
  assert.equal(row!.n, 0)
})

test('behind https the companion carries the __Host- prefix and a plain one counts for nothing', async () => {
  const safe = await openWorld({ environment: { publicUrl: 'https://portal.example' } })
  const built = await aPortal(safe)
  const admin = await anAccount(safe, built, { role: 'admin' })
  const browser = aBrowser(safe)
  await browser.signIn(admin.loginName)
  const [cookie] = browser.given
  assert.equal(cookie!.name, '__Host-sid')
  assert.equal(cookie!.secure, true)
  browser.token = '管理员-token'
  assert.equal((await browser.call(sessionCalls.getAccountInfo, {})).respCode, 200)
  browser.cookies = { sid: browser.cookies['__Host-sid']! }
  assert.equal((await browser.call(sessionCalls.getAccountInfo, {})).respCode, 401)
})

test('with the setting on, signing in ends the earlier session and its window shows why', async () => {
  const single = await aPortal(world, { settings: { singleSession: true } })
  const learner = await aLearner(world, single)
  const many = await aLearner(world, portal)
  await signedIn(world, learner.loginName, 'Demo2026a', single.unitId)
  await signedIn(world, many.loginName)
  await until(() => isOver(learner.token))
  const reported = await world.call(sessionCalls.getAccountInfo, {}, learner.token)
  assert.match(reported.respDesc, /其他地方登录/)
  const elsewhere = await world.call(roleSwitchCalls.switchLogin, {}, learner.token)
  assert.match(elsewhere.respDesc, /其他地方登录/)
  assert.equal((await world.call(sessionCalls.getAccountInfo, {}, many.token)).respCode, 200)
})

test('of sign-ins made at once one session is left where one is allowed', async () => {
  const single = await aPortal(world, { settings: { singleSession: true } })
  const learner = await aLearner(world, single)
  await Promise.all(
    Array.from({ length: 5 }, () => signedIn(world, learner.loginName, 'Demo2026a', single.unitId)),
  )
  const [row] = await world.db`
    select count(*)::int as n from sessions where account_id = ${learner.accountId} and revoked_at is null`
  assert.equal(row!.n, 1)
})

test('a window whose session was ended shows the specific reason', async () => {
  const words = new Map<string, RegExp>([
    ['remote', /另一台设备/],
    ['others', /另一台设备/],
    ['password', /密码或账号设置已变更/],
    ['disabled', /已停用/],
    ['role', /权限已调整/],
    ['time', /超时/],
    ['left', /^请重新登录$/],
  ])
  for (const [how, expected] of words) {
    const person = await anAccount(world, portal, { role: 'unit' })
    const { accountId, loginName, token } = person
    const other = await signedIn(world, loginName)
    if (how === 'remote') {
      const list = await world.ask(credentialCalls.findMySessionList, {}, other)
      const { sessionId } = list.find((each) => !each.current)!
      await world.ask(credentialCalls.endMySession, { sessionId }, other)
    } else if (how === 'others') await world.ask(credentialCalls.endOtherSessions, {}, other)
    else if (how === 'password') {
      const change = { oldPassword: 'Demo2026a', password: 'River77stone' }
      await world.ask(credentialCalls.modifyPassword, change, other)
    } else if (how === 'disabled')
      await world.db`update accounts set status = 'disabled', sessions_from = moment() where id = ${accountId}`
    else if (how === 'role')
      await world.db`update roles set sessions_from = moment() where id = ${portal.roles.unit}`
    else if (how === 'time') await world.moveClock('31 minutes')
    else await world.ask(sessionCalls.loginOut, {}, token)
    world.portal.gate.forget()
    const reported = await world.call(sessionCalls.getAccountInfo, {}, token)
    assert.equal(reported.respCode, 401, how)
    assert.match(reported.respDesc, expected, how)
    await world.moveClock('0')
  }
  const stranger = await world.call(sessionCalls.getAccountInfo, {}, 'x'.repeat(43))
  assert.equal(stranger.respDesc, '请重新登录')
})

test('signing in again in a browser leaves no old session, and goes to the requested unit', async () => {
  const elsewhere = await aPortal(world)
  const there = await anAccount(world, elsewhere, { role: 'unit' })
  const here = await aLearner(world, portal)
  const browser = aBrowser(world)
  await browser.signIn(here.loginName)
  const before = browser.token!
  const wrong = await browser.call(sessionCalls.login, credentials(here.loginName, 'Wrong2026a'))
  assert.equal(wrong.respCode, -1)
  assert.equal((await world.call(sessionCalls.getAccountInfo, {}, before)).respCode, 200)
  const sent = { ...credentials(there.loginName, 'Demo2026a'), unitId: elsewhere.unitId }
  const { attribute } = await browser.call(sessionCalls.login, sent)
  const info = await world.ask(sessionCalls.getAccountInfo, {}, attribute.data.tokenCode)
  assert.equal(info.manageAccountInfo.accountId, there.accountId)
  world.portal.gate.forget()
  assert.equal((await world.call(sessionCalls.getAccountInfo, {}, before)).respCode, 401)
  assert.equal((await world.call(sessionCalls.getAccountInfo, {}, here.token)).respCode, 200)
})

test('bad input is refused with the field named', async () => {
  const missing = await world.call(sessionCalls.login, { account: 'YQ==' } as never)
  assert.equal(missing.respCode, 422)
  assert.equal(missing.field, 'password')
  const notBase64 = await world.call(sessionCalls.login, { account: '%%%', password: 'YQ==' })
  assert.equal(notBase64.respCode, 422)
  assert.equal(notBase64.field, 'account')
})

test('the input of a call is read from the query and from JSON, not from a form', async () => {
  const learner = await aLearner(world, portal)
  const sent = credentials(learner.loginName, 'Demo2026a')
  const form = new URLSearchParams(sent).toString()
  const url = '/api/login/login.action'
  for (const request of [
    { url: `${url}?${form}` },
    { url, payload: sent },
    { url: `${url}?account=${encodeURIComponent(sent.account)}`, payload: { password: sent.password } },
  ]) {
    const reply = await world.portal.http.inject({ method: 'POST', ...request })
    assert.match(reply.json().attribute.data.tokenCode, /^[\w-]{43}$/)
  }
  for (const [type, payload] of [
    ['application/x-www-form-urlencoded', form],
    ['text/plain', JSON.stringify(sent)],
    ['multipart/form-data; boundary=x', `--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--`],
  ] as const) {
    const reply = await world.portal.http.inject({
      method: 'POST',
      url: `${url}?${form}`,
      payload,
      headers: { 'content-type': type },
    })
    assert.deepEqual([reply.json().respCode, reply.json().field, reply.cookies], [422, 'body', []], type)
    assert.match(reply.json().respDesc, /application\/json/)
  }
})

test('visitors read the portal’s about text and its agreement, each of the portal they came to', async () => {
  const other = await aPortal(world)
  const write = (projectId: string, kind: 'aboutUs' | 'agreement', content: string) =>
    addText(world.db, projectId, { kind, content })
  await write(other.projectId, 'aboutUs', '<p>关于他处</p>')
  await write(other.projectId, 'agreement', '<p>他处协议</p>')
  await write(portal.projectId, 'aboutUs', '<p>关于此处</p>')
  const read = async (input: { unitId?: string }) => [
    (await world.ask(projectCalls.aboutUs, input)).content,
    (await world.ask(projectCalls.getAgreement, input)).content,
  ]
  assert.deepEqual(await read({}), ['<p>关于此处</p>', '<p>协议</p>'])
  assert.deepEqual(await read({ unitId: other.unitId }), ['<p>关于他处</p>', '<p>他处协议</p>'])
})

test('the system configuration is a stranger’s to read, of the unit they came for', async () => {
  const other = await aPortal(world, { settings: { index2Open: '0', title: '他处' } })
  const config = await world.ask(projectCalls.getSystemConfig, { unitId: other.unitId })
  assert.deepEqual([config.projectTitle, config.index2Open, config.settings.index2Open], ['他处', '0', '0'])
  const types = JSON.parse(config.h5Config.showClassType) as { name: string }[]
  assert.ok(types.length > 0 && types.every((type) => type.name))
  const own = await world.ask(projectCalls.getSystemConfig, {})
  assert.deepEqual([own.projectTitle, own.index2Open], ['测试项目', '1'])
})

test('an unknown call is HTTP 404 in the envelope and a known one answers with and without .action', async () => {
  const unknown = await world.portal.http.inject({ method: 'POST', url: '/api/no/such-call.action' })
  assert.equal(unknown.statusCode, 404)
  assert.equal(unknown.json().respCode, 404)
  const bare = await world.portal.http.inject({ method: 'POST', url: '/api/login/check-login' })
  assert.deepEqual(bare.json(), {
    respCode: 200,
    respDesc: 'success',
    attribute: { loggedIn: false, accountId: null, userName: null, roleName: null, roleSystem: null },
  })
})

test('a password that is replaced while it is being checked opens nothing', async () => {
  const learner = await aLearner(world, portal)
  const [login] = await race(
    world.db,
    (tx) => tx`update accounts set password_hash = 'replaced' where id = ${learner.accountId}`,
    () => world.call(sessionCalls.login, credentials(learner.loginName, 'Demo2026a')),
  )
  assert.match(login.respDesc, /不正确/)
})
