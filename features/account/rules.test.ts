import assert from 'node:assert/strict'
import { test } from 'node:test'
import { passwordFault } from './rules.ts'

test('a good password has no fault, and each bad one its own', () => {
  const own = ['xiaolan', '16012345678', '110101199003071234']
  assert.equal(passwordFault('Demo2026a', own), null)
  assert.equal(passwordFault('short', own), 'shape')
  assert.equal(passwordFault('Abc123456', own), 'common')
  assert.equal(passwordFault('xiaolan1', own), 'personal')
  assert.equal(passwordFault('a12345678', ['16012345678']), 'common')
  assert.equal(passwordFault('x2345678', own), 'personal')
  assert.equal(passwordFault('b19900307', own), 'personal')
})
