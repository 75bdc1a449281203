import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../test/dice.ts'
import {
  hasOuterSpace,
  idCheckDigit,
  isCreditCode,
  isEmail,
  isIdCard,
  isMobile,
  isPassword,
  longIdCard,
  maskIdCard,
  maskMobile,
  maskName,
  readIdCard,
} from './identity.ts'

const birthDate = fc.date({ min: new Date('1930-01-01'), max: new Date('2010-12-31'), noInvalidDate: true })
const idCard = fc
  .tuple(fc.constantFrom('110101', '320102', '440106'), birthDate, fc.integer({ min: 0, max: 999 }))
  .map(([area, date, serial]) => {
    const first17 = `${area}${date.toISOString().slice(0, 10).replaceAll('-', '')}${String(serial).padStart(3, '0')}`
    return first17 + idCheckDigit(first17)
  })

test('a citizen ID with its own check digit is valid and any other last character is not', () => {
  fc.assert(
    fc.property(idCard, fc.constantFrom(...'0123456789X'), (id, last) => {
      assert.equal(isIdCard(id), true)
      assert.equal(isIdCard(id.slice(0, 17) + last), last === id[17])
    }),
  )
})

test('a citizen ID contains birth date and sex', () => {
  assert.deepEqual(readIdCard('11010119900307123X'), { birthDate: '1990-03-07', gender: 'male' })
  assert.deepEqual(readIdCard('110101900307122'), { birthDate: '1990-03-07', gender: 'female' })
})

test('a foreigner’s permanent residence card has a province after its 9', () => {
  const card = (head: string) => `${head}12419810803000${idCheckDigit(`${head}12419810803000`)}`
  for (const province of ['11', '31', '44', '51', '65']) assert.equal(isIdCard(card(`9${province}`)), true)
  assert.equal(isIdCard(card('999')), false)
  assert.deepEqual(readIdCard(card('931')), { birthDate: '1981-08-03', gender: 'female' })
})

test('the 15-digit citizen ID is accepted when its date exists', () => {
  assert.equal(isIdCard('320102800229123'), true)
  assert.equal(isIdCard('320102810229123'), false)
  assert.equal(isIdCard('990102800228123'), false)
})

test('one wrong digit of a credit code is always noticed', () => {
  const code = '91350100M000100Y43'
  assert.equal(isCreditCode(code), true)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 17 }),
      fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRTUWXYIOSVZ'),
      (at, letter) => {
        const changed = code.slice(0, at) + letter + code.slice(at + 1)
        assert.equal(isCreditCode(changed), changed === code)
      },
    ),
  )
})

test('password: letter first, 6 to 19 word characters, a digit somewhere', () => {
  for (const good of ['a12345', 'Demo2026a', `a${'1'.repeat(18)}`]) assert.equal(isPassword(good), true, good)
  for (const bad of ['a1234', 'abcdef', '1abcdef', `a${'1'.repeat(19)}`, 'a1234 5', 'a12345!', ''])
    assert.equal(isPassword(bad), false, bad)
})

test('mobile, e-mail and outer space', () => {
  assert.equal(isMobile('13812345678'), true)
  for (const bad of ['12812345678', '1381234567', '138123456789', '+8613812345678'])
    assert.equal(isMobile(bad), false, bad)
  assert.equal(isEmail('li.wei-1@mail.example.com'), true)
  for (const bad of ['@a.com', 'a@b', 'a b@c.com', 'a@b.museum']) assert.equal(isEmail(bad), false, bad)
  assert.equal(hasOuterSpace(' a'), true)
  assert.equal(hasOuterSpace('a '), true)
  assert.equal(hasOuterSpace('a b'), false)
})

test('masks hide the middle and keep the length of an ID', () => {
  assert.equal(maskName('张伟'), '张*')
  assert.equal(maskName('欧阳修明'), '欧**明')
  assert.equal(maskMobile('13812345678'), '138****5678')
  fc.assert(fc.property(idCard, (id) => assert.equal(maskIdCard(id).length, id.length)))
})

test('a 15-digit ID of the last century is the 18-digit one without century and check digit', () => {
  const long = idCard.filter((id) => id.slice(6, 8) === '19')
  fc.assert(
    fc.property(long, (id) => {
      const short = id.slice(0, 6) + id.slice(8, 17)
      assert.equal(isIdCard(short), true)
      assert.equal(longIdCard(short), id)
      assert.equal(longIdCard(id.toLowerCase()), id)
      assert.deepEqual(readIdCard(short), readIdCard(id))
    }),
  )
})

test('of all eleven digits those are a mobile number that begin with 13 to 19', () => {
  const eleven = fc.stringMatching(/^\d{11}$/)
  fc.assert(
    fc.property(
      fc.oneof(
        eleven,
        eleven.map((digits) => `1${digits.slice(1)}`),
      ),
      (digits) => {
        assert.equal(isMobile(digits), digits[0] === '1' && digits[1]! >= '3')
        for (const other of [digits.slice(1), `${digits}0`, `${digits} `, `86${digits}`])
          assert.equal(isMobile(other), false)
      },
    ),
  )
})

test('an e-mail address has letters, digits, _ - . before @ and ends in two to four letters', () => {
  const local = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}(\.[A-Za-z0-9_-]{1,8})?$/)
  const host = fc.stringMatching(/^[a-z0-9-]{1,12}$/)
  const suffix = fc.stringMatching(/^[a-z]{1,6}$/)
  fc.assert(
    fc.property(local, host, suffix, (name, at, end) => {
      assert.equal(isEmail(`${name}@${at}.${end}`), end.length >= 2 && end.length <= 4)
    }),
  )
  fc.assert(
    fc.property(local, fc.constantFrom(...' ,;:()<>[]+&/"\'中é'), (name, letter) => {
      assert.equal(isEmail(`${name}${letter}x@example.com`), false)
    }),
  )
})

test('a credit code has one last character that fits, and none of I O S V Z', () => {
  const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'
  const body = fc.array(fc.constantFrom(...alphabet), { minLength: 17, maxLength: 17 })
  fc.assert(
    fc.property(body, fc.nat(16), fc.constantFrom(...'IOSVZ'), (letters, at, foreign) => {
      const first17 = letters.join('')
      const fits = [...alphabet].filter((last) => isCreditCode(first17 + last))
      assert.equal(fits.length, 1)
      const code = first17 + fits[0]
      assert.equal(isCreditCode(code.slice(0, at) + foreign + code.slice(at + 1)), false)
      for (const other of [code.slice(1), `${code}${at % 10}`]) assert.equal(isCreditCode(other), false)
    }),
  )
})

test('a password is one exactly when it reads letter by letter as one', () => {
  const letter = /^[A-Za-z]$/
  const text = fc.array(fc.constantFrom(...'aZ09_-. !中'), { maxLength: 22 }).map((all) => all.join(''))
  const isOne = (typed: string) => {
    const all = [...typed]
    const digits = all.filter((each) => each >= '0' && each <= '9')
    const words = all.filter((each) => letter.test(each) || digits.includes(each) || each === '_')
    return (
      all.length >= 6 &&
      all.length <= 19 &&
      letter.test(all[0]!) &&
      digits.length > 0 &&
      words.length === all.length
    )
  }
  fc.assert(fc.property(text, (typed) => assert.equal(isPassword(typed), isOne(typed))))
  const good = fc.stringMatching(/^[A-Za-z]\w{4,17}\d$/)
  fc.assert(fc.property(good, (typed) => assert.equal(isPassword(typed), true)))
})

test('leading and trailing space are each noticed, space between is not', () => {
  const inner = fc
    .string({ minLength: 1 })
    .map((text) => text.trim())
    .filter(Boolean)
  fc.assert(
    fc.property(inner, fc.constantFrom(' ', '\t', '\u3000', '\n'), (text, space) => {
      assert.equal(hasOuterSpace(text), false)
      assert.equal(hasOuterSpace(`${text}${space}${text}`), false)
      assert.equal(hasOuterSpace(space + text), true)
      assert.equal(hasOuterSpace(text + space), true)
    }),
  )
})
