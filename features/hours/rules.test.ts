import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import {
  courseWorths,
  dueLines,
  heldTenths,
  type LearnerCourse,
  missingHours,
  splitHours,
  yearParts,
} from './rules.ts'

const tenths = fc.integer({ min: 0, max: 2000 })
const course = fc.record({
  attribute: fc.constantFrom('required' as const, 'elective' as const),
  hoursTenths: tenths,
})

test('the parts of a class always add up to it and none is negative', () => {
  fc.assert(
    fc.property(tenths, fc.array(course, { maxLength: 12 }), (hours, courses) => {
      const { required, elective } = splitHours(hours, courses)
      assert.equal(required + elective, hours)
      assert.ok(required >= 0 && elective >= 0)
    }),
  )
})

test('courses of one attribute give all hours to it', () => {
  assert.deepEqual(splitHours(80, [{ attribute: 'elective', hoursTenths: 30 }]), {
    required: 0,
    elective: 80,
  })
  assert.deepEqual(splitHours(80, [{ attribute: 'required', hoursTenths: 30 }]), {
    required: 80,
    elective: 0,
  })
  assert.deepEqual(splitHours(80, []), { required: 80, elective: 0 })
})

test('the passport of 20 public and 58 specialized hours misses 10 and 2, 12 in all', () => {
  const requirement = { requiredHoursTenths: { public: 300, specialized: 600 }, totalHoursTenths: 900 }
  assert.deepEqual(missingHours(requirement, { public: 200, specialized: 580 }), {
    byType: { public: 100, specialized: 20 },
    total: 120,
    required: 900,
  })
})

test('nothing is missing exactly when every type and the total are reached', () => {
  const earned = fc.record({ public: tenths, specialized: tenths, vocational: tenths })
  fc.assert(
    fc.property(tenths, tenths, tenths, earned, (forPublic, forSpecialized, total, hours) => {
      const requirement = {
        requiredHoursTenths: { public: forPublic, specialized: forSpecialized },
        totalHoursTenths: total,
      }
      const missing = missingHours(requirement, hours)
      const all = hours.public + hours.specialized + hours.vocational
      const reached = hours.public >= forPublic && hours.specialized >= forSpecialized && all >= total
      assert.equal(missing.total === 0, reached)
      assert.ok(missing.total >= Object.values(missing.byType).reduce((a, b) => a + b))
    }),
  )
})

const learnerCourses = fc
  .array(
    fc.record({
      attribute: fc.constantFrom('required' as const, 'elective' as const),
      hoursTenths: tenths,
      finishedAt: fc.constantFrom(null, '2023-01-01T00:00:00Z', '2023-02-01T00:00:00Z'),
      held: fc.boolean(),
    }),
    { maxLength: 8 },
  )
  .map((list) =>
    list.map((one, i): LearnerCourse => ({ ...one, courseRootId: `c${i}`, writtenTenths: null })),
  )
const classHours = fc
  .tuple(tenths, tenths)
  .map(([a, b]) => ({ hoursTenths: Math.max(a, b), requiredHoursTenths: Math.min(a, b) }))
const total = (lines: readonly { hoursTenths: number }[]) =>
  lines.reduce((sum, line) => sum + line.hoursTenths, 0)

test('the required part is divided over the required courses to the last tenth', () => {
  fc.assert(
    fc.property(classHours, learnerCourses, (hours, courses) => {
      const { worths, electiveTenths } = courseWorths(hours, courses)
      const of = (attribute: string) => worths.filter((worth) => worth.attribute === attribute)
      if (courses.some((one) => one.attribute === 'required')) {
        assert.equal(total(of('required')), hours.requiredHoursTenths)
      }
      if (courses.length > 0 && of('elective').length > 0) {
        assert.ok(total(of('elective')) >= electiveTenths)
        assert.ok(total(of('required')) + electiveTenths === hours.hoursTenths)
      }
      assert.ok(worths.every((worth) => Number.isInteger(worth.hoursTenths) && worth.hoursTenths >= 0))
    }),
  )
})

test('a class writes no more than its hours, nothing for an elective not finished, and no line twice', () => {
  fc.assert(
    fc.property(classHours, learnerCourses, (hours, courses) => {
      const lines = dueLines(hours, courses)
      assert.ok(total(lines) <= hours.hoursTenths)
      const anyRequired = courses.some((one) => one.attribute === 'required')
      for (const { courseRootId, hoursTenths } of lines) {
        const course = courses.find((one) => one.courseRootId === courseRootId)!
        assert.ok(hoursTenths > 0 && !course.held)
        assert.ok(!anyRequired || course.attribute === 'required' || course.finishedAt !== null)
      }
      const written = courses.map((one) => ({
        ...one,
        writtenTenths: lines.find((line) => line.courseRootId === one.courseRootId)?.hoursTenths ?? null,
      }))
      assert.deepEqual(dueLines(hours, written), [])
      // What is finished later only adds.
      const early = courses.map((one) => (one.attribute === 'elective' ? { ...one, finishedAt: null } : one))
      if (anyRequired) assert.ok(total(dueLines(hours, early)) <= total(lines))
    }),
  )
})

test('one required hour and nine elective ones: the pass brings one, each elective its own, the cap ends it', () => {
  const hours = { hoursTenths: 40, requiredHoursTenths: 10 }
  const course = (courseRootId: string, more: Partial<LearnerCourse>): LearnerCourse => ({
    courseRootId,
    attribute: 'elective',
    hoursTenths: 20,
    finishedAt: null,
    writtenTenths: null,
    held: false,
    ...more,
  })
  const required = course('r', { attribute: 'required', hoursTenths: 10 })
  const lines = (...electives: LearnerCourse[]) =>
    dueLines(hours, [required, ...electives]).map((line) => [line.courseRootId, line.hoursTenths])
  const [a, b] = [course('a', {}), course('b', {})]
  assert.deepEqual(lines(a, b), [['r', 10]])
  const [second, first] = [
    { ...a, finishedAt: '2023-03-02T00:00:00Z' },
    { ...b, finishedAt: '2023-03-01T00:00:00Z' },
  ]
  assert.deepEqual(lines(second, first), [
    ['b', 20],
    ['a', 10],
    ['r', 10],
  ])
  assert.deepEqual(lines(second, { ...first, held: true }), [
    ['a', 20],
    ['r', 10],
  ])
})

test('hours held already are what a class would not bring again', () => {
  const hours = { hoursTenths: 80, requiredHoursTenths: 60 }
  const course = (attribute: 'required' | 'elective', hoursTenths: number, held: boolean) => ({
    attribute,
    hoursTenths,
    held,
  })
  const [a, b] = [course('required', 20, false), course('required', 40, true)]
  const electives = [course('elective', 20, true), course('elective', 20, false)]
  assert.equal(heldTenths(hours, [a, b, ...electives]), 40)
  assert.equal(heldTenths(hours, [a, b, course('elective', 20, true)]), 60)
  assert.equal(heldTenths(hours, [a, { ...b, held: false }, ...electives]), 0)
})

const ofType = (classType: string, requiredTenths: number, earnedTenths: number, pendingTenths = 0) => ({
  classType,
  requiredTenths,
  earnedTenths,
  pendingTenths,
  missingTenths: Math.max(0, requiredTenths - earnedTenths),
})

test('a year is parts of one ring: a type fills no more than it requires, a surplus what any type may', () => {
  const types = [ofType('public', 300, 400, 20), ofType('specialized', 400, 100, 500), ofType('craft', 0, 30)]
  assert.deepEqual(yearParts({ requiredTenths: 900, missingTenths: 370, types }), [
    { classType: 'public', earnedTenths: 300, pendingTenths: 0 },
    { classType: 'specialized', earnedTenths: 100, pendingTenths: 300 },
    { classType: null, earnedTenths: 130, pendingTenths: 70 },
  ])
})

test('the parts of a year add up to what is required less what is missing, and never beyond the requirement', () => {
  const type = fc.record({
    required: fc.integer({ min: 0, max: 600 }),
    earned: fc.integer({ min: 0, max: 900 }),
    pending: fc.integer({ min: 0, max: 900 }),
  })
  fc.assert(
    fc.property(fc.array(type, { maxLength: 4 }), fc.integer({ min: 0, max: 1500 }), (given, total) => {
      const names = given.map((_, i) => `t${i}`)
      const pick = (key: 'required' | 'earned') =>
        Object.fromEntries(given.map((one, i) => [names[i]!, one[key]]))
      const missing = missingHours(
        { requiredHoursTenths: pick('required'), totalHoursTenths: total },
        pick('earned'),
      )
      const parts = yearParts({
        requiredTenths: missing.required,
        missingTenths: missing.total,
        types: given.map((one, i) => ({
          classType: names[i]!,
          requiredTenths: one.required,
          pendingTenths: one.pending,
          missingTenths: missing.byType[names[i]!]!,
        })),
      })
      const sum = (key: 'earnedTenths' | 'pendingTenths') =>
        parts.reduce((tenths, part) => tenths + part[key], 0)
      assert.equal(sum('earnedTenths'), missing.required - missing.total)
      assert.ok(sum('earnedTenths') + sum('pendingTenths') <= missing.required)
      assert.ok(parts.every((part) => part.earnedTenths >= 0 && part.pendingTenths >= 0))
    }),
  )
})
