import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../../test/rendered.ts'
import { saveToken } from '../../../../web/token.ts'
import { type Exercise, exerciseCalls, type ExercisePart, type ExerciseQuestion } from '../contract.ts'
import type { Checked } from './practice.ts'

const { show, screen, act, fireEvent, settle, sent } = await openRenderer()
const { ExerciseRoom } = await import('./ExerciseRoom.tsx')

const question: ExerciseQuestion = {
  versionId: 'v1',
  type: 'single',
  category: '',
  resourceId: null,
  atSecond: null,
  mustPass: false,
  rewindTo: null,
  material: '',
  parts: [{ type: 'single', stem: '下列正确的是', options: ['甲', '乙'], blanks: 0 }],
  favourite: false,
  wrong: true,
  tried: [{ part: 0, right: false, wrong: true }],
}
const draw = async (
  questions: ExerciseQuestion[],
  only?: ExercisePart,
  checked: Partial<Checked> = { right: true, book: 'stays' },
) => {
  saveToken('T')
  const chosen: ExercisePart[] = []
  const exercise: Exercise = {
    title: '公共课题库',
    total: questions.length,
    progress: { total: 7, done: 4, right: 2, wrong: 2, favourites: 1 },
    questions,
    next: null,
  }
  await show(
    createElement(ExerciseRoom, {
      source: { bankId: 'b1', ...(only ? { only } : {}) },
      onOnly: (part: ExercisePart) => chosen.push(part),
    }),
    {
      answers: {
        [exerciseCalls.goBankExercise.path]: exercise,
        [exerciseCalls.checkExercise.path]: { answer: ['B'], analysis: '', ...checked },
      },
    },
  )
  return chosen
}

test('the parts of a bank are counted, and one of them is chosen to be practised', async () => {
  const chosen = await draw([question])
  for (const name of ['全部 7', '未做 3', '错题本 2', '收藏 1']) assert.ok(screen.getByText(name))
  await act(async () => void fireEvent.click(screen.getByText('错题本 2')))
  assert.deepEqual(chosen, ['wrong'])
  assert.ok(screen.getByRole('heading', { level: 1, name: '练习：公共课题库' }))
})

test('an empty part says that nothing is in it, not that the bank is empty', async () => {
  await draw([], 'wrong')
  assert.ok(screen.getByText('这里没有题目'))
  assert.ok(!screen.queryByText('这里还没有可以练习的题'))
})

test('a right answer in the book says that one more is needed; without an answer nothing is checked', async () => {
  await draw([question], 'wrong')
  const check = screen.getByRole<HTMLButtonElement>('button', { name: '核对答案' })
  assert.equal(check.disabled, true)
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: /乙/ })))
  await act(async () => void fireEvent.click(check))
  await settle()
  assert.ok(screen.getByText('再连续答对一次，就移出错题本'))
})

test('the counts of the parts follow an answer and a favourite at once, and stay when it begins again', async () => {
  await draw([{ ...question, wrong: false, tried: [] }], 'all', { right: false, book: 'in' })
  await act(async () => void fireEvent.click(screen.getByRole('radio', { name: /甲/ })))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '核对答案' })))
  await settle()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '收藏此题' })))
  await settle()
  const counts = () => {
    for (const name of ['全部 7', '未做 2', '错题本 3', '收藏 2']) assert.ok(screen.getByText(name), name)
  }
  counts()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '看看练得怎样' })))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '从头再练' })))
  counts()
  assert.ok(screen.getByRole('button', { name: '已收藏，点按取消' }))
})

const stretch = (from: number, to: number): ExerciseQuestion[] =>
  Array.from({ length: to - from }, (_, i) => ({
    ...question,
    versionId: `v${from + i}`,
    parts: [{ ...question.parts[0]!, stem: `题干 ${from + i + 1}` }],
  }))

test('the answer sheet has every question of a long bank, and goes to one that was not fetched yet', async () => {
  const progress = { total: 130, done: 0, right: 0, wrong: 0, favourites: 0 }
  const shared = { title: '公共课题库', total: 130, progress }
  const stretches = [
    { ...shared, questions: stretch(0, 50), next: 'q50' },
    { ...shared, questions: stretch(50, 130), next: null },
  ]
  saveToken('T')
  await show(createElement(ExerciseRoom, { source: { bankId: 'b1' }, onOnly() {} }), {
    reply: () => Response.json({ respCode: 200, respDesc: '', attribute: stretches.shift() }),
  })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /答题卡|0 \/ 130/ })))
  const numbers = screen.getAllByRole('button', { name: /^第 \d+ 题/ })
  assert.equal(numbers.length, 130)
  await act(async () => void fireEvent.click(numbers[129]!))
  await settle()
  assert.ok(screen.getByText('题干 130'))
  const calls = sent.filter(({ path }) => path === exerciseCalls.goBankExercise.path)
  assert.deepEqual(
    calls.map(({ input }) => input),
    [{ bankId: 'b1' }, { bankId: 'b1', after: 'q50', most: 90 }],
  )
  assert.ok(screen.getByRole('button', { name: '看看练得怎样' }), 'it is the last one')
})
