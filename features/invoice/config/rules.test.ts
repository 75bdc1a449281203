import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTaxNo } from '../../../contract/identity.ts'
import { anInvoiceConfig, taxNos } from '../../../test/build/invoice.ts'
import {
  accountOf,
  holdsAccount,
  isComplete,
  isNoPhone,
  remarkOf,
  repeatedAt,
  sellerOn,
  taxLineOf,
} from './rules.ts'

const base = anInvoiceConfig()
const [seller] = base.sellers
const [line] = base.taxLines

test('the newest seller that holds on a day is the seller, whatever the order of the list', () => {
  const sellers = [{ ...seller!, from: '2023-06-01', name: '新名' }, { ...seller! }]
  assert.equal(sellerOn({ sellers }, '2009-12-31'), null)
  assert.equal(sellerOn({ sellers }, '2023-05-31')!.name, seller!.name)
  assert.equal(sellerOn({ sellers }, '2023-06-01')!.name, '新名')
})

test('the line of a class type comes before the one for all, from its own day on', () => {
  const taxLines = [line!, { ...line!, classType: 'public', from: '2023-01-01', rate: 600 }]
  assert.equal(taxLineOf({ taxLines }, 'public', '2022-12-31')!.rate, 300)
  assert.equal(taxLineOf({ taxLines }, 'public', '2023-01-01')!.rate, 600)
  assert.equal(taxLineOf({ taxLines }, 'vocational', '2023-01-01')!.rate, 300)
  assert.equal(taxLineOf({ taxLines: [] }, 'public', '2023-01-01'), null)
})

test('a number as long as a bank account is found in a text, however it is divided; shorter ones are no account', () => {
  for (const text of [
    '6222020200112233445',
    '账号：6222 0202-0011',
    '６２２２０２０２００１１',
    '账号六二二二〇二〇二〇〇一一',
    '٦٢٢٢٠٢٠٢٠٠١١',
  ])
    assert.ok(holdsAccount(text), text)
  for (const text of ['江海路 1 号 2-301 室', '0500-8600120', '62220202001', '12 号楼 3456789 室 0123456789'])
    assert.ok(!holdsAccount(text), text)
})

test('a telephone number has no more figures than one with an extension; an account is told by all that is read', () => {
  for (const phone of ['0571-85001234-8001', '+86 138 0013 8000', '4008001234'])
    assert.ok(!isNoPhone(phone), phone)
  for (const phone of ['6222020200112233445', '62220202001122', '6222-0202-0011-2233-4'])
    assert.ok(isNoPhone(phone), phone)
  const known = { bank: '江海银行', bankAccount: '6200001' }
  assert.equal(accountOf({ ...known, bankAccount: '62-000 01' }), accountOf(known))
  for (const other of [
    { ...known, bankAccount: '6200001改为六二二二〇二〇二〇〇一一' },
    { ...known, bankAccount: '٦٢٢٢6200001' },
    { bank: '江海银行 6222020200112233445', bankAccount: '' },
  ])
    assert.notEqual(accountOf(other), accountOf(known))
})

test('invoices can be written only with a seller and a line for all class types', () => {
  assert.ok(isComplete(base, '2023-01-01'))
  assert.ok(!isComplete({ ...base, sellers: [] }, '2023-01-01'))
  assert.ok(!isComplete({ ...base, taxLines: [{ ...line!, classType: 'public' }] }, '2023-01-01'))
  assert.ok(!isComplete(base, '2009-12-31'))
  assert.deepEqual([repeatedAt(['a', 'b', 'a']), repeatedAt(['a', 'b'])], [2, -1])
})

test('a remark has what it names, leaves what it does not know, and no space too many', () => {
  assert.equal(
    remarkOf('{title}  {orderNo} {name} {other}', { title: '甲', orderNo: '1', name: '' }),
    '甲 1 {other}',
  )
})

test('tax numbers have a check character, or are of the old kinds', () => {
  assert.ok(taxNos.every(isTaxNo))
  assert.ok(isTaxNo('330100799655058'))
  assert.ok(!isTaxNo(`${taxNos[0].slice(0, 17)}C`))
  assert.ok(!isTaxNo('1234'))
})
