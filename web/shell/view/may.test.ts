import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, type ReactNode } from 'react'
import { type Allow, call, Nothing } from '../../../contract/call.ts'
import type { Permission } from '../../../contract/menu.ts'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
openComponents()
const { cleanup, renderHook } = await import('@testing-library/react')
const { Permissions, useMay, WholeProject } = await import('./may.ts')
afterEach(cleanup)

const aCall = (allow: Allow, wholeProject: boolean) =>
  call('/some.action', { summary: '', allow, wholeProject, input: Nothing, output: Nothing })

function may(declared: ReturnType<typeof aCall>, menus: string[], whole: boolean): boolean {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(
      Permissions,
      { value: new Set(menus) },
      createElement(WholeProject, { value: whole }, children),
    )
  return renderHook(() => useMay(declared), { wrapper }).result.current
}

test('a call is offered by what allows it and by the reach it needs', () => {
  assert.equal(may(aCall('/order-manage/list', false), ['/order-manage/list'], false), true)
  assert.equal(may(aCall('/order-manage/list', true), ['/order-manage/list'], false), false)
  assert.equal(may(aCall('/order-manage/list', true), ['/order-manage/list'], true), true)
  assert.equal(
    may(aCall(['/order-manage/list', '/unit-manage/list'], true), ['/unit-manage/list'], true),
    true,
  )
  assert.equal(may(aCall('/order-manage/list', false), ['/unit-manage/list'], true), false)
  assert.equal(may(aCall('signed-in', true), [], false), false)
})

test('a page and a button are offered by the permission of that name', () => {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(Permissions, { value: new Set(['/order-manage/list#cancel']) }, children)
  const mayDo = (permission: Permission) => renderHook(() => useMay(permission), { wrapper }).result.current
  assert.equal(mayDo('/order-manage/list#cancel'), true)
  assert.equal(mayDo('/order-manage/list#free'), false)
  // @ts-expect-error a permission that no role can hold does not compile
  assert.equal(mayDo('/order-manage/list#cancle'), false)
})
