import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, useState } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { draw, clear, screen, act, fireEvent, settle } = await openOffice()
const { CallRefused } = await import('../../client.ts')
const { EditableCell } = await import('./EditableCell.tsx')
afterEach(clear)

test('Enter saves what is typed, once; Escape restores; what is refused is said at the cell', async () => {
  const saved: number[] = []
  const under: PromiseWithResolvers<unknown>[] = []
  await draw(
    createElement(EditableCell<number>, {
      label: '排序',
      value: '7',
      meaning: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
      onSave(next) {
        saved.push(next)
        under.push(Promise.withResolvers())
        return under.at(-1)!.promise
      },
    }),
    {},
  )
  const field = () => screen.getByLabelText<HTMLInputElement>('排序')
  const write = (value: string) => act(async () => fireEvent.change(field(), { target: { value } }))
  const key = (name: string) => act(async () => fireEvent.keyDown(field(), { key: name }))
  await key('Enter')
  await write('8')
  await key('Escape')
  assert.equal(field().value, '7')
  await write('x')
  await key('Enter')
  assert.equal(field().value, '7')
  assert.deepEqual(saved, [])
  await write('9')
  await key('Enter')
  await key('Enter')
  await act(async () => fireEvent.blur(field()))
  assert.deepEqual(saved, [9])
  assert.equal(field().readOnly, true)
  await act(async () => under[0]!.reject(new CallRefused({ respCode: 409, respDesc: '已被修改' } as never)))
  await settle()
  assert.equal(screen.getByRole('alert').textContent, '已被修改')
  assert.equal(field().getAttribute('aria-invalid'), 'true')
  assert.equal(field().value, '9')
  await act(async () => fireEvent.blur(field()))
  assert.deepEqual(saved, [9], 'what was refused is sent again only once it is changed')
  await key('Enter')
  await act(async () => under[1]!.reject(new CallRefused({ respCode: 409, respDesc: '已被修改' } as never)))
  await settle()
  await write('8')
  assert.ok(!screen.queryByRole('alert'))
  await act(async () => fireEvent.blur(field()))
  await act(async () => under[2]!.resolve(null))
  assert.deepEqual(saved, [9, 9, 8])
})

test('Enter and Escape of an input method are its own', async () => {
  const saved: string[] = []
  await draw(
    createElement(EditableCell<string>, {
      label: '名称',
      value: '甲',
      meaning: (text: string) => text,
      onSave: async (next) => void saved.push(next),
    }),
    {},
  )
  const field = screen.getByLabelText<HTMLInputElement>('名称')
  await act(async () => fireEvent.change(field, { target: { value: 'yi' } }))
  for (const name of ['Enter', 'Escape'])
    await act(async () => fireEvent.keyDown(field, { key: name, isComposing: true }))
  assert.deepEqual([field.value, saved], ['yi', []])
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  assert.deepEqual(saved, ['yi'])
})

test('what the list loads is shown in the same field, which keeps the focus, and not over what is typed', async () => {
  let load: (value: string) => void
  function Cell() {
    const [value, setValue] = useState('7')
    load = setValue
    return createElement(EditableCell<string>, {
      label: '名称',
      value,
      meaning: (text: string) => text,
      onSave: async (next) => setValue(next),
    })
  }
  await draw(createElement(Cell), {})
  const field = screen.getByLabelText<HTMLInputElement>('名称')
  await act(async () => field.focus())
  await act(async () => fireEvent.change(field, { target: { value: '8' } }))
  await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  await settle()
  assert.ok(document.activeElement === field)
  await act(async () => load('9'))
  assert.equal(field.value, '9')
  await act(async () => fireEvent.change(field, { target: { value: '10' } }))
  await act(async () => load('11'))
  assert.equal(field.value, '10')
  await act(async () => fireEvent.keyDown(field, { key: 'Escape' }))
  assert.equal(field.value, '11')
})
