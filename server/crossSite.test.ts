import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { allHandlers } from '../app/features.ts'
import { sessionCalls } from '../features/session/contract.ts'
import { encodeCredential } from '../features/session/rules.ts'
import { aLearner, aPortal } from '../test/build/portal.ts'
import { noticePaths } from './channels/openPayment.ts'
import { openWorld, type World } from '../test/harness.ts'

let world: World
let loginName: string
before(async () => {
  const publicUrl = 'https://study.example.cn'
  world = await openWorld({ environment: { publicUrl, trustProxy: ['127.0.0.1'] } })
  const learner = await aLearner(world, await aPortal(world))
  loginName = learner.loginName
})

const signIn = (headers: Record<string, string>) =>
  world.portal.http.inject({
    method: 'POST',
    url: `/api${sessionCalls.login.path}`,
    headers: { host: 'inner:8080', ...headers },
    payload: { account: encodeCredential(loginName), password: encodeCredential('Demo2026a') },
  })

const elsewhere = [
  { origin: 'https://evil.example.cn' },
  { origin: 'https://evil.example.cn', 'sec-fetch-site': 'cross-site' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'no address' },
  { origin: 'http://study.example.cn' },
  { origin: 'https://study.example.cn:8443', 'sec-fetch-site': 'same-site' },
  { origin: 'https://study.example.cn.evil.cn' },
  { origin: 'https://evil.example.cn', 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  // What a visitor may write itself counts only where the proxy wrote it.
  { origin: 'https://evil.example.cn', host: 'study.example.cn' },
] as const

test('what a page of another site sends signs nobody in and sets no cookie', async () => {
  const opened = async () => {
    const [row] = await world.db`select count(*)::int as n from operation_logs where action = 'session.open'`
    return row!.n
  }
  const before = await opened()
  for (const headers of elsewhere) {
    const reply = await signIn(headers)
    assert.deepEqual([reply.json().respCode, reply.cookies], [403, []], JSON.stringify(headers))
    assert.match(reply.json().respDesc, /其他网站/)
  }
  assert.equal(await opened(), before)
})

test('the portal’s own pages, its host behind the proxy, and programs sign in', async () => {
  for (const headers of [
    {},
    { origin: 'https://study.example.cn' },
    { origin: 'https://study.example.cn', 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://second.example.cn', host: 'second.example.cn' },
    { origin: 'https://third.example.cn', 'x-forwarded-host': 'third.example.cn' },
  ] as Record<string, string>[]) {
    assert.equal((await signIn(headers)).json().respCode, 200, JSON.stringify(headers))
  }
})

test('no call of any method is made by a page of another site', async () => {
  for (const { call } of allHandlers) {
    const reply = await world.portal.http.inject({
      method: call.method,
      url: `/api${call.path}`,
      headers: { host: 'study.example.cn', 'sec-fetch-site': 'cross-site' },
      ...(call.method === 'GET' ? {} : { payload: {} }),
    })
    assert.equal(reply.json().respCode, 403, call.path)
    assert.match(reply.json().respDesc, /其他网站/, call.path)
  }
})

test('a page that is opened by a link of another site opens', async () => {
  for (const url of ['/healthz', '/']) {
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    const reply = await world.portal.http.inject({ method: 'GET', url, headers })
    assert.notEqual(reply.statusCode, 403, url)
  }
})

test('uploads are guarded as well; notices of other servers prove themselves by their signature', async () => {
  const headers = { host: 'study.example.cn', origin: 'https://evil.example.cn' }
  const upload = await world.portal.http.inject({ method: 'POST', url: '/upload/tus', headers })
  assert.equal(upload.json().respCode, 403)
  assert.match(upload.json().respDesc, /其他网站/)
  const notice = await world.portal.http.inject({ method: 'POST', url: noticePaths.wechat, headers })
  assert.doesNotMatch(notice.payload, /其他网站/)
})
