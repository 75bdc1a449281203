import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../test/office.ts'
import { openWindow } from '../test/window.ts'

openWindow()
const { clear, draw, screen, sent } = await openOffice()
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

const learner = {
  manageAccountInfo: {
    accountId: 'l',
    userName: '学员',
    roleRP: { roleId: 'r', roleName: '学员', roleSystem: 3, menu: [] },
  },
}

for (const late of ['sign-up/find-mine', 'get-cms-list', 'find-cms-front-list'] as const) {
  test(`the form stands below the lists once they are there, and is not moved by them: ${late}`, async () => {
    saveToken('token')
    const { promise, resolve } = Promise.withResolvers<unknown>()
    const drawn = draw(createElement(TrainIndexPage), {
      'get-account-info': learner,
      'find-cms-front-list': [],
      'train-plan/find-mine': [],
      [late]: () => promise,
    })
    for (let turns = 0; !sent.some(({ path }) => path.includes(late)); turns++) {
      assert.ok(turns < 10_000, `${late} was not asked for`)
      await new Promise(setImmediate)
    }
    for (let turns = 0; turns < 20; turns++) await new Promise(setImmediate)
    assert.ok(!screen.queryByRole('textbox'))
    assert.ok(!screen.queryByRole('searchbox'))
    resolve(late === 'find-cms-front-list' ? [] : { total: 0, list: [] })
    await drawn
    assert.ok(screen.getByRole('searchbox'))
    assert.ok(screen.getAllByRole('textbox').length > 0)
  })
}
