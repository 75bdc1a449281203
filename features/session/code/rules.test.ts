import assert from 'node:assert/strict'
import { test } from 'node:test'
import { typedCode, typedMobile } from './rules.ts'

test('a number is taken as people paste it', () => {
  for (const text of ['16012345678', ' 160 1234 5678', '160-1234-5678', '+86 16012345678', '008616012345678'])
    assert.equal(typedMobile(text), '16012345678', text)
  // What is no number stays to be corrected.
  for (const text of ['861601234', 'abc', '86160123456789']) assert.equal(typedMobile(text), text)
})

test('a code is its digits', () => {
  assert.equal(typedCode(' 123 456。'), '123456')
  assert.equal(typedCode('1234567'), '123456')
  assert.equal(typedCode('abc'), '')
})
