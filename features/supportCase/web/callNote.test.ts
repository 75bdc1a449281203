import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, sent, settle, type } = await openOffice()
const { CallNote } = await import('./CallNote.tsx')
const { LearnerPicker } = await import('../../student/manage/web/LearnerPicker.tsx')
afterEach(clear)

test('what is typed while a note is being saved is kept; what was saved is cleared', async () => {
  await draw(createElement(CallNote, { accountId: 'l' }), {})
  const field = screen.getByRole<HTMLTextAreaElement>('textbox')
  const name = field.getAttribute('aria-label')!
  let answer: () => void
  mock.method(globalThis, 'fetch', () => {
    const reply = JSON.stringify({ respCode: 200, respDesc: '', attribute: { added: true } })
    return new Promise((resolve) => (answer = () => resolve(new Response(reply))))
  })
  const save = async (meanwhile?: string) => {
    await act(async () => screen.getByRole('button', { name: '保存记录' }).click())
    await act(async () => new Promise((resolve) => setTimeout(resolve)))
    if (meanwhile) {
      await act(async () => new Promise((resolve) => setTimeout(resolve)))
      await act(async () => fireEvent.change(field, { target: { value: meanwhile } }))
    }
    await act(async () => answer())
    await settle()
  }
  await type(name, '学员来电询问')
  await save('学员来电询问，还要回电')
  assert.equal(field.value, '学员来电询问，还要回电')
  await save()
  assert.equal(field.value, '')
})

test('a learner is asked for once the typing pauses', async (t) => {
  await draw(createElement(LearnerPicker, { placeholder: '姓名' }), {})
  sent.length = 0
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const field = screen.getByRole('combobox')
  for (const value of ['张', '张三', '张三丰']) {
    await act(async () => fireEvent.change(field, { target: { value } }))
    await act(async () => t.mock.timers.tick(199))
  }
  assert.equal(sent.length, 0)
  await act(async () => t.mock.timers.tick(1))
  await settle()
  assert.deepEqual(
    sent.map(({ body }) => body.keyword),
    ['张三丰'],
  )
})
