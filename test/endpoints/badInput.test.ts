import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { allHandlers } from '../../app/features.ts'
import type { Call, Envelope } from '../../contract/call.ts'
import { sessionCalls } from '../../features/session/contract.ts'
import { encodeCredential } from '../../features/session/rules.ts'
import { openWorld, type World } from '../harness.ts'
import { shardOf } from '../shard.ts'
import { inputsOf, spoilingsOf } from './inputs.ts'

let world: World
const tokens: Record<string, string> = {}

before(async () => {
  world = await openWorld({ demo: true })
  for (const account of ['admin', 'learner']) {
    const { data } = await world.ask(sessionCalls.login, {
      account: encodeCredential(account),
      password: encodeCredential('Demo2026a'),
    })
    tokens[account] = data.tokenCode
  }
})
after(() => world.close())

/** The token of somebody who may make a call. */
const tokenFor = (call: Call) =>
  call.allow === 'public' ? null : call.allow === 'learner' ? tokens.learner! : tokens.admin!

const calls = shardOf(allHandlers.map(({ call }) => call))
const seed = 20261121

/** One input that the schema lets through; what it means may still be refused. */
const sample = (call: Call) =>
  fc.sample(inputsOf(call.input), { numRuns: 1, seed })[0] as Record<string, unknown>

let caller = 0

/** From a new address each time, since rate limits are tested elsewhere. */
async function send(call: Call, input: unknown, language = 'zh-CN'): Promise<Envelope & { status: number }> {
  const address = `10.${(++caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`
  const token = tokenFor(call)
  const headers = { 'accept-language': language, ...(token ? { token } : {}) }
  const sent =
    call.method === 'GET'
      ? { url: `/api${call.path}?${query(input as Record<string, unknown>)}` }
      : call.body === 'multipart'
        ? { url: `/api${call.path}`, ...form(input as Record<string, unknown>) }
        : { url: `/api${call.path}`, payload: input as object }
  const response = await world.portal.http.inject({
    method: call.method,
    remoteAddress: address,
    ...sent,
    headers: { ...headers, ...('headers' in sent ? sent.headers : {}) },
  })
  const isEnvelope = String(response.headers['content-type']).startsWith('application/json')
  return isEnvelope
    ? { status: response.statusCode, ...response.json<Envelope>() }
    : { status: response.statusCode, respCode: 200, respDesc: 'a file', attribute: null }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function query(input: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(Object.entries(input).map(([name, value]) => [name, asText(value)]))
}

function form(input: Record<string, unknown>) {
  const boundary = 'jixu-form-boundary'
  const part = (head: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const fields = Object.entries(input).map(([name, value]) => part(`name="${name}"`, asText(value)))
  const file = part('name="file"; filename="a.txt"\r\nContent-Type: text/plain', 'no such thing')
  return {
    payload: `${fields.join('')}${file}--${boundary}--\r\n`,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Rows that any request may leave: last activity, and captchas for visitors. */
const traces = ['sessions', 'captchas', 'jobs']

/** Every table's content in one number each. */
async function fingerprint(): Promise<Map<string, string>> {
  const tables = await world.db`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`
  const prints = new Map<string, string>()
  for (const { name } of tables.filter((table) => !traces.includes(table.name as string))) {
    const [row] = await world.db.unsafe(
      `select count(*) || ':' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as print from "${name}" t`,
    )
    prints.set(name as string, row!.print as string)
  }
  return prints
}

test('bad input to any call is refused with 422 and the field named, and changes nothing', async () => {
  const before = await fingerprint()
  const wrong: string[] = []
  let sent = 0
  for (const call of calls) {
    const good = sample(call)
    for (const { field, how, input } of spoilingsOf(call.input, good)) {
      // What travels as text may spell a number or a list, and no half character can: only what cannot be read is bad.
      const travelsAsText = call.method === 'GET' || call.body === 'multipart'
      if (travelsAsText && /object|list|half a character/.test(how)) continue
      sent++
      const reply = await send(call, input)
      const named = reply.field === field || reply.field?.startsWith(`${field}.`)
      const isWhole =
        !reply.respDesc.startsWith(`${reply.field}：`) ||
        reply.respDesc === `${reply.field}：${reply.problem}`
      if (
        reply.status !== 200 ||
        reply.respCode !== 422 ||
        !named ||
        !isWhole ||
        !/[\u4e00-\u9fff]/.test(reply.respDesc)
      ) {
        wrong.push(`${call.path} ${field} ${how}: ${reply.respCode} ${reply.field ?? '-'} ${reply.respDesc}`)
      }
    }
  }
  assert.deepEqual(wrong, [])
  assert.ok(sent > calls.length * 3, `${sent} faults are too few to mean much`)
  assert.deepEqual(await fingerprint(), before)
})

test('a body that is no object, no JSON, or too long is refused with a message', async () => {
  const call = allHandlers
    .map((answer) => answer.call)
    .find((each) => each.method === 'POST' && each.allow === 'public')
  for (const [payload, type] of [
    ['[]', 'application/json'],
    ['"text"', 'application/json'],
    ['{"a":', 'application/json'],
    ['{"__proto__":{"x":1}', 'application/json'],
    [`{"a":"${'x'.repeat(3 * 1024 * 1024)}"}`, 'application/json'],
    ['<a/>', 'application/xml'],
  ] as const) {
    const response = await world.portal.http.inject({
      method: 'POST',
      url: `/api${call!.path}`,
      payload,
      headers: { 'content-type': type, 'accept-language': 'en' },
    })
    const reply = response.json<Envelope>()
    assert.equal(reply.respCode, 422, payload.slice(0, 40))
    assert.equal(reply.field, 'body', payload.slice(0, 40))
  }
})

test('an input nested without end is refused with a message', async () => {
  const response = await world.portal.http.inject({
    method: 'POST',
    url: '/api/login/login',
    payload: `{"account":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
    headers: { 'content-type': 'application/json' },
  })
  const reply = response.json<Envelope>()
  assert.deepEqual([reply.respCode, reply.field?.split('.')[0]], [422, 'account'])
})

test('well-formed input that means nothing never breaks a call', async () => {
  const broken: string[] = []
  for (const call of calls) {
    for (const input of fc.sample(inputsOf(call.input), { numRuns: 12, seed })) {
      const reply = await send(call, input, 'en')
      if (reply.respCode === -1 || reply.status >= 500)
        broken.push(`${call.path} ${JSON.stringify(input)}: ${reply.respDesc}`)
    }
  }
  assert.deepEqual(broken, [])
})
