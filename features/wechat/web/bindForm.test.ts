import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'
import type { WechatOutcome } from '../contract.ts'

openWindow()
openComponents()
Object.defineProperty(document, 'hidden', { get: () => false, configurable: true })
const { act, cleanup, fireEvent, render, screen } = await import('@testing-library/react')
const { BindForm } = await import('./BindForm.tsx')

type State = WechatOutcome['state']
let sent: string[]
let states: (State | { refused: number })[]
let bound: ('bound' | 'confirming' | { refused: number })[]
const reply = (respCode: number, attribute: unknown) =>
  new Response(JSON.stringify({ respCode, respDesc: 'no', attribute }))
beforeEach(() => {
  sent = []
  mock.timers.enable({ apis: ['setInterval'] })
  mock.method(globalThis, 'fetch', async (url: string) => {
    const name = url.split('/').at(-1)!.replace('.action', '')
    sent.push(name)
    const next = name === 'bind' ? bound.shift()! : (states.shift() ?? 'unbound')
    if (typeof next !== 'string') return reply(next.refused, null)
    return reply(200, { state: next, data: { tokenCode: next === 'bound' ? 'T' : null } })
  })
})
afterEach(() => {
  cleanup()
  mock.timers.reset()
  mock.restoreAll()
})

function draw() {
  const ended: State[] = []
  const tokens: (string | null)[] = []
  const props = { scene: 's', showsAccount: true, onBound: (token: string | null) => void tokens.push(token) }
  render(createElement(BindForm, { ...props, onEnded: (state) => void ended.push(state) }))
  return { ended, tokens }
}
async function prove() {
  fireEvent.change(screen.getByLabelText('账号或手机号'), { target: { value: 'wang' } })
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Demo2026a' } })
  fireEvent.submit(document.forms[0]!)
  await settle()
}
/** Lets what was set off come to its end. */
const settle = () =>
  act(async () => {
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve))
  })
async function pass() {
  mock.timers.tick(2000)
  await settle()
}
const binds = () => sent.filter((name) => name === 'bind').length
const waits = () => screen.queryByText('请在手机上确认') !== null

test('the form waits for the yes on the phone and then sends the same once more', async () => {
  states = ['unbound', 'confirming', 'confirming', 'unbound']
  bound = ['confirming', 'bound']
  const { tokens } = draw()
  await pass()
  assert.equal(binds(), 0, 'nothing is proved yet')
  await prove()
  assert.deepEqual([binds(), waits(), tokens], [1, true, []])
  await pass()
  await pass()
  assert.deepEqual([binds(), waits()], [1, true])
  await pass()
  assert.deepEqual([binds(), tokens], [2, ['T']])
})

test('a no on the phone ends the form, before the password and after it', async () => {
  for (const isProved of [false, true]) {
    states = ['cancelled']
    bound = ['confirming']
    const { ended } = draw()
    if (isProved) await prove()
    await pass()
    assert.deepEqual(ended, ['cancelled'])
    cleanup()
  }
})

test('a line that is down ends nothing, and a refusal does', async () => {
  states = [{ refused: 0 }, { refused: 503 }, { refused: 429 }, { refused: 409 }]
  const { ended } = draw()
  for (let i = 0; i < 3; i++) await pass()
  assert.deepEqual(ended, [])
  await pass()
  assert.deepEqual(ended, ['over'])
})

test('a password that is refused the second time is asked for again', async () => {
  states = ['unbound']
  bound = ['confirming', { refused: -1 }]
  const { ended } = draw()
  await prove()
  await pass()
  assert.deepEqual([binds(), waits(), ended], [2, false, []])
})
