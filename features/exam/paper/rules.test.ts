import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import type { QuestionContent } from '../../question/contract.ts'
import type { Section } from './contract.ts'
import {
  asShown,
  asWritten,
  type Candidate,
  draw,
  layOut,
  type Pool,
  problemsOfPaper,
  seeded,
  shuffled,
  totalOf,
} from './rules.ts'

const section = (input: Partial<Section> = {}): Section => ({
  title: '',
  type: 'single',
  scoreEach: 2,
  questionIds: [],
  count: 5,
  bankId: '01980000-0000-7000-8000-000000000001',
  category: null,
  difficulty: null,
  ...input,
})
const candidate = (n: number): Candidate => ({ questionId: `q${n}`, versionId: `v${n}` })
const pool = (drawn: readonly number[], named: readonly number[] = []): Pool => ({
  named: named.map(candidate),
  drawn: drawn.map(candidate),
})
const idsOf = (chosen: readonly (readonly Candidate[])[]) => chosen.flat().map(({ questionId }) => questionId)

const seeds = fc.integer({ min: 0, max: 2 ** 47 })
/** Sections with pools that overlap at will. */
const drawings = fc.array(
  fc.record({
    count: fc.integer({ min: 0, max: 6 }),
    pool: fc.uniqueArray(fc.integer({ min: 0, max: 14 }), { maxLength: 12 }),
  }),
  { minLength: 1, maxLength: 4 },
)

/** True if the sections can be filled at all, by trying every way. */
function canFill(sections: readonly { count: number; pool: readonly number[] }[]): boolean {
  const slots = sections.flatMap(({ count, pool: from }) => Array.from({ length: count }, () => from))
  const held = new Map<number, number>()
  const place = (slot: number, seen: Set<number>): boolean =>
    slots[slot]!.some((n) => {
      if (seen.has(n)) return false
      seen.add(n)
      const other = held.get(n)
      if (other !== undefined && !place(other, seen)) return false
      held.set(n, slot)
      return true
    })
  return slots.every((_, slot) => place(slot, new Set()))
}

test('a paper is drawn exactly when it can be, each question once and from its own pool', () => {
  fc.assert(
    fc.property(drawings, seeds, (wanted, seed) => {
      const sections = wanted.map(({ count }) => section({ count }))
      const pools = wanted.map((one) => pool(one.pool))
      const drawn = draw(sections, pools, seeded(seed))
      assert.equal('chosen' in drawn, canFill(wanted))
      if (!('chosen' in drawn)) return
      const ids = idsOf(drawn.chosen)
      assert.equal(new Set(ids).size, ids.length)
      drawn.chosen.forEach((chosen, i) => {
        assert.equal(chosen.length, wanted[i]!.count)
        for (const one of chosen) assert.ok(wanted[i]!.pool.includes(Number(one.questionId.slice(1))))
      })
    }),
    { numRuns: 2000 },
  )
})

test('only the seed decides: the same seed draws the same paper, another seed another one', () => {
  const sections = [section({ count: 5 }), section({ count: 5 })]
  const pools = [
    pool(Array.from({ length: 40 }, (_, i) => i)),
    pool(Array.from({ length: 40 }, (_, i) => i + 20)),
  ]
  fc.assert(
    fc.property(seeds, (seed) => {
      assert.deepEqual(draw(sections, pools, seeded(seed)), draw(sections, pools, seeded(seed)))
    }),
  )
  const papers = Array.from({ length: 50 }, (_, seed) => JSON.stringify(draw(sections, pools, seeded(seed))))
  assert.ok(new Set(papers).size > 45)
})

test('every question of a pool is drawn about equally often', () => {
  const counts = new Map<string, number>()
  const pools = [pool(Array.from({ length: 20 }, (_, i) => i))]
  for (let seed = 0; seed < 4000; seed++) {
    const drawn = draw([section({ count: 5 })], pools, seeded(seed * 7919))
    if ('chosen' in drawn) for (const id of idsOf(drawn.chosen)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  for (const count of counts.values()) assert.ok(count > 850 && count < 1150, String(count))
  assert.equal(counts.size, 20)
})

test('named questions stay in their order and are never drawn as well', () => {
  const drawn = draw(
    [section({ count: 3, questionIds: ['q9', 'q1'] })],
    [pool([1, 2, 3, 4, 9], [9, 1])],
    seeded(5),
  )
  assert.ok('chosen' in drawn)
  const ids = idsOf(drawn.chosen)
  assert.deepEqual(ids.slice(0, 2), ['q9', 'q1'])
  assert.deepEqual(ids.slice(2).toSorted(), ['q2', 'q3', 'q4'])
})

test('a shortage is reported by section', () => {
  const short = draw([section({ count: 2 }), section({ count: 3 })], [pool([1, 2]), pool([2, 3])], seeded(1))
  assert.deepEqual(short, { shortage: { section: 1, asked: 3, there: 2 } })
  const gone = draw([section({ count: 0, questionIds: ['q1', 'q2'] })], [pool([], [1])], seeded(1))
  assert.deepEqual(gone, { shortage: { section: 0, asked: 2, there: 1 } })
})

const content = (options: number, parts = 1): QuestionContent => ({
  type: parts > 1 ? 'case' : 'single',
  material: '',
  parts: Array.from({ length: parts }, () => ({
    type: 'single',
    stem: '题',
    options: Array.from({ length: options }, (_, i) => `选项${i}`),
    partial: 'none',
    blanks: 0,
  })),
})

test('a laid out paper is worth its total, and letters go there and back', () => {
  fc.assert(
    fc.property(seeds, fc.boolean(), fc.boolean(), (seed, shuffleQuestions, shuffleOptions) => {
      const sections = [
        section({ scoreEach: 2, count: 3 }),
        section({ type: 'case', scoreEach: 5, count: 1 }),
      ]
      const contents = new Map([1, 2, 3].map((n) => [`v${n}`, content(4)]))
      contents.set('v4', content(3, 3))
      const chosen = [[1, 2, 3].map(candidate), [candidate(4)]]
      const items = layOut({ sections, shuffleQuestions, shuffleOptions }, chosen, contents, seeded(seed))
      assert.equal(
        items.reduce((sum, item) => sum + item.s, 0),
        totalOf(sections),
      )
      assert.deepEqual(
        items.map((item) => item.k),
        [0, 0, 0, 1, 1, 1],
      )
      assert.deepEqual(
        items.slice(3).map((item) => item.p),
        [0, 1, 2],
      )
      for (const item of items) {
        assert.equal([...item.o].toSorted().join(''), item.k === 0 ? 'ABCD' : 'ABC')
        for (const letter of item.o) assert.deepEqual(asWritten(item, asShown(item, [letter])), [letter])
      }
      if (!shuffleQuestions)
        assert.deepEqual(
          items.slice(0, 3).map((item) => item.v),
          ['v1', 'v2', 'v3'],
        )
      if (!shuffleOptions) assert.equal(items[0]!.o, 'ABCD')
    }),
  )
})

test('answers without options are what they are', () => {
  const item = { v: 'v', p: 0, s: 1, k: 0, o: '' }
  assert.deepEqual(asWritten(item, ['北京', 'A']), ['北京', 'A'])
  assert.deepEqual(asShown(item, ['B']), ['B'])
  assert.deepEqual(asWritten({ ...item, o: 'CA' }, ['A', 'X']), ['C', 'X'])
})

test('shuffling keeps everything', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), seeds, (things, seed) => {
      assert.deepEqual(
        shuffled(things, seeded(seed)).toSorted((a, b) => a - b),
        things.toSorted((a, b) => a - b),
      )
    }),
  )
})

test('a paper that contradicts itself is refused, and the field is named', () => {
  const cases: [Parameters<typeof problemsOfPaper>[0], string | null][] = [
    [{ mode: 'random', sections: [section()], passScore: 10 }, null],
    [{ mode: 'random', sections: [section()], passScore: 10.5 }, 'passScore'],
    [{ mode: 'random', sections: [section({ count: 0 })], passScore: 0 }, 'sections.0.count'],
    [{ mode: 'random', sections: [section({ bankId: null })], passScore: 0 }, 'sections.0.bankId'],
    [{ mode: 'random', sections: [section({ questionIds: ['a'] })], passScore: 0 }, 'sections.0.questionIds'],
    [{ mode: 'fixed', sections: [section({ questionIds: ['a'] })], passScore: 0 }, 'sections.0.count'],
    [{ mode: 'fixed', sections: [section({ count: 0, questionIds: ['a', 'b'] })], passScore: 4 }, null],
    [{ mode: 'mixed', sections: [section({ questionIds: ['a', 'a'] })], passScore: 0 }, 'sections'],
    [
      { mode: 'random', sections: [section({ count: 200 }), section({ count: 101 })], passScore: 0 },
      'sections',
    ],
  ]
  for (const [paper, field] of cases) {
    assert.deepEqual(
      problemsOfPaper(paper).map((problem) => problem.field),
      field ? [field] : [],
      JSON.stringify(paper),
    )
  }
})
