import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { chooseClasses, fillGap, gapsAfter, nameNextYear, type OfferedClass, planLifecycle } from './rules.ts'

const one = (classId: string, hoursTenths: number, payable = 100, classType = 'public'): OfferedClass => ({
  classId,
  classType,
  hoursTenths,
  payable,
})
const ids = (classes: readonly OfferedClass[]) => classes.map(({ classId }) => classId).join('')
const sum = (classes: readonly OfferedClass[]) =>
  classes.reduce((all, { hoursTenths }) => all + hoursTenths, 0)

test('a plan is published, withdrawn, closed; only a draft is deleted, and what is closed stays closed', () => {
  assert.equal(planLifecycle.next('draft', 'publish'), 'published')
  assert.equal(planLifecycle.next('published', 'withdraw'), 'draft')
  assert.equal(planLifecycle.next('published', 'close'), 'closed')
  assert.equal(planLifecycle.next('draft', 'delete'), 'deleted')
  assert.throws(() => planLifecycle.next('published', 'delete'))
  for (const event of ['publish', 'withdraw', 'close', 'delete'] as const)
    assert.throws(() => planLifecycle.next('closed', event))
})

test('a gap is filled with the fewest hours above it, then the lowest price, then the fewest classes', () => {
  assert.equal(ids(fillGap(100, [one('a', 80), one('b', 60), one('c', 50)])), 'bc')
  assert.equal(ids(fillGap(100, [one('a', 100, 900), one('b', 60, 100), one('c', 40, 100)])), 'bc')
  assert.equal(ids(fillGap(100, [one('a', 60, 50), one('b', 40, 50), one('c', 100, 100)])), 'c')
  assert.equal(ids(fillGap(100, [one('a', 100), one('b', 100)])), 'a')
  assert.equal(ids(fillGap(10, [one('a', 300)])), 'a')
})

test('classes that cannot fill a gap together are all chosen, those without hours never', () => {
  assert.equal(ids(fillGap(500, [one('a', 100), one('b', 0), one('c', 200)])), 'ac')
  assert.deepEqual(fillGap(0, [one('a', 100)]), [])
  assert.deepEqual(fillGap(100, []), [])
})

test('required classes come first, their hours count, and each type is filled by classes of its own', () => {
  const required = [one('r', 100)]
  const choices = [one('a', 60), one('b', 50), one('s', 300, 100, 'specialized')]
  const found = chooseClasses({ public: 150, specialized: 400 }, required, choices)
  assert.equal(ids(found.chosen), 'rbs')
  assert.deepEqual(found.unfilled, { specialized: 100 })
  assert.equal(ids(chooseClasses({}, required, choices).chosen), 'r')
})

const someClasses = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 4 })), {
    minLength: 1,
    maxLength: 8,
  })
  .map((drawn) => drawn.map(([hours, price], i) => one(String.fromCharCode(97 + i), 10 * hours, 100 * price)))

test('no other choice of classes fills a gap with fewer hours, or as many for less money', () => {
  const price = (subset: readonly OfferedClass[]) => subset.reduce((all, { payable }) => all + payable, 0)
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), someClasses, (gap, classes) => {
      const chosen = fillGap(gap, classes)
      assert.equal(new Set(chosen).size, chosen.length)
      assert.deepEqual(fillGap(gap, classes), chosen)
      const subsets = Array.from({ length: 2 ** classes.length }, (_, bits) =>
        classes.filter((_class, i) => bits & (1 << i)),
      ).filter((subset) => sum(subset) >= gap)
      if (subsets.length === 0) return assert.deepEqual(chosen, classes)
      const fewest = Math.min(...subsets.map(sum))
      const cheapest = Math.min(...subsets.filter((subset) => sum(subset) === fewest).map(price))
      assert.deepEqual([sum(chosen), price(chosen)], [fewest, cheapest])
    }),
  )
})

test('gaps are what is asked less what there is, type by type', () => {
  assert.deepEqual(gapsAfter({ public: 300, specialized: 600 }, { public: 200 }, { public: 100, other: 9 }), {
    specialized: 600,
  })
})

test('a name moves to the next year with each mention of its own', () => {
  assert.equal(nameNextYear('2023 年度计划（2023）', 2023), '2024 年度计划（2024）')
  assert.equal(nameNextYear('编号 120231 的班级', 2023), '编号 120231 的班级')
})
