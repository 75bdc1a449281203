import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../../contract/refusal.ts'
import { classStatuses } from './contract.ts'
import {
  classLifecycle,
  contentTenths,
  fieldProblem,
  hoursBeyondContent,
  hoursProblem,
  isOtherContent,
  settleHours,
  publishProblems,
} from './rules.ts'

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

test('a class that misses anything cannot be published', () => {
  const ready = {
    courses: 1,
    coursesWithoutVideo: 0,
    hoursTenths: 80,
    hasEnd: true,
    over: false,
    electiveMinTenths: 20,
    hideElective: false,
    beyondContent: false,
    examUnpublished: false,
  }
  assert.deepEqual(publishProblems(ready), [])
  assert.deepEqual(
    publishProblems({ ...ready, courses: 0, hasEnd: false }).map(({ zh }) => /课程|有效天数/.exec(zh)?.[0]),
    ['课程', '有效天数'],
  )
  assert.match(publishProblems({ ...ready, coursesWithoutVideo: 1 })[0]!.zh, /视频/)
  assert.match(publishProblems({ ...ready, hoursTenths: 0 })[0]!.zh, /学时/)
  assert.match(publishProblems({ ...ready, hasEnd: false })[0]!.zh, /有效天数/)
  assert.match(publishProblems({ ...ready, over: true })[0]!.zh, /已过/)
  assert.match(publishProblems({ ...ready, examUnpublished: true })[0]!.zh, /考试还没有发布/)
  assert.match(publishProblems({ ...ready, hideElective: true })[0]!.zh, /选修/)
  assert.deepEqual(publishProblems({ ...ready, hideElective: true, electiveMinTenths: 0 }), [])
  assert.match(publishProblems({ ...ready, beyondContent: true })[0]!.zh, /\{tolerance\}%/)
})

test('dates the wrong way round, a low original price and a doubled course are named', () => {
  const good = {
    signUpFrom: '2023-01-01T00:00:00Z',
    signUpTo: '2023-12-20T00:00:00Z',
    studyFrom: '2023-01-01T00:00:00Z',
    studyTo: '2023-12-31T00:00:00Z',
    price: 100,
    originalPrice: 100,
    courseIds: ['a', 'b'],
  }
  assert.equal(fieldProblem(good), null)
  assert.equal(fieldProblem({ ...good, signUpFrom: null, studyTo: null }), null)
  assert.equal(fieldProblem({ ...good, signUpTo: '2022-12-20T00:00:00Z' })?.field, 'signUpTo')
  assert.equal(fieldProblem({ ...good, studyTo: good.studyFrom })?.field, 'studyTo')
  assert.equal(fieldProblem({ ...good, studyFrom: null, studyTo: '2022-06-01T00:00:00Z' })?.field, 'studyTo')
  assert.equal(fieldProblem({ ...good, originalPrice: 99 })?.field, 'originalPrice')
  assert.equal(fieldProblem({ ...good, courseIds: ['a', 'a'] })?.field, 'courseIds')
})

test('other hours, year, type or courses are other content; another order of courses is not', () => {
  const content = {
    year: 2023,
    hoursTenths: 80,
    requiredHoursTenths: 60,
    electiveMinTenths: 10,
    classType: 'public',
    courseIds: ['a', 'b'],
  }
  assert.equal(isOtherContent(content, { ...content, courseIds: ['b', 'a'] }), false)
  for (const change of [
    { year: 2022 },
    { hoursTenths: 90 },
    { requiredHoursTenths: 70 },
    { electiveMinTenths: 0 },
    { classType: 'specialized' },
    { courseIds: ['a'] },
  ])
    assert.equal(isOtherContent(content, { ...content, ...change }), true)
})

const course = (attribute: 'required' | 'elective', hoursTenths: number) => ({ attribute, hoursTenths })

test('hours of a class that contradict its courses are refused, the field named', () => {
  const courses = [course('required', 30), course('elective', 20), course('elective', 20)]
  const good = { hoursTenths: 60, requiredHoursTenths: 30, electiveMinTenths: 20 }
  const problem = (change: Partial<typeof good>, of = courses) =>
    hoursProblem({ ...good, ...change }, of)?.field
  assert.equal(problem({}), undefined)
  assert.equal(problem({ requiredHoursTenths: 61 }), 'requiredHoursTenths')
  assert.equal(problem({ requiredHoursTenths: 19 }), 'requiredHoursTenths')
  assert.equal(problem({ requiredHoursTenths: 20 }), undefined)
  assert.equal(problem({ electiveMinTenths: 41 }), 'electiveMinTenths')
  assert.equal(problem({ electiveMinTenths: 31 }), 'electiveMinTenths')
  assert.equal(problem({}, [course('required', 30)]), 'requiredHoursTenths')
  assert.equal(problem({}, []), undefined)
  const electives = courses.slice(1)
  assert.equal(problem({}, electives), 'requiredHoursTenths')
  const allElective = { hoursTenths: 40, requiredHoursTenths: 0 }
  assert.equal(problem(allElective, electives), 'electiveMinTenths')
  assert.equal(problem({ ...allElective, electiveMinTenths: 0 }, electives), undefined)
})

test('hours left out are divided as the courses are, and require no electives', () => {
  const fields = { hoursTenths: 100 } as Parameters<typeof settleHours>[0]
  const settled = settleHours(fields, [course('required', 60), course('elective', 20)])
  assert.deepEqual([settled.requiredHoursTenths, settled.electiveMinTenths], [75, 0])
  const given = settleHours({ ...fields, requiredHoursTenths: 10, electiveMinTenths: 5 }, [])
  assert.deepEqual([given.requiredHoursTenths, given.electiveMinTenths], [10, 5])
})

test('hours are held against the videos, an hour being 45 minutes, and a tolerance lets some more through', () => {
  assert.equal(contentTenths(45 * 60, 45), 10)
  assert.equal(contentTenths(45 * 60 - 1, 45), 9)
  const hours = { hoursTenths: 20, requiredHoursTenths: 10 }
  const long = { seconds: 90 * 60, requiredSeconds: 45 * 60 }
  assert.equal(hoursBeyondContent(hours, long, 45), null)
  assert.deepEqual(hoursBeyondContent({ ...hours, hoursTenths: 21 }, long, 45), {
    part: 'all',
    hoursTenths: 21,
    contentTenths: 20,
  })
  assert.equal(hoursBeyondContent({ ...hours, requiredHoursTenths: 11 }, long, 45)?.part, 'required')
  assert.equal(hoursBeyondContent({ ...hours, hoursTenths: 22 }, long, 45, 10), null)
  assert.equal(hoursBeyondContent({ ...hours, hoursTenths: 23 }, long, 45, 10)?.part, 'all')
})
