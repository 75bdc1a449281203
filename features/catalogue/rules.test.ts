import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSettings } from '../project/rules.ts'
import { isOffered, joiningOf, yearsFrom } from './rules.ts'

const now = Date.parse('2023-11-21T00:00:00Z')
const open = {
  joined: null,
  signUpFrom: null,
  signUpTo: null,
  studyTo: null,
  placesLeft: null,
  placesHeld: 0,
  price: 6000,
  needReview: false,
  unitObstacle: null,
  mismatch: null,
}
const learner = { isLearner: true, isSignedIn: true, inCart: false, inOrder: false }
const joined = (status: string, suspended = false) => ({
  joined: { enrolmentId: '1', status, progress: 0, suspended },
})

test('one thing is offered, whatever the state', () => {
  const offer = (facts: object, reader: object = {}) =>
    joiningOf({ ...open, ...facts }, { ...learner, ...reader }, now)
  assert.equal(offer({}), 'addToCart')
  assert.equal(offer({}, { inCart: true }), 'checkOut')
  assert.equal(offer({}, { inOrder: true }), 'payOrder')
  assert.equal(offer({ placesLeft: 0, signUpTo: '2023-11-20T00:00:00Z' }, { inOrder: true }), 'payOrder')
  assert.equal(offer(joined('active'), { inOrder: true }), 'continue')
  assert.equal(offer({ price: 0 }), 'join')
  assert.equal(offer({ needReview: true }), 'apply')
  const visitor = { isLearner: false, isSignedIn: false }
  assert.equal(offer({}, visitor), 'addToCart')
  assert.equal(offer({}, { ...visitor, inCart: true }), 'checkOut')
  assert.equal(offer({ price: 0 }, visitor), 'signIn')
  assert.equal(offer({ needReview: true }, visitor), 'signIn')
  assert.equal(offer({ placesLeft: 0 }, visitor), 'full')
  assert.equal(offer({}, { isLearner: false }), 'none')
  assert.equal(offer({ unitObstacle: 'unit_group' }), 'unit_group')
  assert.equal(offer({ unitObstacle: 'unit_over', ...joined('active') }), 'continue')
  assert.equal(offer({ placesLeft: 0 }), 'full')
  assert.equal(offer({ placesLeft: 0, placesHeld: 1 }), 'held')
  assert.equal(offer({ placesLeft: 1 }), 'addToCart')
  assert.equal(offer({ mismatch: { part: 'personnel', rule: 'confirm' } }), 'addToCart')
  assert.equal(offer({ mismatch: { part: 'region', rule: 'refuse' } }), 'notForYou')
  assert.equal(offer({ signUpTo: '2023-11-20T00:00:00Z' }), 'over')
  assert.equal(offer({ studyTo: '2023-11-20T00:00:00Z' }), 'over')
  assert.equal(offer({ signUpFrom: '2023-12-01T00:00:00Z' }), 'notYet')
  assert.equal(offer({ ...joined('active'), placesLeft: 0 }), 'continue')
  assert.equal(offer(joined('active', true)), 'closed')
  assert.equal(offer(joined('passed')), 'lookBack')
  assert.equal(offer(joined('applied')), 'waiting')
  assert.equal(offer({ ...joined('approved'), needReview: true }), 'pay')
  assert.equal(offer(joined('expired')), 'closed')
})

test('a reason is nothing to press', () => {
  for (const joining of ['continue', 'pay', 'signIn', 'apply', 'join', 'checkOut', 'addToCart'] as const)
    assert.equal(isOffered(joining), true, joining)
  for (const joining of ['waiting', 'closed', 'notForYou', 'over', 'full', 'none', 'unit_group'] as const)
    assert.equal(isOffered(joining), false, joining)
})

test('years to choose from go back to the project’s first, 2019 by default', () => {
  const { classStartYear } = defaultSettings
  assert.deepEqual(yearsFrom(classStartYear, 2023), [2023, 2022, 2021, 2020, 2019])
  assert.deepEqual(yearsFrom(2022, 2023), [2023, 2022])
  assert.deepEqual(yearsFrom(2024, 2023), [2023])
})
