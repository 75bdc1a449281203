import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { FreeText, Id, Keyword, Nullable, OneOf, Text } from '../contract/call.ts'
import { Refusal } from '../contract/refusal.ts'
import { checkInput } from './input.ts'

const check = checkInput(
  Type.Object({
    states: Type.Optional(Type.Array(OneOf(['paid', 'free']))),
    amount: Type.Optional(Type.Integer()),
  }),
)
const refusedField = (query: Record<string, string>) => {
  try {
    check(query, undefined)
  } catch (error) {
    return (error as Refusal).field
  }
  return null
}

test('an address has lists with commas, and integers', () => {
  assert.deepEqual(check({ states: 'paid,free', amount: '-12' }, undefined), {
    states: ['paid', 'free'],
    amount: -12,
  })
  assert.deepEqual(check({ states: 'paid' }, undefined), { states: ['paid'] })
})

test('what is no integer there is refused and not cut, and so is a wrong member of a list', () => {
  assert.deepEqual(
    ['1.5', '1e3', '', 'x'].map((amount) => refusedField({ amount })),
    ['amount', 'amount', 'amount', 'amount'],
  )
  assert.equal(refusedField({ states: 'paid,other' }), 'states.1')
})

test('what nobody sees is no text, and is taken off both ends of one', () => {
  const check = checkInput(Type.Object({ reason: Text(20, 4) }))
  for (const reason of ['\u200b\u200b\u200b\u200b', '\u00a0\u3000 \ufeff', '\u202e\u2066abc\u2069']) {
    assert.throws(() => check({}, { reason }), { field: 'reason' })
  }
  const family = '👩\u200d👩\u200d👧 核对记录'
  assert.deepEqual(check({}, { reason: `\u200b ${family}\u2060\n` }), { reason: family })
  assert.deepEqual(check({}, { reason: '退回\u202e 元\u202c 00.01' }), { reason: '退回 元 00.01' })
})

test('numbers of people are masked in free texts, and ids written as the database does, wherever they stand', () => {
  const id = '0190A0B0-C0D0-7000-8000-00000000ABCD'
  const check = checkInput(
    Type.Object({
      reason: Nullable(FreeText(60)),
      offline: Type.Optional(Type.Object({ bank: FreeText(60), serialNo: Type.String() })),
      items: Type.Array(Type.Object({ itemId: Id, note: Type.Optional(FreeText(60)) })),
    }),
  )
  const bank = '张三 13800138000'
  const given = {
    reason: bank,
    offline: { bank, serialNo: '13800138000' },
    items: [{ itemId: id, note: bank }],
  }
  assert.deepEqual(check({}, given), {
    reason: '张三 138****8000',
    offline: { bank: '张三 138****8000', serialNo: '13800138000' },
    items: [{ itemId: id.toLowerCase(), note: '张三 138****8000' }],
  })
})

test('texts far beyond their length are refused without being read: one would stop all others', () => {
  const check = checkInput(
    Type.Object({ keyword: Type.Optional(Keyword(60)), reason: Type.Optional(FreeText(200)) }),
  )
  // Each of them takes minutes to normalize or to search for numbers.
  const bombs = ['😀a'.repeat(500_000), `a${'\u0301\u0323'.repeat(500_000)}`, '1-'.repeat(1_000_000)]
  for (const text of bombs) {
    assert.throws(() => check({}, { keyword: text }), { field: 'keyword' })
    assert.throws(() => check({}, { reason: text }), { field: 'reason' })
  }
})
