import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { dropBegun, takeBegun } from './begun.ts'

const url = '/api/thing/find.action'
const headers = { 'accept-language': 'zh-CN', 'content-type': 'application/json', token: 'mine' }
const now = (more: object = {}) => ({ body: '{}', headers, signal: new AbortController().signal, ...more })

function begin(response: Promise<Response>): void {
  Object.assign(globalThis, { begun: new Map([[`${url} {}`, { headers, response }]]) })
}
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'begun')
})

test('a call that the page began is answered once, and again only by the server', async () => {
  const answer = new Response('{}')
  begin(Promise.resolve(answer))
  assert.equal(await takeBegun(url, now()), answer)
  assert.equal(takeBegun(url, now()), undefined)
})

test('an answer to another token, in another language or to another question is nobody’s', () => {
  for (const other of [
    now({ headers: { ...headers, token: 'another' } }),
    now({ headers: { 'accept-language': 'zh-CN' } }),
    now({ headers: { ...headers, 'accept-language': 'en' } }),
    now({ body: '{"page":2}' }),
  ]) {
    begin(Promise.resolve(new Response('{}')))
    assert.equal(takeBegun(url, other), undefined)
  }
})

test('who gives up waits no longer', async () => {
  begin(new Promise(() => {}))
  const limit = new AbortController()
  const waiting = takeBegun(url, now({ signal: limit.signal }))
  limit.abort(new Error('too late'))
  await assert.rejects(waiting!, /too late/)
})

test('without a page that began anything a call is sent', () =>
  assert.equal(takeBegun(url, now()), undefined))

test('what was begun and dropped is asked again', () => {
  begin(Promise.resolve(new Response('{}')))
  dropBegun()
  assert.equal(takeBegun(url, now()), undefined)
})
