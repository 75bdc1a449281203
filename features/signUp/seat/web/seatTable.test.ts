import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, Fragment } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import { currentNotices, dismiss } from '../../../../web/notice.ts'
import { seatCalls, type SeatRow } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { SeatTable } = await import('./SeatTable.tsx')
const { QuestionDialog } = await import('../../../../web/shell/frame/QuestionDialog.tsx')
afterEach(() => {
  clear()
  for (const { id } of currentNotices()) dismiss(id)
})

const sitting = { startsAt: '2023-05-01T01:00:00.000Z', endsAt: '2023-05-01T03:00:00.000Z' }
const rooms = [{ name: '第一考场', seats: 30 }]
const signUp = {
  id: 'u1',
  title: '职称考试',
  subjects: [{ id: 'j1', name: '综合知识', sessions: [{ ...sitting, rooms }] }],
}
const seat: SeatRow = {
  id: 's1',
  applicationId: 'p1',
  subjectName: '综合知识',
  ...sitting,
  room: '第一考场',
  seatNo: 7,
  realName: '王芳',
  cardMask: '330***********0011',
  unitName: '第一中学',
  ticketNo: '2023000001',
}
const page = '/cms-manage/apply-exam-manage'
const show = (menus: string[], assigned: object = { people: 2, seats: 4 }) =>
  draw(
    createElement(Fragment, null, createElement(SeatTable, { signUp }), createElement(QuestionDialog)),
    { [seatCalls.findSeats.path]: { total: 1, list: [seat] }, [seatCalls.assign.path]: assigned },
    { menus },
  )
const assigns = () => sent.filter(({ path }) => path.includes(seatCalls.assign.path)).map(({ body }) => body)
const confirm = async () => {
  const buttons = screen.getAllByRole('button', { name: '安排座位', hidden: true })
  await act(async () => void fireEvent.click(buttons.at(-1)!))
  await settle()
}

test('seats are listed with the hour, the room and who sits there; who may not assign them reads alone', async () => {
  await show([page])
  for (const text of ['2023000001', '王芳', '第一考场', '7'])
    assert.ok(screen.getAllByText(text).length > 0, text)
  assert.match(document.querySelector('time')!.textContent, /09:00/)
  assert.equal(sent.find(({ path }) => path.includes(seatCalls.findSeats.path))!.body.signUpId, 'u1')
  assert.ok(!screen.queryByRole('button', { name: '安排座位' }))
})

test('seats are assigned once that is confirmed; where there are too few, nobody has one and it is said', async () => {
  await show([page, `${page}#seat`])
  await press('安排座位')
  assert.ok(screen.getByText('为“职称考试”安排座位？'))
  assert.deepEqual(assigns(), [])
  await confirm()
  assert.deepEqual(assigns(), [{ signUpId: 'u1' }])
  assert.equal(currentNotices().at(-1)?.text, '已为 2 人安排 4 个座位')
  clear()
  const respDesc = '“职称考试”还差 3 个座位，没有安排；请先增加考场或座位'
  await show([page, `${page}#seat`], { respCode: 409, respDesc, attribute: null })
  await press('安排座位')
  await confirm()
  assert.equal(currentNotices().at(-1)?.text, respDesc)
})
