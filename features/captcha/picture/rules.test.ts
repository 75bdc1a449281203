import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberWords, sumQuestion } from './rules.ts'

test('numbers are spoken as people speak them', () => {
  const zh = [0, 7, 10, 13, 20, 45, 99].map((number) => numberWords(number, 'zh'))
  assert.deepEqual(zh, ['零', '七', '十', '十三', '二十', '四十五', '九十九'])
  const en = [0, 7, 10, 13, 20, 45, 99].map((number) => numberWords(number, 'en'))
  assert.deepEqual(en, ['zero', 'seven', 'ten', 'thirteen', 'twenty', 'forty-five', 'ninety-nine'])
  assert.match(sumQuestion(37, 8, 'zh'), /^三十七加八等于多少/)
  assert.match(sumQuestion(37, 8, 'en'), /thirty-seven plus eight/)
})
