import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../../test/rendered.ts'
import type { ExamResult, ReviewedItem } from '../contract.ts'

const { show, screen } = await openRenderer()
const { ExamOutcome } = await import('./ExamOutcome.tsx')

const result: ExamResult = {
  attemptId: 'a1',
  number: 1,
  makeUp: false,
  status: 'scored',
  submitReason: 'learner',
  startedAt: '2023-11-20T02:00:00.000Z',
  submittedAt: '2023-11-20T02:30:00.000Z',
  score: 100,
  passed: true,
  examId: 'x1',
  name: '结业考试',
  enrolmentId: 'e1',
  classId: 'c1',
  className: '急救',
  credit: { year: 2023, hoursTenths: 40, heldTenths: 0, certified: true },
  total: 100,
  passScore: 60,
  answered: 20,
  questions: 20,
  state: 'passed',
  attemptsLeft: 2,
  showAnswers: 'after_pass',
  review: null,
}
const certificate = {
  id: 'k1',
  className: '急救',
  number: 'JH-1',
  files: { picture: '/media/certificate/k1.png?who=a', pdf: '/media/certificate/k1.pdf?who=a' },
}
const passport = { requiredTenths: 900, missingTenths: 140 }

async function outcome(shown: Partial<ExamResult>, locale: 'zh-CN' | 'en' = 'zh-CN'): Promise<string> {
  const answers = {
    '/api/get-exam-result.action': { ...result, ...shown },
    '/api/get-my-class-hour.action': passport,
    '/base/my-class-entity/get-my-certificate.action': { list: [certificate] },
  }
  await show(createElement(ExamOutcome, { attemptId: 'a1', lost: [] }), { answers, locale })
  return document.body.textContent
}
const links = () =>
  screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')] as const)

test('a pass shows the hours it brought, what the year still needs, and the certificate', async () => {
  assert.match(await outcome({}), /2023 年学时入账 4 学时。2023 年还差 14 学时。证书已经生成。/)
  const opened = await screen.findAllByRole('link', { name: /急救/ })
  assert.deepEqual(
    opened.map((link) => link.getAttribute('href')),
    [certificate.files.picture, certificate.files.pdf],
  )
})

for (const [locale, sentence] of [
  ['zh-CN', /本班课程此前已计学时，本次新增 0 学时。/],
  ['en', /had been counted before; 0 new hours\./],
] as const) {
  test(`a pass whose hours had been counted before says so (${locale})`, async () => {
    const credit = { year: 2023, hoursTenths: 0, heldTenths: 40, certified: true }
    assert.match(await outcome({ credit }, locale), sentence)
  })
}

test('a pass of the exam alone leads back to what is left to study', async () => {
  assert.match(await outcome({ credit: null }), /学习也完成后/)
  assert.deepEqual(links()[0], ['继续学习', '/student/study-page?enrolmentId=e1'])
})

test('a fail shows the attempts left and offers practice and the lessons again', async () => {
  const failed = { credit: null, passed: false, score: 40, state: 'open' } as const
  assert.match(await outcome(failed), /还有 2 次机会/)
  assert.deepEqual(links().slice(0, 3), [
    ['再考一次', '/detail-question?examId=x1'],
    ['先做练习', '/detail-question?classId=c1'],
    ['回看课程', '/student/study-page?enrolmentId=e1'],
  ])
})

test('before the last attempt practice leads', async () => {
  const main = () => screen.getAllByRole('link').filter((link) => link.classList.contains('main'))
  const failed = { credit: null, passed: false, score: 40, state: 'open' } as const
  await outcome({ ...failed, attemptsLeft: 1 })
  assert.deepEqual(
    links()
      .slice(0, 2)
      .map(([name]) => name),
    ['先做练习', '再考一次'],
  )
  assert.deepEqual(
    main().map((link) => link.textContent),
    ['先做练习'],
  )
})

test('where answers may be shown, a wrong question leads to its lesson, a right one does not', async () => {
  const item = {
    no: 1,
    section: 0,
    material: null,
    type: 'judge',
    stem: '题',
    options: ['对', '错'],
    blanks: 0,
  }
  const more = { score: 5, given: ['A'], answer: ['B'], analysis: '' }
  const items = [
    { ...item, ...more, mark: 0, lesson: '心肺复苏' },
    { ...item, ...more, no: 2, mark: 5, lesson: '止血' },
  ] as ReviewedItem[]
  const text = await outcome({
    passed: false,
    credit: null,
    state: 'used_up',
    review: { materials: [], items },
  })
  assert.match(text, /回看“心肺复苏”/)
  assert.doesNotMatch(text, /回看“止血”/)
})
