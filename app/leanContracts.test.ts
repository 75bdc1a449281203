import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { leanContracts } from './leanContracts.ts'

test('a browser’s contract still says who may make a call, and has no schemas', () => {
  const file = new URL('../features/class/contract.ts', import.meta.url)
  const { transform } = leanContracts() as unknown as {
    transform: { handler: (code: string) => { code: string } }
  }
  const { code } = transform.handler(readFileSync(file, 'utf8'))
  const [, call] = /updateOnShelf: [^(]*\(([^)]*)\)/.exec(code)!
  assert.match(call!, /allow: `\$\{menu\}#shelve`/)
  assert.match(call!, /wholeProject: true/)
  assert.doesNotMatch(call!, /input|output|summary/)
})
