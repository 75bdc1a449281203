import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { aField } from '../../../../test/build/signUp.ts'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import { currentNotices, dismiss } from '../../../../web/notice.ts'
import type { SignUpForm } from '../../contract.ts'
import { type Applicant, applicationCalls } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type } = await openOffice()
const { ApplyForMany } = await import('./ApplyForMany.tsx')
afterEach(() => {
  clear()
  for (const { id } of currentNotices()) dismiss(id)
})

const person = (
  accountId: string,
  realName: string,
  hindrance: Applicant['hindrance'] = null,
): Applicant => ({
  accountId,
  realName,
  cardMask: '330***********0011',
  mobileMask: '139****0001',
  unitName: '第一中学',
  hindrance,
})
const form = {
  id: 'u1',
  kind: 'training',
  title: '师资培训',
  fee: 0,
  formVersion: 3,
  fields: [
    aField('post', { label: '岗位' }),
    aField('photo', { label: '照片', kind: 'file', fileKinds: ['image'], required: false }),
  ],
  subjects: [],
} as unknown as SignUpForm

/** Draws the people of a unit, of whom those who are ticked are answered with a result. */
const show = (result: object) =>
  draw(createElement(ApplyForMany, { form, refetch: async () => ({ data: form }) }), {
    [applicationCalls.findPeople.path]: {
      total: 3,
      list: [person('p1', '王芳'), person('p2', '李雷'), person('p3', '赵敏', 'applied')],
    },
    [applicationCalls.applyForMany.path]: result,
    'find-unit-base': [],
  })
async function tick(...names: string[]): Promise<void> {
  for (const name of names)
    await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: `选择${name}` })))
  await settle()
}
/** Fills in the form for those who are ticked and sends it. */
async function send(count: number): Promise<void> {
  await press(`为选中的 ${count} 人填写报名表`)
  await type('岗位', '教师')
  await press('下一步')
  await press(`为 ${count} 人报名`)
}
const bodies = () =>
  sent.flatMap(({ path, body }) => (path.includes(applicationCalls.applyForMany.path) ? [body] : []))

test('people are listed, each with what keeps them from applying and what to do about it', async () => {
  await show({})
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent)
  assert.equal(sent.find(({ path }) => path.includes('find-people'))!.body.signUpId, 'u1')
  for (const [name, said] of [
    ['王芳', /可以报名/],
    ['赵敏', /不必再报，从名单移除/],
  ] as const)
    assert.match(rows.find((row) => row.includes(name))!, said)
})

test('one form is sent for those who were ticked; who is refused is named with the reason, the rest are done', async () => {
  await show({
    succeeded: ['p1'],
    failed: [{ id: 'p2', name: '李雷', reason: '名额已满' }],
  })
  await tick('王芳', '李雷')
  await send(2)
  assert.deepEqual(bodies(), [
    {
      signUpId: 'u1',
      formVersion: 3,
      answers: [{ key: 'post', text: '教师' }],
      subjectIds: [],
      accountIds: ['p1', 'p2'],
    },
  ])
  assert.ok(await screen.findByText('完成 1 项，1 项没有完成'))
  const refused = screen.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent)
  assert.ok(refused.some((row) => row.includes('李雷') && row.includes('名额已满')))
  assert.ok(!refused.some((row) => row.includes('王芳') && row.includes('名额已满')))
  assert.ok(!screen.queryByRole('button', { name: /填写报名表/, hidden: true }), 'nobody is ticked any more')
})

test('where all are applied for a notice says so, and a file is no part of a form for many', async () => {
  await show({ succeeded: ['p1'], failed: [] })
  await tick('王芳')
  await press('为选中的 1 人填写报名表')
  assert.ok(screen.getByLabelText('岗位'))
  assert.ok(!screen.queryByText('照片'))
  await type('岗位', '教师')
  await press('下一步')
  await press('为 1 人报名')
  assert.deepEqual(
    currentNotices().map(({ text }) => text),
    ['1 项已全部完成'],
  )
})

test('what is refused as a whole is said in the form, where everything stays as it was filled in', async () => {
  await show({ respCode: 422, respDesc: '岗位：请填写', field: 'answers.0', attribute: null })
  await tick('王芳')
  await send(1)
  assert.equal(screen.getByLabelText<HTMLInputElement>('岗位').value, '教师')
  assert.equal(currentNotices().length, 0)
})
