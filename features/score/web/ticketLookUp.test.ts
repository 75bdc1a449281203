import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show, screen, sent, act, fireEvent, settle } = await openRenderer()
Object.assign(HTMLDialogElement.prototype, { showModal() {}, close() {} })
const { TicketLookUp } = await import('./TicketLookUp.tsx')

const seats = [
  {
    subjectName: '综合',
    startsAt: '2023-05-01T01:00:00.000Z',
    endsAt: '2023-05-01T03:00:00.000Z',
    room: '第一考场',
    seatNo: 7,
  },
]
const ticket = {
  code: 'CODE1234',
  ticketNo: '2023050001',
  signUpTitle: '职称考试',
  seats,
  scores: [] as object[],
}
const lookUp = '/api/sign-up/look-up.action'
const draw = (list: object[], locale: 'zh-CN' | 'en' = 'zh-CN') =>
  show(createElement(TicketLookUp), {
    locale,
    answers: { [lookUp]: { list }, '/login/get-system-config.action': { captcha: false } },
  })
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settle()
}
const asked = () => sent.filter(({ path }) => path === lookUp)

test('nothing is asked for without a name and a number in full', async () => {
  await draw([ticket])
  await press('查询')
  assert.ok(screen.getByText('至少 2 个字'))
  assert.ok(screen.getByText('请填写完整的证件号'))
  assert.deepEqual(asked(), [])
})

test('a ticket that is found shows number, room and seat, and how it is checked', async () => {
  await draw([ticket])
  await type('姓名', ' 王芳 ')
  await type('证件号', '330102199001010011')
  await press('查询')
  const input = asked()[0]!.input as { realName: string; cardNumber: string }
  assert.deepEqual([input.realName, input.cardNumber], ['王芳', '330102199001010011'])
  assert.ok(screen.getByText('准考证号 2023050001'))
  assert.ok(screen.getByText('第一考场 · 7 号'))
  assert.equal(screen.getByRole('link', { name: /^核验/ }).getAttribute('href'), '/trainIndex?check=CODE1234')
})

test('without a ticket one sentence is said, no matter who was asked for', async () => {
  await draw([], 'en')
  await type('Name', 'Wang Fang')
  await type('ID number', '330102199001010011')
  await press('Search')
  assert.ok(screen.getByText(/^No ticket was found\./))
})

test('once its score is published, a ticket shows the points and what they mean', async () => {
  const scores = [
    { subjectName: '综合', points: 82.5, fullScore: 100, result: 'passed' },
    { subjectName: '实务', points: null, fullScore: 100, result: 'absent' },
  ]
  await draw([{ ...ticket, scores }])
  await type('姓名', '王芳')
  await type('证件号', '330102199001010011')
  await press('查询')
  const list = screen.getByRole('list', { name: '成绩' })
  assert.match(list.textContent, /综合 82\.5 分（满分 100）合格/)
  assert.match(list.textContent, /实务缺考/)
  assert.ok(!screen.queryByText('第一考场 · 7 号'))
})
