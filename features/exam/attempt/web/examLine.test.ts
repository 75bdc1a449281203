import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MyExam } from '../contract.ts'
import { examPath, grouped, percent, verdict } from './examLine.ts'

const exam = (examId: string, state: MyExam['state'], openTo: string | null = null) =>
  ({ examId, state, openTo, openFrom: null, attempts: [] }) as unknown as MyExam

test('what can be done now comes first, the running one and the soonest end before others', () => {
  const { open, later, done } = grouped([
    exam('passed', 'passed'),
    exam('free', 'open'),
    exam('may', 'open', '2023-05-01T00:00:00Z'),
    exam('april', 'open', '2023-04-01T00:00:00Z'),
    exam('running', 'in_progress'),
    exam('study', 'study_first'),
  ])
  const names = (some: MyExam[]) => some.map(({ examId }) => examId)
  assert.deepEqual(names(open), ['running', 'april', 'may', 'free'])
  assert.deepEqual([names(later), names(done)], [['study'], ['passed']])
})

test('upcoming exams are ordered by their opening and done ones by their last attempt, the newest first', () => {
  const opening = (examId: string, openFrom: string) => ({ ...exam(examId, 'not_yet'), openFrom })
  const sat = (examId: string, submittedAt: string) => ({
    ...exam(examId, 'passed', '2023-12-31T00:00:00Z'),
    attempts: [{ submittedAt, startedAt: '2023-01-01T00:00:00Z' }] as MyExam['attempts'],
  })
  const { later, done } = grouped([
    exam('study', 'study_first'),
    exam('study may', 'study_first', '2023-05-01T00:00:00Z'),
    sat('march', '2023-03-01T00:00:00Z'),
    opening('june', '2023-06-01T00:00:00Z'),
    exam('over', 'over', '2023-02-01T00:00:00Z'),
    opening('april', '2023-04-01T00:00:00Z'),
    sat('july', '2023-07-01T00:00:00Z'),
  ])
  const names = (some: MyExam[]) => some.map(({ examId }) => examId)
  assert.deepEqual(names(later), ['april', 'june', 'study may', 'study'])
  assert.deepEqual(names(done), ['july', 'march', 'over'])
})

test('a path names the exam and, where given, the attempt', () => {
  assert.equal(examPath('x'), '/detail-question?examId=x')
  assert.equal(examPath('x', 'y'), '/detail-question?examId=x&attemptId=y')
})

test('almost is not enough', () => {
  assert.equal(percent(5999), 59)
  assert.equal(percent(10_000), 100)
})

test('an essay without points has no verdict', () => {
  assert.deepEqual(
    [verdict(2, 2), verdict(0.5, 2), verdict(0, 2), verdict(null, 2)],
    ['all', 'some', 'none', null],
  )
})
