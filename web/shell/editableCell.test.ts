import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../test/office.ts'
import { openWindow } from '../../test/window.ts'

openWindow()
const { draw, clear, screen, act, fireEvent, settle } = await openOffice()
const { CallRefused } = await import('../client.ts')
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
