import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../test/dice.ts'
import { asStored, digitsOf, spokenCode } from './spokenCode.ts'

const digits = fc
  .tuple(fc.constantFrom(7, 11, 15), fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }))
  .map(([count, random]) => digitsOf(random, count))

test('a code is digits in groups of four, and is read however it is typed', () => {
  fc.assert(
    fc.property(digits, (some) => {
      const code = spokenCode(some)
      assert.match(code, /^\d{4}(-\d{4}){1,3}$/)
      assert.ok(code.replaceAll('-', '').startsWith(some))
      for (const typed of [code, code.replaceAll('-', ''), code.replaceAll('-', ' '), ` ${code} `])
        assert.equal(asStored(typed), code)
    }),
  )
})

test('a wrong digit and two exchanged neighbours are noticed', () => {
  fc.assert(
    fc.property(digits, fc.nat(), fc.integer({ min: 1, max: 9 }), (some, at, by) => {
      // Of twelve digits the last eight may by chance be a code of their own.
      fc.pre(some.length !== 11)
      const code = spokenCode(some).replaceAll('-', '')
      const place = at % (code.length - 1)
      const wrong = [...code].with(place, String((Number(code[place]) + by) % 10)).join('')
      assert.equal(asStored(wrong), wrong)
      const [one, other] = [code[place]!, code[place + 1]!]
      fc.pre(one !== other)
      const exchanged = [...code]
        .with(place, other)
        .with(place + 1, one)
        .join('')
      assert.equal(asStored(exchanged), exchanged)
    }),
  )
})

test('the code of a class is read with its year, and what is no code stays as it was typed', () => {
  const code = `2023-${spokenCode('4831772')}`
  assert.equal(asStored(code.replaceAll('-', '')), code)
  assert.equal(asStored(code), code)
  for (const typed of ['2023-154AF394', 's20p654vaeuhry', '13912345678', '', 'x 1', '1234-5678'])
    assert.equal(asStored(typed), typed)
})
