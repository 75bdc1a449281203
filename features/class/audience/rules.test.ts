import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mismatchOf } from './rules.ts'

test('a class without categories fits everybody, any other only who is in one of them', () => {
  assert.equal(mismatchOf([], null, 'refuse'), null)
  assert.equal(mismatchOf([], 'health', 'confirm'), null)
  assert.equal(mismatchOf(['law', 'health'], 'health', 'refuse'), null)
  assert.equal(mismatchOf(['law'], 'health', 'confirm'), 'confirm')
  assert.equal(mismatchOf(['law'], 'health', 'refuse'), 'refuse')
  assert.equal(mismatchOf(['law'], null, 'confirm'), 'confirm')
})
