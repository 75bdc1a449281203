import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UnitDetail } from '../contract.ts'
import { formOf, inputOf } from './formValues.ts'

const unit = {
  id: 'u',
  version: 3,
  name: '一院',
  creditCode: 'C',
  region: null,
  industry: 'Q',
  sort: 0,
  contact: '王芳',
  phone: null,
  email: null,
  address: null,
  invoiceTitle: null,
} as UnitDetail

test('a form that is sent as it was opened equals the unit', () => {
  const input = inputOf(formOf(unit), unit, true)
  assert.deepEqual(input, {
    unitId: 'u',
    version: 3,
    name: '一院',
    creditCode: 'C',
    region: null,
    industry: 'Q',
    sort: 0,
    contact: '王芳',
    phone: null,
    email: null,
    address: null,
    invoiceTitle: null,
  })
})

test('a unit’s manager sends what a manager may change, and an emptied title as none', () => {
  const input = inputOf({ ...formOf(unit), invoiceTitle: { name: ' ' } }, unit, false)
  assert.deepEqual(Object.keys(input).sort(), [
    'address',
    'contact',
    'email',
    'invoiceTitle',
    'phone',
    'unitId',
    'version',
  ])
  assert.equal(input.invoiceTitle, null)
})

test('one written part of a title is a title', () => {
  const { invoiceTitle } = inputOf({ name: '一院', invoiceTitle: { bank: '江海银行' } }, null, true)
  assert.deepEqual([invoiceTitle!.bank, invoiceTitle!.name], ['江海银行', ''])
})
