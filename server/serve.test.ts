import assert from 'node:assert/strict'
import { Agent, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { openWorld } from '../test/harness.ts'
import { until } from '../test/until.ts'
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
  // Kept alive, the connection would last 72 seconds.
  const late = new AbortController()
  const isLate = pause(30_000, true, { signal: late.signal }).catch(() => false)
  assert.equal(await Promise.race([closed.then(() => false), isLate]), false)
  late.abort()
})
