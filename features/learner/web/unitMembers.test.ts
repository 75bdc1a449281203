import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, Fragment } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { StudentRow } from '../../student/manage/contract.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { memberCalls } from '../../student/member/contract.ts'

openWindow()
const office = await openOffice()
const { StudentList } = await import('./StudentList.tsx')
const { useQuestion } = await import('../../../web/shell/view/confirm.ts')
afterEach(office.clear)

/** The yes of the question that is asked. */
function Yes() {
  const question = useQuestion()
  return question && createElement('button', { onClick: () => question.answer(true) }, question.yes)
}

const learner = (id: string, realName: string, unconfirmed: boolean): StudentRow => ({
  id,
  loginName: id,
  realName,
  hasProfile: true,
  cardMask: null,
  mobileMask: null,
  unitId: 'u1',
  unitName: '第一医院',
  unconfirmed,
  personnelCategory: null,
  status: 'active',
  verifyStatus: 'unverified',
  wechatBound: false,
  missing: [],
  lastLoginAt: null,
  createdAt: '2023-03-01T00:00:00.000Z',
})
const menu = '/student-manage/student'
const draw = (menus: string[]) =>
  office.draw(
    createElement(Fragment, {}, createElement(StudentList), createElement(Yes)),
    {
      [studentManageCalls.findPageList.path]: {
        total: 2,
        list: [learner('a1', '王自填', true), learner('a2', '李在册', false)],
      },
      'find-unit-base': [],
      dictionary: [],
      [memberCalls.settleMembers.path]: { succeeded: ['a1'], failed: [] },
    },
    { menus, whole: false },
  )

test('a manager sees who named the unit themselves, and confirms the chosen ones', async () => {
  await draw([menu, `${menu}#edit`])
  assert.equal(office.screen.getAllByText('待单位确认').length, 1)
  await office.act(async () => office.screen.getByRole('checkbox', { name: /王自填/ }).click())
  await office.press('确认单位人员（1）')
  await office.press('确认属于单位')
  await office.settle()
  assert.deepEqual(
    office.sent.filter(({ path }) => path.includes(memberCalls.settleMembers.path)).map(({ body }) => body),
    [{ ids: ['a1'], belongs: true }],
  )
})

test('who may not edit learners chooses nobody to confirm', async () => {
  await draw([menu])
  assert.ok(!office.screen.queryByRole('checkbox', { name: /王自填/ }))
})
