import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { until } from '../../../test/until.ts'
import { newDraft } from './draft.ts'

openWindow()
const { clear, draw, press, screen, sent, settle, type } = await openOffice()
const { act, fireEvent } = await import('@testing-library/react')
const { currentNotices, dismiss } = await import('../../../web/notice.ts')
const { isUnsaved } = await import('../../../web/shell/view/unsaved.ts')
const { default: QuestionDrawer } = await import('./QuestionDrawer.tsx')
afterEach(() => {
  for (const { id } of currentNotices()) dismiss(id)
  clear()
})

const saves = () => sent.filter(({ path }) => path.includes('save')).map(({ body }) => body)
const stem = () => screen.getByLabelText<HTMLTextAreaElement>('题干')

async function fill() {
  await type('题干', '数据要加密')
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /正确/ })))
  await settle()
}
const isTrue = () => {
  const draft = newDraft({ bankId: 'b1', video: null })
  return { ...draft, type: 'judge' as const, parts: [{ ...draft.parts[0]!, type: 'judge' as const }] }
}

test('a draft says its faults where they are once it is tried, and goes on with the next of its kind', async () => {
  let closed = 0
  const props = { start: isTrue(), onClose: () => closed++ }
  await draw(createElement(QuestionDrawer, props), { 'question/save': { questionId: 'q1', version: 1 } })
  assert.ok(!screen.queryByText('请填写'))
  await press(/^保\s?存$/)
  await until(async () => (await settle(), screen.queryByText('请填写') !== null))
  assert.deepEqual(saves(), [])
  await fill()
  assert.equal(isUnsaved('/'), true)
  await press('保存并新建下一题')
  await until(async () => (await settle(), stem().value === ''))
  assert.equal((saves()[0]!.parts as { stem: string }[])[0]!.stem, '数据要加密')
  assert.deepEqual([closed, isUnsaved('/'), screen.queryByText('请填写')], [0, false, null])
  await fill()
  await press(/^保\s?存$/)
  await until(async () => (await settle(), closed === 1))
})

test('what the server refuses is said at its input alone', async () => {
  const refusal = { respCode: 422, respDesc: 'parts.0.stem：太短', problem: '太短', attribute: null }
  const props = { start: isTrue(), onClose() {} }
  await draw(createElement(QuestionDrawer, props), { 'question/save': { ...refusal, field: 'parts.0.stem' } })
  await fill()
  await press(/^保\s?存$/)
  await until(async () => (await settle(), screen.queryByText('太短') !== null))
  assert.deepEqual(currentNotices(), [])
  await type('题干', '数据要加密保存')
  await until(async () => (await settle(), screen.queryByText('太短') === null))
})
