import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bankSerialOf, bankSerialPattern } from './bankSerial.ts'

test('case, blanks and hyphens make no other serial number; what has too few or other characters is none', () => {
  const pattern = new RegExp(bankSerialPattern)
  for (const same of [
    'ICBC-1',
    'icbc-1',
    ' Icbc -1 ',
    'i\tc b\u00a0c-1',
    'ICBC1',
    '-I-CBC--1-',
    'ICBC\u30001',
  ]) {
    assert.ok(pattern.test(same), same)
    assert.equal(bankSerialOf(same), 'ICBC1')
  }
  // In a search, too, where whatever was copied is compared.
  for (const copied of ['ICBC–1', 'ICBC—1', 'ICBC－1', 'IC\u200bBC\u20111', 'ICBC\u20091'])
    assert.equal(bankSerialOf(copied), 'ICBC1')
  for (const none of ['', 'abc', 'a b c', 'a-b-c', '----', 'ab_cd', '流水号1234', 'a'.repeat(41)])
    assert.ok(!pattern.test(none), none)
  assert.ok(pattern.test('a '.repeat(40)))
})
