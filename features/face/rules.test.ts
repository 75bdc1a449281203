import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import {
  confirmationOf,
  distanceOf,
  faceFault,
  type FaceRecord,
  fit,
  likeness,
  type Seen,
  verdictOf,
} from './rules.ts'

const good: Seen = { share: 0.5, turn: 0.05, tilt: 3, brightness: 130 }

test('a picture is compared with one face, near enough, straight on, in fair light', () => {
  assert.equal(faceFault([good]), null)
  assert.equal(faceFault([]), 'none')
  assert.equal(faceFault([good, { ...good, share: 0.1 }]), 'many')
  assert.equal(faceFault([{ ...good, share: fit.share - 0.01 }]), 'small')
  assert.equal(faceFault([{ ...good, turn: fit.turn + 0.01 }]), 'turned')
  assert.equal(faceFault([{ ...good, tilt: fit.tilt + 1 }]), 'turned')
  assert.equal(faceFault([{ ...good, brightness: fit.dark - 1 }]), 'dark')
  assert.equal(faceFault([{ ...good, brightness: fit.bright + 1 }]), 'bright')
  const edge = { share: fit.share, turn: fit.turn, tilt: fit.tilt, brightness: fit.dark }
  assert.equal(faceFault([edge]), null, 'the limits themselves are good enough')
})

test('a distance is one: none to itself, the same both ways, never longer round a corner', () => {
  const description = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: 128, maxLength: 128 })
  fc.assert(
    fc.property(description, description, description, (a, b, c) => {
      assert.equal(distanceOf(a, a), 0)
      assert.equal(distanceOf(a, b), distanceOf(b, a))
      assert.ok(distanceOf(a, c) <= distanceOf(a, b) + distanceOf(b, c) + 1e-9)
    }),
    { numRuns: 50 },
  )
  assert.equal(distanceOf([0, 0], [3, 4]), 5)
  assert.throws(() => distanceOf([1], [1, 2]), RangeError)
  assert.throws(() => distanceOf([], []), RangeError)
})

test('near is the same person, too near is the portrait itself, far is somebody else', () => {
  assert.equal(verdictOf([0], [likeness.copy]), 'copy')
  assert.equal(verdictOf([0], [likeness.copy + 0.01]), 'passed')
  assert.equal(verdictOf([0], [likeness.same]), 'passed')
  assert.equal(verdictOf([0], [likeness.same + 0.01]), 'failed')
})

const nothing: FaceRecord = {
  portrait: 'p1',
  confirmedOf: null,
  confirmedAt: null,
  askedOf: null,
  askedStatus: null,
  askedAt: null,
  settledAt: null,
}
const requested: FaceRecord = { ...nothing, askedOf: 'p1', askedStatus: 'open', askedAt: '2023-03-01' }

test('a face is confirmed by likeness or by a person, for the portrait it was compared with', () => {
  const of = (face: FaceRecord) => {
    const { state, since, byPerson, declined } = confirmationOf(face)
    return [state, since, byPerson, declined]
  }
  assert.deepEqual(of(nothing), ['unconfirmed', null, false, false])
  const confirmed = { ...nothing, confirmedOf: 'p1', confirmedAt: '2023-03-02' }
  assert.deepEqual(of(confirmed), ['confirmed', '2023-03-02', false, false])
  assert.deepEqual(of(requested), ['waiting', '2023-03-01', true, false])
  assert.deepEqual(of({ ...requested, askedStatus: 'correcting' }), ['waiting', '2023-03-01', true, false])
  const settled = { ...requested, settledAt: '2023-03-03' }
  assert.deepEqual(of({ ...settled, askedStatus: 'resolved' }), ['confirmed', '2023-03-03', true, false])
  assert.deepEqual(of({ ...settled, askedStatus: 'dismissed' }), ['unconfirmed', '2023-03-03', false, true])
  assert.deepEqual(of({ ...requested, confirmedOf: 'p1', confirmedAt: '2023-03-02' }).slice(0, 2), [
    'confirmed',
    '2023-03-02',
  ])
})

test('another portrait, or none, invalidates every earlier result', () => {
  for (const portrait of ['p2', null]) {
    for (const askedStatus of ['open', 'resolved', 'dismissed'] as const) {
      const face = {
        ...requested,
        askedStatus,
        settledAt: '2023-03-03',
        confirmedOf: 'p1',
        confirmedAt: '2023-03-02',
      }
      assert.deepEqual(confirmationOf({ ...face, portrait }), {
        state: 'unconfirmed',
        since: null,
        byPerson: false,
        declined: false,
      })
    }
  }
})
