import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../test/dice.ts'
import { decimalYuan, yuan, yuanInCharacters } from './money.ts'

const digits = '零壹贰叁肆伍陆柒捌玖'
const units: Record<string, number> = { 拾: 10, 佰: 100, 仟: 1000 }

/** Parses a sum in Chinese characters into fen, as a reader understands it. */
function read(text: string): number {
  const parts = /^(?:(.*)元)?(?:零?(.)角)?(?:零?(.)分)?整?$/.exec(text)!
  const [, whole = '', tenth = '零', hundredth = '零'] = parts
  let [sum, part, digit] = [0, 0, 0]
  for (const character of whole) {
    if (digits.includes(character)) digit = digits.indexOf(character)
    else if (character in units) {
      part += digit * units[character]!
      digit = 0
    } else if (character === '万') {
      part = (part + digit) * 10_000
      digit = 0
    } else {
      sum = (sum + part + digit) * 100_000_000
      ;[part, digit] = [0, 0]
    }
    if (character === '万') {
      sum += part
      part = 0
    }
  }
  return (sum + part + digit) * 100 + digits.indexOf(tenth) * 10 + digits.indexOf(hundredth)
}

test('a sum of money is in the characters of accounting, as banks write it', () => {
  for (const [fen, text] of [
    [0, '零元整'],
    [5, '伍分'],
    [50, '伍角整'],
    [100, '壹元整'],
    [105, '壹元零伍分'],
    [110, '壹元壹角整'],
    [6050, '陆拾元伍角整'],
    [140_950, '壹仟肆佰零玖元伍角整'],
    [600_714, '陆仟零柒元壹角肆分'],
    [1_640_902, '壹万陆仟肆佰零玖元零贰分'],
    [10_000_000, '壹拾万元整'],
    [10_700_053, '壹拾万柒仟元伍角叁分'],
    [10_000_100_000, '壹亿零壹仟元整'],
    [1_000_000_000_000, '壹佰亿元整'],
  ] as const) {
    assert.equal(yuanInCharacters(fen), text)
  }
})

test('a sum in characters is read as the same sum, and no two sums look alike', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_000_000 }), (fen) => {
      const text = yuanInCharacters(fen)
      assert.equal(read(text), fen, text)
      assert.doesNotMatch(text, /零零|零[拾佰仟万亿元整]/)
    }),
    { numRuns: 2000 },
  )
})

test('people read thousands set apart, machines do not', () => {
  for (const [fen, read, exchanged] of [
    [0, '0.00', '0.00'],
    [99_999, '999.99', '999.99'],
    [100_000, '1,000.00', '1000.00'],
    [-123_456_789, '-1,234,567.89', '-1234567.89'],
    [100_000_000, '1,000,000.00', '1000000.00'],
  ] as const) {
    assert.equal(yuan(fen), read)
    assert.equal(decimalYuan(fen), exchanged)
  }
})
