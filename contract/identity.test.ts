import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  hasOuterSpace,
  idCheckDigit,
  isCreditCode,
  isEmail,
  isIdCard,
  isMobile,
  isPassword,
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

test('a citizen ID tells birth date and sex', () => {
  assert.deepEqual(readIdCard('11010119900307123X'), { birthDate: '1990-03-07', gender: 'male' })
  assert.deepEqual(readIdCard('110101900307122'), { birthDate: '1990-03-07', gender: 'female' })
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
