import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exam } from '../contract.ts'
import { inputOfExam, shownExam, valuesOfExam } from './examValues.ts'

const exam: Exam = {
  examId: 'x',
  typeId: 't',
  classId: 'c',
  className: '',
  paperId: 'p',
  paperName: '',
  name: '结业考试',
  openFrom: null,
  openTo: '2023-05-01T08:00:00.000Z',
  attempts: 2,
  makeUpAttempts: 1,
  requiredProgress: 8050,
  showAnswers: 'after_close',
  leaveLimit: null,
  total: 100,
  passScore: 60,
  revision: 3,
  minutes: 60,
  held: false,
  status: 'draft',
  begun: 0,
  passed: 0,
  marking: 0,
}

test('an exam comes through its form as it was', () => {
  const input = inputOfExam(valuesOfExam(exam, ''), 'c', exam)
  for (const [field, value] of Object.entries(input))
    assert.deepEqual(value, exam[field as keyof Exam], field)
  assert.equal(Object.keys(input).length, 13)
})

test('the exam in force is shown first, unless another was chosen', () => {
  const exams = [exam, { ...exam, examId: 'y', status: 'active' as const }]
  assert.equal(shownExam(exams, null)?.examId, 'y')
  assert.equal(shownExam(exams, 'x')?.examId, 'x')
  assert.equal(shownExam([exam], 'gone')?.examId, 'x')
  assert.equal(shownExam([], null), undefined)
})
