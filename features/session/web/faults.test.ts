import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { openWindow } from '../../../test/window.ts'

openWindow()
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
Object.assign(navigator, { userAgent: 'a browser' })
const { act, cleanup, renderHook } = await import('@testing-library/react')
const { CallRefused } = await import('../../../web/client.ts')
const { currentNotices, dismiss } = await import('../../../web/notice.ts')
const { useFaults } = await import('./faults.ts')

/** A form of three fields, each marked as wrong when it is. */
function aForm() {
  const form = document.createElement('form')
  form.innerHTML = '<input name="account"><input name="password"><input name="msgCode">'
  document.body.replaceChildren(form)
  const hook = renderHook(() => {
    const shown = useFaults()
    shown.form.current = form
    for (const field of form.querySelectorAll('input'))
      field.setAttribute('aria-invalid', String(field.name in shown.faults))
    return shown
  })
  return { hook, focused: () => (document.activeElement as HTMLInputElement).name }
}
const notices = () => currentNotices().map((notice) => notice.text)

beforeEach(() => document.body.replaceChildren())
afterEach(() => {
  cleanup()
  for (const { id } of currentNotices()) dismiss(id)
})

test('the first wrong field, in the order of the form, has the focus', () => {
  const { hook, focused } = aForm()
  let clean: boolean | undefined
  act(() => void (clean = hook.result.current.say({ msgCode: '六位', account: '必填' })))
  assert.equal(clean, false)
  assert.equal(focused(), 'account')
  act(() => void (clean = hook.result.current.say({})))
  assert.equal(clean, true)
  assert.deepEqual(notices(), [])
})

test('a refusal is shown at the field it names, or at the one meant', () => {
  const { hook, focused } = aForm()
  const refuse = (more: object) =>
    act(() =>
      hook.result.current.refused(new CallRefused({ respCode: 422, respDesc: '错了', ...more }), 'password'),
    )
  refuse({ field: 'msgCode' })
  assert.deepEqual([hook.result.current.faults, focused()], [{ msgCode: '错了' }, 'msgCode'])
  refuse({})
  assert.deepEqual([hook.result.current.faults, focused()], [{ password: '错了' }, 'password'])
})

test('what no field bears is a notice: a field that is not there, a line that is down; anything else is thrown', () => {
  const { hook } = aForm()
  act(() =>
    hook.result.current.refused(
      new CallRefused({ respCode: 422, respDesc: '没有这个单位', field: 'unitId' }),
      'password',
    ),
  )
  act(() => hook.result.current.refused(new CallRefused({ respCode: 0, respDesc: '请求超时' }), 'password'))
  assert.deepEqual(notices(), ['没有这个单位', '请求超时'])
  assert.deepEqual(Object.keys(hook.result.current.faults), ['unitId'])
  assert.throws(() => hook.result.current.refused(new TypeError('x'), 'password'), TypeError)
})
