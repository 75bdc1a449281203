import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { until } from '../../../../test/until.ts'
import { openWindow } from '../../../../test/window.ts'

openWindow()
const { clear, draw, press, screen, sent, settle } = await openOffice()
const { act, fireEvent } = await import('@testing-library/react')
const { currentNotices, dismiss } = await import('../../../../web/notice.ts')
const { isUnsaved } = await import('../../../../web/shell/view/unsaved.ts')
const { MarkingDrawer } = await import('./MarkingDrawer.tsx')
afterEach(() => {
  for (const { id } of currentNotices()) dismiss(id)
  clear()
})

const essay = (no: number) => ({
  no,
  type: 'essay',
  score: 10,
  stem: `第${no}题`,
  material: null,
  options: [],
  given: ['答'],
  mark: null,
  answer: [],
  analysis: '',
})
const paper = { learner: '李', number: 1, status: 'marking', score: null, materials: [] }
const answered = (saved: object) => ({
  'get-marking': { ...paper, items: [essay(1), essay(2)] },
  'save-marking': saved,
})

/** Presses a button once it may be pressed: what was given is noticed after it is drawn. */
async function pressOnce(name: string) {
  const button = () => screen.queryByRole<HTMLButtonElement>('button', { name })
  await until(async () => (await settle(), button()?.disabled === false))
  await press(name)
}

test('points are saved in halves; a part of them keeps the drawer open, and all of them lead to the next', async () => {
  const next: string[] = []
  let closed = 0
  const props = {
    attemptId: 'a1',
    next: 'a2',
    onNext: (id: string) => next.push(id),
    onClose: () => closed++,
  }
  await draw(createElement(MarkingDrawer, props), answered({ status: 'marking', score: null }))
  const marks = () => sent.filter(({ path }) => path.includes('save-marking')).map(({ body }) => body.marks)
  const [first, second] = screen.getAllByLabelText<HTMLInputElement>(/得分/).map(({ id }) => id)
  assert.ok(first && second)
  assert.ok(!screen.queryByRole('button', { name: '保存并阅下一份' }))
  await press('保存给分')
  assert.deepEqual(marks(), [], 'nothing is given yet')
  await act(async () => {
    fireEvent.change(document.getElementById(first)!, { target: { value: '6.4' } })
    fireEvent.blur(document.getElementById(first)!)
  })
  assert.equal(isUnsaved('/'), true)
  await pressOnce('保存给分')
  await until(async () => (await settle(), marks().length === 1 && !isUnsaved('/')))
  assert.deepEqual([marks(), closed], [[[{ no: 1, score: 6.5 }]], 0])
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: /零\s?分/ })[1]!))
  await pressOnce('保存并阅下一份')
  await until(async () => (await settle(), next.length > 0))
  assert.deepEqual(marks()[1], [
    { no: 1, score: 6.5 },
    { no: 2, score: 0 },
  ])
  assert.deepEqual([next, closed], [['a2'], 0])
})

test('a refusal is one notice, and what was given is still there', async () => {
  const refusal = { respCode: 422, respDesc: '第 1 题最多 10 分', attribute: null }
  const props = { attemptId: 'a1', next: null, onNext() {}, onClose() {} }
  await draw(createElement(MarkingDrawer, props), answered(refusal))
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: /满\s?分/ })[0]!))
  await pressOnce('保存给分')
  await until(async () => (await settle(), currentNotices().length > 0))
  assert.deepEqual(
    currentNotices().map(({ text }) => text),
    ['第 1 题最多 10 分'],
  )
  assert.equal(isUnsaved('/'), true)
})
