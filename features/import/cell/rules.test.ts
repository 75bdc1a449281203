import assert from 'node:assert/strict'
import { test } from 'node:test'
import { idCheckDigit } from '../../../contract/identity.ts'
import { fc } from '../../../test/dice.ts'
import { type ImportColumn, sayProblem, type StoredProblem } from '../rules.ts'
import { cellProblems, cellReader, readDay } from './rules.ts'

const today = '2024-11-22'

const column = (key: string, kind: ImportColumn['kind'], more: Partial<ImportColumn> = {}): ImportColumn => ({
  key,
  kind,
  title: { zh: key, en: key },
  check: { type: 'string', maxLength: 40 },
  required: false,
  examples: [],
  ...more,
})
const say = (stored: StoredProblem) => sayProblem(cellProblems, undefined, stored)
const read = (kind: ImportColumn['kind'], text: string | null, more: Partial<ImportColumn> = {}) => {
  const { values, problems } = cellReader([column('a', kind, more)], today)([text], [], new Map([['a', 0]]))
  return (problems[0] && say(problems[0]).zh) ?? values.a ?? null
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

test('an ID whose birth date does not exist or has not come is refused', () => {
  const cardOf = (day: string) => `110101${day}002${idCheckDigit(`110101${day}002`)}`
  for (const day of ['19900229', '19900431', '19901301', '19900100', '18991231']) {
    assert.match(read('card', cardOf(day))!, /出生日期不存在/, day)
  }
  assert.equal(read('card', cardOf('20240229')), cardOf('20240229'))
  assert.equal(read('card', cardOf('20241122')), cardOf('20241122'))
  for (const day of ['20241123', '20990101']) assert.match(read('card', cardOf(day))!, /在今天之后/, day)
})

test('names and facts hold no markup, other texts may; what has been lies before today', () => {
  for (const text of [
    '<b>张三</b>',
    '张三<img src=x onerror=alert(1)>',
    '</td>',
    '<!--',
    '<SCRIPT>',
    '<?xml',
  ]) {
    assert.equal(read('text', text, { plain: true }), '含有网页标签', text)
    assert.equal(read('text', text), text)
  }
  for (const text of ['张三 < 李四', '3<5', '《安全》', 'a > b']) {
    assert.equal(read('text', text, { plain: true }), text)
  }
  assert.match(read('date', '2024-11-23', { past: true })!, /还没有到/)
  assert.equal(read('date', '2024-11-22', { past: true }), '2024-11-22')
  assert.equal(read('date', '2024-11-23'), '2024-11-23')
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
  const faulty = cellReader([column('a', 'text')], today)(
    ['x'],
    [{ column: 0, fault: 'formula' }],
    new Map([['a', 0]]),
  )
  assert.deepEqual([faulty.values, say(faulty.problems[0]!).zh], [{}, '单元格是公式，不能读取'])
})

test('whatever a cell holds, it is a value its check takes or a reason with words in both languages', () => {
  const options = [{ value: '1', zh: '甲', en: 'A' }]
  const columns = (['text', 'card', 'mobile', 'date', 'choice'] as const).map((kind) =>
    column(kind, kind, kind === 'choice' ? { options } : {}),
  )
  const reader = cellReader(columns, today)
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
          for (const { zh, en } of said.map(say)) assert.ok(zh && en)
        }
      },
    ),
  )
})
