import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import type { QuestionContent, QuestionKey } from '../../question/contract.ts'
import type { Item } from '../paper/rules.ts'
import { examStates } from './contract.ts'
import {
  attemptLifecycle,
  isMakeUp,
  marksOf,
  mayShowKeys,
  shownPaper,
  type ExamFacts,
  stateOf,
  sumOf,
} from './rules.ts'

const base: ExamFacts = {
  now: '2023-05-01T00:00:00.000Z',
  openFrom: null,
  openTo: null,
  enrolmentStatus: 'active',
  suspended: false,
  progress: 10_000,
  requiredProgress: 10_000,
  passed: false,
  underWay: false,
  marking: false,
  used: 0,
  attempts: 2,
  makeUps: 1,
}
const before = '2023-04-30T23:59:59.999Z'
const after = '2023-05-01T00:00:00.001Z'

test('the status of a learner in an exam, rule by rule', () => {
  const cases: [Partial<ExamFacts>, (typeof examStates)[number]][] = [
    [{}, 'open'],
    [{ used: 2 }, 'open'],
    [{ used: 3 }, 'used_up'],
    [{ used: 2, makeUps: 0 }, 'used_up'],
    [{ used: 3, enrolmentStatus: 'failed' }, 'used_up'],
    [{ used: 2, enrolmentStatus: 'failed' }, 'not_studying'],
    [{ progress: 9999 }, 'study_first'],
    [{ openFrom: after }, 'not_yet'],
    [{ openFrom: before, openTo: after }, 'open'],
    [{ openTo: base.now }, 'over'],
    [{ suspended: true }, 'suspended'],
    [{ suspended: true, underWay: true }, 'in_progress'],
    [{ enrolmentStatus: 'expired' }, 'not_studying'],
    [{ enrolmentStatus: 'refunded' }, 'not_studying'],
    [{ marking: true }, 'marking'],
    [{ passed: true, used: 3, enrolmentStatus: 'passed' }, 'passed'],
    [{ underWay: true, used: 3, enrolmentStatus: 'expired', openTo: before }, 'in_progress'],
  ]
  for (const [facts, state] of cases) assert.equal(stateOf({ ...base, ...facts }), state)
  assert.deepEqual(
    [0, 1, 2].map((used) => isMakeUp({ ...base, used })),
    [false, false, true],
  )
})

test('a learner may begin only with study, time, an attempt and a place', () => {
  const moments = fc.constantFrom(null, before, base.now, after)
  fc.assert(
    fc.property(
      fc.record({
        openFrom: moments,
        openTo: moments,
        enrolmentStatus: fc.constantFrom('active', 'passed', 'failed', 'expired'),
        progress: fc.integer({ min: 0, max: 10_000 }),
        requiredProgress: fc.integer({ min: 0, max: 10_000 }),
        passed: fc.boolean(),
        underWay: fc.boolean(),
        marking: fc.boolean(),
        used: fc.integer({ min: 0, max: 5 }),
      }),
      (facts) => {
        const all = { ...base, ...facts }
        const open =
          !all.underWay &&
          !all.passed &&
          !all.marking &&
          all.enrolmentStatus === 'active' &&
          all.progress >= all.requiredProgress &&
          all.used < 3 &&
          (all.openFrom === null || all.openFrom <= all.now) &&
          (all.openTo === null || all.openTo > all.now)
        assert.equal(stateOf(all) === 'open', open)
      },
    ),
  )
})

test('the lifecycle is its table, and nothing follows a void', () => {
  assert.equal(attemptLifecycle.next('in_progress', 'expire'), 'submitted')
  assert.equal(attemptLifecycle.next('submitted', 'read'), 'marking')
  assert.equal(attemptLifecycle.can('scored', 'submit'), false)
  for (const event of ['submit', 'score', 'void', 'correct'] as const) {
    assert.equal(attemptLifecycle.can('voided', event), false)
  }
})

const part = (type: 'single' | 'essay' | 'blank', options: string[] = []) =>
  ({ type, stem: '题', options, partial: 'none', blanks: type === 'blank' ? 1 : 0 }) as const
const contents = new Map<string, QuestionContent>([
  ['v1', { type: 'single', material: '', parts: [part('single', ['甲', '乙', '丙'])] }],
  ['v2', { type: 'case', material: '材料', parts: [part('blank'), part('essay')] }],
])
const keys = new Map<string, QuestionKey>([
  ['v1', [{ answer: ['A'], analysis: '解析' }]],
  [
    'v2',
    [
      { answer: ['北京'], analysis: '' },
      { answer: ['要点'], analysis: '' },
    ],
  ],
])
const items: Item[] = [
  { v: 'v1', p: 0, s: 2, k: 0, o: 'CAB' },
  { v: 'v2', p: 0, s: 1.5, k: 1, o: '' },
  { v: 'v2', p: 1, s: 10, k: 1, o: '' },
]

test('the letters that were shown are marked by the options they meant; an essay waits for a person', () => {
  assert.deepEqual(marksOf(items, { 1: ['B'], 2: ['北京'] }, contents, keys), { 1: 2, 2: 1.5, 3: null })
  assert.deepEqual(marksOf(items, { 1: ['A'], 2: ['上海'] }, contents, keys), { 1: 0, 2: 0, 3: null })
  assert.deepEqual(marksOf(items, {}, contents, keys), { 1: 0, 2: 0, 3: null })
  assert.deepEqual(sumOf({ 1: 2, 2: 1.5, 3: null }), { sum: 3.5, open: 1 })
})

test('whatever is sent as an answer, the marks stay within the points', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('1', '2', '3', '4', '99'), fc.array(fc.string(), { maxLength: 20 })),
      (answers) => {
        const marks = marksOf(items, answers, contents, keys)
        assert.deepEqual(Object.keys(marks), ['1', '2', '3'])
        items.forEach((item, i) => {
          const mark = marks[i + 1]
          assert.ok(mark === null || (mark! >= 0 && mark! <= item.s))
        })
      },
    ),
  )
})

test('a shown paper has the material once, options in their drawn order, and nothing of the keys', () => {
  const shown = shownPaper(items, contents)
  assert.deepEqual(shown.materials, ['材料'])
  assert.deepEqual(shown.items[0]!.options, ['丙', '甲', '乙'])
  assert.deepEqual(
    shown.items.map(({ no, material, type }) => [no, material, type]),
    [
      [1, null, 'single'],
      [2, 0, 'blank'],
      [3, 0, 'essay'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(shown), /解析|北京|要点|CAB|v1/)
})

test('keys are shown by the rule, and never while an attempt is under way', () => {
  const { now } = base
  const state = { passed: true, underWay: false, now, openTo: before }
  assert.equal(mayShowKeys('never', state), false)
  assert.equal(mayShowKeys('after_pass', state), true)
  assert.equal(mayShowKeys('after_pass', { ...state, passed: false }), false)
  assert.equal(mayShowKeys('after_close', { ...state, passed: false }), true)
  assert.equal(mayShowKeys('after_close', { ...state, openTo: after }), false)
  assert.equal(mayShowKeys('after_close', { ...state, openTo: null }), false)
  for (const rule of ['never', 'after_pass', 'after_close'] as const) {
    assert.equal(mayShowKeys(rule, { ...state, underWay: true }), false)
  }
})
