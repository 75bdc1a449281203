import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice, signedInLearner } from '../test/office.ts'
import { openWindow } from '../test/window.ts'

openWindow()
const { asked, clear, draw, screen } = await openOffice()
const { clearToken, saveToken } = await import('../web/token.ts')
const { default: TrainIndexPage } = await import('./TrainIndexPage.tsx')
await import('../features/score/web/TicketLookUp.tsx')
// The page waits for a list for as long as the test does.
beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => {
  mock.timers.reset()
  clear()
  clearToken()
})

const lates = ['sign-up/find-mine', 'score/find-mine', 'get-cms-list', 'find-cms-front-list'] as const
for (const late of lates) {
  test(`the form stands below the lists once they are there, and is not moved by them: ${late}`, async () => {
    saveToken('token')
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const drawn = draw(createElement(TrainIndexPage), {
      'get-account-info': signedInLearner,
      'find-cms-front-list': [],
      'train-plan/find-mine': [],
      [late]: () => promise,
    })
    await asked(late)
    assert.ok(!screen.queryByRole('textbox'))
    assert.ok(!screen.queryByRole('searchbox'))
    resolve(/cms-list|sign-up/.test(late) ? { total: 0, list: [] } : [])
    await drawn
    assert.ok(screen.getByRole('searchbox'))
    assert.ok(screen.getAllByRole('textbox').length > 0)
  })
}
