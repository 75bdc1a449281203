import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  nameKey,
  normalizeCode,
  normalizeDigits,
  normalizeEmail,
  normalizeKeyword,
  normalizeLogin,
  normalizeMobile,
  normalizeName,
  normalizePersonName,
  normalizePhone,
  normalizeText,
} from './normalize.ts'

const each = (normalize: (text: string) => string, texts: Record<string, string>) => {
  for (const [typed, expected] of Object.entries(texts)) {
    assert.equal(normalize(typed), expected, JSON.stringify(typed))
    assert.equal(normalize(expected), expected, `${expected} again`)
  }
}

test('the name of a person has one form however it is typed', () => {
  each(normalizePersonName, {
    '张\u3000伟': '张伟',
    ' 王 芳\t': '王芳',
    '阿卜杜拉\u2022买买提': '阿卜杜拉·买买提',
    '阿卜杜拉 ・ 买买提': '阿卜杜拉·买买提',
    '阿卜杜拉．买买提': '阿卜杜拉·买买提',
    '李\u200b娜': '李娜',
    '\u202e张三\u202c': '张三',
    '葛\u{e0100}城\ufe0f': '葛城',
    'Ｄａｖｉｄ  Smith': 'David Smith',
    'J. Müller': 'J. Müller',
    𠮷野明: '𠮷野明',
    㛃𬭚龘: '㛃𬭚龘',
  })
})

test('the name of a thing stays as it is written, but for what nobody sees', () => {
  each(normalizeName, {
    '安全生产（第Ⅱ期）\u200b': '安全生产（第Ⅱ期）',
    ' 北京  分公司 ': '北京 分公司',
    Ａ公司１: 'A公司1',
    '👩\u200d👩\u200d👧 家长班\u202c': '👩\u200d👩\u200d👧 家长班',
    '①②': '①②',
  })
})

test('names are the same by their key in any width, case, spacing and kind of dot', () => {
  for (const [one, other] of [
    ['（北京）Ａ 公司', '(北京)a公司'],
    ['第Ⅱ期', '第II期'],
    ['阿卜杜拉•买买提', '阿卜杜拉·买买提'],
    ['张 伟', '张伟'],
  ] as const) {
    assert.equal(nameKey(one), nameKey(other))
  }
  assert.notEqual(nameKey('张伟'), nameKey('张玮'))
})

test('numbers are read however they are divided, marked or wide', () => {
  for (const typed of [
    '\u202d13800138000\u202c',
    '\u2068+86 138 0013 8000\u2069',
    '１３８００１３８０００',
    '138-0013-8000',
    '138–0013–8000',
    '008613800138000',
    '86 13800138000',
    '(138) 0013.8000',
  ]) {
    assert.equal(normalizeMobile(typed), '13800138000', JSON.stringify(typed))
    assert.equal(normalizePhone(typed), '13800138000', JSON.stringify(typed))
    assert.equal(normalizeLogin(typed), '13800138000', JSON.stringify(typed))
    assert.equal(normalizeKeyword(typed), '13800138000', JSON.stringify(typed))
  }
  each(normalizeMobile, { '138 0013 80': '138 0013 80', '138****8000': '138****8000', abc: 'abc' })
  each(normalizePhone, { '010－1234 5678': '010-12345678', '400-810-8888': '400-810-8888' })
  each(normalizeCode, {
    '110101 19900307 123x': '11010119900307123X',
    '１１０１０１-19900307-123Ｘ': '11010119900307123X',
    ' 91110000 ma01ABCD2E\u200b': '91110000MA01ABCD2E',
  })
  each(normalizeEmail, { ' wang＠example．cn ': 'wang@example.cn', 'wang@example。cn': 'wang@example.cn' })
  each(normalizeDigits, { ' 123 456。': '123456', '１２３-４５６': '123456', abc: '' })
})

test('what nobody can read is no name, and joiners that join nothing make no other name', () => {
  for (const typed of ['\u2800\u2800', '\u0301\u0301', '··', '--', '１３８'])
    assert.equal(normalizePersonName(typed), '')
  assert.equal(normalizePersonName('张\u2800三'), '张三')
  for (const typed of ['甲😀\u200d乙', '甲😀\ufe0f乙', '甲😀\u{e0101}乙', '甲😀\u200d\u200d\ufe0e乙'])
    assert.equal(nameKey(typed), nameKey('甲😀乙'), JSON.stringify(typed))
  assert.equal(normalizeName('e\u200b\u0301'), 'é')
  assert.equal(nameKey('ΑΣ'), nameKey('ασ'))
})

test('a text far too long for its field is left to be refused', () => {
  const bomb = '😀a'.repeat(60_000)
  assert.equal(normalizeText({ normalized: 'keyword', maxLength: 60 }, bomb), bomb)
  assert.equal(normalizeText({ normalized: 'digits' }, ` ${'1'.repeat(2000)}`).length, 2001)
  assert.equal(normalizeText({ normalized: 'name', maxLength: 60 }, ' 安全 '), '安全')
})

test('an account name is read as it is, a word to search for as a name', () => {
  each(normalizeLogin, { ' LEARNER\u200b': 'LEARNER', ｌｅａｒｎｅｒ: 'learner' })
  each(normalizeKeyword, { ' 安全 生产 ': '安全 生产', 'O-17-001': 'O-17-001' })
})
