import assert from 'node:assert/strict'
import { Agent, get, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { pino } from 'pino'
import { Type } from 'typebox'
import { call, Nothing } from '../contract/call.ts'
import { openWorld } from '../test/harness.ts'
import { until } from '../test/until.ts'
import type { Pool } from './db.ts'
import { serve } from './serve.ts'

test('a request that is under way as the server closes is answered, and its connection does not hold the server', async (t) => {
  const { app } = await openWorld()
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const http = await serve({
    app,
    handlers: [],
    gate: { find: async () => null, whyNot: () => assert.fail(), portalOf: () => assert.fail() },
    sheds: false,
    routes: [
      async (server) => {
        server.get('/slow', async () => {
          asked.resolve()
          await answer.promise
          return 'done'
        })
      },
    ],
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  // Kept alive, a connection would last for good.
  http.server.keepAliveTimeout = 0
  const agent = new Agent({ keepAlive: true })
  t.after(() => agent.destroy())
  const { port } = http.server.address() as AddressInfo
  const replied = new Promise<string>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: '/slow', agent }, (reply) => resolve(text(reply))).on(
      'error',
      reject,
    )
  })
  await asked.promise
  const closed = http.close()
  await until(async () => !http.server.listening)
  answer.resolve()
  assert.equal(await replied, 'done')
  let isClosed = false
  void closed.then(() => (isClosed = true))
  await until(() => isClosed)
})

test('a call that met others each time, or waited too long, is answered with a sentence, not with a fault', async () => {
  const { app } = await openWorld()
  const http = await serve({
    app,
    handlers: [],
    gate: { find: async () => null, whyNot: () => assert.fail(), portalOf: () => assert.fail() },
    sheds: false,
    routes: [
      async (server) => {
        server.get('/met', () =>
          app.db.begin((tx) => tx`do $$ begin raise exception 'met' using errcode = '40P01'; end $$`),
        )
        server.get('/late', () =>
          app.db.begin(async (tx) => {
            await tx`set local statement_timeout = 20`
            await tx`select pg_sleep(10)`
          }),
        )
      },
    ],
  })
  for (const path of ['/met', '/late']) {
    const { statusCode, body } = await http.inject(path)
    assert.deepEqual([path, statusCode, JSON.parse(body).respCode], [path, 200, 503])
  }
  await http.close()
})

test('a reader who leaves before an answer begins is no fault of ours; a stream that breaks for others is one', async (t) => {
  const { app } = await openWorld()
  const reports: unknown[] = []
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const given = Promise.withResolvers<void>()
  const http = await serve({
    app,
    handlers: [],
    gate: { find: async () => null, whyNot: () => assert.fail(), portalOf: () => assert.fail() },
    sheds: false,
    report: ({ place }) => void reports.push(place),
    routes: [
      async (server) => {
        server.post('/lines', async (_request, reply) => {
          asked.resolve()
          await answer.promise
          const lines = new PassThrough().once('close', given.resolve)
          return reply.send(lines)
        })
        server.get('/broken', async (_request, reply) => {
          const lines = new PassThrough()
          lines.destroy()
          return reply.send(lines)
        })
      },
    ],
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => http.close())
  const { port } = http.server.address() as AddressInfo
  const over = Promise.withResolvers<void>()
  http.server.once('request', (_request, reply) => reply.once('close', over.resolve))
  // Its body was read to the end: that it was broken off shows at the answer alone.
  const left = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/lines',
    headers: { 'content-type': 'application/json' },
    agent: false,
  })
  left.on('error', () => {}).end('{}')
  await asked.promise
  left.destroy()
  await over.promise
  answer.resolve()
  await given.promise
  await http.inject('/broken')
  assert.deepEqual(reports, ['/broken'])
})

test('a call that fails after it was refused is answered once, and its failure is none of the framework', async (t) => {
  const { app } = await openWorld()
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => lines.push(line) })
  const ended = Promise.withResolvers<never>()
  const http = await serve({
    app: { ...app, log, db: (() => new Promise(() => {})) as unknown as Pool },
    handlers: [
      {
        call: call('/wait.action', {
          allow: 'public',
          input: Type.Object({}),
          output: Nothing,
          summary: 'Waits for a database that does not answer',
        }),
        handle: () => ended.promise,
      },
    ],
    gate: { find: async () => null, whyNot: () => assert.fail(), portalOf: async () => 'project' },
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  t.after(() => http.close())
  lines.length = 0
  const { port } = http.server.address() as AddressInfo
  const { status } = await fetch(`http://127.0.0.1:${port}/api/wait.action`, { method: 'POST' })
  assert.equal(status, 503)
  ended.reject(new Error('late'))
  await until(() => lines.length > 1)
  assert.deepEqual(
    lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
    ['the database does not answer; calls are refused until it does', 'a call that was refused has ended'],
  )
})
