import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aBrowser, aWechatWorld, type Browser, type WechatWorld } from '../../../test/build/wechat.ts'
import { wechatEventPath } from '../../../server/channels/wechatAddress.ts'
import {
  eventFreshSeconds,
  openMessage,
  readXml,
  sealedEnvelope,
  sealMessage,
  type WechatEventKeys,
  wechatSignature,
  writeXml,
} from '../../../server/channels/wechatEvent.ts'
import { wechatCalls } from '../contract.ts'

let wechat: WechatWorld
let keys: WechatEventKeys
let path: string
let browser: Browser
before(async () => {
  wechat = await aWechatWorld()
  path = `${wechatEventPath}/${await wechat.addApp('official')}`
  keys = wechat.registered('official')
  browser = aBrowser(wechat.world)
})

const unitId = () => wechat.portal.unitId
const aScene = async () => (await browser.ask(wechatCalls.getQrCode, { unitId: unitId() })).scene
const stateOf = async (scene: string) => {
  const [row] = await wechat.world.db`
    select state, open_id, expires_at from wechat_scenes
    where scene_hash = sha256(${scene}::text::bytea)`
  return row!
}
const scanOf = (scene: string, openId = 'oSomebody', more: object = {}) =>
  writeXml({
    ToUserName: 'gh_1',
    FromUserName: openId,
    CreateTime: 1_800_000_000,
    MsgType: 'event',
    Event: 'SCAN',
    EventKey: scene,
    ...more,
  })

interface Sent {
  body: string
  query: Record<string, string>
}
async function post({ body, query }: Sent, to = path) {
  const response = await wechat.world.portal.http.inject({
    method: 'POST',
    url: `${to}?${new URLSearchParams(query)}`,
    payload: body,
    headers: { 'content-type': 'text/xml' },
  })
  return { status: response.statusCode, body: response.body }
}

/** The same with the address signed again, as by somebody who knows the token. */
function signedAt(seconds: number, sent: Sent): Sent {
  const timestamp = String(Math.floor(Date.now() / 1000) + seconds)
  const { nonce = '' } = sent.query
  const sealed = String(readXml(sent.body)?.Encrypt)
  return {
    ...sent,
    query: {
      ...sent.query,
      timestamp,
      signature: wechatSignature(keys.token, timestamp, nonce),
      msg_signature: wechatSignature(keys.token, timestamp, nonce, sealed),
    },
  }
}
const flipped = (text: string) => (text[8] === 'A' ? 'B' : 'A')
const altered = (text: string) => text.slice(0, 8) + flipped(text) + text.slice(9)

test('only what WeChat signed and sealed for this account, of late, is believed: every forgery changes nothing', async () => {
  const scene = await aScene()
  const before = await stateOf(scene)
  const good = sealedEnvelope(keys, scanOf(scene)) as Sent
  const seal = String(readXml(good.body)!.Encrypt)
  const withQuery = (changes: Record<string, string>): Sent => ({
    ...good,
    query: { ...good.query, ...changes },
  })
  const without = (name: string): Sent => {
    const { [name]: _left, ...query } = good.query
    return { ...good, query }
  }
  const otherKeys = { ...keys, aesKey: 'b'.repeat(43) }
  const resealed = (other: WechatEventKeys): Sent =>
    signedAt(0, { ...good, body: writeXml({ Encrypt: sealMessage(other, scanOf(scene)) }) })
  const forgeries: Record<string, Sent> = {
    'no signature': without('signature'),
    'no message signature': without('msg_signature'),
    'another signature': withQuery({ signature: altered(good.query.signature!) }),
    'another message signature': withQuery({ msg_signature: altered(good.query.msg_signature!) }),
    'another time': withQuery({ timestamp: String(Number(good.query.timestamp) - 1) }),
    'another nonce': withQuery({ nonce: `${good.query.nonce}x` }),
    'signed with another token': sealedEnvelope({ ...keys, token: 'another' }, scanOf(scene)) as Sent,
    'an old one signed': signedAt(-eventFreshSeconds - 5, good),
    'an early one signed': signedAt(eventFreshSeconds + 5, good),
    'other sealed bytes': { ...good, body: good.body.replace(seal, altered(seal)) },
    'sealed with another key': resealed(otherKeys),
    'sealed for another app': resealed({ ...keys, appId: 'wx0000000000000000' }),
    'in the plain mode': { body: scanOf(scene), query: without('msg_signature').query },
    'plain, and said to be sealed': { ...good, body: scanOf(scene) },
    'not said to be sealed': without('encrypt_type'),
    'sealed, but no event': signedAt(0, { ...good, body: writeXml({ Encrypt: sealMessage(keys, 'hello') }) }),
    'no XML': { ...good, body: 'hello' },
    'an entity bomb': { ...good, body: '<!DOCTYPE x [<!ENTITY a "b">]><xml><Encrypt>&a;</Encrypt></xml>' },
  }
  for (const [name, forged] of Object.entries(forgeries)) {
    assert.equal((await post(forged)).status, 403, name)
    assert.deepEqual(await stateOf(scene), before, name)
  }
  assert.equal((await post(good)).status, 200)
  assert.equal((await stateOf(scene)).state, 'recognised')
})

test('a replayed event is answered and changes nothing, nor may another person come after the first', async () => {
  const scene = await aScene()
  const sent = sealedEnvelope(keys, scanOf(scene, 'oFirst')) as Sent
  const answers = [await post(sent), await post(sent)]
  for (const { status, body } of answers) {
    assert.equal(status, 200)
    assert.match(openMessage(keys, String(readXml(body)!.Encrypt)), /请求登录.*#[\w-]{43}">/s)
  }
  const first = await stateOf(scene)
  await wechat.world.moveClock('1 minute')
  await post(sent)
  const second = await post(sealedEnvelope(keys, scanOf(scene, 'oSecond')) as Sent)
  assert.match(openMessage(keys, String(readXml(second.body)!.Encrypt)), /已过期或已使用/)
  assert.deepEqual(await stateOf(scene), first)
  await wechat.world.moveClock('0')
})

test('a scene used up, too old, of another app or never given recognises nobody', async () => {
  const scene = await aScene()
  const other = `${wechatEventPath}/${await wechat.addApp('open')}`
  const sent = sealedEnvelope(keys, scanOf(scene)) as Sent
  assert.equal((await post(sent, other)).status, 404)
  assert.equal(
    (await post(sent, `${wechatEventPath}/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`)).status,
    404,
  )
  assert.equal((await post(sent, `${wechatEventPath}/nothing`)).status, 404)
  await wechat.world.moveClock('6 minutes')
  assert.equal((await post(sent)).status, 200)
  assert.equal((await stateOf(scene)).state, 'waiting')
  await wechat.world.moveClock('0')
  const made = await post(sealedEnvelope(keys, scanOf('a'.repeat(43))) as Sent)
  assert.match(openMessage(keys, String(readXml(made.body)!.Encrypt)), /已过期或已使用/)
})

test('what is no scan is heard without an answer', async () => {
  for (const more of [
    { Event: 'unsubscribe', EventKey: '' },
    { Event: 'subscribe', EventKey: '' },
    { Event: 'CLICK', EventKey: 'menu' },
    { MsgType: 'text', Event: '', Content: '你好' },
  ]) {
    const { status, body } = await post(sealedEnvelope(keys, scanOf('', 'oX', more)) as Sent)
    assert.deepEqual([status, body], [200, 'success'], JSON.stringify(more))
  }
})

test('the address is verified with the token, and echoes nothing else', async () => {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signature = wechatSignature(keys.token, timestamp, 'n1')
  const verify = async (query: Record<string, string>) => {
    const response = await wechat.world.portal.http.inject({ url: `${path}?${new URLSearchParams(query)}` })
    return [response.statusCode, response.body, String(response.headers['content-type'])]
  }
  const good = { timestamp, nonce: 'n1', signature, echostr: '7412589630' }
  assert.deepEqual(await verify(good), [200, '7412589630', 'text/plain'])
  assert.equal((await verify({ ...good, signature: altered(signature) }))[0], 403)
  assert.equal((await verify({ ...good, nonce: 'n2' }))[0], 403)
  assert.equal((await verify({ ...good, echostr: '<script>alert(1)</script>' }))[0], 403)
  const { echostr: _none, ...silent } = good
  assert.equal((await verify(silent))[0], 403)
})
