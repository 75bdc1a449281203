import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aWechatWorld, type WechatWorld } from '../../test/build/wechat.ts'
import { wechatReturnPath } from '../../server/channels/wechatAddress.ts'

let wechat: WechatWorld
let base: string
before(async () => {
  wechat = await aWechatWorld()
  await wechat.addApp('official')
  await wechat.addApp('open')
  base = `${wechat.url}/dev/wechat`
})

type Answer = Record<string, unknown> & { errcode?: number }
const get = async (path: string, query: Record<string, string>) =>
  (await (await fetch(`${base}${path}?${new URLSearchParams(query)}`)).json()) as Answer
const post = async (path: string, body: unknown, query: Record<string, string> = {}) => {
  const url = `${base}${path}?${new URLSearchParams(query)}`
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) })
  return (await response.json()) as Answer
}
const agreeUrl = (changes: Record<string, string> = {}) => {
  const query = {
    appid: wechat.registered('open').appId,
    redirect_uri: wechat.url + wechatReturnPath,
    response_type: 'code',
    scope: 'snsapi_login',
    state: 's1',
    ...changes,
  }
  return `${base}/connect/qrconnect?${new URLSearchParams(query)}`
}
const exchange = (code: string, changes: Record<string, string> = {}) => {
  const { appId, secret } = wechat.registered('open')
  const query = { appid: appId, secret, code, grant_type: 'authorization_code', ...changes }
  return get('/sns/oauth2/access_token', query)
}

test('a code is exchanged once, only with its app and secret, and only until it expires', async () => {
  const { code, state } = await wechat.agree(agreeUrl(), 'fang')
  assert.equal(state, 's1')
  assert.equal((await exchange(code, { appid: 'wx0000000000000000' })).errcode, 40_013)
  assert.equal((await exchange(code, { secret: 'f'.repeat(32) })).errcode, 40_125)
  assert.equal((await exchange(code, { grant_type: 'password' })).errcode, 40_002)
  assert.equal((await exchange('made-up')).errcode, 40_029)
  const { appId, secret } = wechat.registered('official')
  assert.equal((await exchange(code, { appid: appId, secret })).errcode, 40_029)
  const given = await exchange(code)
  assert.match(String(given.openid), /^o[\w-]{27}$/)
  assert.equal((await exchange(code)).errcode, 40_163)
  const old = await wechat.agree(agreeUrl(), 'fang')
  await wechat.world.moveClock('6 minutes')
  assert.equal((await exchange(old.code)).errcode, 40_029)
  await wechat.world.moveClock('0')

  const token = String(given.access_token)
  const info = await get('/sns/userinfo', { access_token: token, openid: String(given.openid) })
  assert.deepEqual([info.nickname, info.unionid], ['小芳', given.unionid])
  assert.equal(
    (await get('/sns/userinfo', { access_token: 'x', openid: String(given.openid) })).errcode,
    40_001,
  )
  assert.equal((await get('/sns/userinfo', { access_token: token, openid: 'oX' })).errcode, 40_003)
})

test('a person is asked to agree only for a known app that redirects to this portal', async () => {
  const wrong: Record<string, string>[] = [
    { appid: 'wx0000000000000000' },
    { appid: wechat.registered('official').appId },
    { redirect_uri: 'https://evil.example/auth-redirect' },
    { redirect_uri: `${wechat.url}.evil.example${wechatReturnPath}` },
    { scope: 'snsapi_base' },
    { response_type: 'token' },
  ]
  for (const changes of wrong) {
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: new URLSearchParams({ do: 'fang' }) } : {}
      const page = await fetch(agreeUrl(changes), { method, redirect: 'manual', ...body })
      assert.equal(page.status, 400, JSON.stringify(changes))
    }
  }
  assert.deepEqual(await wechat.agree(agreeUrl(), 'deny'), { code: '', state: 's1' })
  assert.deepEqual(await wechat.agree(agreeUrl(), 'nobody'), { code: '', state: 's1' })
})

test('one token serves all callers, a forced one is fresh, and none opens what it should not', async () => {
  const { appId, secret } = wechat.registered('official')
  const input = { grant_type: 'client_credential', appid: appId, secret }
  const first = await post('/cgi-bin/stable_token', input)
  assert.equal((await post('/cgi-bin/stable_token', input)).access_token, first.access_token)
  const forced = await post('/cgi-bin/stable_token', { ...input, force_refresh: true })
  assert.notEqual(forced.access_token, first.access_token)
  assert.equal((await post('/cgi-bin/stable_token', { ...input, secret: 'f'.repeat(32) })).errcode, 40_125)
  assert.equal((await post('/cgi-bin/stable_token', { ...input, grant_type: 'x' })).errcode, 40_002)
  const open = wechat.registered('open')
  const wrongKind = { ...input, appid: open.appId, secret: open.secret }
  assert.equal((await post('/cgi-bin/stable_token', wrongKind)).errcode, 48_001)

  const token = { access_token: String(forced.access_token) }
  const code = {
    expire_seconds: 60,
    action_name: 'QR_STR_SCENE',
    action_info: { scene: { scene_str: 'a-scene' } },
  }
  assert.match(
    String((await post('/cgi-bin/qrcode/create', code, token)).url),
    /\/dev\/wechat\/q\/[\w-]{32}$/,
  )
  assert.equal((await post('/cgi-bin/qrcode/create', code, { access_token: 'x' })).errcode, 40_001)
  const long = { ...code, action_info: { scene: { scene_str: 'x'.repeat(65) } } }
  assert.equal((await post('/cgi-bin/qrcode/create', long, token)).errcode, 40_053)
  assert.equal((await get('/cgi-bin/user/info', { ...token, openid: 'oX' })).errcode, 40_003)
  await wechat.world.moveClock('3 hours')
  assert.equal((await post('/cgi-bin/qrcode/create', code, token)).errcode, 40_001)
  await wechat.world.moveClock('0')
})

test('its pages state in both languages what they simulate, and are gone when a code is over', async () => {
  for (const [language, word] of [
    ['zh-CN', '人物均为虚构'],
    ['en', 'people are made up'],
  ] as const) {
    const page = await fetch(agreeUrl(), { headers: { 'accept-language': language } })
    assert.ok((await page.text()).includes(word))
    assert.equal((await fetch(`${base}/q/nothing`, { headers: { 'accept-language': language } })).status, 404)
  }
})
