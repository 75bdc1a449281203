import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../contract/refusal.ts'
import { classStatuses } from './contract.ts'
import { classLifecycle, fieldProblem, isOtherContent, shelfProblem } from './rules.ts'

test('a class follows its table and nothing else', () => {
  const legal = [
    'draft shelve on_shelf',
    'draft delete deleted',
    'on_shelf unshelve off_shelf',
    'on_shelf delete deleted',
    'off_shelf shelve on_shelf',
    'off_shelf delete deleted',
  ]
  const found: string[] = []
  for (const state of classStatuses) {
    for (const event of ['shelve', 'unshelve', 'delete'] as const) {
      if (classLifecycle.can(state, event))
        found.push(`${state} ${event} ${classLifecycle.next(state, event)}`)
      else assert.throws(() => classLifecycle.next(state, event), Refusal)
    }
  }
  assert.deepEqual(found, legal)
})

test('the first thing missing keeps a class off the shelf', () => {
  const ready = {
    courses: 1,
    coursesWithoutVideo: 0,
    hoursTenths: 80,
    hasEnd: true,
    over: false,
    examUnpublished: false,
  }
  assert.equal(shelfProblem(ready), null)
  assert.match(shelfProblem({ ...ready, courses: 0, hasEnd: false })!.zh, /课程/)
  assert.match(shelfProblem({ ...ready, coursesWithoutVideo: 1 })!.zh, /视频/)
  assert.match(shelfProblem({ ...ready, hoursTenths: 0 })!.zh, /学时/)
  assert.match(shelfProblem({ ...ready, hasEnd: false })!.zh, /有效天数/)
  assert.match(shelfProblem({ ...ready, over: true })!.zh, /已过/)
  assert.match(shelfProblem({ ...ready, examUnpublished: true })!.zh, /考试还没有发布/)
})

test('dates the wrong way round, a low original price and a doubled course are named', () => {
  const good = {
    signUpFrom: '2026-01-01T00:00:00Z',
    signUpTo: '2026-12-20T00:00:00Z',
    studyFrom: '2026-01-01T00:00:00Z',
    studyTo: '2026-12-31T00:00:00Z',
    price: 100,
    originalPrice: 100,
    courseIds: ['a', 'b'],
  }
  assert.equal(fieldProblem(good), null)
  assert.equal(fieldProblem({ ...good, signUpFrom: null, studyTo: null }), null)
  assert.equal(fieldProblem({ ...good, signUpTo: '2025-12-20T00:00:00Z' })?.field, 'signUpTo')
  assert.equal(fieldProblem({ ...good, studyTo: good.studyFrom })?.field, 'studyTo')
  assert.equal(fieldProblem({ ...good, studyFrom: null, studyTo: '2025-06-01T00:00:00Z' })?.field, 'studyTo')
  assert.equal(fieldProblem({ ...good, originalPrice: 99 })?.field, 'originalPrice')
  assert.equal(fieldProblem({ ...good, courseIds: ['a', 'a'] })?.field, 'courseIds')
})

test('other hours, year, type or courses are other content; another order of courses is not', () => {
  const content = { year: 2026, hoursTenths: 80, classType: 'public', courseIds: ['a', 'b'] }
  assert.equal(isOtherContent(content, { ...content, courseIds: ['b', 'a'] }), false)
  for (const change of [
    { year: 2025 },
    { hoursTenths: 90 },
    { classType: 'specialized' },
    { courseIds: ['a'] },
  ])
    assert.equal(isOtherContent(content, { ...content, ...change }), true)
})
