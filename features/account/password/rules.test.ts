import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isPassword } from '../../../contract/identity.ts'
import { passwordFault } from '../rules.ts'
import { commonParts, isCommonPassword } from './rules.ts'

test('at least 3,000 passwords are common, each of them refused', () => {
  const allowed = [...commonParts.words]
    .flatMap((word) => [...commonParts.numbers].map((number) => word + number))
    .filter(isPassword)
  assert.ok(new Set(allowed).size >= 3000)
  for (const password of allowed) assert.equal(passwordFault(password, []), 'common', password)
})

test('what everyone tries is common however it is dressed; what somebody made up is not', () => {
  const common = `Password1 Passw0rd1 P455w0rd123 Qwerty123456 Admin2026 Admin_123 ADMIN888888 root1234 Test_2025 a123456789
    Aa123456 Abc_123456 abcd1234 woaini520 Woaini1314 iloveyou521 zhongguo2026 Zhangwei123 wang1990 liming888 qq123456
    q1w2e3r4 Zaq12wsx A1b2c3d4 qazwsx123 asdf1234 zxcvbnm1 dragon1 letmein1 welcome2025 sunshine7 monkey123 beijing2008
    hospital123 jixu2026 peixun2026 Teacher123 Master666 Changeme1 mima1234`
  const known = common.trim().split(/\s+/)
  for (const password of known) assert.ok(isCommonPassword(password), password)
  for (const password of [
    'Garden88tree',
    'River77stone',
    'kTx4v9Qm',
    'Demo2026a',
    'Oak19and47elm',
    'mzr5512wq',
  ])
    assert.ok(!isCommonPassword(password), password)
})

test('six digits of the own mobile or ID number in a row, either way round and wherever they stand, are personal', () => {
  const own = ['16012345678', '11010119900307123X']
  for (const password of [
    'x2345678',
    'b19900307',
    'mz12345678qk',
    'kq876543ru',
    'tv_307123_rk',
    'qz90_03_07w',
  ]) {
    assert.equal(passwordFault(password, own), 'personal', password)
  }
  assert.equal(passwordFault('mz34567qk', own), null, 'five may be chance')
})
