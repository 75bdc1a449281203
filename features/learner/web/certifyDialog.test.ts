import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { thisYear } from '../../../web/dayStart.ts'
import { templateCalls } from '../../certificate/template/contract.ts'
import { studentManageCalls } from '../../student/manage/contract.ts'
import { certifyCalls } from '../certify/contract.ts'

openWindow()
const office = await openOffice()
const { default: CertifyDialog } = await import('./CertifyDialog.tsx')
afterEach(office.clear)
const { screen, act, fireEvent } = office

const draw = async (
  templates: { id: string; name: string }[] = [
    { id: 't1', name: '技能等级证书' },
    { id: 't2', name: '技能证书（旧版）' },
  ],
  chosen: object = { selection: { ids: ['a1', 'a2'] } },
) => {
  const saved: unknown[] = []
  await office.draw(
    createElement(CertifyDialog, {
      ...chosen,
      onSaved: (result: unknown) => saved.push(result),
      onClose() {},
    }),
    {
      [studentManageCalls.findPageList.path]: {
        total: 1,
        list: [{ id: 'a7', realName: '东方朔', cardMask: null, mobileMask: null, unitName: '第一医院' }],
      },
      [templateCalls.query.path]: { total: templates.length, list: templates },
      [certifyCalls.issueSkill.path]: { succeeded: ['a1', 'a2'], failed: [] },
      [certifyCalls.issueYear.path]: {
        succeeded: ['a1'],
        failed: [{ id: 'a2', name: '李', reason: '学时' }],
      },
    },
  )
  return saved
}
const sentTo = (path: string) => office.sent.filter((one) => one.path.includes(path)).map(({ body }) => body)
const choose = async (label: string, text: string) => {
  await act(async () => fireEvent.mouseDown(screen.getByLabelText(label)))
  await office.settle()
  const options = screen.getAllByText(text)
  await act(async () => fireEvent.click(options.at(-1)!))
  await office.settle()
}

test('a skill is certified by template, name and level to all who were chosen', async () => {
  const saved = await draw()
  await choose('所用模板', '技能等级证书')
  await office.type('职业（工种）', '养老护理员')
  await choose('技能等级', '三级（高级工）')
  await office.press(/^颁\s?发$/)
  assert.deepEqual(sentTo(certifyCalls.issueSkill.path), [
    { ids: ['a1', 'a2'], templateId: 't1', title: '养老护理员', level: '3' },
  ])
  assert.deepEqual(saved, [{ succeeded: ['a1', 'a2'], failed: [] }])
})

test('without template, name and level nothing is sent, and each field says so', async () => {
  const saved = await draw([])
  await office.press(/^颁\s?发$/)
  assert.deepEqual(sentTo(certifyCalls.issueSkill.path), [])
  assert.equal(screen.getAllByText('必须填写').length, 3)
  assert.deepEqual(saved, [])
})

test('a year asks for nothing but the year, and its refusals are given on', async () => {
  const saved = await draw()
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /年度证书/ })))
  await office.settle()
  assert.ok(!screen.queryByLabelText('技能等级'))
  assert.equal(
    (screen.getByLabelText('年度') as HTMLInputElement).value,
    String(thisYear()),
    'this year is there at first',
  )
  await office.type('年度', '2023')
  await office.press(/^颁\s?发$/)
  assert.deepEqual(sentTo(certifyCalls.issueYear.path), [{ ids: ['a1', 'a2'], year: 2023 }])
  assert.deepEqual(saved, [{ succeeded: ['a1'], failed: [{ id: 'a2', name: '李', reason: '学时' }] }])
})

test('from the register one learner is looked for; the only template is there, a skill and level are not', async () => {
  await draw([{ id: 't1', name: '技能等级证书' }], {})
  await office.press(/^颁\s?发$/)
  assert.deepEqual(sentTo(certifyCalls.issueSkill.path), [])
  assert.equal(screen.getAllByText('必须填写').length, 3, 'the learner, the skill and the level')
  await office.type('学员', '东方')
  await choose('学员', '东方朔 · 第一医院')
  await office.type('职业（工种）', '养老护理员')
  await choose('技能等级', '三级（高级工）')
  await office.press(/^颁\s?发$/)
  assert.deepEqual(sentTo(certifyCalls.issueSkill.path), [
    { ids: ['a7'], templateId: 't1', title: '养老护理员', level: '3' },
  ])
})
