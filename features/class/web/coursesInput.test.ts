import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement, useState } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ChosenCourse } from './CoursesInput.tsx'

openWindow()
const { act, clear, draw, fireEvent, press, screen, settle } = await openOffice()
const { CoursesInput } = await import('./CoursesInput.tsx')
afterEach(clear)

const course = (id: string, name: string) =>
  ({ id, name, attribute: 'required', hoursTenths: 10, videos: [] }) as unknown as ChosenCourse

function Courses() {
  const [value, setValue] = useState([course('a', '甲')])
  return createElement(CoursesInput, { value, onChange: setValue })
}

test('a course that was taken out while others were fetched does not come back', async () => {
  const row = { ...course('b', '乙'), items: [], classes: 0, status: 'active' }
  await draw(createElement(Courses), { course: { total: 1, list: [row] } })
  await press('添加课程')
  await act(async () => fireEvent.click(screen.getAllByRole('checkbox').at(-1)!))
  let answer: () => void
  mock.method(globalThis, 'fetch', () => {
    const reply = JSON.stringify({ respCode: 200, respDesc: '', attribute: row })
    return new Promise((resolve) => (answer = () => resolve(new Response(reply))))
  })
  await act(async () =>
    document.querySelector<HTMLButtonElement>('.ant-modal-footer .ant-btn-primary')!.click(),
  )
  await act(async () => fireEvent.click(screen.getAllByLabelText(/“甲”/).at(-1)!))
  await act(async () => answer())
  await settle()
  assert.deepEqual(
    [...document.querySelectorAll('.courses-input > li')].map((item) => item.textContent?.[0]),
    ['乙'],
  )
})
