import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyDraft, faultOf, requestOf, taxNoSoFar, titleFaults, withTitle } from './title.ts'

const texts = {
  titleFirst: 'title',
  taxNoFirst: 'first',
  taxNoWrong: 'wrong',
  mustFill: 'fill',
  wrongEmail: 'email',
}
const unit = {
  ...emptyDraft(true, null),
  name: '江海第一医院',
  taxNo: '91310000MA1FL4B681',
}

test('a tax number is right, may still become one, or can be none, however it is typed', () => {
  assert.equal(taxNoSoFar('91310000MA1FL4B681'), true)
  assert.equal(taxNoSoFar(' ９１３１００００ ma1fl4b681'), true, 'wide, spaced and small')
  assert.equal(taxNoSoFar('310000123456789'), true, '15 digits of before')
  assert.equal(taxNoSoFar('91310000MA1FL4B'), null)
  assert.equal(taxNoSoFar(''), null)
  assert.equal(taxNoSoFar('91310000MA1FL4B682'), false, 'its check digit')
  assert.equal(taxNoSoFar('9131*'), false)
})

test('a person has neither tax number nor bank; an organisation’s are in normal form', () => {
  const person = requestOf({ ...unit, kind: 'personal', bank: '工行', email: '' })
  assert.deepEqual(person, {
    kind: 'ordinary',
    title: {
      kind: 'personal',
      name: '江海第一医院',
      taxNo: null,
      address: '',
      phone: '',
      bank: '',
      bankAccount: '',
    },
    email: null,
  })
  const typed = { ...unit, taxNo: '9131 0000 ma1fl4b681', bankAccount: '6222 0000', email: 'a@b。com' }
  const { title, email } = requestOf(typed)
  assert.deepEqual([title.taxNo, title.bankAccount, email], ['91310000MA1FL4B681', '62220000', 'a@b.com'])
})

test('what is wrong is said at its field; a special invoice needs the bank as well', () => {
  assert.deepEqual(titleFaults(unit, texts), {})
  assert.deepEqual(titleFaults({ ...unit, name: ' 江 ', taxNo: '' }, texts), {
    name: 'title',
    taxNo: 'first',
  })
  assert.deepEqual(titleFaults({ ...unit, taxNo: '123', email: 'x' }, texts), {
    taxNo: 'wrong',
    email: 'email',
  })
  assert.deepEqual(titleFaults({ ...unit, invoiceKind: 'special', address: '江海路 1 号' }, texts), {
    phone: 'fill',
    bank: 'fill',
    bankAccount: 'fill',
  })
})

test('a refusal of a part of the title is found by the name of its field', () => {
  assert.equal(faultOf({ 'title.taxNo': 'wrong' }, 'taxNo'), 'wrong')
  assert.equal(faultOf({ 'title/taxNo': 'wrong' }, 'taxNo'), 'wrong')
  assert.equal(faultOf({ name: 'title' }, 'taxNo'), undefined)
})

test('a title used before fills every field of a draft', () => {
  const { kind, name, taxNo, email } = withTitle(emptyDraft(false, 'a@b.com'), requestOf(unit).title)
  assert.deepEqual(
    [kind, name, taxNo, email],
    ['enterprise', '江海第一医院', '91310000MA1FL4B681', 'a@b.com'],
  )
})
