import assert from 'node:assert/strict'
import { before, beforeEach, test } from 'node:test'
import { aJob } from '../../../test/build/job.ts'
import { anAccount, aPortal, type BuiltAccount, signedIn } from '../../../test/build/portal.ts'
import {
  aBrowser,
  aWechatWorld,
  type Browser,
  secretOf,
  type WechatWorld,
} from '../../../test/build/wechat.ts'
import { drawBytes } from '../../../test/dice.ts'
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
  learner = await anAccount(wechat.world, wechat.portal, { userName: '方芳' })
  const browser = aBrowser(wechat.world)
  const scene = await scanned(browser, 'follow fang')
  await check(browser, scene)
  assert.equal((await bind(browser, scene, learner)).respCode, 200)
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

/** Answers of the account to a scan of each scene. */
const reports = new Map<string, string>()

/** A code that a person has scanned. */
async function scanned(browser: Browser, action: string, unit = unitId()): Promise<string> {
  const visit = await browser.ask(wechatCalls.getQrCode, { unitId: unit })
  reports.set(visit.scene, await wechat.scan(visit.codeUrl!, action))
  return visit.scene
}

/** Binds a scanned WeChat to an account: by the password, a yes on the phone, and the same password again. */
async function bind(browser: Browser, scene: string, account: BuiltAccount, unit = unitId()) {
  const input = { ...credentials(account), scene, unitId: unit }
  const first = await browser.call(wechatCalls.bind, input)
  if (first.respCode !== 200) return first
  assert.deepEqual(first.attribute, { state: 'confirming', data: { tokenCode: null } })
  const answered = await wechat.answer(reports.get(scene)!, true)
  assert.equal(answered.respDesc, 'success')
  return browser.call(wechatCalls.bind, input)
}

/** A code that a person has scanned and agreed to on the phone. */
async function confirmed(browser: Browser, action: string): Promise<string> {
  const visit = await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })
  const { respDesc } = await wechat.answer(await wechat.scan(visit.codeUrl!, action), true)
  assert.equal(respDesc, 'success')
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

test('a code waits, is scanned, is bound by password, and from then on a scan and a yes on the phone sign in', async () => {
  const newcomer = await anAccount(wechat.world, wechat.portal)
  const browser = aBrowser(wechat.world)
  const visit = await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })
  assert.deepEqual([visit.kind, visit.kinds, visit.authorizeUrl], ['official', ['official', 'open'], null])
  assert.equal((await check(browser, visit.scene)).state, 'waiting')
  const reported = await wechat.scan(visit.codeUrl!, 'follow jianguo')
  assert.match(reported, /请求登录「测试项目」/)
  const known = await check(browser, visit.scene)
  assert.deepEqual([known.state, known.scene, known.data.tokenCode], ['unbound', visit.scene, null])
  reports.set(visit.scene, reported)
  const bound = await bind(browser, visit.scene, newcomer)
  assert.equal(bound.attribute.state, 'bound')
  const info = await wechat.world.ask(sessionCalls.getAccountInfo, {}, bound.attribute.data.tokenCode)
  assert.equal(info.manageAccountInfo.accountId, newcomer.accountId)
  // Binding ends nothing.
  await wechat.world.ask(sessionCalls.getAccountInfo, {}, newcomer.token)
  assert.equal((await check(browser, visit.scene)).state, 'over')

  const again = await confirmed(browser, 'scan jianguo')
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

/** A code scanned by Fang, with the secret of the link she was sent. */
async function scannedByFang(browser: Browser) {
  const visit = await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })
  const reported = await wechat.scan(visit.codeUrl!, 'scan fang')
  return { scene: visit.scene, codeUrl: visit.codeUrl!, reported, secret: secretOf(reported) }
}
const request = (secret: string) => wechat.world.call(wechatCalls.getSignInRequest, { secret })
const answer = (secret: string, agree: boolean) =>
  wechat.world.call(wechatCalls.answerSignInRequest, { secret, agree })

test('a scan signs nobody in before the person said yes on the phone, where they see what is requested', async () => {
  const browser = aBrowser(wechat.world)
  const { scene, codeUrl, secret } = await scannedByFang(browser)
  for (let i = 0; i < 3; i++) {
    const waiting = await check(browser, scene)
    assert.deepEqual([waiting.state, waiting.data.tokenCode, waiting.nickname], ['confirming', null, null])
  }
  const { attribute } = await request(secret)
  const { at, browser: name, system, ...shown } = attribute
  assert.deepEqual(shown, {
    purpose: 'login',
    portal: '测试项目',
    userName: '方芳',
    loginName: null,
    place: '127.0.0.*',
  })
  assert.deepEqual([name, system], ['', ''])
  assert.ok(!Number.isNaN(Date.parse(at)))
  // The page's scene is no secret of the phone's, and a report that comes again sends the same link.
  assert.equal((await answer(scene, true)).respCode, 409)
  assert.equal(secretOf(await wechat.scan(codeUrl, 'scan fang')), secret)
  assert.equal((await check(browser, scene)).state, 'confirming')
  const both = await Promise.all([answer(secret, true), answer(secret, true)])
  assert.deepEqual(both.map((each) => each.respCode).sort(), [200, 409])
  assert.equal((await request(secret)).respCode, 409)
  assert.equal((await answer(secret, false)).respCode, 409)
  const signed = await check(browser, scene)
  assert.equal(signed.state, 'signedIn')
  const info = await wechat.world.ask(sessionCalls.getAccountInfo, {}, signed.data.tokenCode)
  assert.equal(info.manageAccountInfo.accountId, learner.accountId)
})

test('a no on the phone ends the visit, and the browser that waits is informed', async () => {
  const browser = aBrowser(wechat.world)
  const { scene, codeUrl, secret } = await scannedByFang(browser)
  assert.equal((await answer(secret, false)).respCode, 200)
  assert.deepEqual((await check(browser, scene)).state, 'cancelled')
  assert.equal((await answer(secret, true)).respCode, 409)
  assert.match(await wechat.scan(codeUrl, 'scan fang'), /已过期或已使用/)
  const input = { ...credentials(learner), scene, unitId: unitId() }
  assert.equal((await browser.call(wechatCalls.bind, input)).field, 'scene')
  assert.deepEqual((await check(browser, scene)).data.tokenCode, null)
})

test('a scan without an answer is over after five minutes, and so is its link', async () => {
  const browser = aBrowser(wechat.world)
  const { scene, secret } = await scannedByFang(browser)
  await wechat.world.moveClock('5 minutes 1 second')
  assert.equal((await check(browser, scene)).state, 'over')
  assert.equal((await request(secret)).respCode, 409)
  assert.equal((await answer(secret, true)).respCode, 409)
  assert.equal((await check(browser, scene)).state, 'over')
  await wechat.world.moveClock('0')
})

test('the yes holds for the account that was shown, and for no account that may not sign in by WeChat', async () => {
  const { world, portal } = wechat
  const browser = aBrowser(world)
  const { scene, secret } = await scannedByFang(browser)
  await world.db`update accounts set status = 'disabled' where id = ${learner.accountId}`
  for (const refused of [await request(secret), await answer(secret, true)])
    assert.match(refused.respDesc, /已停用/)
  await world.db`update accounts set status = 'active' where id = ${learner.accountId}`
  assert.equal((await answer(secret, true)).respCode, 200)
  // In between the WeChat was bound to another account.
  const other = await anAccount(world, portal)
  const [held] = await world.db`
    update accounts set wechat_open_id = null, wechat_union_id = null where id = ${learner.accountId}
    returning (select wechat_open_id from accounts where id = ${learner.accountId}) as open_id`
  await world.db`update accounts set wechat_open_id = ${held!.openId as string} where id = ${other.accountId}`
  assert.equal((await check(browser, scene)).state, 'confirming')
  await world.db`update accounts set wechat_open_id = null where id = ${other.accountId}`
  await world.db`update accounts set wechat_open_id = ${held!.openId as string} where id = ${learner.accountId}`
  assert.equal((await check(browser, scene)).state, 'signedIn')
  // Who has no account yet is asked nothing but may cancel.
  const visit = await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })
  const stranger = secretOf(await wechat.scan(visit.codeUrl!, 'scan xiaoyu'))
  assert.equal((await request(stranger)).attribute.userName, null)
  assert.match((await answer(stranger, true)).respDesc, /先在网页上输入/)
  assert.equal((await check(browser, visit.scene)).state, 'unbound')
  assert.equal((await answer(stranger, false)).respCode, 200)
  assert.equal((await check(browser, visit.scene)).state, 'cancelled')
})

test('a scanned WeChat is linked to nothing before its person said yes to that account', async () => {
  const { world, portal } = wechat
  const [thief, other] = [
    await anAccount(world, portal, { userName: '贾义' }),
    await anAccount(world, portal),
  ]
  const browser = aBrowser(world)
  const scene = await scanned(browser, 'scan xiaoyu')
  const secret = secretOf(reports.get(scene)!)
  const ask = (account: BuiltAccount) =>
    browser.call(wechatCalls.bind, { ...credentials(account), scene, unitId: unitId() })
  assert.equal((await check(browser, scene)).state, 'unbound')
  for (let i = 0; i < 2; i++) {
    assert.deepEqual((await ask(thief)).attribute, { state: 'confirming', data: { tokenCode: null } })
    assert.equal((await check(browser, scene)).state, 'confirming')
  }
  const { purpose, userName, loginName } = (await request(secret)).attribute
  assert.deepEqual([purpose, userName, loginName], ['bind', '贾义', thief.loginName])
  assert.equal((await ask(other)).field, 'scene', 'what the person is shown does not change')
  assert.equal((await answer(secret, false)).respCode, 200)
  assert.equal((await check(browser, scene)).state, 'cancelled')
  assert.equal((await ask(thief)).field, 'scene')
  const bound =
    await world.db`select from accounts where id = ${thief.accountId} and wechat_open_id is not null`
  assert.equal(bound.length, 0)
  // A yes to one account is none to another, and a later one needs no new scan.
  const again = await scanned(browser, 'scan xiaoyu')
  await check(browser, again)
  assert.equal((await bind(browser, again, other)).respDesc, 'success')
})

test('a code scanned to link the own account asks on the phone as well', async () => {
  const { world, portal } = wechat
  const [mine, browser] = [await anAccount(world, portal), aBrowser(world)]
  const input = { kind: 'official', purpose: 'bind', unitId: unitId() } as const
  const visit = await browser.ask(wechatCalls.getQrCode, input, mine.token)
  const reported = await wechat.scan(visit.codeUrl!, 'scan xiaoyu')
  assert.match(reported, /绑定到「测试项目」/)
  const { scene } = visit
  assert.equal((await check(browser, scene, mine.token)).state, 'confirming')
  const sent = await browser.ask(wechatCalls.bind, { scene, password }, mine.token)
  assert.equal(sent.state, 'confirming')
  assert.equal((await request(secretOf(reported))).attribute.loginName, mine.loginName)
  assert.equal((await wechat.answer(reported, true)).respCode, 200)
  assert.equal((await check(browser, scene, mine.token)).state, 'unbound')
  assert.equal((await browser.ask(wechatCalls.bind, { scene, password }, mine.token)).state, 'bound')
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
  const scene = await confirmed(mine, 'scan fang')
  assert.deepEqual(await check(theirs, scene), await check(theirs, drawBytes(32).toString('base64url')))
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
  await sweepWechat.run(aJob(), wechat.world.app)
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
  await wechat.answer(await wechat.scan(visit.codeUrl!, 'follow fang'), true)
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
  const prove = (account: string, secret: string) =>
    browser.call(wechatCalls.bind, {
      account: encodeCredential(account),
      password: encodeCredential(secret),
      scene,
      unitId: unitId(),
    })
  const unknown = await prove('nobody-here', 'Wrong2026a')
  for (let i = 0; i < limits.password.tries; i++) {
    assert.deepEqual(await prove(target.loginName, 'Wrong2026a'), unknown)
  }
  const locked = await prove(target.loginName, 'Demo2026a')
  assert.match(locked.respDesc, /锁定/)
  assert.deepEqual(
    (await world.call(sessionCalls.login, { ...credentials(target), unitId: unitId() })).respDesc,
    locked.respDesc,
  )
})

test('one WeChat has one account, one account has one WeChat, and managers have none', async () => {
  const { world, portal } = wechat
  const [browser, second] = [aBrowser(world), await anAccount(world, portal)]
  const bindBy = async (action: string, account: BuiltAccount) => {
    const scene = await scanned(browser, action)
    await check(browser, scene)
    return bind(browser, scene, account)
  }
  assert.match((await bindBy('scan xiaoyu', learner)).respDesc, /另一个微信/)
  assert.match((await bindBy('scan xiaoyu', wechat.admin)).respDesc, /管理员账号/)
  assert.match((await bindBy('scan fang', second)).respDesc, /其他账号/)
  assert.equal((await bindBy('scan xiaoyu', second)).respCode, 200)
  // Raced: the same WeChat to two accounts at once.
  const others = [await anAccount(world, portal), await anAccount(world, portal)]
  const scenes = [await agreed(browser, 'jianguo'), await agreed(browser, 'jianguo')]
  for (const scene of scenes) assert.equal((await login(browser, scene)).attribute.state, 'unbound')
  const raced = await Promise.all(
    others.map((account, i) =>
      browser.call(wechatCalls.bind, {
        account: encodeCredential(account.loginName),
        password,
        scene: scenes[i]!.scene,
        unitId: unitId(),
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
  const own = { scene: back.scene, password }
  assert.equal((await browser.call(wechatCalls.bind, own, other.token)).field, 'scene')
  const wrong = { ...own, password: encodeCredential('Wrong2026a') }
  assert.equal((await browser.call(wechatCalls.bind, wrong, learner.token)).respCode, -1)
  assert.equal((await browser.ask(wechatCalls.bind, own, learner.token)).state, 'bound')
  const bound = await world.ask(wechatCalls.scanFollowCheck, {}, learner.token)
  assert.deepEqual([bound.state, bound.nickname], ['bound', '小**'])
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
  const scene = await confirmed(browser, 'follow fang')
  const there = { scene, unitId: portal.unitId }
  assert.equal((await browser.ask(wechatCalls.scanFollowCheck, there)).state, 'over')
  assert.equal((await check(browser, scene)).state, 'signedIn')
  const unknown = { scene: await scanned(browser, 'follow fang', portal.unitId), unitId: portal.unitId }
  assert.equal((await browser.ask(wechatCalls.scanFollowCheck, unknown)).state, 'unbound')
  const local = await anAccount(world, portal)
  const bound = await bind(browser, unknown.scene, local, portal.unitId)
  const info = await world.ask(sessionCalls.getAccountInfo, {}, bound.attribute.data.tokenCode)
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
