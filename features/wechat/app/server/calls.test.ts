import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { anAccount, aPortal, type BuiltAccount, signedIn } from '../../../../test/build/portal.ts'
import { aBrowser, aWechatWorld, type WechatWorld } from '../../../../test/build/wechat.ts'
import { wechatApp, WechatFault } from '../../../../server/channels/wechat.ts'
import { wechatAddresses, wechatHosts } from '../../../../server/channels/wechatAddress.ts'
import { wechatCalls } from '../../contract.ts'
import { wechatAppCalls, wechatHosts as offered } from '../contract.ts'

let wechat: WechatWorld
let id: string
before(async () => {
  wechat = await aWechatWorld()
  id = await wechat.addApp('official')
})

const real = { kind: 'open', name: '官网', appId: 'wx1234567890abcdef', secret: 'f'.repeat(32) } as const
const save = (draft: object, account = wechat.admin) =>
  wechat.world.call(wechatAppCalls.save, draft as never, account.token)

test('secrets go in and never come out, not even into the operation log', async () => {
  const { world, admin, registered } = wechat
  const app = registered('official')
  const { list, total } = await world.ask(wechatAppCalls.query, {}, admin.token)
  assert.equal(total, 1)
  assert.deepEqual([list[0]!.appId, list[0]!.bindings, list[0]!.host], [app.appId, 0, 'api.weixin.qq.com'])
  const configs = await world.ask(wechatAppCalls.projectConfigList, {}, admin.token)
  const [stored] = await world.db`select t::text as row from wechat_apps t where id = ${id}`
  const logs = await world.db`select after::text from operation_logs where subject_id = ${id}`
  for (const secret of [app.secret, app.token, app.aesKey]) {
    for (const text of [
      JSON.stringify(list),
      JSON.stringify(configs),
      stored!.row as string,
      JSON.stringify(logs),
    ]) {
      assert.ok(!text.includes(secret))
    }
  }
  assert.match(logs[0]!.after as string, /"secret": "changed"/)
})

test('the values to enter at WeChat are returned, and a test call shows its answer', async () => {
  const { world, admin, portal, registered, url } = wechat
  const probe = async () =>
    (await world.ask(wechatAppCalls.projectConfigList, { probe: id }, admin.token))[1]!
  const config = await probe()
  assert.deepEqual(
    [config.projectTitle, config.kind, config.ready, config.returnDomain, config.eventUrl],
    ['测试项目', 'official', true, new URL(url).host, `${url}/api/wechat/event/${id}`],
  )
  assert.deepEqual(config.probe, { ok: true, code: 0, message: 'ok' })
  const { appId } = registered('official')
  const same = { id, kind: 'official', name: '公众号', appId } as const
  await world.ask(wechatAppCalls.save, { ...same, secret: 'a'.repeat(32) }, admin.token)
  assert.deepEqual((await probe()).probe, { ok: false, code: 40_125, message: 'invalid appsecret' })
  const silent = await aBrowser(world).call(wechatCalls.getQrCode, { unitId: portal.unitId })
  assert.deepEqual([silent.respCode, /没有响应/.test(silent.respDesc)], [503, true])
  await world.ask(wechatAppCalls.save, { ...same, secret: registered('official').secret }, admin.token)
  assert.equal((await probe()).probe!.ok, true)
  const open = await wechat.addApp('open')
  const [first] = await world.ask(wechatAppCalls.projectConfigList, { probe: open }, admin.token)
  assert.deepEqual([first!.probe!.ok, first!.probe!.code], [true, 40_029])
  const found = async (filter: object) =>
    (await world.ask(wechatAppCalls.query, filter, admin.token)).list.map((app) => app.id)
  assert.equal((await found({})).length, 2)
  assert.deepEqual([await found({ kind: 'open' }), await found({ kind: 'official' })], [[open], [id]])
  assert.deepEqual([await found({ name: '公众' }), await found({ name: '没有' })], [[id], []])
  await world.ask(wechatAppCalls.delete, { id: open }, admin.token)
})

test('an app is refused that lacks its keys, names no host of WeChat’s, doubles another or takes its secret along', async () => {
  const { admin, world, registered } = wechat
  const { appId } = registered('official')
  const cases: [object, string][] = [
    [{ ...real, secret: undefined }, 'secret'],
    [{ ...real, appId: undefined }, 'appId'],
    [{ ...real, kind: 'official', appId: 'wx1111111111111111' }, 'eventToken'],
    [{ ...real, kind: 'official', eventToken: 'abc' }, 'eventKey'],
    [{ ...real, host: 'evil.example' }, 'host'],
    [{ ...real, host: 'api.weixin.qq.com.evil.example' }, 'host'],
    [{ ...real, appId: 'nothing' }, 'appId'],
    [{ ...real, appId }, 'appId'],
    [{ ...real, kind: 'official', eventToken: 'abc', eventKey: 'a'.repeat(43) }, 'kind'],
    [{ id, kind: 'open', name: 'x', appId }, 'kind'],
    [{ id, kind: 'official', name: 'x', appId: 'wx2222222222222222' }, 'secret'],
    [{ id, kind: 'official', name: 'x', appId, provider: 'wechat' }, 'secret'],
  ]
  for (const [draft, field] of cases) {
    const envelope = await save(draft)
    assert.deepEqual([envelope.respCode, envelope.field], [422, field], JSON.stringify(draft))
  }
  const made = (await save(real)).attribute
  assert.equal(
    (await world.ask(wechatAppCalls.query, { kind: 'open' }, admin.token)).list[0]!.provider,
    'wechat',
  )
  await world.ask(wechatAppCalls.delete, made, admin.token)
  assert.equal((await world.call(wechatAppCalls.delete, made, admin.token)).respCode, 404)
  assert.equal((await save(real)).respCode, 200)
  await world.db`update wechat_apps set status = 'deleted' where app_id = ${real.appId}`
})

test('strangers, learners and other projects’ administrators see and change nothing', async () => {
  const { world, portal } = wechat
  const learner = await anAccount(world, portal)
  const foreign = await aPortal(world, { menus: ['/project-manage/wechat-app'] })
  const made = await anAccount(world, foreign, { role: 'admin' })
  const other: BuiltAccount = {
    ...made,
    token: await signedIn(world, made.loginName, undefined, foreign.unitId),
  }
  const draft = { id, kind: 'official', name: 'x', appId: wechat.registered('official').appId } as const
  for (const [call, input] of [
    [wechatAppCalls.query, {}],
    [wechatAppCalls.save, draft],
    [wechatAppCalls.delete, { id }],
    [wechatAppCalls.projectConfigList, {}],
  ] as const) {
    assert.equal((await world.call(call, input as never)).respCode, 401)
    assert.equal((await world.call(call, input as never, learner.token)).respCode, 403)
  }
  assert.equal((await world.ask(wechatAppCalls.query, {}, other.token)).total, 0)
  assert.equal((await save(draft, other)).respCode, 404)
  assert.equal((await world.call(wechatAppCalls.delete, { id }, other.token)).respCode, 404)
  const configs = await world.ask(wechatAppCalls.projectConfigList, {}, other.token)
  assert.deepEqual(
    configs.map((config) => config.id),
    [null, null],
  )
  assert.equal((await world.call(wechatAppCalls.projectConfigList, { probe: id }, other.token)).respCode, 404)
})

test('outside demo mode the demo’s WeChat is not there, cannot be chosen and serves nobody', async () => {
  const strict = await aWechatWorld({ demo: false })
  const { appId, secret } = strict.registered('open')
  const draft = { kind: 'open', name: 'x', appId, secret, provider: 'demo' } as const
  const refused = await strict.world.call(wechatAppCalls.save, draft, strict.admin.token)
  assert.deepEqual([refused.respCode, refused.field], [422, 'provider'])
  await strict.world.ask(wechatAppCalls.save, { ...draft, provider: 'wechat' }, strict.admin.token)
  // As a database would hold it that was a demo's before.
  await strict.world.db`update wechat_apps set provider = 'demo'`
  const visit = await strict.world.call(wechatCalls.getQrCode, { unitId: strict.portal.unitId })
  assert.match(visit.respDesc, /尚未开通/)
  for (const path of [
    '/dev/wechat/connect/qrconnect',
    '/dev/wechat/q/x',
    '/dev/wechat/cgi-bin/stable_token',
  ]) {
    const page = await strict.world.portal.http.inject({ url: path })
    assert.equal(page.statusCode, 404, path)
  }
  assert.equal(wechatAddresses(strict.world.app.environment, 'demo', 'api.weixin.qq.com'), null)
  assert.equal(wechatAddresses(strict.world.app.environment, 'wechat', '127.0.0.1'), null)
  assert.deepEqual(wechatHosts, offered)
})

test('a token is requested once by many, again when WeChat calls it stale, and a moved or odd answer is no answer', async () => {
  let requests = 0
  let answer: (path: string) => { status?: number; body: string; location?: string } = () => ({ body: '{}' })
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!
    if (path === '/cgi-bin/stable_token') {
      requests++
      response.end(JSON.stringify({ access_token: `t${requests}`, expires_in: 7200 }))
      return
    }
    const given = answer(request.url!)
    response
      .writeHead(given.status ?? 200, given.location ? { location: given.location } : {})
      .end(given.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const channel = wechatApp({ appId: 'wx1', secret: 's', addresses: { api, open: api } })
  answer = (url) => ({
    body: JSON.stringify({
      ticket: 't',
      url: url.includes('access_token=t1&') || url.endsWith('=t1') ? 'one' : 'other',
    }),
  })
  const codes = await Promise.all(Array.from({ length: 20 }, () => channel.createScene('s', 60)))
  assert.deepEqual([requests, new Set(codes)], [1, new Set(['one'])])
  answer = (url) =>
    url.endsWith('access_token=t1')
      ? { body: JSON.stringify({ errcode: 40_001, errmsg: 'stale' }) }
      : { body: JSON.stringify({ ticket: 't', url: 'fresh' }) }
  const fresh = await Promise.all(Array.from({ length: 20 }, () => channel.createScene('s', 60)))
  assert.deepEqual([requests, new Set(fresh)], [2, new Set(['fresh'])])
  const isFault = (code: number | null) => (error: unknown) =>
    error instanceof WechatFault && error.code === code
  answer = () => ({ body: JSON.stringify({ errcode: 48_001, errmsg: 'api unauthorized' }) })
  await assert.rejects(channel.createScene('s', 60), isFault(48_001))
  answer = () => ({ status: 302, body: '', location: `${api}/elsewhere` })
  await assert.rejects(channel.createScene('s', 60), isFault(null))
  answer = () => ({ body: '<html>' })
  await assert.rejects(channel.createScene('s', 60), isFault(null))
  answer = (url) =>
    url.includes('/sns/oauth2')
      ? { body: JSON.stringify({ access_token: 'a', openid: 'o1' }) }
      : { body: JSON.stringify({ openid: 'o2' }) }
  await assert.rejects(channel.exchange('c'), isFault(null))
  answer = () => ({ body: JSON.stringify({ subscribe: 1, openid: 'another' }) })
  await assert.rejects(channel.findFollower('o1'), isFault(null))
  const nobody = wechatApp({
    appId: 'wx1',
    secret: 'secret-word',
    addresses: { api: 'http://127.0.0.1:1', open: '' },
  })
  await assert.rejects(nobody.exchange('c'), (error: Error) => !error.message.includes('secret-word'))
})
