import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { missingHours, splitHours } from './rules.ts'

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
