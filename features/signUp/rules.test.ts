import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FormAnswer, type FormField, faultOfAnswers, faultOfField } from './rules.ts'

const field = (change: Partial<FormField>): FormField => ({
  key: 'one',
  kind: 'text',
  label: '一',
  hint: '',
  required: true,
  minLength: null,
  maxLength: null,
  choices: [],
  most: null,
  min: null,
  max: null,
  from: null,
  to: null,
  fileKinds: [],
  maxKilobytes: null,
  text: '',
  ...change,
})

test('a field says what leaves nothing to answer', () => {
  const cases: [change: Partial<FormField>, at: string | undefined][] = [
    [{}, undefined],
    [{ minLength: 5, maxLength: 5 }, undefined],
    [{ minLength: 6, maxLength: 5 }, 'maxLength'],
    [{ kind: 'number', min: 2, max: 1 }, 'max'],
    [{ kind: 'number', min: -1, max: 0 }, undefined],
    [{ kind: 'date', from: '2023-05-02', to: '2023-05-01' }, 'to'],
    [{ kind: 'choice', choices: ['甲'] }, 'choices'],
    [{ kind: 'choice', choices: ['甲', '甲'] }, 'choices'],
    [{ kind: 'choice', choices: ['甲', '乙'], most: 3 }, 'most'],
    [{ kind: 'choice', choices: ['甲', '乙'], most: 2 }, undefined],
    [{ kind: 'file' }, 'fileKinds'],
    [{ kind: 'file', fileKinds: ['pdf'] }, undefined],
    [{ kind: 'agreement', text: ' ' }, 'text'],
    [{ kind: 'agreement', text: '我承诺' }, undefined],
  ]
  for (const [change, at] of cases) assert.equal(faultOfField(field(change))?.at, at, JSON.stringify(change))
})

test('an answer is judged by the rules of its field, and names the field', () => {
  const cases: [change: Partial<FormField>, answer: Omit<FormAnswer, 'key'> | null, said: RegExp | null][] = [
    [{}, { text: '好' }, null],
    [{}, { text: '  ' }, /必须填写/],
    [{}, null, /必须填写/],
    [{ required: false }, null, null],
    [{ minLength: 3 }, { text: '两字' }, /至少 3 个字/],
    [{ maxLength: 2 }, { text: '𠮷野家' }, /最多 2 个字/],
    [{ maxLength: 3 }, { text: '𠮷野家' }, null],
    [{}, { text: '字'.repeat(1001) }, /最多 1000 个字/],
    [{}, { number: 1 }, /类型不对/],
    [{}, { text: '好', number: 1 }, /类型不对/],
    [{ kind: 'number', min: 1, max: 9 }, { number: 0 }, /不能小于 1/],
    [{ kind: 'number', min: 1, max: 9 }, { number: 10 }, /不能大于 9/],
    [{ kind: 'number' }, { number: 0 }, null],
    [{ kind: 'date', from: '2023-01-02' }, { date: '2023-01-01' }, /不能早于 2023-01-02/],
    [{ kind: 'date', to: '2023-01-02' }, { date: '2023-01-03' }, /不能晚于 2023-01-02/],
    [{ kind: 'choice', choices: ['甲', '乙'] }, { choices: ['丙'] }, /不是可以选择的选项/],
    [{ kind: 'choice', choices: ['甲', '乙'] }, { choices: ['甲', '乙'] }, /最多选 1 项/],
    [{ kind: 'choice', choices: ['甲', '乙'], most: 2 }, { choices: ['甲', '甲'] }, /选了两次/],
    [{ kind: 'choice', choices: ['甲', '乙'], most: 2 }, { choices: ['甲', '乙'] }, null],
    [{ kind: 'choice', choices: ['甲', '乙'] }, { choices: [] }, /必须填写/],
    [{ kind: 'agreement' }, { agreed: false }, /同意后/],
    [{ kind: 'agreement' }, { agreed: true }, null],
    [{ kind: 'file' }, {}, /必须填写/],
  ]
  for (const [change, answer, said] of cases) {
    const found = faultOfAnswers([field(change)], answer ? [{ key: 'one', ...answer }] : [])
    const shown = JSON.stringify([change, answer])
    if (!said) assert.equal(found, null, shown)
    else {
      assert.equal(found?.at, 'one', shown)
      assert.match(found.words.zh, said)
    }
  }
})

test('answers to no field, and two to one field, are refused', () => {
  const fields = [field({ required: false }), field({ key: 'two', required: false })]
  assert.equal(faultOfAnswers(fields, [{ key: 'three', text: '好' }])?.at, 'three')
  const twice = [
    { key: 'two', text: '好' },
    { key: 'two', text: '好' },
  ]
  assert.equal(faultOfAnswers(fields, twice)?.at, 'two')
  assert.equal(faultOfAnswers(fields, twice.slice(1)), null)
})
