import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { type Lifecycle, lifecycle } from './lifecycle.ts'
import { Refusal } from './refusal.ts'

const door = lifecycle({
  states: {
    open: ['打开', 'Open', { close: 'closed' }],
    closed: ['关闭', 'Closed', { open: 'open' }],
  },
  events: { open: ['开门', 'open the door'], close: ['关门', 'close the door'] },
})

test('what the table does not have is refused with 409, its state and event named in the reader’s language', () => {
  assert.equal(door.next('open', 'close'), 'closed')
  assert.throws(
    () => door.next('open', 'open'),
    (error) =>
      error instanceof Refusal &&
      error.words.code === 409 &&
      error.say('zh') === '当前状态为“打开”，不能进行“开门”' &&
      error.say('en') === 'Cannot open the door: the status is “Open”',
  )
})

test('a state or an event without its words does not compile', () => {
  const compiled = [
    // @ts-expect-error no English
    () => lifecycle({ states: { open: ['打开'] }, events: {} }),
    () =>
      lifecycle({
        states: { open: ['打开', 'Open', { close: 'open' }] },
        // @ts-expect-error the event has no words
        events: { open: ['开门', 'open'] },
      }),
    () =>
      lifecycle({
        // @ts-expect-error there is no such state
        states: { open: ['打开', 'Open', { close: 'shut' }] },
        events: { close: ['关门', 'close'] },
      }),
  ]
  assert.equal(compiled.length, 3)
})

const root = new URL('..', import.meta.url)
const files = globSync('features/**/{rules,contract}.ts', { cwd: root }).sort()
const isLifecycle = (value: unknown): value is Lifecycle<string, string> =>
  typeof value === 'object' && value !== null && 'stateName' in value && 'next' in value

const lifecycles = new Map<Lifecycle<string, string>, string>()
for (const file of files) {
  for (const [name, value] of Object.entries(await import(pathToFileURL(`${root.pathname}${file}`).href))) {
    if (isLifecycle(value) && !lifecycles.has(value)) lifecycles.set(value, `${file} ${name}`)
  }
}

test('every state and event of every lifecycle has a name in each language, and no two states share one', () => {
  assert.ok(lifecycles.size >= 12, `${lifecycles.size} found`)
  for (const [{ table, states, stateName, eventName }, name] of lifecycles) {
    const events = new Set(Object.values(table).flatMap((next) => Object.keys(next)))
    const named = states.map((code) => [code, stateName(code)] as const)
    for (const [code, { zh, en }] of [
      ...named,
      ...[...events].map((code) => [code, eventName(code)] as const),
    ]) {
      assert.match(zh, /^[\u4e00-\u9fff，]+$/, `${name} ${code}`)
      assert.match(en, /^[A-Za-z][a-z -]+(, [a-z ]+)?$/, `${name} ${code}`)
    }
    for (const [code, { en }] of named) {
      assert.match(en, /^[A-Z]/, `${name} ${code}`)
      assert.doesNotMatch(code, new RegExp(`^${en}$`), `${name} ${code}`)
    }
    for (const language of ['zh', 'en'] as const)
      assert.equal(new Set(states.map((code) => stateName(code)[language])).size, states.length, name)
  }
})
