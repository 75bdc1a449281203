import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice, signedInLearner } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { asked, clear, draw, screen } = await openOffice()
const { clearToken, saveToken } = await import('../../../web/token.ts')
const { default: MyPage } = await import('./MyPage.tsx')
await import('./MyMessages.tsx')
await import('../../exam/attempt/web/MyExams.tsx')
await import('../../student/complete/web/AccountSection.tsx')
await import('../../face/web/FacePart.tsx')
await import('../../student/complete/web/InfoReminder.tsx')
// A tab waits for a call for as long as the test does.
beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => {
  mock.timers.reset()
  clear()
  clearToken()
})

const notice = {
  id: 'n1',
  title: '停机维护',
  pinned: false,
  isRead: false,
  publishedAt: '2023-03-01T00:00:00.000Z',
}
const exam = { bankId: 'b1', name: '题库一', questions: 3 }

for (const { tab, late, answer, last, above, below } of [
  {
    tab: 'messages',
    late: 'find-front-list',
    answer: { total: 1, list: [notice] },
    last: 'message/find-mine',
    above: '停机维护',
    below: () => screen.queryByRole('button', { name: '全部标为已读' }),
  },
  {
    tab: 'exams',
    late: 'find-my-class-exam',
    answer: [],
    last: 'find-exercise-bank',
    above: '还没有考试',
    below: () => screen.queryByText('题库一'),
  },
] as const) {
  test(`what comes late in the tab ${tab} moves nothing that is there: all of it comes together`, async () => {
    saveToken('token')
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const drawn = draw(
      createElement(MyPage),
      {
        'get-account-info': signedInLearner,
        'get-my-class-hour': { years: [2023] },
        'find-exercise-bank': [exam],
        'find-exercise-book': [],
        [late]: () => promise,
      },
      { address: `/my?tab=${tab}` },
    )
    await asked(last)
    assert.ok(!below())
    resolve(answer)
    await drawn
    assert.ok(screen.getByText(above))
    assert.ok(below())
  })
}

test('plans move nothing in the overview: what is below them comes with them', async () => {
  saveToken('token')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const passport = { year: 2023, years: [2023], types: [], entries: [], repeated: [] }
  const drawn = draw(
    createElement(MyPage),
    {
      'get-account-info': signedInLearner,
      'get-my-class-hour': passport,
      'train-plan/find-mine': () => promise,
      'find-my-class-exam': [],
    },
    { address: '/my' },
  )
  await asked('train-plan/find-mine')
  const below = () => document.querySelector('.mine-columns')
  assert.ok(!below())
  resolve([])
  await drawn
  assert.ok(below())
})

test('the account comes to a place as high as a window', async () => {
  saveToken('token')
  const { promise, resolve } = Promise.withResolvers<unknown>()
  const drawn = draw(
    createElement(MyPage),
    { 'get-account-info': signedInLearner, 'get-my-info': () => promise },
    { address: '/my?tab=account' },
  )
  await asked('get-my-info')
  const places = [...document.querySelectorAll('[role=tabpanel] [role=status]')]
  assert.ok(places.some((place) => place.parentElement!.style.minHeight === '100vh'))
  resolve({ respCode: 500, respDesc: '请稍后再试', attribute: null })
  await drawn
})
