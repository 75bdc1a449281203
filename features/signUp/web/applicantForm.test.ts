import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { FormField } from '../contract.ts'
import type { Filled } from './ApplicantForm.tsx'

const { show, screen, act, fireEvent, settle } = await openRenderer()
const { ApplicantForm } = await import('./ApplicantForm.tsx')
const { newField } = await import('./editorValues.ts')
const { CallRefused } = await import('../../../web/client.ts')

const field = (key: string, kind: FormField['kind'], changes: Partial<FormField> = {}): FormField => ({
  ...newField(kind),
  key,
  label: `${key}项`,
  ...changes,
})
const fields = [
  field('post', 'text', { minLength: 2, maxLength: 20 }),
  field('level', 'choice', { choices: ['初级', '高级'] }),
  field('born', 'date', { from: '1950-01-01', to: '2005-12-31' }),
  field('years', 'number', { min: 1, max: 40 }),
  field('photo', 'file', { fileKinds: ['image'], maxKilobytes: 1 }),
  field('truth', 'agreement', { text: '以上内容属实' }),
]
const subjects = [
  { id: 's1', name: '综合', sessions: [] },
  { id: 's2', name: '实务', sessions: [] },
]

const draw = async (onSend: (filled: Filled) => Promise<unknown>, more: object = {}) => {
  await show(
    createElement(ApplicantForm, {
      form: { fields, subjects, fee: 8000, ...more },
      onUpload: (_key: string, { name }: File) => Promise.resolve({ id: 'file1', name }),
      onSend,
    }),
  )
}
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settle()
}
const type = async (label: string, value: string) => {
  await act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
}
const choose = async (file: File) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await act(async () => void fireEvent.change(input, { target: { files: [file] } }))
  await settle()
}
/** Fills in every field as its rules have it. */
async function fillIn() {
  await act(async () => void fireEvent.click(screen.getByLabelText(/^综合/)))
  await press('下一步')
  await type('post项', '教师')
  await act(async () => void fireEvent.click(screen.getByLabelText('高级')))
  await type('born项', '1990-01-02')
  await type('years项', '12')
  await choose(new File(['a'], '照片.png', { type: 'image/png' }))
  await act(async () => void fireEvent.click(screen.getByLabelText('我已阅读并同意“truth项”')))
}

test('what was filled in is looked at as a whole and then sent, each answer in the place of its kind', async () => {
  const sent: Filled[] = []
  await draw(async (filled) => sent.push(filled))
  assert.ok(screen.getByText('第 1 步，共 3 步：报考科目'))
  await fillIn()
  await press('下一步')
  for (const each of ['综合', '教师', '高级', '1990-01-02', '12', '照片.png', '已同意'])
    assert.ok(screen.getByText(each), each)
  assert.ok(screen.getByText('¥80.00 · 审核通过后再缴费'))
  assert.deepEqual(sent, [])
  await press('提交报名')
  assert.deepEqual(sent, [
    {
      subjectIds: ['s1'],
      answers: [
        { key: 'post', text: '教师' },
        { key: 'level', choices: ['高级'] },
        { key: 'born', date: '1990-01-02' },
        { key: 'years', number: 12 },
        { key: 'photo', fileId: 'file1' },
        { key: 'truth', agreed: true },
      ],
    },
  ])
})

test('a step with faults is not left, and each field says its own', async () => {
  await draw(async () => {})
  await press('下一步')
  assert.ok(screen.getByText('请至少选择一个科目'))
  await fillIn()
  await type('post项', '师')
  await type('born项', '2010-01-01')
  await type('years项', '十')
  await press('下一步')
  assert.ok(screen.getByText('第 2 步，共 3 步：填写报名表'))
  for (const each of ['至少 2 个字', '不能晚于 2005-12-31', '请填写数字'])
    assert.ok(screen.getByText(each), each)
  assert.ok(document.activeElement === screen.getByLabelText('post项'), 'the first fault has the focus')
})

test('every kind of field that is needed is missed by its name', async () => {
  await draw(async () => {}, { subjects: [] })
  await press('下一步')
  assert.equal(screen.getAllByText('必须填写').length, 5)
  assert.ok(screen.getByText('需要同意后才能报名'))
})

test('a file that is too large is refused beside its field before it is sent', async () => {
  await draw(async () => {}, { subjects: [] })
  await choose(new File(['a'.repeat(1025)], '大.png', { type: 'image/png' }))
  assert.ok(screen.getByText('文件不能大于 1 KB'))
  assert.ok(!screen.queryByText('大.png'))
})

test('what the server refuses is said beside its field, in its step', async () => {
  const respDesc = '文件已失效，请重新上传'
  const refuse = (refused: string) => async () =>
    Promise.reject(new CallRefused({ respCode: 422, respDesc, field: refused }))
  for (const [refused, label] of [
    ['answers.years', 'years项'],
    ['answers.0.text', 'post项'],
  ] as const) {
    await draw(refuse(refused))
    await fillIn()
    await press('下一步')
    await press('提交报名')
    assert.ok(screen.getByText('第 2 步，共 3 步：填写报名表'))
    assert.equal(screen.getByLabelText(label).getAttribute('aria-invalid'), 'true', refused)
    assert.ok(screen.getByText(respDesc))
    document.body.replaceChildren()
  }
})

test('a preview is walked through, and sends nothing', async () => {
  await show(
    createElement(ApplicantForm, {
      form: { fields: [field('post', 'text', { required: false })], subjects: [], fee: 0 },
      onUpload: () => Promise.reject(new Error('not asked for')),
    }),
    { locale: 'en' },
  )
  await press('Next')
  assert.ok(screen.getByText('This is a preview; nothing is submitted.'))
  assert.equal(screen.getByRole<HTMLButtonElement>('button', { name: 'Submit application' }).disabled, true)
})
