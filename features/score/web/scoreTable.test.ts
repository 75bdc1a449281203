import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { type AppealRow, scoreCalls, type ScoreRow } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent, settle, type, fireEvent, act } = await openOffice()
const { ScoreTable } = await import('./ScoreTable.tsx')
const { AppealTable } = await import('./AppealTable.tsx')
const { default: ScoreDialog } = await import('./ScoreDialog.tsx')
const { default: AnswerDialog } = await import('./AnswerDialog.tsx')
const { default: PublishDialog } = await import('./PublishDialog.tsx')
afterEach(clear)

const page = '/cms-manage/score-manage'
const row = (id: string, realName: string, changes: Partial<ScoreRow> = {}): ScoreRow => ({
  id,
  kind: 'signUp',
  examId: 'e1',
  title: '职业资格考试',
  subjectName: '综合知识',
  accountId: `${id}1`,
  realName,
  cardMask: '330***********0011',
  unitName: '第一中学',
  ticketNo: '2023000001',
  points: 55,
  result: 'failed',
  source: 'import',
  fullScore: 100,
  passScore: 60,
  publishAt: '2023-03-01T00:00:00.000Z',
  isPublished: true,
  enteredAt: '2023-02-01T00:00:00.000Z',
  entries: 1,
  isProposed: false,
  ...changes,
})
const appeal: AppealRow = {
  id: 'p1',
  scoreId: 's1',
  title: '职业资格考试',
  subjectName: '综合知识',
  realName: '王芳',
  unitName: '第一中学',
  ticketNo: '2023000001',
  points: 55,
  result: 'failed',
  fullScore: 100,
  state: 'open',
  reason: '第二题漏判',
  answer: null,
  answeredBy: null,
  answeredAt: null,
  isProposed: false,
  appealedAt: '2023-03-02T00:00:00.000Z',
}
const subject = {
  id: 'j1',
  name: '综合知识',
  fullScore: 100,
  passScore: 60,
  seats: 12,
  scores: 11,
  publishAt: null,
  isPublished: false,
  appealDays: null,
}
const exams = [
  {
    kind: 'signUp',
    id: 'e1',
    title: '职业资格考试',
    subjects: [
      subject,
      { ...subject, id: 'j2', name: '实务', isPublished: true, publishAt: '2023-03-01T00:00:00.000Z' },
    ],
  },
]
const answers = {
  [scoreCalls.query.path]: {
    total: 3,
    list: [
      row('s1', '王芳'),
      row('s2', '李雷', { points: null, result: 'absent', isPublished: false, publishAt: null }),
      row('s3', '韩梅', { isProposed: true }),
    ],
  },
  [scoreCalls.findExams.path]: { total: 1, list: exams },
  [scoreCalls.findEntries.path]: [
    {
      no: 2,
      points: 55,
      result: 'failed',
      source: 'correction',
      by: '教务',
      reason: '漏计',
      at: '2023-02-02T00:00:00.000Z',
    },
    {
      no: 1,
      points: 50,
      result: 'failed',
      source: 'exam',
      by: null,
      reason: null,
      at: '2023-02-01T00:00:00.000Z',
    },
  ],
  [scoreCalls.findAppeals.path]: { total: 2, list: [appeal, { ...appeal, id: 'p2', isProposed: true }] },
  [scoreCalls.update.path]: { approvalId: 'a1' },
  [scoreCalls.answerAppeal.path]: { approvalId: null },
  [scoreCalls.publish.path]: null,
}
const bodies = (path: string) => sent.filter((one) => one.path.includes(path)).map(({ body }) => body)

test('scores are listed with result and publication; who may not change them reads them alone', async () => {
  await draw(createElement(ScoreTable), answers, { menus: [page], address: page })
  const { textContent } = document.body
  for (const each of ['王芳', '55 / 100', '不合格', '缺考', '未发布', '更正待审批', '2023000001'])
    assert.ok(textContent.includes(each), each)
  assert.ok(!screen.queryByRole('button', { name: '发布成绩' }))
  assert.ok(!screen.queryByText('提出更正'))
  clear()
  const menus = [page, `${page}#edit`, `${page}#publish`, `${page}#import`]
  await draw(createElement(ScoreTable), answers, { menus, address: page })
  assert.ok(screen.getByRole('button', { name: '发布成绩' }))
  assert.equal(
    screen.getAllByRole('button', { name: '提出更正' }).length,
    2,
    'one waits for a second person already',
  )
  clear()
  await draw(createElement(ScoreTable), answers, { menus, whole: false, address: page })
  assert.ok(!screen.queryByRole('button', { name: '发布成绩' }), 'a unit publishes nothing')
})

test('a deleted score of a sign-up can be entered again by a correction, that of a voided attempt cannot', async () => {
  const gone = { points: null, result: 'deleted' } as const
  const list = [row('s1', '王芳', gone), row('s2', '李雷', { ...gone, kind: 'classExam' })]
  const deleted = { ...answers, [scoreCalls.query.path]: { total: 2, list } }
  await draw(createElement(ScoreTable), deleted, { menus: [page, `${page}#edit`], address: page })
  assert.equal(screen.getAllByRole('button', { name: '提出更正' }).length, 1)
  assert.ok(!screen.queryByRole('button', { name: '提出删除' }))
})

test('the address names a score, whose entries are read with who, when and why', async () => {
  await draw(createElement(ScoreTable), answers, { menus: [page], address: `${page}?score=s1` })
  await settle()
  const { textContent } = document.body
  for (const each of ['王芳的成绩记录', '更正 · 教务', '漏计', '考试 · 系统'])
    assert.ok(textContent.includes(each), each)
})

test('a correction is sent with points and reason; what is no score of the subject is not', async () => {
  await draw(createElement(ScoreDialog, { score: row('s1', '王芳'), onClose() {} }), answers)
  await type('更正为', '60.2')
  await type('原因', '复核答题卡')
  await press(/提交给同事审批/)
  assert.deepEqual(bodies(scoreCalls.update.path), [])
  assert.ok(screen.getByText('应在 0 到 100 分之间，且是 0.5 的倍数'))
  await type('更正为', '60.5')
  await press(/提交给同事审批/)
  assert.deepEqual(bodies(scoreCalls.update.path), [{ id: 's1', points: 60.5, reason: '复核答题卡' }])
})

test('subjects that have scores and are not published can be published, now unless a time is chosen', async () => {
  await draw(createElement(PublishDialog, { examId: 'e1', onClose() {} }), answers)
  await settle()
  const published = screen.getByRole('checkbox', { name: '实务：已发布' })
  assert.equal((published as HTMLInputElement).disabled, true)
  await press(/发布成绩/)
  assert.deepEqual(bodies(scoreCalls.publish.path), [])
  await act(async () => void fireEvent.click(screen.getByRole('checkbox', { name: /综合知识：11 \/ 12/ })))
  await press(/发布成绩/)
  assert.deepEqual(bodies(scoreCalls.publish.path), [{ signUpId: 'e1', subjectIds: ['j1'], appealDays: 5 }])
})

test('an appeal is answered by who may, with a reason, and not while its correction waits', async () => {
  await draw(createElement(AppealTable), answers, { menus: [page, `${page}#appeal`], address: page })
  assert.equal(screen.getAllByRole('button', { name: '答复' }).length, 1)
  assert.ok(screen.getAllByText('第二题漏判').length > 0)
  clear()
  await draw(createElement(AnswerDialog, { appeal, onClose() {} }), answers)
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: '成立，提出更正' })))
  await type('更正为', '64')
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: '不成立' })))
  await press(/^答复$/)
  assert.deepEqual(bodies(scoreCalls.answerAppeal.path), [])
  await type('答复', '复核无误')
  await press(/^答复$/)
  assert.deepEqual(bodies(scoreCalls.answerAppeal.path), [{ id: 'p1', uphold: false, answer: '复核无误' }])
})
