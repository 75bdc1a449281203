import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
openComponents()
const { divided } = await import('./RowActions.tsx')

const action = (key: string, shortcut?: 'A' | 'R') => ({
  key,
  label: key,
  onClick() {},
  ...(shortcut && { shortcut }),
})
const keysOf = (actions: readonly { key: string }[]) => actions.map(({ key }) => key)

test('two actions are shown, of a subject three, the others in a menu, and first those that a key presses', () => {
  const row = divided([action('a'), false, action('b'), action('c')])
  assert.deepEqual([keysOf(row.shown), keysOf(row.rest)], [['a', 'b'], ['c']])
  const three = divided([action('a'), false, action('b'), action('c')], 3)
  assert.deepEqual([keysOf(three.shown), keysOf(three.rest)], [['a', 'b', 'c'], []])
  const four = divided([action('correct'), action('resolve', 'A'), action('dismiss', 'R'), action('view')])
  assert.deepEqual(
    [keysOf(four.shown), keysOf(four.rest)],
    [
      ['resolve', 'dismiss'],
      ['correct', 'view'],
    ],
  )
  const plain = divided([action('a'), action('b'), action('c'), action('d', 'R')])
  assert.deepEqual(
    [keysOf(plain.shown), keysOf(plain.rest)],
    [
      ['a', 'd'],
      ['b', 'c'],
    ],
  )
})
