import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { saveToken } from '../../../web/token.ts'
import type { MyScore } from '../contract.ts'

const { show, screen, sent, act, fireEvent, settle } = await openRenderer()
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})
const { ApplicationScores } = await import('./ApplicationScores.tsx')

const score = (changes: Partial<MyScore> = {}): MyScore => ({
  id: 's1',
  applicationId: 'a1',
  subjectName: '综合知识',
  points: 58,
  result: 'failed',
  fullScore: 100,
  passScore: 60,
  publishedAt: '2023-03-01T00:00:00.000Z',
  appealUntil: '2023-03-06T00:00:00.000Z',
  canAppeal: true,
  appeal: null,
  ...changes,
})
const draw = (list: MyScore[], locale: 'zh-CN' | 'en' = 'zh-CN') => {
  saveToken('T')
  return show(createElement(ApplicationScores, { application: { id: 'a1' } }, '请下载准考证'), {
    locale,
    answers: { '/api/score/find-mine.action': list, '/api/score/appeal.action': null },
  })
}
const press = async (name: string | RegExp) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))
  await settle()
}
const asked = () => sent.filter(({ path }) => path === '/api/score/appeal.action').map(({ input }) => input)

test('what is next is shown before scores are published', async () => {
  await draw([])
  assert.ok(!screen.queryByRole('list', { name: '成绩' }))
  assert.ok(screen.getByText('请下载准考证'))
})

test('the scores of all applications come by one call, each to its own', async () => {
  saveToken('T')
  const of = (id: string) =>
    createElement(ApplicationScores, { key: id, application: { id } }, `准考证 ${id}`)
  await show([of('a1'), of('a2'), of('a3')], {
    answers: {
      '/api/score/find-mine.action': [score(), score({ id: 's2', applicationId: 'a2', subjectName: '实务' })],
    },
  })
  const lists = screen.getAllByRole('list', { name: '成绩' })
  assert.deepEqual(
    lists.map(({ textContent }) => [textContent.includes('综合知识'), textContent.includes('实务')]),
    [
      [true, false],
      [false, true],
    ],
  )
  assert.ok(screen.getByText('准考证 a3'))
  assert.equal(sent.filter(({ path }) => path === '/api/score/find-mine.action').length, 1)
})

test('a score says points, pass mark and result, and what became of the appeal, and no ticket is asked for', async () => {
  const rejected = { state: 'rejected' as const, reason: '漏判', answer: '复核无误' }
  await draw([score(), score({ id: 's2', subjectName: '实务', canAppeal: false, appeal: rejected })], 'en')
  const { textContent } = screen.getByRole('list', { name: 'Scores' })
  assert.match(textContent, /58 of 100 points, 60 to pass/)
  assert.match(textContent, /Appeal rejected: 复核无误/)
  assert.ok(!screen.queryByText('请下载准考证'))
  assert.equal(screen.getAllByRole('button', { name: /^Appeal/ }).length, 1)
})

test('an appeal needs a reason, and is sent once', async () => {
  await draw([score()])
  await press(/^申诉\s?综合知识$/)
  await press('申诉')
  assert.ok(screen.getByText('至少 4 个字'))
  assert.deepEqual(asked(), [])
  await act(
    async () =>
      void fireEvent.change(screen.getByLabelText('申诉理由'), { target: { value: ' 第二大题漏判 ' } }),
  )
  await press('申诉')
  assert.deepEqual(asked(), [{ id: 's1', reason: '第二大题漏判' }])
})
