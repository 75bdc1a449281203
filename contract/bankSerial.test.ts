import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankSerialOf, bankSerialPattern } from './bankSerial.ts'

test('case and blanks make no other serial number; what has too few or other characters is none', () => {
  const pattern = new RegExp(bankSerialPattern)
  for (const same of ['ICBC-1', 'icbc-1', ' Icbc -1 ', 'i\tc b\u00a0c-1']) {
    assert.ok(pattern.test(same), same)
    assert.equal(bankSerialOf(same), 'ICBC-1')
  }
  for (const none of ['', 'abc', 'a b c', 'ab_cd', '流水号1234', 'a'.repeat(41)])
    assert.ok(!pattern.test(none), none)
  assert.ok(pattern.test('a '.repeat(40)))
})
