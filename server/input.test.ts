import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { OneOf } from '../contract/call.ts'
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
