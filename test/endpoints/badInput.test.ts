import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { InjectOptions } from 'fastify'
import { allHandlers } from '../../app/features.ts'
import type { Call, Envelope } from '../../contract/call.ts'
import { sessionCalls } from '../../features/session/contract.ts'
import { encodeCredential } from '../../features/session/rules.ts'
import { fc, seed } from '../dice.ts'
import { openWorld, type World } from '../harness.ts'
import { shardOf } from '../shard.ts'
import { inputsOf, spoilingsOf } from './inputs.ts'

let world: World
const tokens: Record<string, string> = {}

before(async () => {
  world = await openWorld({ demo: true, works: false })
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
const inQuery = (value: unknown) => (Array.isArray(value) ? value.map(asText).join() : asText(value))

function query(input: Record<string, unknown>): URLSearchParams {
  return new URLSearchParams(Object.entries(input).map(([name, value]) => [name, inQuery(value)]))
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

/** Texts that a schema takes and that mean nothing where they are read once more. */
const odd = [
  '-'.repeat(36),
  `${'f'.repeat(8)}-`.repeat(4),
  btoa('a\0b'),
  btoa('\xff\xfe'),
  'vcode---x\t---',
  '1e400',
  'Infinity',
  '9'.repeat(25),
  '__proto__',
  '../..%00',
  '{"x":'.repeat(20),
]

/** The ends of what a date may be. */
const oddDates = [
  '0001-01-02T00:00:00Z',
  '9999-12-30T00:00:00+15:59',
  '2023-11-23T00:00:00-15:59',
  '0001-01-01',
  '9999-12-31',
]

test('odd texts in any field of any call are no failure of ours', async () => {
  const broken: string[] = []
  for (const call of calls) {
    // A page beyond the end would be refused before the text is read.
    const good = { ...sample(call), ...('page' in sample(call) ? { page: 1 } : {}) }
    const { properties } = call.input as {
      properties?: Record<string, { type?: string; format?: string; anyOf?: object[] }>
    }
    const texts = Object.entries(properties ?? {}).filter(([, { type, anyOf }]) => type === 'string' || anyOf)
    for (const [field, { format }] of texts) {
      for (const text of format?.startsWith('date') ? [...odd, ...oddDates] : odd) {
        const reply = await send(call, { ...good, [field]: text }, 'en')
        if (reply.traceId || reply.status >= 500)
          broken.push(`${call.path} ${field} ${text}: ${reply.respDesc}`)
      }
    }
  }
  assert.deepEqual(broken, [])
})

test('odd tokens, bodies, types and addresses are no failure of ours', async () => {
  const broken: string[] = []
  const url = `/api${sessionCalls.login.path}`
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const deep = (open: string, close: string) => `${open.repeat(5000)}1${close.repeat(5000)}`
  const part = '--x\r\nContent-Disposition: form-data; name='
  const uploads = allHandlers.find(({ call }) => call.body === 'multipart' && call.path.includes('image'))!
  const uploading = { method: uploads.call.method, url: `/api${uploads.call.path}` } as const
  const requests: InjectOptions[] = [
    ...[
      '%00',
      '%ff',
      '%ed%a0%80',
      '%',
      'x'.repeat(5000),
      'a%0ab',
      '-token',
      '%00-token',
      't.',
      't.%00',
      '\u00ff',
    ].map((token) => ({ url: '/api/login/get-account-info', headers: { token } })),
    ...['sid=%00', 'sid=%', `sid=${'-'.repeat(43)}`, '__proto__=1', '=;=;'].map((cookie) => ({
      url: '/api/login/get-account-info',
      headers: { token: 'x-token', cookie },
    })),
    ...[
      deep('[', ']'),
      deep('{"a":', '}'),
      '{"account":1e999}',
      '\u0000',
      '{"a":"\\ud800"}',
      'null',
      '1',
      '',
    ].map((payload) => ({ method: 'POST' as const, url, payload, headers: json })),
    { method: 'POST', url, payload: `{"account":${deep('[', ']')}}`, headers: json },
    { method: 'POST', url, payload: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), headers: json },
    ...[
      '',
      'x',
      'application/json;charset=utf-16',
      'text/html',
      'application/x-www-form-urlencoded',
      '/',
      'a/b;;=',
    ].map((type) => ({ method: 'POST' as const, url, payload: '{}', headers: { 'content-type': type } })),
    ...[
      '',
      '--x',
      `${part}"a"\r\n\r\n1`,
      `${part}"file"; filename="a"\r\n\r\nabc`,
      `${part}"__proto__"\r\n\r\n1\r\n--x--`,
      `${part}"a\0"\r\n\r\n\0\r\n--x--`,
      `${`${part}"a"\r\n\r\n1\r\n`.repeat(60)}--x--`,
      `${`${part}"file"; filename="a"\r\n\r\n1\r\n`.repeat(3)}--x--`,
      `${part}"file"; filename="\0/../\ud800"\r\nContent-Type: \0\r\n\r\n1\r\n--x--`,
      `${part}"${'a'.repeat(5000)}"\r\n\r\n${'b'.repeat(2 ** 21)}\r\n--x--`,
    ].map((payload) => ({ ...uploading, payload, headers: { ...form, token: tokens.learner! } })),
    {
      ...uploading,
      payload: 'x',
      headers: { 'content-type': 'multipart/form-data', token: tokens.learner! },
    },
    ...[
      '/check/%00',
      '/check/%ff',
      '/media/video/%00?who=%00&until=1e400&signature=%00',
      '/media/image/%00',
    ].map((address) => ({ url: address })),
    ...[
      '/media/video/x?who=a&who=b',
      '/upload/tus/%00',
      '/api/login/login?account[a]=1',
      '/api/%00',
      '/%ff',
    ].map((address) => ({ url: address })),
    { url: '/api/login/check-login?__proto__=1&constructor=2', method: 'POST' },
  ]
  for (const request of requests) {
    const address = `10.${(++caller >> 16) & 255}.${(caller >> 8) & 255}.${caller & 255}`
    const response = await world.portal.http.inject({ ...request, remoteAddress: address })
    const isBroken = response.statusCode >= 500 || /"traceId"/.test(response.payload)
    if (isBroken) broken.push(`${JSON.stringify(request).slice(0, 200)}: ${response.payload.slice(0, 200)}`)
  }
  assert.deepEqual(broken, [])
})

test('well-formed input that means nothing never breaks a call', async () => {
  const broken: string[] = []
  for (const call of calls) {
    const guesses = 'password' in ((call.input as { properties?: object }).properties ?? {})
    for (const input of fc.sample(inputsOf(call.input), { numRuns: 12, seed })) {
      // A lock after wrong passwords is tested elsewhere; its code is that of the specification.
      if (guesses) await world.db`delete from tries`
      const reply = await send(call, input, 'en')
      if (reply.respCode === -1 || reply.status >= 500)
        broken.push(`${call.path} ${JSON.stringify(input)}: ${reply.respDesc}`)
    }
  }
  assert.deepEqual(broken, [])
})
