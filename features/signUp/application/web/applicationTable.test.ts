import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import { newField } from '../../web/editorValues.ts'
import { applicationCalls, type ApplicationDetail, type ApplicationRow } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent, settle, type } = await openOffice()
const { ApplicationTable } = await import('./ApplicationTable.tsx')
const { default: RejectDialog } = await import('./RejectDialog.tsx')
const { only } = await import('../../../../web/shell/control/chosen.tsx')
afterEach(clear)

const page = '/cms-manage/apply-manage'
const row = (id: string, realName: string, changes: Partial<ApplicationRow> = {}): ApplicationRow => ({
  id,
  signUpId: 'u1',
  signUpTitle: '师资培训',
  kind: 'training',
  accountId: `${id}1`,
  realName,
  cardMask: '330***********0011',
  mobileMask: '139****0001',
  unitId: null,
  unitName: '第一中学',
  status: 'applied',
  fee: 8000,
  subjectNames: [],
  ticketNo: null,
  orderId: null,
  orderNo: null,
  bySelf: true,
  reason: null,
  appliedAt: '2023-03-01T00:00:00.000Z',
  reviewedAt: null,
  ...changes,
})
const detail: ApplicationDetail = {
  ...row('a1', '王芳'),
  formVersion: 2,
  fields: [
    { ...newField('text'), key: 'post', label: '职务' },
    { ...newField('file'), key: 'photo', label: '照片' },
  ],
  answers: [
    { key: 'post', text: '教师' },
    { key: 'photo', fileId: 'f1' },
  ],
  files: [{ id: 'f1', key: 'photo', name: '照片.png', kind: 'image', bytes: 2048 }],
  seats: [],
  subjectIds: [],
  events: [{ at: '2023-03-01T00:00:00.000Z', status: 'applied', by: '王芳', reason: null }],
}
const answers = {
  [applicationCalls.query.path]: {
    total: 2,
    list: [row('a1', '王芳'), row('a2', '李雷', { status: 'rejected' })],
  },
  [applicationCalls.get.path]: detail,
  [applicationCalls.review.path]: { succeeded: ['a1'], failed: [] },
  'find-unit-base': [],
}
const table = createElement(ApplicationTable, { kind: 'training' })
const bodies = () =>
  sent.filter(({ path }) => path.includes(applicationCalls.review.path)).map(({ body }) => body)

test('applications of the kind are listed, and reviewed by who may', async () => {
  await draw(table, answers, { menus: [page, `${page}#review`], address: page })
  assert.equal(sent.find(({ path }) => path.includes('cms-apply/query'))!.body.kind, 'training')
  assert.ok(screen.getByText('李雷'))
  assert.equal(
    screen.getAllByRole('button', { name: '审核通过' }).length,
    1,
    'only what waits can be approved',
  )
  clear()
  await draw(table, answers, { menus: [page], address: page })
  assert.ok(!screen.queryByRole('button', { name: '审核通过' }))
})

test('an application that the address names is read with answers, files and history', async () => {
  await draw(table, answers, { menus: [page], address: `${page}?application=a1` })
  await settle()
  const { textContent } = document.body
  for (const each of ['王芳的报名', '职务', '教师', '照片.png', '报名表第 2 版', '处理记录'])
    assert.ok(textContent.includes(each), each)
})

test('a rejection needs a reason, which is sent for those who were chosen', async () => {
  await draw(createElement(RejectDialog, { selected: only('a1'), onResult() {}, onClose() {} }), answers)
  await press(/^不通过$/)
  assert.deepEqual(bodies(), [])
  await type('原因', '材料不全')
  await press(/^不通过$/)
  assert.deepEqual(bodies(), [{ ids: ['a1'], approve: false, reason: '材料不全' }])
})
