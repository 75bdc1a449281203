import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { Type } from 'typebox'
import { call } from '../contract/call.ts'
import { openWindow } from '../test/window.ts'

openWindow()
const { CallRefused, orStored, send } = await import('./client.ts')
const { currentConnection, report } = await import('./connection.ts')
const { storeAnswer } = await import('./storedAnswers.ts')
const { saveToken } = await import('./token.ts')

const anything = Type.Any()
const findThing = call('/thing/find.action', {
  ...({ allow: 'learner', input: anything, output: anything, summary: '', offline: true } as const),
})
const ask = (input = {}) => orStored(findThing, input, () => send(findThing, input, { quiet: true }))

let held: { url: string; answer: (reply: object) => void }[]

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout'] })
  held = []
  localStorage.clear()
  saveToken('mine')
  report(true)
  storeAnswer(findThing, {}, 'mine', 'from before')
  // A line that is silent until a test lets an answer through.
  mock.method(globalThis, 'fetch', (url: string, { signal }: RequestInit) => {
    return new Promise((resolve, reject) => {
      signal!.addEventListener('abort', () => reject(signal!.reason))
      held.push({ url, answer: (reply) => resolve(new Response(JSON.stringify(reply))) })
    })
  })
})
afterEach(() => {
  report(true)
  mock.timers.reset()
  mock.restoreAll()
})
async function pass(milliseconds: number): Promise<void> {
  mock.timers.tick(milliseconds)
  await new Promise((resolve) => setImmediate(resolve))
}

test('on a silent line the server is asked whether it is there; if it is not, the stored answer is given', async () => {
  const asked = ask()
  await pass(4_999)
  assert.equal(held.length, 1)
  await pass(1)
  assert.equal(held[1]!.url, '/healthz')
  assert.equal(currentConnection(), 'up')
  await pass(5_000)
  assert.equal(currentConnection(), 'unreachable')
  assert.equal(await asked, 'from before')
})

test('a slow server that is there is waited for', async () => {
  const asked = ask()
  await pass(5_000)
  held[1]!.answer({})
  await pass(20_000)
  assert.equal(currentConnection(), 'up')
  held[0]!.answer({ respCode: 200, respDesc: '', attribute: 'from now' })
  assert.equal(await asked, 'from now')
})

test('an answer that comes late is stored for the next time', async () => {
  const asked = ask()
  await pass(5_000)
  await pass(5_000)
  assert.equal(await asked, 'from before')
  held[0]!.answer({ respCode: 200, respDesc: '', attribute: 'from now' })
  await pass(0)
  assert.equal(currentConnection(), 'up')
  report(false)
  assert.equal(await ask(), 'from now')
})

test('a time that is over says that the server does not answer', async () => {
  const asked = assert.rejects(ask({ other: true }), (error) => {
    return error instanceof CallRefused && error.respCode === 0
  })
  await pass(5_000)
  held[1]!.answer({})
  await pass(0)
  await pass(55_000)
  await asked
  assert.equal(currentConnection(), 'unreachable')
})

test('a refusal is an answer: nothing that was stored takes its place', async () => {
  const asked = assert.rejects(ask(), (error) => error instanceof CallRefused && error.respCode === 403)
  held[0]!.answer({ respCode: 403, respDesc: '没有权限', attribute: null })
  await asked
})
