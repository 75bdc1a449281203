import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderNoOf } from '../features/order/rules.ts'
import { numberOf } from '../features/certificate/template/rules.ts'
import { fc } from '../test/dice.ts'
import { idCheckDigit, isCreditCode, isIdCard } from './identity.ts'
import { maskFreeText, withoutNumbers } from './personalNumber.ts'

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`))
const birthDate = fc.date({ min: new Date('1930-01-01'), max: new Date('1999-12-31'), noInvalidDate: true })
const card = fc.tuple(fc.constantFrom('110101', '320102', '440106'), birthDate, digits(3)).map((parts) => {
  const [area, date, serial] = parts
  const first17 = `${area}${date.toISOString().slice(0, 10).replaceAll('-', '')}${serial}`
  return first17 + idCheckDigit(first17)
})
const shortCard = card.map((long) => long.slice(0, 6) + long.slice(8, 17))
const mobile = fc.tuple(fc.constantFrom(...'3456789'), digits(9)).map(([second, rest]) => `1${second}${rest}`)
const bankCard = fc.tuple(fc.constantFrom('621', '622', '625'), digits(15)).map(([head, rest]) => {
  const first = head + rest
  return first + [...'0123456789'].find((last) => luhn(first + last))!
})

function luhn(text: string): boolean {
  let sum = 0
  for (const [at, sign] of [...text].reverse().entries()) {
    const value = Number(sign) * (1 + (at % 2))
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const wide = (text: string) =>
  text.replace(/[0-9Xx]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const cut = (text: string, sizes: readonly number[], by: string) => {
  let at = 0
  return sizes.map((size) => text.slice(at, (at += size))).join(by)
}
const sign = fc.constantFrom(' ', '-', '.', '/', '_', '·', '\u3000', '－', '．', '\u00a0', '–', ' - ')
const beside = fc.constantFrom(
  '',
  '电话',
  '学员:',
  '“',
  '=',
  '"',
  '(',
  '[',
  'mobile=',
  'tel',
  '1.',
  '2023-11-22 ',
  '名单_',
  '\n',
  '/',
  '+86',
)
const behind = fc.constantFrom(
  '',
  '。',
  '.',
  '/',
  '”',
  '"',
  ')',
  ',',
  ' 转',
  '_2023.xlsx',
  '.xlsx',
  '\n',
  ';',
)

function isHidden(written: string, number: string): void {
  const masked = withoutNumbers(written)
  const stars = number.length === 11 ? 4 : number.length - 8
  assert.equal(masked.split('*').length - 1, stars, `${written} → ${masked}`)
  assert.equal(masked.length, written.length)
  assert.equal(withoutNumbers(masked), masked, 'masked once is masked')
}

test('a mobile number is masked in every written form, beside whatever', () => {
  const forms = fc.tuple(mobile, sign, fc.nat(11)).map(([number, by, form]): [string, string] => {
    const written = [
      number,
      cut(number, [3, 4, 4], by),
      cut(number, [3, 8], by),
      cut(number, [4, 3, 4], by),
      cut(number, [3, 3, 5], by),
      cut(number, Array(11).fill(1), by.trim() || ' '),
      `+86${number}`,
      `+86 ${cut(number, [3, 4, 4], by)}`,
      `0086${number}`,
      `86-${number}`,
      wide(number),
      wide(cut(number, [3, 4, 4], '-')),
    ]
    return [number, written[form]!]
  })
  fc.assert(fc.property(forms, beside, behind, ([number, text], a, z) => isHidden(a + text + z, number)))
})

test('a citizen ID is masked in every written form, with x, Ｘ and of 15 digits too', () => {
  const forms = fc
    .tuple(fc.oneof(card, shortCard), sign, fc.nat(5))
    .map(([number, by, form]): [string, string] => {
      const sizes = number.length === 18 ? [6, 8, 4] : [6, 6, 3]
      const written = [number, number.toLowerCase(), cut(number, sizes, by), wide(number)]
      written.push(
        wide(cut(number, sizes, '-')),
        number.length === 18 ? cut(number, [6, 4, 4, 4], by) : number,
      )
      return [number, written[form]!]
    })
  fc.assert(
    fc.property(forms, beside, behind, ([number, text], a, z) => {
      fc.pre(a !== '+86' && !(a.endsWith('-') && number.length === 15))
      isHidden(a + text + z, number)
    }),
  )
})

/** True if the text before a number completes a citizen ID with its first digits: then that ID is masked. */
function beginsAnId(before: string, number: string): boolean {
  const ahead = before.replace(/\D/g, '')
  const digits = ahead + number
  return [...ahead].some((_, at) => isIdCard(digits.slice(at, at + 18)))
}

test('a bank card is masked whole and in fours', () => {
  fc.assert(
    fc.property(bankCard, beside, behind, (number, a, z) => {
      fc.pre(a !== '+86' && !beginsAnId(a, number))
      isHidden(a + number + z, number)
      isHidden(a + number.replace(/(.{4})(?=.)/g, '$1 ') + z, number)
    }),
  )
})

test('a mobile number is masked in brackets, over lines, in markup, in other scripts, and among what nobody sees', () => {
  const other = (zero: number) => (text: string) =>
    text.replace(/\d/g, (sign) => String.fromCodePoint(zero + Number(sign)))
  const forms: ((number: string) => string)[] = [
    (number) => `(${number.slice(0, 3)})${number.slice(3)}`,
    (number) => `（${number.slice(0, 3)}）${cut(number.slice(3), [4, 4], '-')}`,
    (number) => `0${number}`,
    (number) => cut(number, [3, 4, 4], '，'),
    (number) => cut(number, [3, 4, 4], ','),
    (number) => cut(number, [3, 4, 4], ':'),
    (number) => cut(number, [3, 4, 4], '\n'),
    (number) => cut(number, [3, 8], '\r\n'),
    (number) => cut(number, [3, 4, 4], '    '),
    (number) => cut(number, [5, 6], '\u202a'),
    (number) => cut(number, [1, 10], '\u180e'),
    (number) => cut(number, [4, 7], '\u2066\ufe0f'),
    (number) => `<b>${number.slice(0, 3)}</b>${number.slice(3)}`,
    (number) => cut(number, [3, 4, 4], '&nbsp;'),
    (number) => cut(number, [3, 8], '&#160;'),
    (number) => `电话：${cut(number, [5, 6], ' ')}`,
    (number) => `手机 ${cut(number, [4, 4, 3], ' ')}`,
    (number) => `第一${number}`,
    (number) => number.replace(/[1-9]/g, (sign) => '①②③④⑤⑥⑦⑧⑨'[Number(sign) - 1]!).replaceAll('0', '⓪'),
    (number) => number.replace(/\d/g, (sign) => '零一二三四五六七八九'[Number(sign)]!),
    ...[0x660, 0x966, 0x1d7ce, 0xff10].map(other),
  ]
  fc.assert(
    fc.property(mobile, fc.constantFrom(...forms), (number, form) => {
      const masked = withoutNumbers(form(number))
      assert.equal(masked.split('*').length - 1, 4, `${form(number)} → ${masked}`)
    }),
    { numRuns: 500 },
  )
})

test('in what a person typed, a number is masked with letters beside it as well', () => {
  const forms = fc
    .tuple(
      fc.oneof(mobile, card),
      fc.constantFrom('QQ', 'T', 'abc', 'v', 'zhang'),
      fc.constantFrom('', 'abc', '@qq.com'),
    )
    .map(([number, a, z]) => [number, a + number + z] as const)
  fc.assert(
    fc.property(forms, ([number, written]) => {
      assert.equal(maskFreeText(written).split('*').length - 1, number.length === 11 ? 4 : 10, written)
    }),
  )
  assert.equal(withoutNumbers('T13812345678'), 'T13812345678', 'a code of ours is no number of a person')
})

test('of several numbers beside each other every one is masked', () => {
  const text = '13912345678/13812345678 110101199003070038,138-1234-5678 139 1234 5678；1. 13712345678'
  assert.equal(
    withoutNumbers(text),
    '139****5678/138****5678 1101**********0038,138-****-5678 139 **** 5678；1. 137****5678',
  )
  const deep = { a: ['13812345678', { b: '电话：13812345678。' }], at: new Date(0), n: 5 }
  assert.deepEqual(withoutNumbers(deep), {
    a: ['138****5678', { b: '电话：138****5678。' }],
    at: new Date(0),
    n: 5,
  })
})

test('two amounts are left as they are, also where their digits add up to an ID', () => {
  assert.equal(isIdCard('825893195302113498'), true)
  assert.equal(withoutNumbers('8258931.95 3021134.98'), '8258931.95 3021134.98')
})

test('what is no number of a person is left as it is', () => {
  const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  const iso = day.map((date) => date.toISOString())
  const amount = fc.integer({ min: 0, max: 10_000_000_00 })
  const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const creditCode = fc
    .tuple(
      fc.constantFrom('91110108', '91320102', '12440106', '91350100'),
      fc.stringMatching(/^M?A?\d{7,9}$/),
    )
    .map(([head, rest]) => (head + rest).padEnd(17, '0').slice(0, 17))
    .map((first17) => first17 + [...letters].find((last) => isCreditCode(first17 + last))!)
  const random = fc.uint8Array({ minLength: 10, maxLength: 10 })
  const other = fc.oneof(
    fc.tuple(day, random).map(([at, bytes]) => orderNoOf(at.toISOString().slice(0, 10), bytes)),
    fc.tuple(day, random).map(([at, bytes]) => `${orderNoOf(at.toISOString().slice(0, 10), bytes)}-1`),
    fc.nat(9_999_999).map((serial) => numberOf('JH{year}-{serial}', 2023, serial)),
    fc.nat(9_999_999).map((serial) => numberOf('{year}{serial}', 2023, serial)),
    creditCode,
    iso,
    iso.map((text) => text.slice(0, 10)),
    iso.map((text) => text.slice(0, 19).replace('T', ' ')),
    iso.map((text) => `${text.slice(0, 10)}/${text.slice(0, 10)}`),
    iso.map((text) => text.slice(0, 10).replaceAll('-', '.')),
    amount.map((fen) => (fen / 100).toFixed(2)),
    amount.map((fen) => `¥${(fen / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`),
    fc.tuple(amount, amount).map(([a, b]) => `${(a / 100).toFixed(2)} ${(b / 100).toFixed(2)}`),
    fc.uuid(),
    fc.ipV4(),
    fc.integer({ min: 1_500_000_000_000, max: 1_999_999_999_999 }).map(String),
    fc.integer({ min: 1_000_000_000, max: 1_999_999_999 }).map(String),
    fc.stringMatching(/^[0-9a-f]{64}$/),
    digits(24).map((rest) => `4200${rest}`),
    fc.stringMatching(/^0\d{2,3}-\d{7,8}$/),
    fc.tuple(amount, amount).map(([a, b]) => `${Math.floor(a / 100)}，${Math.floor(b / 100)}`),
    fc.tuple(amount, amount).map(([a, b]) => `${(a / 100).toFixed(2)}\n${(b / 100).toFixed(2)}`),
    fc
      .tuple(amount, amount)
      .map(([a, b]) => `${(a / 100).toLocaleString('en')} ${(b / 100).toLocaleString('en')}`),
    fc.array(fc.integer({ min: 0, max: 999 }), { minLength: 3, maxLength: 8 }).map((list) => list.join('、')),
    fc.array(fc.integer({ min: 0, max: 99 }), { minLength: 3, maxLength: 8 }).map((list) => list.join(',')),
    fc.tuple(iso, iso).map(([a, b]) => `${a.slice(0, 16)}—${b.slice(0, 16)}`.replaceAll('T', ' ')),
    iso.map((text) => `${text.slice(0, 10)}（${text.slice(11, 19)}）`),
    iso.map((text) => `<p>${text.slice(0, 10)}</p><p>${text.slice(11, 23)}</p>`),
    fc
      .tuple(fc.integer({ min: 10_000, max: 19_999 }), fc.integer({ min: 100_000, max: 999_999 }))
      .map((ab) => ab.join('-')),
  )
  fc.assert(
    fc.property(other, fc.constantFrom('', '编号', '“', '=', '('), (text, a) => {
      assert.equal(withoutNumbers(a + text), a + text)
    }),
    { numRuns: 5000 },
  )
  const today = fc.date({ min: new Date('2020-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  const written = fc.oneof(
    fc.tuple(today, random).map(([at, bytes]) => orderNoOf(at.toISOString().slice(0, 10), bytes)),
    fc.nat(9_999_999).map((serial) => numberOf('JH{year}-{serial}', 2023, serial)),
    creditCode,
    iso,
    amount.map((fen) => `¥${(fen / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`),
  )
  fc.assert(
    fc.property(written, fc.constantFrom('', '订单', '编号：'), (text, a) => {
      assert.equal(maskFreeText(a + text), a + text)
    }),
    { numRuns: 2000 },
  )
})
