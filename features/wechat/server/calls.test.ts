import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { before, beforeEach, test } from 'node:test'
import { anAccount, aPortal, type BuiltAccount, signedIn } from '../../../test/build/portal.ts'
import { aBrowser, aWechatWorld, type Browser, type WechatWorld } from '../../../test/build/wechat.ts'
import { sessionCalls } from '../../session/contract.ts'
import { encodeCredential } from '../../session/rules.ts'
import { limits } from '../../rateLimit/rules.ts'
import { wechatAppCalls } from '../app/contract.ts'
import { wechatCalls } from '../contract.ts'
import { sweepWechat } from './jobs.ts'

let wechat: WechatWorld
let learner: BuiltAccount
before(async () => {
  wechat = await aWechatWorld()
  await wechat.addApp('official', { requireFollow: true })
  await wechat.addApp('open')
})

/** Fang follows the official account and is the learner's WeChat; Xiaoyu follows it; nobody else does. */
beforeEach(async () => {
  const { db } = wechat.world
  await db`delete from wechat_bindings`
  await db`update accounts set wechat_open_id = null, wechat_union_id = null`
  await db`delete from wechat_followers`
  await db`delete from tries`
  learner = await anAccount(wechat.world, wechat.portal)
  const browser = aBrowser(wechat.world)
  const scene = await scanned(browser, 'follow fang')
  await check(browser, scene)
  await browser.ask(wechatCalls.bind, { ...credentials(learner), scene, unitId: unitId() })
  await scanned(browser, 'follow xiaoyu')
})

const unitId = () => wechat.portal.unitId
const password = encodeCredential('Demo2026a')
const credentials = (account: BuiltAccount, secret = 'Demo2026a') => ({
  account: encodeCredential(account.loginName),
  password: encodeCredential(secret),
})
const check = (browser: Browser, scene: string, token?: string) =>
  browser.ask(wechatCalls.scanFollowCheck, { scene, unitId: unitId() }, token)

/** A code that a person has scanned. */
async function scanned(browser: Browser, action: string): Promise<string> {
  const visit = await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })
  await wechat.scan(visit.codeUrl!, action)
  return visit.scene
}

/** A round trip that a person has agreed to. */
async function agreed(browser: Browser, person: string, purpose: 'login' | 'bind' = 'login', token?: string) {
  const input = { kind: 'open', purpose, unitId: unitId() } as const
  const visit = await browser.ask(wechatCalls.getQrCode, input, token)
  return { ...(await wechat.agree(visit.authorizeUrl!, person)), scene: visit.scene }
}
const login = (browser: Browser, back: { code: string; state: string }, token?: string) =>
  browser.call(wechatCalls.login, { code: back.code, state: back.state, unitId: unitId() }, token)

test('a code waits, is scanned, is bound by password, and from then on a scan is enough to sign in', async () => {
  const newcomer = await anAccount(wechat.world, wechat.portal)
  const browser = aBrowser(wechat.world)
  const visit = await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })
  assert.deepEqual([visit.kind, visit.kinds, visit.authorizeUrl], ['official', ['official', 'open'], null])
  assert.equal((await check(browser, visit.scene)).state, 'waiting')
  const reported = await wechat.scan(visit.codeUrl!, 'follow jianguo')
  assert.match(reported, /正在登录「测试项目」/)
  const known = await check(browser, visit.scene)
  assert.deepEqual([known.state, known.scene, known.data.tokenCode], ['unbound', visit.scene, null])
  const bound = await browser.ask(wechatCalls.bind, {
    ...credentials(newcomer),
    scene: visit.scene,
    unitId: unitId(),
  })
  const info = await wechat.world.ask(sessionCalls.getAccountInfo, {}, bound.data.tokenCode)
  assert.equal(info.manageAccountInfo.accountId, newcomer.accountId)
  // Binding ends nothing.
  await wechat.world.ask(sessionCalls.getAccountInfo, {}, newcomer.token)
  assert.equal((await check(browser, visit.scene)).state, 'over')

  const again = await scanned(browser, 'scan jianguo')
  const signed = await check(browser, again)
  assert.equal(signed.state, 'signedIn')
  await wechat.world.ask(sessionCalls.getAccountInfo, {}, signed.data.tokenCode)
  assert.equal((await check(browser, again)).state, 'over')
  const own = await wechat.world.ask(wechatCalls.scanFollowCheck, {}, newcomer.token)
  assert.equal(own.state, 'bound')
  const actions = await wechat.world.db`
    select action from operation_logs where subject_id = ${newcomer.accountId} and action like 'account.%'`
  assert.deepEqual(
    actions.map((row) => row.action),
    ['account.bindWechat'],
  )
})

test('the same person is known by the open platform through the union id', async () => {
  const browser = aBrowser(wechat.world)
  const envelope = await login(browser, await agreed(browser, 'fang'))
  assert.equal(envelope.attribute.state, 'signedIn')
  const info = await wechat.world.ask(sessionCalls.getAccountInfo, {}, envelope.attribute.data.tokenCode)
  assert.equal(info.manageAccountInfo.accountId, learner.accountId)
})

test('a code and a state are good once, and a made-up code is refused', async () => {
  const browser = aBrowser(wechat.world)
  const back = await agreed(browser, 'jianguo')
  const both = await Promise.all([login(browser, back), login(browser, back)])
  assert.deepEqual(both.map((each) => each.attribute.state).sort(), ['over', 'unbound'])
  assert.equal((await login(browser, back)).attribute.state, 'over')
  // The used code with a fresh state: WeChat itself answers 40163.
  const next = await agreed(browser, 'jianguo')
  const used = await login(browser, { ...next, code: back.code })
  assert.deepEqual([used.respCode, /重新扫码/.test(used.respDesc)], [409, true])
  const third = await agreed(browser, 'jianguo')
  assert.equal((await login(browser, { ...third, code: 'made-up' })).respCode, 409)
  assert.equal((await login(browser, third)).attribute.state, 'over')
})

test('another browser’s state and scene open nothing, whatever is requested', async () => {
  const [mine, theirs] = [aBrowser(wechat.world), aBrowser(wechat.world)]
  const back = await agreed(mine, 'fang')
  await theirs.ask(wechatCalls.getQrCode, { unitId: unitId() })
  assert.equal((await login(theirs, back)).attribute.state, 'over')
  assert.equal((await login(aBrowser(wechat.world), back)).attribute.state, 'over')
  assert.equal((await login(mine, back)).attribute.state, 'signedIn')
  const scene = await scanned(mine, 'scan fang')
  assert.deepEqual(await check(theirs, scene), await check(theirs, randomBytes(32).toString('base64url')))
  const stranger = await scanned(mine, 'scan xiaoyu')
  const input = { ...credentials(learner), scene: stranger, unitId: unitId() }
  assert.equal((await theirs.call(wechatCalls.bind, input)).field, 'scene')
  assert.equal((await check(mine, scene)).state, 'signedIn')
})

test('a visit lives five minutes, and five more from when its person is known', async () => {
  const browser = aBrowser(wechat.world)
  const waiting = await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })
  const scene = await scanned(browser, 'scan xiaoyu')
  assert.equal((await check(browser, scene)).state, 'unbound')
  await wechat.world.moveClock('5 minutes 1 second')
  assert.match(await wechat.scan(waiting.codeUrl!, 'scan xiaoyu'), /二维码已失效/)
  assert.equal((await check(browser, waiting.scene)).state, 'over')
  assert.equal((await check(browser, scene)).state, 'over')
  await wechat.world.moveClock('2 days')
  await sweepWechat.run({} as never, wechat.world.app)
  const [left] = await wechat.world
    .db`select count(*)::int as n from wechat_scenes where expires_at < moment()`
  assert.equal(left!.n, 0)
  await wechat.world.moveClock('0')
})

test('who stops following is asked to follow, and is in when they do', async () => {
  const browser = aBrowser(wechat.world)
  const visit = await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })
  await wechat.scan(visit.codeUrl!, 'scan fang')
  await wechat.scan(visit.codeUrl!, 'unfollow fang')
  assert.equal((await check(browser, visit.scene)).state, 'unfollowed')
  const input = { ...credentials(learner), scene: visit.scene, unitId: unitId() }
  assert.match((await browser.call(wechatCalls.bind, input)).respDesc, /关注公众号/)
  await wechat.scan(visit.codeUrl!, 'follow fang')
  assert.equal((await check(browser, visit.scene)).state, 'signedIn')
})

test('inside WeChat the official account’s own address is given, and a person who does not follow is informed', async () => {
  const browser = aBrowser(wechat.world)
  const visit = await browser.ask(wechatCalls.getQrCode, { inside: true, unitId: unitId() })
  assert.match(visit.authorizeUrl!, /oauth2\/authorize\?.*scope=snsapi_userinfo.*#wechat_redirect$/)
  assert.deepEqual(visit.kinds, ['official'])
  const back = await wechat.agree(visit.authorizeUrl!, 'jianguo')
  const { attribute } = await login(browser, back)
  assert.deepEqual([attribute.state, attribute.nickname], ['unfollowed', '建**'])
})

test('wrong passwords and unknown accounts answer alike, and the limit of sign-in holds here', async () => {
  const { world } = wechat
  const browser = aBrowser(world)
  const target = await anAccount(world, wechat.portal)
  const scene = await scanned(browser, 'scan xiaoyu')
  await check(browser, scene)
  const bind = (account: string, secret: string) =>
    browser.call(wechatCalls.bind, {
      ...{ account: encodeCredential(account), password: encodeCredential(secret) },
      ...{ scene, unitId: unitId() },
    })
  const unknown = await bind('nobody-here', 'Wrong2026a')
  for (let i = 0; i < limits.password.tries; i++) {
    assert.deepEqual(await bind(target.loginName, 'Wrong2026a'), unknown)
  }
  const locked = await bind(target.loginName, 'Demo2026a')
  assert.match(locked.respDesc, /锁定/)
  assert.deepEqual(
    (await world.call(sessionCalls.login, { ...credentials(target), unitId: unitId() })).respDesc,
    locked.respDesc,
  )
})

test('one WeChat has one account, one account has one WeChat, and managers have none', async () => {
  const { world, portal } = wechat
  const [browser, second] = [aBrowser(world), await anAccount(world, portal)]
  const bind = async (action: string, account: BuiltAccount) => {
    const scene = await scanned(browser, action)
    await check(browser, scene)
    return browser.call(wechatCalls.bind, { ...credentials(account), scene, unitId: unitId() })
  }
  assert.match((await bind('scan xiaoyu', learner)).respDesc, /另一个微信/)
  assert.match((await bind('scan xiaoyu', wechat.admin)).respDesc, /管理员账号/)
  assert.equal((await bind('scan xiaoyu', second)).respCode, 200)
  // Raced: the same WeChat to two accounts at once.
  const others = [await anAccount(world, portal), await anAccount(world, portal)]
  const scenes = [await agreed(browser, 'jianguo'), await agreed(browser, 'jianguo')]
  for (const scene of scenes) assert.equal((await login(browser, scene)).attribute.state, 'unbound')
  const raced = await Promise.all(
    others.map((account, i) =>
      browser.call(wechatCalls.bind, {
        ...{ account: encodeCredential(account.loginName), password },
        ...{ scene: scenes[i]!.scene, unitId: unitId() },
      }),
    ),
  )
  assert.deepEqual(raced.map((each) => each.respCode).sort(), [200, 409])
  // An account that became a manager's is not signed in.
  await world.db`update accounts set role_id = ${portal.roles.admin} where id = ${second.accountId}`
  const scene = await scanned(browser, 'scan xiaoyu')
  const envelope = await browser.call(wechatCalls.scanFollowCheck, { scene, unitId: unitId() })
  assert.match(envelope.respDesc, /管理员账号/)
  await world.db`
    update accounts set role_id = ${portal.roles.learner}, status = 'disabled' where id = ${second.accountId}`
  const closed = await browser.call(wechatCalls.scanFollowCheck, { scene, unitId: unitId() })
  assert.match(closed.respDesc, /已停用/)
})

test('the own account is unbound, bound again by a scene of its own, and by nobody else’s', async () => {
  const { world, portal } = wechat
  await world.ask(wechatCalls.unbind, {}, learner.token)
  assert.equal((await world.call(wechatCalls.unbind, {}, learner.token)).respCode, 409)
  assert.equal((await world.ask(wechatCalls.scanFollowCheck, {}, learner.token)).state, 'free')
  assert.equal((await world.call(wechatCalls.unbind, {})).respCode, 401)
  assert.equal((await world.call(wechatCalls.scanFollowCheck, {})).respCode, 401)
  assert.equal((await world.call(wechatCalls.getQrCode, { purpose: 'bind' })).respCode, 401)
  const manager = await world.call(wechatCalls.getQrCode, { purpose: 'bind' }, wechat.admin.token)
  assert.match(manager.respDesc, /管理员账号/)

  const browser = aBrowser(world)
  const back = await agreed(browser, 'fang', 'bind', learner.token)
  const other = await anAccount(world, portal)
  assert.equal((await login(browser, back, other.token)).attribute.state, 'over')
  assert.equal((await login(browser, back)).attribute.state, 'over')
  const known = (await login(browser, back, learner.token)).attribute
  assert.deepEqual([known.state, known.purpose, known.nickname], ['unbound', 'bind', '小**'])
  const bind = { scene: back.scene, password }
  assert.equal((await browser.call(wechatCalls.bind, bind, other.token)).field, 'scene')
  const wrong = { ...bind, password: encodeCredential('Wrong2026a') }
  assert.equal((await browser.call(wechatCalls.bind, wrong, learner.token)).respCode, -1)
  assert.deepEqual(await browser.ask(wechatCalls.bind, bind, learner.token), { data: { tokenCode: null } })
  const own = await world.ask(wechatCalls.scanFollowCheck, {}, learner.token)
  assert.deepEqual([own.state, own.nickname], ['bound', '小**'])
  const taken = await agreed(browser, 'fang', 'bind', other.token)
  assert.equal((await login(browser, taken, other.token)).attribute.state, 'taken')
  const twice = await agreed(browser, 'fang', 'bind', learner.token)
  assert.equal((await login(browser, twice, learner.token)).attribute.state, 'bound')
})

test('a visit begun for one project is nothing in another, and each has its own people', async () => {
  const { world } = wechat
  const portal = await aPortal(world, { menus: ['/project-manage/wechat-app'] })
  const admin = await anAccount(world, portal, { role: 'admin' })
  const foreign = { ...admin, token: await signedIn(world, admin.loginName, undefined, portal.unitId) }
  const browser = aBrowser(world)
  const none = await browser.call(wechatCalls.getQrCode, { unitId: portal.unitId })
  assert.deepEqual([none.respCode, /尚未开通/.test(none.respDesc)], [409, true])
  await wechat.addApp('official', {}, { portal, admin: foreign })
  const scene = await scanned(browser, 'follow fang')
  const there = { scene, unitId: portal.unitId }
  assert.equal((await browser.ask(wechatCalls.scanFollowCheck, there)).state, 'over')
  assert.equal((await check(browser, scene)).state, 'signedIn')
  const visit = await browser.ask(wechatCalls.getQrCode, { unitId: portal.unitId })
  await wechat.scan(visit.codeUrl!, 'follow fang')
  const unknown = { scene: visit.scene, unitId: portal.unitId }
  assert.equal((await browser.ask(wechatCalls.scanFollowCheck, unknown)).state, 'unbound')
  const local = await anAccount(world, portal)
  const bound = await browser.ask(wechatCalls.bind, { ...credentials(local), ...unknown })
  const info = await world.ask(sessionCalls.getAccountInfo, {}, bound.data.tokenCode)
  assert.equal(info.manageAccountInfo.accountId, local.accountId)
  const app = wechat.registered('official', portal.projectId)
  const found = await browser.ask(wechatCalls.getProjectId, { appId: app.appId })
  assert.equal(found.projectId, portal.projectId)
  assert.equal(
    (await browser.ask(wechatCalls.getProjectId, { unitId: unitId() })).projectId,
    wechat.portal.projectId,
  )
  assert.equal((await browser.call(wechatCalls.getProjectId, { appId: 'wx0000000000000000' })).respCode, 404)
})

test('the cookie of a visit is no script’s, and a switched-off app serves nobody', async () => {
  const { world, admin } = wechat
  const response = await world.portal.http.inject({
    method: 'POST',
    url: '/api/base/wechat-app/get-qr-code',
    payload: { unitId: unitId() },
  })
  assert.match(
    String(response.headers['set-cookie']),
    /^wx=[\w-]{43}; Max-Age=1200; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  const browser = aBrowser(world)
  const scene = await scanned(browser, 'scan fang')
  const { list } = await world.ask(wechatAppCalls.query, { kind: 'official' }, admin.token)
  const { id, kind, name, appId } = list[0]!
  await world.ask(wechatAppCalls.save, { id, kind, name, appId, status: 'disabled' }, admin.token)
  assert.equal((await check(browser, scene)).state, 'over')
  assert.equal((await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })).kind, 'open')
  const inside = await browser.call(wechatCalls.getQrCode, { inside: true, unitId: unitId() })
  assert.match(inside.respDesc, /浏览器打开/)
  await world.ask(wechatAppCalls.save, { id, kind, name, appId, status: 'active' }, admin.token)
})

test('what is no scene is refused with the field named', async () => {
  for (const scene of ['', 'short', `${'a'.repeat(42)}=`]) {
    const envelope = await wechat.world.call(wechatCalls.bind, { scene, ...credentials(learner) })
    assert.deepEqual([envelope.respCode, envelope.field], [422, 'scene'])
  }
})
