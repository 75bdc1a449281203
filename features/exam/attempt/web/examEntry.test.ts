import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../../test/rendered.ts'
import type { MyExam } from '../contract.ts'

process.env.TZ = 'Asia/Shanghai'
const { show } = await openRenderer()
const { ExamEntry } = await import('./ExamEntry.tsx')
const { MyExams } = await import('./MyExams.tsx')

const exam: MyExam = {
  examId: 'x1',
  name: '结业考试',
  enrolmentId: 'e1',
  classId: 'c1',
  className: '急救',
  hoursTenths: 40,
  heldTenths: 0,
  minutes: 60,
  total: 100,
  passScore: 60,
  questions: 20,
  requiredProgress: 0,
  progress: 10_000,
  allowed: 3,
  openFrom: '2023-11-30T16:00:00.000Z',
  openTo: '2023-12-20T16:00:00.000Z',
  used: 0,
  makeUp: false,
  makeUpsLeft: 0,
  leaveLimit: null,
  state: 'open',
  best: null,
  attempts: [],
}
const entry = async (shown: MyExam, zone = 'Asia/Shanghai', locale: 'zh-CN' | 'en' = 'zh-CN') => {
  process.env.TZ = zone
  await show(createElement(ExamEntry, { exam: shown, onStart() {} }), { locale })
  process.env.TZ = 'Asia/Shanghai'
  return document.body.textContent
}

test('an exam that ends at midnight ends with the day before', async () => {
  assert.match(await entry(exam), /2023年12月1日 00:00 至 2023年12月20日 24:00/)
})

test('where the reader’s clock shows another time, the period names the zone', async () => {
  assert.match(await entry(exam, 'America/New_York'), /至 2023年12月20日 24:00（北京时间）/)
})

test('the period in English', async () => {
  assert.match(await entry(exam, 'Europe/London', 'en'), /to end of Dec 20, 2023 \(China time\)/)
})

test('before an exam the hours of its class are shown, and those of them that would not come again', async () => {
  assert.match(await entry(exam), /急救 · 4 学时/)
  assert.match(await entry({ ...exam, heldTenths: 40 }), /这 4 学时您都已有，同一课程每年只计一次/)
})

test('an exam that is over shows its last day', async () => {
  assert.match(await entry({ ...exam, state: 'over' }), /考试已于 2023年12月20日 24:00 结束/)
})

test('where only a person can help, the telephone number of the service desk is shown', async () => {
  await show(createElement(ExamEntry, { exam: { ...exam, state: 'used_up', best: 40 }, onStart() {} }), {
    answers: { '/login/get-system-config.action': { settings: {}, info: { phone: '0500-8600 1200' } } },
  })
  assert.match(document.body.textContent, /如需补考，请联系客服。 0500-8600 1200/)
})

test('the list of exams shows the same end', async () => {
  await show(createElement(MyExams), {
    answers: {
      '/api/find-my-class-exam.action': [exam],
      '/api/find-exercise-bank.action': [],
      '/api/find-exercise-book.action': [],
    },
  })
  assert.match(document.body.textContent, /2023年12月20日 24:00 截止/)
})
