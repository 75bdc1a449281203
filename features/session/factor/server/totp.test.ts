import assert from 'node:assert/strict'
import { test } from 'node:test'
import { base32, codeOf, otpauthUri, stepOf, stepOfCode } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test('the codes of RFC 6238, appendix B, in six digits', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const) {
    assert.equal(codeOf(secret, stepOf(seconds)), code, String(seconds))
  }
})

test('a code is taken one step early or late, not two, and never at or before the last step used', () => {
  const now = stepOf(1_800_000_000)
  for (const off of [-1, 0, 1]) assert.equal(stepOfCode(secret, codeOf(secret, now + off), now, 0), now + off)
  for (const off of [-2, 2]) assert.equal(stepOfCode(secret, codeOf(secret, now + off), now, 0), null)
  assert.equal(stepOfCode(secret, codeOf(secret, now), now, now), null)
  assert.equal(stepOfCode(secret, codeOf(secret, now + 1), now, now), now + 1)
  assert.equal(stepOfCode(secret, '12345', now, 0), null)
})

test('the secret is written as RFC 4648 has it and travels with its names encoded', () => {
  assert.equal(base32(Buffer.from('foobar')), 'MZXW6YTBOI')
  const uri = otpauthUri('继续教育', 'admin 1', secret)
  assert.equal(new URL(uri).searchParams.get('secret'), 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  assert.match(uri, /^otpauth:\/\/totp\/%E7%BB%A7.*:admin%201\?/)
})
