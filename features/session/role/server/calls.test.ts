import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aBrowser, type Browser } from '../../../../test/build/session.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { sessionCalls } from '../../contract.ts'
import { encodeCredential, roleTokenOf } from '../../rules.ts'
import { roleSwitchCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let finance: string
let manager: BuiltAccount
let browser: Browser

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/train-manage/class'], buttons: [] })
  finance = await aRole('财务', ['/order-manage/list'])
})
beforeEach(async () => {
  manager = await anAccount(world, portal, { role: 'admin' })
  await grant(manager, finance)
  browser = aBrowser(world)
  await browser.signIn(manager.loginName)
})

async function aRole(roleName: string, menus: string[], more: object = {}): Promise<string> {
  const { projectId } = portal
  const [row] = await world.db`
    insert into roles ${world.db({ projectId, roleName, roleSystem: 1, menus, ...more } as never)} returning id`
  return row!.id as string
}
async function grant(account: BuiltAccount, roleId: string, unitId: string | null = null): Promise<void> {
  await world.db`insert into account_roles ${world.db({ accountId: account.accountId, roleId, unitId })}`
}
const info = () => browser.call(sessionCalls.getAccountInfo, {})
const switchLogin = (input = {}) => browser.call(roleSwitchCalls.switchLogin, input)
const live = async (account: BuiltAccount) =>
  world.db`select token_hash, companion_hash, role_id from sessions
    where account_id = ${account.accountId} and revoked_at is null order by created_at desc`

test('a role’s name with -token chooses that role inside the session of the companion, under a new id', async () => {
  const [before] = await live(manager)
  const old = browser.token
  const companion = browser.cookies.sid
  browser.token = roleTokenOf('财务')
  assert.equal(browser.token, '财务-token')
  const changed = await info()
  assert.equal(changed.attribute.manageAccountInfo.roleRP.roleName, '财务')
  assert.equal(changed.attribute.manageAccountInfo.roleRP.menu[0]!.url, '/order-manage')
  assert.notEqual(browser.cookies.sid, companion)
  const [after] = await live(manager)
  assert.notDeepEqual(after!.companionHash, before!.companionHash)
  assert.equal(after!.roleId, finance)
  // The literal continues opening the session it chose, every call of it, and rotates no more.
  const cookieBefore = browser.cookies.sid
  assert.equal((await browser.call(sessionCalls.checkLogin, {})).attribute.roleName, '财务')
  assert.equal((await info()).respCode, 200)
  assert.equal(browser.cookies.sid, cookieBefore)
  browser.token = old
  assert.equal((await info()).respCode, 401)
  const [log] = await world.db`
    select actor_id, before, after from operation_logs where action = 'session.changeRole' order by created_at desc limit 1`
  assert.equal(log!.actorId, manager.accountId)
  assert.deepEqual(log!.after, { roleId: finance, unitId: null })
})

test('the literal never opens anything by itself, nor beside another’s or an old companion', async () => {
  const old = browser.cookies.sid!
  browser.token = '财务-token'
  await info()
  for (const cookies of [{}, { sid: old }, { sid: 'x'.repeat(43) }, { sid: '财务-token' }] as Record<
    string,
    string
  >[]) {
    const stranger = aBrowser(world)
    Object.assign(stranger, { token: '财务-token', cookies })
    assert.equal((await stranger.call(sessionCalls.getAccountInfo, {})).respCode, 401)
    assert.equal((await stranger.call(roleSwitchCalls.switchLogin, {})).respCode, 401)
  }
  for (const token of [`${browser.cookies.sid}\n财务`, `${browser.cookies.sid}`]) {
    const thief = aBrowser(world)
    thief.token = token
    assert.equal((await thief.call(sessionCalls.getAccountInfo, {})).respCode, 401)
  }
})

test('a role that is not granted is refused with 403 and the session continues as it was', async () => {
  await aRole(`外人${manager.loginName}`, ['/super-account/index'])
  const own = browser.token
  for (const name of [`外人${manager.loginName}`, '没有这个', '学员']) {
    browser.token = roleTokenOf(name)
    assert.equal((await info()).respCode, 403, name)
  }
  browser.token = own
  assert.equal((await info()).attribute.manageAccountInfo.roleRP.roleName, '管理员')
})

test('the choices are the granted roles and units, and switching takes the very one', async () => {
  const [here, there] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  await grant(manager, portal.roles.unit, here)
  await grant(manager, portal.roles.unit, there)
  const { choices } = (await switchLogin()).attribute
  assert.deepEqual(
    choices.slice(0, 2).map((choice) => [choice.roleName, choice.unitId, choice.current]),
    [
      ['管理员', portal.unitId, true],
      ['财务', null, false],
    ],
  )
  assert.deepEqual(new Set(choices.slice(2).map((choice) => choice.unitId)), new Set([here, there]))
  assert.ok(choices.slice(2).every((choice) => choice.roleName === '单位管理员' && !choice.current))
  const input = { accountId: manager.accountId, roleId: portal.roles.unit, unitId: there }
  const { data } = (await switchLogin(input)).attribute
  browser.token = data.tokenCode
  assert.equal((await info()).attribute.manageAccountInfo.unitId, there)
  assert.equal((await live(manager)).length, 2)
  const foreign = await aUnit(world, portal.projectId)
  assert.equal((await switchLogin({ ...input, unitId: foreign })).respCode, 403)
  const other = await anAccount(world, portal, { role: 'admin' })
  assert.equal((await switchLogin({ accountId: other.accountId })).respCode, 403)
  assert.equal((await world.call(roleSwitchCalls.switchLogin, {})).respCode, 401)
})

const credentials = (account: BuiltAccount, password = 'Demo2026a') => ({
  account: encodeCredential(account.loginName),
  password: encodeCredential(password),
})

test('another account is a choice once its password was proved, one way, and as long as it stays the same', async () => {
  const learner = await aLearner(world, portal, { name: '另一个我' })
  const wrong = await switchLogin(credentials(learner, 'Wrong2026a'))
  assert.equal(wrong.respCode, -1)
  assert.equal((await switchLogin()).attribute.choices.filter((choice) => choice.linked).length, 0)
  const linked = await switchLogin(credentials(learner))
  browser.token = linked.attribute.data.tokenCode
  assert.equal((await info()).attribute.manageAccountInfo.userName, '另一个我')
  assert.equal((await switchLogin()).attribute.choices.length, 1)
  const logs = await world.db`
    select action, actor_id, subject_id from operation_logs
    where subject_id = ${learner.accountId} and action in ('session.switchAccount', 'session.open')
    order by created_at desc limit 2`
  for (const log of logs) assert.equal(log.actorId, manager.accountId, String(log.action))

  await browser.signIn(manager.loginName)
  const again = await switchLogin({ accountId: learner.accountId })
  assert.equal(again.respCode, 200)
  await browser.signIn(manager.loginName)
  await world.db`update accounts set password_hash = password_hash || 'x' where id = ${learner.accountId}`
  assert.equal((await switchLogin({ accountId: learner.accountId })).respCode, 403)
  assert.equal((await switchLogin()).attribute.choices.filter((choice) => choice.linked).length, 0)
})

test('the own account is no link, half a proof is bad input, and a link can be taken away', async () => {
  const own = await switchLogin(credentials(manager))
  assert.equal(own.respCode, 422)
  assert.equal(own.field, 'account')
  assert.equal((await switchLogin({ account: encodeCredential('a') })).field, 'password')
  assert.equal((await switchLogin({ password: encodeCredential('a') })).field, 'account')
  const learner = await aLearner(world, portal)
  await switchLogin(credentials(learner))
  await browser.signIn(manager.loginName)
  assert.equal((await switchLogin({ unlink: learner.accountId })).attribute.choices.length, 2)
  assert.equal((await switchLogin({ unlink: learner.accountId })).respCode, 404)
})

test('an account of another project is unknown here', async () => {
  const elsewhere = await aPortal(world)
  const foreign = await aLearner(world, elsewhere)
  assert.equal((await switchLogin(credentials(foreign))).respCode, -1)
})

test('where one role a sign-in is the rule, it is chosen when signing in and stays', async () => {
  const single = await aPortal(world, { settings: { singleRole: true } })
  const account = await anAccount(world, single, { role: 'admin' })
  browser = aBrowser(world)
  await grant(account, single.roles.unit, single.unitId)
  const inUnit = { unitId: single.unitId }
  const signIn = async (roleType?: string) => {
    browser.token = null
    return browser.call(sessionCalls.login, {
      ...credentials(account),
      ...inUnit,
      ...(roleType ? { roleType } : {}),
    })
  }
  for (const [roleType, roleName] of [
    ['单位管理员', '单位管理员'],
    ['2', '单位管理员'],
    ['1', '管理员'],
    [undefined, '管理员'],
  ] as const) {
    browser.token = (await signIn(roleType)).attribute.data.tokenCode
    assert.equal((await info()).attribute.manageAccountInfo.roleRP.roleName, roleName)
  }
  assert.equal((await signIn('3')).respCode, 403)
  browser.token = (await signIn()).attribute.data.tokenCode
  assert.equal((await switchLogin()).attribute.choices.length, 1)
  const input = { accountId: account.accountId, roleId: single.roles.unit }
  assert.match((await switchLogin(input)).respDesc, /一个身份/)
  assert.match((await switchLogin(credentials(manager))).respDesc, /一个身份/)
  browser.token = '单位管理员-token'
  assert.match((await info()).respDesc, /一个身份/)
})

test('a role with a second factor is taken up only after one was set up', async () => {
  const careful = await aRole(`审计${manager.loginName}`, [], { secondFactor: true })
  await grant(manager, careful)
  const own = browser.token
  browser.token = roleTokenOf(`审计${manager.loginName}`)
  assert.match((await info()).respDesc, /绑定验证器/)
  browser.token = own
  assert.equal((await info()).respCode, 200)
})
