import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sortsOf } from '../contract/paging.ts'
import { allHandlers } from './features.ts'
import { leanContracts } from './leanContracts.ts'

/** A file of the contract as a browser gets it. */
function leanOf(file: URL): string {
  const { transform } = leanContracts() as unknown as {
    transform: { handler: (code: string) => { code: string } }
  }
  return transform.handler(readFileSync(file, 'utf8')).code
}

test('a browser’s contract still says who may make a call, and has no schemas', () => {
  const file = new URL('../features/class/contract.ts', import.meta.url)
  const code = leanOf(file)
  const [, call] = /updateOnShelf: [^(]*\(([^)]*)\)/.exec(code)!
  assert.match(call!, /allow: `\$\{menu\}#shelve`/)
  assert.match(call!, /wholeProject: true/)
  assert.doesNotMatch(call!, /input|output|summary/)
})

test('of the input of a list a browser gets the columns to sort by, for every list that has any', () => {
  const sorted = allHandlers.flatMap(({ call: { input } }) =>
    sortsOf(input).length > 0 ? [sortsOf(input)] : [],
  )
  const folder = new URL('../', import.meta.url)
  const found = globSync('features/**/contract.ts', { cwd: folder })
    .map((file) => leanOf(new URL(file, folder)))
    .flatMap((code) => [...code.matchAll(/input: \{\s+sort: \[([^\]]*)\],?\s+\}/g)])
    .map(([, names]) => names!.match(/\w+/g)!)
  const lines = (lists: readonly (readonly string[])[]) => lists.map((names) => names.join(' ')).sort()
  assert.ok(sorted.length > 10)
  assert.deepEqual(lines(found), lines(sorted))
})
