import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { idCheckDigit } from '../../../contract/identity.ts'
import type { ImportColumn } from '../rules.ts'
import { cellReader, readDay } from './rules.ts'

const column = (key: string, kind: ImportColumn['kind'], more: Partial<ImportColumn> = {}): ImportColumn => ({
  ...{ key, kind, title: { zh: key, en: key }, check: { type: 'string', maxLength: 40 } },
  ...{ required: false, examples: [] },
  ...more,
})
const read = (kind: ImportColumn['kind'], text: string | null, more: Partial<ImportColumn> = {}) => {
  const { values, problems } = cellReader([column('a', kind, more)])([text], [], new Map([['a', 0]]))
  return problems[0]?.zh ?? values.a ?? null
}

test('an ID is read however it is typed, and what Excel has made of it is named', () => {
  const card = '11010119900307002X'
  for (const typed of [
    card,
    ' 110101 19900307 002x',
    '１１０１０１１９９００３０７００２Ｘ',
    '\u200b11010119900307002X',
  ]) {
    assert.equal(read('card', typed), card)
  }
  assert.equal(read('card', '110101900307003'), `11010119900307003${idCheckDigit('11010119900307003')}`)
  for (const lost of ['1.10101199003070E+17', '110101199003070000']) assert.match(read('card', lost)!, /丢失/)
  assert.match(read('card', '110101199003070021')!, /校验位/)
  assert.match(read('card', '110101199013070031')!, /地区或出生日期/)
  assert.match(read('card', '1101')!, /4 位/)
})

test('a day is read as people write it, and no other day comes of it', () => {
  for (const typed of [
    '2012-07-01',
    '2012/7/1',
    '2012.7.1',
    '20120701',
    '2012年7月1日',
    '2012年7月',
    '2012-07-01 00:00:00',
  ]) {
    assert.equal(readDay(typed), '2012-07-01')
  }
  for (const wrong of ['2012-02-30', '2012-13-01', '12-7-1', '去年', '0001-01-01'])
    assert.equal(readDay(wrong), null)
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
      (date) => {
        const day = date.toISOString().slice(0, 10)
        assert.equal(readDay(day.replaceAll('-', '/')), day)
      },
    ),
  )
})

test('a blank is a fault only where it must be filled in; a faulty cell is never read', () => {
  assert.equal(read('text', null), null)
  assert.equal(read('text', '  ', { required: true }), '必须填写')
  assert.equal(read('text', '字'.repeat(41)), '最多 40 个字')
  const faulty = cellReader([column('a', 'text')])(
    ['x'],
    [{ column: 0, fault: 'formula' }],
    new Map([['a', 0]]),
  )
  assert.deepEqual([faulty.values, faulty.problems[0]!.zh], [{}, '单元格是公式，不能读取'])
})

test('whatever a cell holds, it is a value its check takes or a reason with words in both languages', () => {
  const options = [{ value: '1', zh: '甲', en: 'A' }]
  const columns = (['text', 'card', 'mobile', 'date', 'choice'] as const).map((kind) =>
    column(kind, kind, kind === 'choice' ? { options } : {}),
  )
  const reader = cellReader(columns)
  const places = new Map(columns.map(({ key }, place) => [key, place]))
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 60 }), { minLength: 5, maxLength: 5 }),
      (cells) => {
        const { values, problems } = reader(cells, [], places)
        for (const [place, cell] of cells.entries()) {
          const key = columns[place]!.key
          const said = problems.filter((one) => one.column === key)
          assert.equal(said.length + (key in values ? 1 : 0), cell.trim() === '' ? 0 : 1)
          for (const one of said) assert.ok(one.zh && one.en)
        }
      },
    ),
  )
})
