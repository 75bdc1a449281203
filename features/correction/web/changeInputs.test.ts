import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, sent, settle } = await openOffice()
const { default: Form } = await import('antd/es/form')
const { ChangeInputs } = await import('./ChangeInputs.tsx')
afterEach(clear)

const learner = { accountId: 'l', name: '张三' }
const inForm = (kind: 'pass' | 'identity') =>
  createElement(Form, null, createElement(ChangeInputs, { kind, learner }))

test('an enrolment beyond the first fifty is found by the name of its class', async () => {
  const row = { id: 'e60', className: '消防安全', status: 'active' }
  await draw(inForm('pass'), {
    'find-portfolio-page': ({ className }: { className?: string }) =>
      className === '消防' ? { total: 1, list: [row] } : { total: 60, list: [] },
  })
  await act(async () => fireEvent.change(screen.getByRole('combobox'), { target: { value: '消防' } }))
  const option = await screen.findByRole('option', { name: /消防安全/ })
  await act(async () => fireEvent.click(option))
  await settle()
  assert.ok(sent.some(({ body }) => body.enrolmentId === 'e60'))
})

test('a wrong ID number is called wrong, not missing', async () => {
  await draw(inForm('identity'), {})
  const field = screen.getAllByRole('textbox').at(-1)!
  await act(async () => fireEvent.change(field, { target: { value: '123' } }))
  await settle()
  assert.ok(await screen.findByText('身份证号不正确，请核对'))
})
