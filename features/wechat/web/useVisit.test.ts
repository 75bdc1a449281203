import assert from 'node:assert/strict'
import { after, afterEach, beforeEach, mock, test } from 'node:test'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'
import type { WechatOutcome } from '../contract.ts'

openWindow()
openComponents()
const { act, cleanup, renderHook } = await import('@testing-library/react')
const { useVisit } = await import('./useVisit.ts')

const visit = {
  scene: 'S',
  kind: 'official',
  kinds: ['official'],
  codeUrl: 'weixin://q',
  authorizeUrl: null,
  seconds: 300,
}
const outcome = (state: WechatOutcome['state']) => ({
  state,
  purpose: 'login',
  scene: 'S',
  nickname: null,
  data: { tokenCode: state === 'signedIn' ? 'T' : null },
})

const reply = (respCode: number, attribute: unknown) =>
  new Response(JSON.stringify({ respCode, respDesc: 'no', attribute }))

let requests: string[]
let answers: (WechatOutcome['state'] | { refused: number })[]
let hidden: boolean
let reported: WechatOutcome[]
Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
beforeEach(() => {
  requests = []
  answers = []
  reported = []
  hidden = false
  mock.timers.enable({ apis: ['setInterval', 'Date'] })
  mock.method(globalThis, 'fetch', async (url: string) => {
    const name = url.split('/').at(-1)!
    requests.push(name)
    if (name === 'get-qr-code.action') return reply(200, visit)
    const next = answers.shift() ?? 'waiting'
    return typeof next === 'string' ? reply(200, outcome(next)) : reply(next.refused, null)
  })
})
afterEach(() => {
  cleanup()
  mock.reset()
  mock.timers.reset()
})
after(() => mock.restoreAll())

const looks = () => requests.filter((name) => name === 'scan-follow-check.action').length
const begins = () => requests.filter((name) => name === 'get-qr-code.action').length
/** Lets so many seconds pass, two at a time, and what they set off. */
async function pass(seconds: number): Promise<void> {
  for (let gone = 0; gone < seconds; gone += 2) {
    await act(async () => {
      mock.timers.tick(2000)
      for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
    })
  }
}
async function open() {
  const hook = renderHook(() => useVisit('login', (now) => reported.push(now)))
  await pass(0.1)
  return hook
}

test('a code is looked after while it is in sight, and again immediately when it comes back', async () => {
  await open()
  await pass(6)
  assert.equal(looks(), 3)
  hidden = true
  await pass(20)
  assert.equal(looks(), 3)
  hidden = false
  await act(async () => {
    document.dispatchEvent(new window.Event('visibilitychange'))
    await new Promise((resolve) => setImmediate(resolve))
  })
  assert.equal(looks(), 4)
})

test('the outcome of a scan is reported once, and polling ends', async () => {
  await open()
  answers = ['waiting', 'unfollowed', 'signedIn']
  await pass(20)
  assert.deepEqual(
    reported.map((each) => [each.state, each.data.tokenCode]),
    [['signedIn', 'T']],
  )
  assert.equal(looks(), 3)
})

test('an expired code is no longer polled, until another is requested', async () => {
  const { result } = await open()
  await pass(302)
  const before = looks()
  assert.equal(result.current.left, 0)
  await pass(10)
  assert.deepEqual([looks(), begins()], [before, 1])
  await act(async () => result.current.renew())
  await pass(4)
  assert.equal(begins(), 2)
  assert.ok(looks() > before)
  assert.ok(result.current.left > 290)
})

test('a scanned code waits for the answer on the phone, for as long again as it was good; a no ends it', async () => {
  const { result } = await open()
  answers = [
    ...Array<'waiting'>(100).fill('waiting'),
    ...Array<'confirming'>(100).fill('confirming'),
    'cancelled',
  ]
  await pass(302)
  assert.equal(result.current.outcome?.state, 'confirming')
  assert.ok(result.current.left > 150)
  await pass(30)
  assert.equal(result.current.outcome?.state, 'confirming')
  await pass(120)
  assert.deepEqual([result.current.outcome?.state, result.current.left], ['cancelled', 0])
  const before = looks()
  await pass(10)
  assert.equal(looks(), before)
  assert.deepEqual(reported, [])
})

test('a line that is down for a moment ends nothing; a refusal is shown and ends it', async () => {
  const { result } = await open()
  answers = [{ refused: 503 }, { refused: 409 }]
  await pass(20)
  assert.equal(result.current.problem, 'no')
  assert.equal(looks(), 2)
  assert.deepEqual(reported, [])
})
