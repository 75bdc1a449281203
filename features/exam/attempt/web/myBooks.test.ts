import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../../test/rendered.ts'
import { saveToken } from '../../../../web/token.ts'
import { exerciseCalls } from '../../../question/exercise/contract.ts'
import { attemptCalls } from '../contract.ts'

const { show, screen } = await openRenderer()
const { MyExams } = await import('./MyExams.tsx')

const progress = { total: 7, done: 4, right: 2, wrong: 0, favourites: 0 }
const draw = (books: object[]) => {
  saveToken('T')
  return show(createElement(MyExams), {
    answers: {
      [attemptCalls.findMyClassExam.path]: [],
      [exerciseCalls.findExerciseBook.path]: books,
      [exerciseCalls.findExerciseBank.path]: [],
    },
  })
}
const linkOf = (name: RegExp) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null

test('a book leads to its wrong questions and its favourites, of a class or of a bank', async () => {
  await draw([
    { ...progress, classId: 'c1', bankId: null, name: '数据安全实务', wrong: 2 },
    { ...progress, classId: null, bankId: 'b1', name: '公共课题库', favourites: 3 },
  ])
  assert.equal(linkOf(/^错题本（2）/), '/detail-question?classId=c1&only=wrong')
  assert.equal(linkOf(/^收藏（3）/), '/detail-question?bankId=b1&only=favourite')
  assert.equal(screen.getAllByRole('link', { name: /^接着练/ }).length, 2)
})

test('an emptied book leads on without wrong questions', async () => {
  await draw([{ ...progress, classId: 'c1', bankId: null, name: '数据安全实务' }])
  assert.equal(linkOf(/^错题本/), null)
  assert.equal(linkOf(/^接着练/), '/detail-question?classId=c1')
})

test('without practice there is no heading of it', async () => {
  await draw([])
  assert.ok(!screen.queryByRole('heading', { name: '我的练习' }))
})
