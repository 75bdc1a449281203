import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { currentNotices } from '../../../web/notice.ts'
import { type SignUp, signUpCalls } from '../contract.ts'
import { newField } from './editorValues.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type } = await openOffice()
const { useCall } = await import('../../../web/client.ts')
const { SignUpEditor } = await import('./SignUpEditor.tsx')
afterEach(clear)

const signUp: SignUp = {
  id: 'u1',
  kind: 'training',
  title: '师资培训',
  introduction: '',
  status: 'open',
  opensAt: '2023-03-01T00:00:00.000Z',
  closesAt: '2023-04-01T00:00:00.000Z',
  quota: 40,
  fee: 8000,
  proposedFee: null,
  isFirstDay: false,
  isTaken: true,
  personnelCategories: [],
  regions: [],
  unitIds: [],
  units: [],
  fields: [
    { ...newField('text'), key: 'post', label: '职务' },
    { ...newField('number'), key: 'years', label: '年限' },
  ],
  subjects: [],
  taken: 3,
  applied: 1,
  approved: 1,
  confirmed: 1,
  revision: 4,
  formVersion: 2,
  createdAt: '2023-02-01T00:00:00.000Z',
}
const editor = (one: SignUp | null = signUp) =>
  createElement(SignUpEditor, { kind: one?.kind ?? 'training', signUp: one, onSaved() {} })
const saves = () => sent.filter(({ path }) => path.includes(signUpCalls.save.path)).map(({ body }) => body)
const saved = { id: 'u1', revision: 5, formVersion: 3 }
const answers = { 'cms-apply/save': saved, 'get-dictionary-list': [], 'find-unit-base': [] }

test('a field is added, and the order is made by keyboard', async () => {
  await draw(editor(), answers)
  assert.ok(screen.getByText('已有 3 人占用名额。修改报名表会产生第 3 版，已报名人员的内容保持不变。'))
  await press('+ 承诺')
  const group = screen.getByRole('group', { name: '第 3 项' })
  assert.ok(group)
  const labels = () => screen.getAllByLabelText<HTMLInputElement>('报名项名称').map(({ value }) => value)
  await act(
    async () =>
      void fireEvent.change(screen.getAllByLabelText('报名项名称')[2]!, { target: { value: '承诺书' } }),
  )
  await settle()
  await type('承诺内容', '以上属实')
  await press('上移“承诺书”')
  await press('上移“承诺书”')
  await press('下移“职务”')
  assert.deepEqual(labels(), ['承诺书', '年限', '职务'])
  await press(/^保\s?存$/)
  const [body] = saves()
  const fields = body!.fields as { label: string; kind: string; text: string }[]
  assert.deepEqual(
    fields.map(({ label, kind }) => [label, kind]),
    [
      ['承诺书', 'agreement'],
      ['年限', 'number'],
      ['职务', 'text'],
    ],
  )
  assert.equal(fields[0]!.text, '以上属实')
  assert.deepEqual([body!.revision, body!.fee, body!.opensAt], [4, 8000, '2023-03-01T00:00:00.000Z'])
})

test('a rule that leaves no answer is refused beside its field, and nothing is saved', async () => {
  await draw(editor(), answers)
  await type('最小值', '9')
  await type('最大值', '3')
  await press('+ 选择')
  await press(/^保\s?存$/)
  assert.ok(screen.getByText('不能小于最小值'))
  assert.ok(screen.getByText('至少要有两个选项'))
  assert.deepEqual(saves(), [])
})

test('what the server refuses of a field is said beside it', async () => {
  const refusal = {
    respCode: 422,
    respDesc: '上限：不能小于最小值',
    problem: '太大了',
    field: 'fields.1.max',
  }
  await draw(editor(), { ...answers, 'cms-apply/save': refusal })
  await type('最大值', '30')
  await press(/^保\s?存$/)
  assert.ok(screen.getByText('太大了'))
  assert.equal(screen.getByLabelText('最大值').getAttribute('aria-invalid'), 'true')
})

test('the form is previewed as its applicant fills it in, before it is saved', async () => {
  await draw(editor(), answers)
  await press('预览报名表')
  assert.ok(screen.getByText('报名者看到的报名表'))
  assert.ok(screen.getByLabelText('职务', { selector: 'textarea' }))
  assert.ok(screen.getByLabelText('年限', { selector: 'input' }))
  await press('下一步')
  assert.equal(screen.getAllByText('必须填写').length, 2, 'the preview has the rules')
  assert.deepEqual(saves(), [])
})

test('the focus follows a field that is added, and goes to the one beside a field that is removed', async () => {
  await draw(editor(), answers)
  await press('+ 文字')
  const added = screen.getByRole('group', { name: '第 3 项' })
  assert.ok(added.contains(document.activeElement), 'the new field is typed into')
  await press('移除“职务”')
  assert.ok(screen.getByRole('group', { name: '年限' }).contains(document.activeElement))
  await press('移除“第 2 项”')
  await press('移除“年限”')
  assert.equal(document.activeElement?.textContent, '+ 文字')
})

test('the fee of a sign-up that was opened is read-only for who may not change prices', async () => {
  const fee = () => screen.getByLabelText<HTMLInputElement>('费用')
  await draw(editor(), answers)
  assert.ok(fee().readOnly)
  assert.ok(screen.getByText('开放后由有“批量改价”权限的同事修改。'))
  clear()
  await draw(editor(), answers, { menus: ['/train-manage/class#price'] })
  assert.ok(!fee().readOnly)
  clear()
  await draw(editor({ ...signUp, status: 'draft' }), answers)
  assert.ok(!fee().readOnly)
})

test('who changes the fee reads what takes a colleague', async () => {
  const menus = ['/train-manage/class#price']
  for (const [changes, sentence] of [
    [{}, /调低后须由另一位同事批准才生效/],
    [{ isFirstDay: true }, /已有人报名，修改后须由另一位同事批准才生效/],
    [{ isFirstDay: true, isTaken: false }, /^每人的费用，0 为免费。$/],
  ] as const) {
    await draw(editor({ ...signUp, ...changes }), answers, { menus })
    assert.ok(screen.getByText(sentence))
    clear()
  }
})

test('a fee that was proposed is said to wait, and the form shows the one that holds', async () => {
  let latest = signUp
  const Known = () => {
    const { data } = useCall(signUpCalls.get, { id: signUp.id })
    return data ? editor(data) : null
  }
  await draw(
    createElement(Known),
    {
      ...answers,
      'cms-apply/get.action': () => latest,
      'cms-apply/save'() {
        latest = { ...signUp, revision: 5, proposedFee: 0 }
        return { ...saved, approvalId: 'p1' }
      },
    },
    { menus: ['/train-manage/class#price', '/customer/exception-register'] },
  )
  await type('费用', '0')
  await press(/^保\s?存$/)
  assert.equal(currentNotices().at(-1)?.text, '已提交，由另一位同事审批后生效')
  assert.equal(screen.getByLabelText<HTMLInputElement>('费用').value, '80.00')
  await press(/^保\s?存$/)
  assert.deepEqual(
    saves().map(({ fee, revision }) => [fee, revision]),
    [
      [0, 4],
      [8000, 5],
    ],
  )
})

const sitting = {
  id: 'x1',
  startsAt: '2023-05-01T01:00:00.000Z',
  endsAt: '2023-05-01T03:00:00.000Z',
  rooms: [{ name: '第一考场', seats: 30 }],
}
const exam: SignUp = {
  ...signUp,
  kind: 'exam',
  title: '职称考试',
  subjects: [{ id: 'j1', name: '综合知识', fullScore: 100, passScore: 60, sessions: [sitting] }],
}
/** Writes into the last of the inputs with a label. */
async function writeLast(label: string, value: string): Promise<void> {
  const input = screen.getAllByLabelText(label).at(-1)!
  await act(async () => void fireEvent.change(input, { target: { value } }))
  await settle()
}

test('an exam has subjects with marks, and sessions with their rooms in order; what is kept keeps its id', async () => {
  await draw(editor(exam), { ...answers, 'cms-apply/get.action': exam })
  await press('+ 添加考场')
  await writeLast('考场', '第二考场')
  await writeLast('座位数', '12')
  await press('+ 添加科目')
  assert.ok(screen.getByRole('group', { name: '科目 2' }).contains(document.activeElement))
  await writeLast('科目名称', '实务')
  await writeLast('总分', '50')
  await press(/^保\s?存$/)
  assert.ok(screen.getByText('不能高于总分'), 'its pass mark is that of a hundred points')
  assert.deepEqual(saves(), [])
  await writeLast('合格线', '30')
  await press(/^保\s?存$/)
  assert.deepEqual(saves()[0]!.subjects, [
    {
      ...exam.subjects[0],
      sessions: [{ ...sitting, rooms: [...sitting.rooms, { name: '第二考场', seats: 12 }] }],
    },
    { name: '实务', fullScore: 50, passScore: 30, sessions: [] },
  ])
})

test('a session of an exam needs its time and a room’s name, and its last room stays', async () => {
  await draw(editor(exam), answers)
  assert.ok(!screen.queryByRole('button', { name: '移除“第 1 个考场”' }))
  await press('+ 添加场次')
  await press(/^保\s?存$/)
  const session = screen.getByRole('group', { name: '场次 2' })
  assert.match(session.textContent, /请填写开始和结束时间/)
  assert.deepEqual(saves(), [])
  await press('移除“场次 2”')
  await press(/^保\s?存$/)
  assert.deepEqual(saves()[0]!.subjects, exam.subjects)
})
