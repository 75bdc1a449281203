import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { openWindow } from '../test/window.ts'

openWindow()
const { currentConnection, onConnection, report } = await import('./connection.ts')

/** Reaction of the network to each request from now on: it answers, fails, or is silent. */
let line: 'answers' | 'gateway' | 'fails' | 'silent'
let asked: string[]
let seen: string[]
let stop: () => void

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] })
  line = 'answers'
  asked = []
  seen = []
  report(true)
  stop = onConnection(() => seen.push(currentConnection()))
  mock.method(globalThis, 'fetch', (url: string, { signal }: RequestInit) => {
    asked.push(url)
    if (line === 'answers') return Promise.resolve(new Response('{}', { status: 503 }))
    if (line === 'gateway') return Promise.resolve(new Response('', { status: 502 }))
    if (line === 'fails') return Promise.reject(new TypeError('Failed to fetch'))
    return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)))
  })
})
afterEach(() => {
  stop()
  report(true)
  mock.timers.reset()
  mock.restoreAll()
  Object.assign(navigator, { onLine: true })
})

/** Lets time pass, and what was answered meanwhile arrive. */
async function pass(milliseconds: number): Promise<void> {
  mock.timers.tick(milliseconds)
  await new Promise((resolve) => setImmediate(resolve))
}

test('after a failure the server is asked every three seconds until it answers, whatever it answers', async () => {
  line = 'fails'
  report(false)
  assert.equal(currentConnection(), 'unreachable')
  for (const times of [1, 2, 3]) {
    await pass(3_000)
    assert.equal(asked.length, times)
  }
  line = 'answers'
  await pass(3_000)
  assert.deepEqual([...new Set(asked)], ['/healthz'])
  assert.deepEqual(seen, ['unreachable', 'up'])
  await pass(60_000)
  assert.equal(asked.length, 4, 'nothing more is asked')
})

test('a gateway that answers for a server that is away is not the server', async () => {
  line = 'gateway'
  report(false)
  await pass(3_000)
  assert.deepEqual([asked.length, currentConnection()], [1, 'unreachable'])
  line = 'answers'
  await pass(3_000)
  assert.equal(currentConnection(), 'up')
})

test('a line that is silent is asked again after five seconds', async () => {
  line = 'silent'
  report(false)
  await pass(3_000)
  await pass(5_000)
  await pass(3_000)
  assert.equal(asked.length, 2)
  line = 'answers'
  await pass(5_000)
  await pass(3_000)
  assert.equal(currentConnection(), 'up')
})

test('a device that says it has no network is offline; when it says that it has one, the server is asked', async () => {
  Object.assign(navigator, { onLine: false })
  window.dispatchEvent(new window.Event('offline'))
  assert.equal(currentConnection(), 'offline')
  Object.assign(navigator, { onLine: true })
  line = 'fails'
  window.dispatchEvent(new window.Event('online'))
  await pass(0)
  assert.equal(currentConnection(), 'unreachable')
  line = 'answers'
  window.dispatchEvent(new window.Event('online'))
  await pass(0)
  assert.deepEqual(seen, ['offline', 'unreachable', 'up'])
})
