import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, useState } from 'react'
import { openOffice } from '../../test/office.ts'
import { openWindow } from '../../test/window.ts'
import type { Faults } from './Form.tsx'

openWindow()
const { clear, draw, press, screen, settle, type } = await openOffice()
const { act, fireEvent } = await import('@testing-library/react')
const { CallRefused } = await import('../client.ts')
const { currentNotices, dismiss } = await import('../notice.ts')
const { Button } = await import('./Button.tsx')
const { TextField } = await import('./Field.tsx')
const { Form } = await import('./Form.tsx')
afterEach(() => {
  clear()
  for (const { id } of currentNotices()) dismiss(id)
})

type Props = Partial<Parameters<typeof Form>[0]>

/** A form of two fields, of which the first has to be filled in. */
function Sample(props: Props) {
  const [values, setValues] = useState<Record<string, string>>({})
  const input = (name: string, error: string | undefined) =>
    createElement(TextField, {
      key: name,
      name,
      label: name,
      error,
      value: values[name] ?? '',
      onChange: ({ target }) => setValues({ ...values, [name]: target.value }),
    })
  const send = (busy: boolean): Parameters<typeof Button>[0] => ({ type: 'submit', busy, children: '提交' })
  const form: Parameters<typeof Form>[0] = {
    check: (): Faults => (values.account ? {} : { account: '必填' }),
    onSubmit() {},
    field: 'password',
    ...props,
    children: ({ faults, busy }) => [
      ...['account', 'password'].map((name) => input(name, faults[name])),
      createElement(Button, { key: 'send', ...send(busy) }),
    ],
  }
  return createElement(Form, form)
}
const drawn = (props: Props = {}) => draw(createElement(Sample, props), {})
const focused = () => document.activeElement?.getAttribute('name')
const said = () => currentNotices().map(({ text, traceId }) => [text, traceId])
const refusing = (...refusals: object[]) => ({
  onSubmit: () => Promise.reject(new CallRefused({ respCode: 422, respDesc: '错了', ...refusals.shift() })),
})

test('what is missing is said under its field, which has the focus, and nothing is sent', async () => {
  let sent = 0
  await drawn({ onSubmit: () => sent++ })
  await press('提交')
  assert.deepEqual([sent, focused()], [0, 'account'])
  assert.ok(screen.getByText('必填'))
  await type('account', 'wang')
  await press('提交')
  assert.deepEqual([sent, screen.queryByText('必填')], [1, null])
})

test('it is sent once at a time, by its button, Enter and the shortcuts alike', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let sent = 0
  await drawn({ onSubmit: () => (sent++, promise) })
  await type('account', 'wang')
  const form = document.forms[0]!
  await act(async () => {
    fireEvent.submit(form)
    fireEvent.submit(form)
    fireEvent.keyDown(screen.getByLabelText('account'), { key: 's', ctrlKey: true })
  })
  assert.equal(sent, 1)
  await act(async () => resolve())
  await act(async () => fireEvent.keyDown(screen.getByLabelText('account'), { key: 's', metaKey: true }))
  assert.equal(sent, 2)
})

test('a refusal is at the field it names, without the name of it, or at the one meant', async () => {
  await drawn(refusing({ field: 'account', problem: '太长', respDesc: 'account：太长' }, {}))
  await type('account', 'wang')
  await press('提交')
  assert.deepEqual([focused(), screen.getByText('太长').className], ['account', 'error'])
  await press('提交')
  assert.deepEqual([focused(), screen.queryByText('太长')], ['password', null])
  assert.deepEqual(said(), [])
})

test('what no field bears is a notice: one that is not there, a line that is down, a fault with its reference', async () => {
  await drawn(
    refusing(
      { field: 'unitId', respDesc: '没有这个单位' },
      { respCode: 0, respDesc: '请求超时' },
      { respCode: -1, respDesc: '系统出了点问题', traceId: 't1' },
    ),
  )
  await type('account', 'wang')
  for (let i = 0; i < 3; i++) await press('提交')
  await settle()
  assert.deepEqual(said(), [
    ['没有这个单位', undefined],
    ['请求超时', undefined],
    ['系统出了点问题', 't1'],
  ])
})

test('where the reader has just asked for it the first input has the focus; elsewhere it is left where it is', async () => {
  await drawn()
  assert.equal(focused(), null)
  clear()
  await drawn({ focused: true })
  assert.equal(focused(), 'account')
})

test('a long form is not left with something typed, until it is saved', async () => {
  const leaves = () => window.dispatchEvent(new window.Event('beforeunload', { cancelable: true }))
  await drawn({ guarded: true })
  assert.ok(leaves())
  fireEvent.input(screen.getByLabelText('account'), { target: { value: 'wang' } })
  await settle()
  assert.ok(!leaves())
  await press('提交')
  assert.ok(leaves())
})

test('a fault of the program is a notice', async () => {
  await drawn({ onSubmit: () => Promise.reject(new Error('broken')) })
  await type('account', 'wang')
  await press('提交')
  assert.deepEqual(said(), [['没有提交成功，请再试一次', undefined]])
})
