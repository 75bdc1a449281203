import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { partialRules, type PartInput } from './contract.ts'
import {
  divide,
  letterOf,
  markOf,
  meaningOf,
  normal,
  problemsOf,
  problemsOfPart,
  sameness,
  splitScore,
} from './rules.ts'

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
const halfPoints = fc.integer({ min: 1, max: 200 }).map((halves) => halves / 2)
const someLetters = fc.subarray(letters, { minLength: 1 })

test('a single choice and a judgement earn all or nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...letters), fc.subarray(letters), halfPoints, (key, given, score) => {
      const mark = markOf({ type: 'single', partial: 'half' }, [key], given, score)
      assert.equal(mark, given.length === 1 && given[0] === key ? score : 0)
    }),
  )
  assert.equal(markOf({ type: 'judge', partial: 'none' }, ['A'], ['B'], 2), 0)
  assert.equal(markOf({ type: 'judge', partial: 'none' }, ['B'], ['B'], 2), 2)
})

test('a multiple choice: a wrong letter earns nothing, more right letters never earn less', () => {
  fc.assert(
    fc.property(
      someLetters,
      fc.subarray(letters),
      halfPoints,
      fc.constantFrom(...partialRules),
      (key, given, score, partial) => {
        const mark = markOf({ type: 'multiple', partial }, key, given, score)!
        assert.ok(mark >= 0 && mark <= score && Number.isInteger(mark * 2))
        const wrong = given.some((letter) => !key.includes(letter))
        const complete = !wrong && given.length === key.length
        if (wrong || given.length === 0) assert.equal(mark, 0)
        if (complete) assert.equal(mark, score)
        if (!complete && partial === 'none') assert.equal(mark, 0)
        const missing = key.find((letter) => !given.includes(letter))
        if (!wrong && missing) {
          assert.ok(markOf({ type: 'multiple', partial }, key, [...given, missing], score)! >= mark)
        }
        assert.equal(markOf({ type: 'multiple', partial }, key, given.toReversed(), score), mark)
        assert.equal(markOf({ type: 'multiple', partial }, key, [...given, ...given], score), mark)
      },
    ),
  )
})

const markAbd = (partial: 'half' | 'each', given: string[], score: number) =>
  markOf({ type: 'multiple', partial }, ['A', 'B', 'D'], given, score)

test('half and each, by figures', () => {
  assert.equal(markAbd('half', ['A'], 3), 1.5)
  assert.equal(markAbd('half', ['A'], 2.5), 1)
  assert.equal(markAbd('each', ['A', 'D'], 3), 2)
  assert.equal(markAbd('each', ['A'], 2), 0.5)
  assert.equal(markAbd('each', ['A', 'C'], 3), 0)
})

const markBlanks = (given: string[]) =>
  markOf({ type: 'blank', partial: 'none' }, ['北京&&北京市', 'HTTP 2'], given, 3)

test('a blank compares without width and spaces, and earns its share', () => {
  assert.equal(markBlanks([' 北京 市', 'ＨＴＴＰ２']), 3)
  assert.equal(markBlanks(['北京', '']), 1.5)
  assert.equal(markBlanks(['上海', '北京']), 0)
  assert.equal(markBlanks([]), 0)
})

test('an essay is marked by a person', () => {
  assert.equal(markOf({ type: 'essay', partial: 'none' }, ['任意'], ['任意'], 10), null)
})

test('points split over parts lose nothing', () => {
  fc.assert(
    fc.property(halfPoints, fc.integer({ min: 1, max: 20 }), (score, parts) => {
      const shares = splitScore(score, parts)
      assert.equal(
        shares.reduce((sum, share) => sum + share, 0),
        score,
      )
      assert.ok(Math.max(...shares) - Math.min(...shares) <= 0.5)
    }),
  )
})

const part = (given: Partial<PartInput>): PartInput => ({
  type: 'single',
  stem: '题干',
  options: ['甲', '乙', '丙'],
  answer: ['A'],
  ...given,
})

test('a part that cannot be marked is refused, and the field is named', () => {
  const cases: [Partial<PartInput>, string | null][] = [
    [{}, null],
    [{ options: ['甲'] }, 'options'],
    [{ options: ['甲', '乙 ', '乙'] }, 'options'],
    [{ answer: ['D'] }, 'answer'],
    [{ answer: ['A', 'B'] }, 'answer'],
    [{ answer: [] }, 'answer'],
    [{ type: 'multiple', answer: ['A'] }, 'answer'],
    [{ type: 'multiple', answer: ['A', 'C'] }, null],
    [{ type: 'judge', options: [], answer: ['A'] }, null],
    [{ type: 'judge', options: [], answer: ['C'] }, 'answer'],
    [{ type: 'judge', answer: ['A'] }, 'options'],
    [{ type: 'blank', options: [], answer: ['', '二'] }, 'answer'],
    [{ type: 'blank', options: [], answer: [] }, 'answer'],
    [{ type: 'essay', options: [], answer: [] }, null],
  ]
  for (const [given, field] of cases) {
    assert.deepEqual(
      problemsOfPart(part(given)).map((problem) => problem.field),
      field ? [field] : [],
      JSON.stringify(given),
    )
  }
})

const fields = (question: Parameters<typeof problemsOf>[0]) =>
  problemsOf(question).map((problem) => problem.field)

test('a case question needs material, another type exactly its own part', () => {
  assert.deepEqual(fields({ type: 'case', material: ' ', parts: [part({})] }), ['material'])
  assert.deepEqual(fields({ type: 'judge', parts: [part({})] }), ['parts'])
  assert.deepEqual(fields({ type: 'case', material: '材料', parts: [part({}), part({ answer: ['H'] })] }), [
    'parts.1.answer',
  ])
  assert.deepEqual(fields({ type: 'single', parts: [part({})], atSecond: 5, rewindTo: 9 }), ['rewindTo'])
})

test('sameness sees through width, spaces and the order of options, not through another option', () => {
  const one = sameness({ type: 'single', stem: '下列 ＡＢ', options: ['甲', '乙'] })
  assert.equal(one, sameness({ type: 'single', stem: '下列AB', options: ['乙', ' 甲'] }))
  assert.notEqual(one, sameness({ type: 'single', stem: '下列AB', options: ['乙', '丙'] }))
  assert.notEqual(one, sameness({ type: 'multiple', stem: '下列AB', options: ['甲', '乙'] }))
})

test('dividing keeps the key out of what a learner reads', () => {
  const { content, key } = divide(part({ type: 'multiple', answer: ['C', 'A', 'C'], analysis: '因为' }))
  assert.deepEqual(key, { answer: ['A', 'C'], analysis: '因为' })
  assert.equal(JSON.stringify(content).includes('因为'), false)
  assert.deepEqual(Object.keys(content).toSorted(), ['blanks', 'options', 'partial', 'stem', 'type'])
  assert.equal(letterOf(7), 'H')
  assert.equal(normal(' Ａ b\n'), 'Ab')
  assert.notEqual(normal('AaBb'), normal('AABB'))
  assert.notEqual(normal('10²'), normal('102'))
})

test('two answers are equal when they mean the same texts, in whatever position', () => {
  const single = (options: string[]) => ({ type: 'single' as const, options })
  const [there, here] = [single(['甲', '乙 丙']), single(['乙丙', '甲'])]
  assert.equal(meaningOf(there, ['A']), meaningOf(here, ['B']))
  assert.notEqual(meaningOf(there, ['A']), meaningOf(here, ['A']))
  const many = { type: 'multiple' as const, options: ['甲', '乙', '丙'] }
  assert.equal(meaningOf(many, ['A', 'C']), meaningOf({ ...many, options: ['丙', '甲', '乙'] }, ['A', 'B']))
  assert.notEqual(meaningOf(many, ['A', 'C']), meaningOf(many, ['A', 'B']))
  const [judge, blank] = [
    { type: 'judge' as const, options: [] },
    { type: 'blank' as const, options: [] },
  ]
  assert.notEqual(meaningOf(judge, ['A']), meaningOf(judge, ['B']))
  assert.equal(meaningOf(blank, ['北 京', '上海']), meaningOf(blank, ['北京', '上海']))
  assert.notEqual(
    meaningOf(blank, ['上海', '北京']),
    meaningOf(blank, ['北京', '上海']),
    'blanks have an order',
  )
  const essay = { type: 'essay' as const, options: [] }
  assert.equal(meaningOf(essay, ['要点一']), meaningOf(essay, []), 'model answers contradict nothing')
})
