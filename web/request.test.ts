import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { Type } from 'typebox'
import { call } from '../contract/call.ts'
import { openWindow } from '../test/window.ts'

openWindow()
const { send } = await import('./client.ts')
const { clearToken, saveToken } = await import('./token.ts')

const anything = Type.Any()
const findThing = call('/thing/find.action', {
  summary: '',
  allow: 'public',
  input: anything,
  output: anything,
})
const getThing = call('/thing/get.action', {
  summary: '',
  ...({ allow: 'public', method: 'GET', input: anything, output: anything } as const),
})
let sent: { url: string; init: RequestInit }[]
beforeEach(() => {
  sent = []
  clearToken()
  mock.method(globalThis, 'fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute: null }))
  })
})
afterEach(() => mock.restoreAll())
const headersOf = ({ init }: (typeof sent)[number]) => new Headers(init.headers)

test('a call is a POST below /api with its input as JSON, and the browser’s cookies go with it', async () => {
  await send(findThing, { a: 1 })
  const [{ url, init }] = sent as [(typeof sent)[number]]
  assert.deepEqual([url, init.method, init.body], ['/api/thing/find.action', 'POST', '{"a":1}'])
  assert.equal(init.credentials, 'same-origin')
  assert.equal(headersOf(sent[0]!).get('content-type'), 'application/json')
})

test('a call that is marked as GET has its input in the address', async () => {
  await send(getThing, { a: 1, b: '中 文' })
  const [{ url, init }] = sent as [(typeof sent)[number]]
  assert.deepEqual([url, init.method], ['/api/thing/get.action?a=1&b=%E4%B8%AD+%E6%96%87', 'GET'])
  assert.equal(init.body, undefined)
})

test('the token is a header when there is one, and there is none without', async () => {
  await send(findThing, {})
  saveToken('T')
  await send(findThing, {})
  assert.deepEqual(
    sent.map((each) => headersOf(each).get('token')),
    [null, 'T'],
  )
})
