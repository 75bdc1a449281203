import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { codeFor, secretOf } from '../../../../test/build/authenticator.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aBrowser, type Browser } from '../../../../test/build/session.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { manageCalls } from '../../../account/manage/contract.ts'
import { sessionCalls } from '../../contract.ts'
import { limits } from '../../../rateLimit/rules.ts'
import { roleSwitchCalls } from '../../role/contract.ts'
import { encodeCredential } from '../../rules.ts'
import { factorCalls } from '../contract.ts'

const removing = '/account-manage/administrator-list#factor'
let world: World
let portal: BuiltPortal
let careful: string
let manager: BuiltAccount
let browser: Browser
let address = 0

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/account-manage/administrator-list'], buttons: [removing] })
  const { projectId } = portal
  const [row] = await world.db`
    insert into roles ${world.db({ projectId, roleName: '要两步', roleSystem: 1, menus: ['/home/index'], secondFactor: true })}
    returning id`
  careful = row!.id as string
})
beforeEach(async () => {
  await world.moveClock('0')
  manager = await anAccount(world, portal, { role: 'admin' })
  browser = aBrowser(world, `192.0.2.${++address}`)
  await browser.signIn(manager.loginName)
})

/** Sets a second factor up in the browser; returns its secret, the code it was set up by and the recovery codes. */
async function setUp(): Promise<{ secret: Buffer; code: string; recoveryCodes: string[] }> {
  const { secret } = (
    await browser.call(factorCalls.enrolFactor, { password: encodeCredential('Demo2026a') })
  ).attribute
  const bytes = secretOf(secret)
  const code = await codeFor(world, bytes)
  const confirmed = await browser.call(factorCalls.confirmFactor, { vcode: code })
  assert.equal(confirmed.respCode, 200, confirmed.respDesc)
  browser.token = confirmed.attribute.data.tokenCode
  return { secret: bytes, code, recoveryCodes: confirmed.attribute.recoveryCodes }
}
const prove = (vcode: string) => browser.call(factorCalls.proveFactor, { vcode })
const info = () => browser.call(sessionCalls.getAccountInfo, {})
const find = async () => (await browser.call(factorCalls.findFactor, {})).attribute

test('a manager sets it up by the first code; from then on a sign-in opens nothing before the code', async () => {
  const { secret, recoveryCodes } = await setUp()
  assert.equal(recoveryCodes.length, 10)
  assert.equal((await info()).respCode, 200)
  const awaiting = await browser.signIn(manager.loginName)
  for (const reply of [await info(), await browser.call(roleSwitchCalls.switchLogin, {})]) {
    assert.equal(reply.respCode, 428)
    assert.match(reply.respDesc, /动态验证码/)
  }
  assert.deepEqual(await find(), {
    enrolled: true,
    required: false,
    awaited: true,
    recoveryLeft: 10,
    removedBy: null,
  })
  assert.equal((await browser.call(sessionCalls.checkLogin, {})).attribute.loggedIn, false)
  browser.token = '管理员-token'
  assert.equal((await info()).respCode, 428)
  browser.token = awaiting
  const proved = await prove(await codeFor(world, secret, 1))
  assert.notEqual(proved.attribute.data.tokenCode, awaiting)
  browser.token = proved.attribute.data.tokenCode
  assert.equal((await info()).respCode, 200)
  browser.token = awaiting
  assert.equal((await prove(await codeFor(world, secret, 1))).respCode, 401)
})

test('a code is good once, within a step, and a wrong one names the field', async () => {
  const { secret, code: used } = await setUp()
  await browser.signIn(manager.loginName)
  const again = await prove(used)
  assert.equal(again.respCode, 422)
  assert.equal(again.field, 'vcode')
  await world.moveClock('2 minutes')
  assert.equal((await prove(await codeFor(world, secret, -2))).respCode, 422)
  const code = await codeFor(world, secret)
  const both = await Promise.all([prove(code), prove(code)])
  assert.equal(both.filter((reply) => reply.respCode === 200).length, 1)
})

test('a recovery code opens once in place of a code, however it is typed', async () => {
  const { recoveryCodes } = await setUp()
  await browser.signIn(manager.loginName)
  browser.token = (await prove(` ${recoveryCodes[3]!.toLowerCase()} `)).attribute.data.tokenCode
  assert.equal((await find()).recoveryLeft, 9)
  await browser.signIn(manager.loginName)
  assert.equal((await prove(recoveryCodes[3]!)).respCode, 422)
  assert.equal((await prove('AAAAA-AAAAA')).respCode, 422)
})

test('guesses are counted by account and end in a pause, also from many addresses and sign-ins', async () => {
  const { secret } = await setUp()
  const right = await codeFor(world, secret, 1)
  for (let i = 0; i < limits.factor.tries; i++) {
    browser = aBrowser(world, `198.51.100.${i}`)
    await browser.signIn(manager.loginName)
    const wrong = right === '000000' ? '000001' : '000000'
    assert.equal((await prove(wrong)).respCode, 422)
  }
  const locked = await prove(right)
  assert.equal(locked.respCode, 429)
  assert.match(locked.respDesc, /15 分钟/)
})

test('a role that requires it leads to setting it up before anything else', async () => {
  await world.db`update accounts set role_id = ${careful} where id = ${manager.accountId}`
  await browser.signIn(manager.loginName)
  const refused = await info()
  assert.equal(refused.respCode, 428)
  assert.match(refused.respDesc, /绑定/)
  assert.deepEqual(await find(), {
    enrolled: false,
    required: true,
    awaited: true,
    recoveryLeft: 0,
    removedBy: null,
  })
  assert.equal((await prove('123456')).respCode, 409)
  await setUp()
  assert.equal((await info()).attribute.manageAccountInfo.roleRP.roleName, '要两步')
})

test('a step not taken within ten minutes is over, and leaving ends it', async () => {
  const { secret } = await setUp()
  await browser.signIn(manager.loginName)
  await world.moveClock('11 minutes')
  assert.equal((await prove(await codeFor(world, secret))).respCode, 401)
  await world.moveClock('0')
  const awaiting = await browser.signIn(manager.loginName)
  await browser.call(sessionCalls.loginOut, {})
  browser.token = awaiting
  assert.equal((await prove(await codeFor(world, secret, 1))).respCode, 401)
})

test('it is removed with the password; an administrator removes another’s with the own one', async () => {
  await setUp()
  const remove = (by: Browser, password: string, accountId?: string) =>
    by.call(factorCalls.removeFactor, {
      password: encodeCredential(password),
      ...(accountId ? { accountId } : {}),
    })
  assert.equal((await remove(browser, 'Wrong2026a')).field, 'password')
  assert.equal(
    (await browser.call(factorCalls.enrolFactor, { password: encodeCredential('Demo2026a') })).respCode,
    409,
  )
  const helper = aBrowser(world, '192.0.2.200')
  const { loginName, accountId } = await anAccount(world, portal, { role: 'admin' })
  const [{ userName: helperName } = { userName: '' }] = await world.db<{ userName: string }[]>`
    select user_name from accounts where id = ${accountId}`
  await helper.signIn(loginName)
  const listed = async () =>
    (await helper.call(manageCalls.queryAccountList, { keyword: manager.loginName })).attribute.list.find(
      ({ id }) => id === manager.accountId,
    )?.hasFactor
  assert.equal(await listed(), true)
  assert.equal((await remove(helper, 'Demo2026a', manager.accountId)).respCode, 200)
  assert.equal(await listed(), false)
  assert.equal((await remove(helper, 'Demo2026a', manager.accountId)).respCode, 404)
  // The sessions of its former holder end, and the next sign-in shows who reset it.
  assert.equal((await info()).respCode, 401)
  await browser.signIn(manager.loginName)
  assert.equal((await find()).removedBy?.userName, helperName)
  await setUp()
  assert.equal((await find()).removedBy, null)
  assert.equal((await remove(browser, 'Demo2026a')).respCode, 200)
  assert.deepEqual(await find(), {
    enrolled: false,
    required: false,
    awaited: false,
    recoveryLeft: 0,
    removedBy: null,
  })
  const stranger = aBrowser(world, '192.0.2.201')
  await stranger.signIn((await aLearner(world, portal)).loginName)
  await setUp()
  assert.equal((await remove(stranger, 'Demo2026a', manager.accountId)).respCode, 403)
  const foreign = await aPortal(world, {
    menus: ['/account-manage/administrator-list'],
    buttons: [removing],
  })
  const foreigner = aBrowser(world, '192.0.2.202')
  foreigner.token = (await anAccount(world, foreign, { role: 'admin' })).token
  assert.equal((await remove(foreigner, 'Demo2026a', manager.accountId)).respCode, 404)
})

test('learners and strangers set nothing up, and neither secret nor codes stand in the tables', async () => {
  const learner = aBrowser(world, '192.0.2.203')
  await learner.signIn((await aLearner(world, portal)).loginName)
  assert.equal((await learner.call(factorCalls.enrolFactor, {})).respCode, 403)
  for (const call of [factorCalls.enrolFactor, factorCalls.findFactor]) {
    assert.equal((await world.call(call, {})).respCode, 401)
    assert.equal((await world.call(call, {}, 'x'.repeat(43))).respCode, 401)
  }
  const { secret, recoveryCodes } = await setUp()
  const rows = await world.db`
    select f::text as row from second_factors f union all select c::text from recovery_codes c`
  for (const { row } of rows) {
    assert.ok(!(row as string).includes(secret.toString('hex')))
    for (const code of recoveryCodes) assert.ok(!(row as string).includes(code.replace('-', '')))
  }
})

test('a second factor is reset only by those who hold the permission and all that the other does', async () => {
  await setUp()
  const { projectId } = portal
  const helperOf = async (menus: string[]) => {
    const [role] = await world.db`
      insert into roles ${world.db({ projectId, roleName: `帮手${randomUUID()}`, roleSystem: 1, menus })} returning id`
    const { token } = await anAccount(
      world,
      { ...portal, roles: { ...portal.roles, admin: role!.id as string } },
      { role: 'admin' },
    )
    return token
  }
  const list = '/account-manage/administrator-list'
  const remove = (token: string) =>
    world.call(
      factorCalls.removeFactor,
      { password: encodeCredential('Demo2026a'), accountId: manager.accountId },
      token,
    )
  const reader = await remove(await helperOf([list]))
  assert.equal(reader.respCode, 403)
  await world.db`update roles set menus = array_append(menus, '/order-manage/list') where id = ${portal.roles.admin}`
  const weaker = await remove(await helperOf([list, removing]))
  assert.equal(weaker.respCode, 403)
  assert.match(weaker.respDesc, /功能权限/)
  assert.equal((await find()).enrolled, true)
  assert.equal((await remove(await helperOf([list, removing, '/order-manage/list']))).respCode, 200)
})

test('a wrong first code does not mention recovery codes, which do not exist yet', async () => {
  await browser.call(factorCalls.enrolFactor, { password: encodeCredential('Demo2026a') })
  const refused = await browser.call(factorCalls.confirmFactor, { vcode: '000000' })
  assert.equal(refused.respCode, 422)
  assert.doesNotMatch(refused.respDesc, /恢复码/)
  assert.equal((await find()).enrolled, false)
})

test('setting it up requires the password and ends every other session', async () => {
  const other = aBrowser(world, '192.0.2.210')
  await other.signIn(manager.loginName)
  for (const password of [undefined, encodeCredential('Wrong2026a')]) {
    const refused = await browser.call(factorCalls.enrolFactor, password === undefined ? {} : { password })
    assert.deepEqual([refused.respCode, refused.field], [422, 'password'])
  }
  assert.equal((await other.call(sessionCalls.getAccountInfo, {})).respCode, 200)
  await setUp()
  assert.equal((await info()).respCode, 200)
  assert.equal((await other.call(sessionCalls.getAccountInfo, {})).respCode, 401)
})

test('a session that never proved the factor does not climb into a role that demands it', async () => {
  await world.db`insert into account_roles ${world.db({ accountId: manager.accountId, roleId: careful })}`
  const climb = () =>
    browser.call(roleSwitchCalls.switchLogin, { accountId: manager.accountId, roleId: careful })
  assert.match((await climb()).respDesc, /绑定验证器/)
  const { secret } = await setUp()
  // As before enrolling ended other sessions: opened with only the password, and still open.
  await world.db`update sessions set factor_proved = false where account_id = ${manager.accountId}`
  const refused = await climb()
  assert.equal(refused.respCode, 403)
  assert.match(refused.respDesc, /动态验证码/)
  await browser.signIn(manager.loginName)
  browser.token = (await prove(await codeFor(world, secret, 1))).attribute.data.tokenCode
  assert.equal((await climb()).respCode, 200)
})
