import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnitDetail } from '../contract.ts'
import { formOf, wishOf } from './formValues.ts'

const unit = {
  ...{ id: 'u', version: 3, name: '一院', creditCode: 'C', region: null, industry: 'Q', sort: 0 },
  ...{ contact: '王芳', phone: null, email: null, address: null, invoiceTitle: null },
} as UnitDetail

test('a form that is sent as it was opened says what the unit says', () => {
  const wish = wishOf(formOf(unit), unit, true)
  assert.deepEqual(wish, {
    ...{ unitId: 'u', version: 3, name: '一院', creditCode: 'C', region: null, industry: 'Q', sort: 0 },
    ...{ contact: '王芳', phone: null, email: null, address: null, invoiceTitle: null },
  })
})

test('a unit’s manager sends what a manager may change, and an emptied title as none', () => {
  const wish = wishOf({ ...formOf(unit), invoiceTitle: { name: ' ' } }, unit, false)
  assert.deepEqual(Object.keys(wish).sort(), [
    'address',
    'contact',
    'email',
    'invoiceTitle',
    'phone',
    'unitId',
    'version',
  ])
  assert.equal(wish.invoiceTitle, null)
})

test('one written part of a title is a title', () => {
  const { invoiceTitle } = wishOf({ name: '一院', invoiceTitle: { bank: '江海银行' } }, null, true)
  assert.deepEqual([invoiceTitle!.bank, invoiceTitle!.name], ['江海银行', ''])
})
