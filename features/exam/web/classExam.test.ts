import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Exam } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent, type } = await openOffice()
const { ClassExamPanel } = await import('./ClassExamPanel.tsx')
afterEach(clear)

const menus = ['/train-manage/class']
const exam: Exam = {
  examId: 'e1',
  typeId: null,
  classId: 'c1',
  className: '数据安全',
  paperId: 'p1',
  paperName: '卷一',
  name: '结业考试',
  openFrom: null,
  openTo: null,
  attempts: 3,
  makeUpAttempts: 1,
  requiredProgress: 10_000,
  showAnswers: 'never',
  leaveLimit: null,
  total: 100,
  passScore: 60,
  minutes: 60,
  revision: 1,
  status: 'active',
  held: false,
  begun: 0,
  passed: 0,
  marking: 0,
}
const panel = createElement(ClassExamPanel, { classId: 'c1' })
const answered = (learners: number, proposals: object[] = []) => ({
  'query-exam-list': { total: 1, list: [exam] },
  'find-exam-impact': { learners, waiting: 3, failed: 1, sitting: 0, marking: 0 },
  'approval/find-page-list': { total: proposals.length, list: proposals },
  'exam-system/api/withdraw': { learners, waiting: 3, failed: 1, sitting: 0, marking: 0, approvalId: 'a1' },
})
const dialog = () => screen.getByRole('dialog').textContent

test('staff of one unit read the exam of a class and are offered nothing that requires the whole project', async () => {
  await draw(panel, answered(2), { menus, whole: false })
  assert.ok(screen.getByText('结业考试'))
  assert.deepEqual(
    screen.queryAllByRole('button').map((button) => button.textContent),
    [],
  )
  assert.ok(!sent.some(({ path }) => path.includes('find-exam-impact')), 'nothing is asked that is refused')
})

test('a step lists whom it affects, without counts of zero', async () => {
  await draw(panel, answered(5), { menus })
  await press(/撤\s?回/)
  assert.match(dialog(), /还没有通过的学员：5 人/)
  assert.match(dialog(), /已学完：3 人/)
  assert.match(dialog(), /次数已用完：1 人/)
  assert.doesNotMatch(dialog(), /正在考试|待阅卷|审批/)
})

test('above the limit the step is submitted for approval, with a reason', async () => {
  await draw(panel, answered(12), { menus })
  await press(/撤\s?回/)
  assert.match(dialog(), /由另一位同事审批后生效/)
  await type('原因', '换用新题库')
  await press('提交审批')
  assert.deepEqual(sent.find(({ path }) => path.includes('api/withdraw'))?.body, {
    examId: 'e1',
    reason: '换用新题库',
  })
})

test('a pending proposal is shown on the exam, and its proposer withdraws it there', async () => {
  const waiting = {
    id: 'a1',
    kind: 'examWithdrawal',
    subjectId: 'e1',
    status: 'proposed',
    summary: { zh: '撤回考试“结业考试”', en: 'Withdraw the exam' },
    proposed: { name: '教务', at: '2023-11-24T02:40:00.000Z' },
  }
  await draw(panel, answered(12, [{ ...waiting, decision: null, steps: ['withdraw'] }]), { menus })
  assert.ok(await screen.findByText('撤回考试待审批'))
  assert.match(document.body.textContent, /撤回考试“结业考试”。教务 于 2023年11月24日 10:40 提出/)
  assert.ok(screen.getByRole('button', { name: '撤回申请' }))
  clear()
  const rejected = { ...waiting, status: 'rejected', decision: '请先发布新考试', steps: [] }
  await draw(panel, answered(12, [rejected]), { menus })
  assert.ok(await screen.findByText('撤回考试被驳回：请先发布新考试'))
  assert.ok(!screen.queryByRole('button', { name: '撤回申请' }))
})
