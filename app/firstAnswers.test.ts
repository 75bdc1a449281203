import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { sessionCalls } from '../features/session/contract.ts'
import { aLearner, aPortal } from '../test/build/portal.ts'
import { openWorld, type World } from '../test/harness.ts'
import { firstAnswersPath, firstCallsOf } from './firstCalls.ts'

let world: World
let token: string
before(async () => {
  world = await openWorld()
  token = (await aLearner(world, await aPortal(world))).token
})

interface Line {
  n: number
  status: number
  body: { respCode: number; attribute: unknown }
}

const home = firstCallsOf('/', new URLSearchParams(), 2020).map(({ method, url, body }) => ({
  method,
  url,
  ...(body === undefined ? {} : { body }),
}))
const ask = (calls: object[], headers: Record<string, string> = {}) =>
  world.portal.http.inject({ method: 'POST', url: firstAnswersPath, headers, payload: { calls } })
const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .toSorted((a, b) => a.n - b.n)

test('each call that a page begins with is answered as it is alone', async () => {
  const lines = linesOf((await ask(home, { token })).body)
  assert.deepEqual(
    lines.map(({ n }) => n),
    home.map((_, n) => n),
  )
  for (const { n, status, body } of lines) {
    const { method, url, body: payload } = home[n]!
    const headers = { token, ...(payload === undefined ? {} : { 'content-type': 'application/json' }) }
    const alone = await world.portal.http.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    assert.deepEqual([status, body], [alone.statusCode, alone.json()], url)
    assert.equal(body.respCode, 200, url)
  }
})

test('who may not make a call is refused by that call alone', async () => {
  const lines = linesOf((await ask(home)).body)
  const refused = lines.filter(({ body }) => body.respCode === 401).map(({ n }) => home[n]!.url)
  assert.ok(refused.includes('/api/api/my-class.action'))
  assert.ok(lines.some(({ body }) => body.respCode === 200))
})

test('only what pages begin with is answered, and no page of another site asks', async () => {
  const url = `/api${sessionCalls.loginOut.path}`
  const [other, none, elsewhere] = await Promise.all([
    ask([{ method: 'POST', url, body: '{}' }], { token }),
    ask([], { token }),
    ask(home, { token, 'sec-fetch-site': 'cross-site' }),
  ])
  assert.deepEqual(
    [other, none, elsewhere].map((reply) => [reply.json().respCode, reply.json().field]),
    [
      [422, 'calls.0.url'],
      [422, 'calls'],
      [403, undefined],
    ],
  )
})

test('the lines are compressed for who can read it', async () => {
  const reply = await ask(home, { token, 'accept-encoding': 'gzip, deflate' })
  assert.equal(reply.headers['content-encoding'], 'gzip')
  assert.equal(linesOf(gunzipSync(reply.rawPayload).toString()).length, home.length)
})
