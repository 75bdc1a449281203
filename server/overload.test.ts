import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import fastify from 'fastify'
import { until } from '../test/until.ts'
import type { Pool } from './db.ts'
import { shedLoad } from './overload.ts'

const turn = () => new Promise(setImmediate)

/** A server that sheds; its time passes, and its database answers, only as the test does it. */
async function aSlowServer(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  let at = 0
  const asked: (() => void)[] = []
  const db = () => new Promise<void>((resolve) => asked.push(resolve))
  const http = fastify({ forceCloseConnections: true })
  const refused: number[] = []
  shedLoad(
    http,
    db as unknown as Pool,
    (_request, reply) => {
      refused.push(at)
      return reply.code(503).send()
    },
    { now: () => at },
  )
  const begun: (() => void)[] = []
  http.get('/api/wait', () => new Promise((resolve) => begun.push(() => resolve('done'))))
  http.post('/upload/film', (inbound) => (inbound.body as string).length)
  http.addContentTypeParser('text/film', { parseAs: 'string' }, (_inbound, body, done) => done(null, body))
  await http.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.server.address() as AddressInfo
  t.after(async () => {
    for (const end of begun) end()
    await http.close()
  })
  return {
    port,
    server: http.server,
    asked,
    begun,
    refused,
    async pass(milliseconds: number) {
      await turn()
      for (const end = at + milliseconds; at < end; ) {
        at += 50
        t.mock.timers.tick(50)
        // It looks again one turn of the loop later.
        await turn()
      }
    },
    /** Begins so many calls, one after the other; resolves to their answers to come. */
    async calls(count: number) {
      const answers: Promise<Response>[] = []
      for (let n = 0; n < count; n++) {
        const before = begun.length
        answers.push(fetch(`http://127.0.0.1:${port}/api/wait`))
        await until(() => begun.length > before)
      }
      return answers
    },
  }
}

test('a call that waits for a hung database is refused within a second, the next one at once', async (t) => {
  const { port, asked, begun, refused, pass, calls } = await aSlowServer(t)
  const [waiting] = await calls(1)
  await pass(1000)
  assert.ok(refused[0]! < 1000, `refused after ${refused[0]} ms`)
  assert.equal((await waiting!).status, 503)
  assert.equal((await fetch(`http://127.0.0.1:${port}/api/wait`)).status, 503)
  assert.equal(begun.length, 1)
  asked.shift()!()
  const [after] = await calls(1)
  begun.at(-1)!()
  assert.equal((await after!).status, 200)
})

test('a database that is slow by 300 ms is no hung one', async (t) => {
  const { asked, begun, refused, pass, calls } = await aSlowServer(t)
  const answers = await calls(40)
  for (let n = 0; n < 20; n++) {
    await pass(50)
    assert.equal(asked.length, 1)
    await pass(300)
    asked.shift()!()
  }
  for (const end of begun) end()
  assert.deepEqual([...new Set((await Promise.all(answers)).map(({ status }) => status))], [200])
  assert.deepEqual(refused, [])
})

test('a pool whose only connection goes from one slow statement to the next makes progress', async (t) => {
  const { begun, refused, pass, calls } = await aSlowServer(t)
  const answers = await calls(8)
  for (const [n, end] of begun.entries()) {
    await pass(550)
    end()
    assert.equal((await answers[n]!).status, 200)
  }
  assert.deepEqual(refused, [])
})

test('a slow upload asks nothing of a database and is not shed for its length', async (t) => {
  const { port, server, asked, refused, pass } = await aSlowServer(t)
  const upload = request({
    port,
    path: '/upload/film',
    method: 'POST',
    headers: { 'content-type': 'text/film' },
  })
  const answer = once(upload, 'response')
  upload.flushHeaders()
  await once(server, 'request')
  for (let n = 0; n < 5; n++) {
    upload.write('a piece')
    await pass(300)
  }
  upload.end()
  const [response] = (await answer) as [IncomingMessage]
  assert.equal(response.resume().statusCode, 200)
  assert.deepEqual([asked.length, refused.length], [0, 0])
})
