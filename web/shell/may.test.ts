import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, type ReactNode } from 'react'
import { call, Nothing } from '../../contract/call.ts'
import { openWindow } from '../../test/window.ts'

openWindow()
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
Object.assign(navigator, { userAgent: 'a browser' })
const { cleanup, renderHook } = await import('@testing-library/react')
const { Permissions, useMayCall, WholeProject } = await import('./may.ts')
afterEach(cleanup)

const aCall = (allow: '/a' | 'signed-in' | readonly ['/a', '/b'], wholeProject: boolean) =>
  call('/some.action', { allow, wholeProject, input: Nothing, output: Nothing })

function may(declared: ReturnType<typeof aCall>, menus: string[], whole: boolean): boolean {
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(
      Permissions,
      { value: new Set(menus) },
      createElement(WholeProject, { value: whole }, children),
    )
  return renderHook(() => useMayCall(declared), { wrapper }).result.current
}

test('a call is offered by what allows it and by the reach it needs', () => {
  assert.equal(may(aCall('/a', false), ['/a'], false), true)
  assert.equal(may(aCall('/a', true), ['/a'], false), false)
  assert.equal(may(aCall('/a', true), ['/a'], true), true)
  assert.equal(may(aCall(['/a', '/b'], true), ['/b'], true), true)
  assert.equal(may(aCall('/a', false), ['/b'], true), false)
  assert.equal(may(aCall('signed-in', true), [], false), false)
})
