import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../contract/refusal.ts'
import { enrolmentStatuses } from './contract.ts'
import { enrolmentLifecycle, isComplete, isPaid, missingParts } from './rules.ts'

const events = [
  'approve',
  'reject',
  'withdraw',
  'pass',
  'exhaust',
  'makeUp',
  'expire',
  'extend',
  'refund',
  'remove',
  'transfer',
  'reopen',
  'admit',
] as Parameters<typeof enrolmentLifecycle.next>[1][]

test('an enrolment follows its table and nothing else', () => {
  const found: string[] = []
  for (const state of enrolmentStatuses) {
    for (const event of events) {
      if (enrolmentLifecycle.can(state, event))
        found.push(`${state} ${event} ${enrolmentLifecycle.next(state, event)}`)
      else assert.throws(() => enrolmentLifecycle.next(state, event), Refusal)
    }
  }
  assert.deepEqual(found, [
    'applied approve approved',
    'applied reject rejected',
    'applied withdraw withdrawn',
    'applied expire rejected',
    'applied remove removed',
    'approved withdraw withdrawn',
    'approved expire withdrawn',
    'approved remove removed',
    'approved admit active',
    'active pass passed',
    'active exhaust failed',
    'active expire expired',
    'active extend active',
    'active refund refunded',
    'active remove removed',
    'active transfer transferred',
    'passed refund refunded',
    'failed pass passed',
    'failed makeUp active',
    'failed extend failed',
    'failed refund refunded',
    'failed remove removed',
    'failed reopen active',
    'expired extend active',
    'expired refund refunded',
    'expired remove removed',
    'expired reopen active',
    'refunded remove removed',
  ])
})

test('required study, enough electives and, where there is one, the exam make it complete', () => {
  for (const studyDone of [true, false])
    for (const electiveTenths of [0, 19, 20, 35])
      for (const examRequired of [true, false])
        for (const examPassed of [true, false]) {
          const facts = { studyDone, electiveTenths, electiveMinTenths: 20, examRequired, examPassed }
          const enough = electiveTenths >= 20
          assert.equal(isComplete(facts), studyDone && enough && (examPassed || !examRequired))
          assert.equal(missingParts(facts).includes('electives'), !enough)
        }
  const facts = {
    studyDone: false,
    electiveTenths: 0,
    electiveMinTenths: 1,
    examRequired: true,
    examPassed: false,
  }
  assert.deepEqual(missingParts(facts), ['required', 'electives', 'exam'])
})

test('what was bought is paid until it is refunded', () => {
  assert.equal(isPaid({ source: 'order', status: 'active' }), true)
  assert.equal(isPaid({ source: 'batch', status: 'expired' }), true)
  assert.equal(isPaid({ source: 'order', status: 'refunded' }), false)
  assert.equal(isPaid({ source: 'apply', status: 'active' }), false)
})
