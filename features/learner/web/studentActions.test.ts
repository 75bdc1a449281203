import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { Activity, type ActivityProps, createElement, useState } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { StudentRow } from '../../student/manage/contract.ts'

openWindow()
const { act, draw, clear, press, screen, settle } = await openOffice()
const { useStudentActions } = await import('./StudentActions.tsx')
await import('../../account/manage/web/OneTimePassword.tsx')
afterEach(clear)

const learner = { id: 'l', realName: '张三', loginName: 'zhangsan', status: 'active' } as StudentRow

function Reset() {
  const { actionsOf, dialogs } = useStudentActions()
  const reset = actionsOf(learner).find(({ key }) => key === 'reset')!
  return createElement('div', null, createElement('button', { onClick: reset.onClick }, '重置'), dialogs)
}

/** A page in a tab that can be hidden. */
function InTab() {
  const [isShown, setShown] = useState(true)
  return createElement(
    'div',
    null,
    createElement('button', { onClick: () => setShown(!isShown) }, '标签'),
    createElement(Activity, { mode: isShown ? 'visible' : 'hidden' } as ActivityProps, createElement(Reset)),
  )
}

test('a new password that comes while its tab is hidden is there when the tab is shown again', async () => {
  await draw(createElement(InTab), {}, { menus: ['/student-manage/student#reset'] })
  let answer: (response: Response) => void
  mock.method(globalThis, 'fetch', () => new Promise((resolve) => (answer = resolve)))
  const click = (name: string) => act(async () => screen.getByText(name).click())
  await click('重置')
  await click('标签')
  const attribute = { password: 'Neu2026abc' }
  await act(async () => answer(new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))))
  await settle()
  await press('标签')
  assert.ok(await screen.findByText(/Neu2026abc/))
})
