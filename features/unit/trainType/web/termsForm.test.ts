import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultTerms } from '../rules.ts'
import { fieldsOf, partsOf, termsOf } from './termsForm.ts'

test('terms come out of the form as they went in, percent and yuan to the hundredth', () => {
  for (const terms of [
    defaultTerms,
    { ...defaultTerms, priceMode: 'discount' as const, rate: 8525, validFrom: '2023-01-01' },
    {
      ...defaultTerms,
      priceMode: 'hourly' as const,
      hourPrice: 1999,
      validTo: '2023-12-31',
      categoryIds: ['a'],
    },
  ]) {
    assert.deepEqual(termsOf(fieldsOf(terms)), terms)
  }
  assert.equal(termsOf({ ...fieldsOf(defaultTerms), priceMode: 'discount', percent: 82.35 }).rate, 8235)
})

test('of many units only the chosen parts change', () => {
  const terms = { ...defaultTerms, priceMode: 'discount' as const, rate: 9000 }
  assert.deepEqual(partsOf(terms, ['price']), { priceMode: 'discount', rate: 9000, hourPrice: null })
  assert.deepEqual(partsOf(terms, ['open', 'payment']), { open: true, paymentMode: 'both' })
})
