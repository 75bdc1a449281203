import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { bannerCalls } from '../features/banner/contract.ts'
import { applicationCalls } from '../features/signUp/application/contract.ts'
import { noticeCalls } from '../features/notice/contract.ts'
import { classAnnounced } from '../features/notice/server/messages.ts'
import { applicationConfirmed } from '../features/signUp/application/server/messages.ts'
import { seatCalls } from '../features/signUp/seat/contract.ts'
import { ticketPath } from '../features/signUp/seat/ticketPath.ts'
import { signUpCalls } from '../features/signUp/contract.ts'
import { type MyPlan, planCalls } from '../features/trainPlan/contract.ts'
import { openRenderer } from '../test/rendered.ts'
import { thisYear } from '../web/dayStart.ts'
import { clearToken, saveToken } from '../web/token.ts'

const { show, screen, sent } = await openRenderer()
const { default: TrainIndexPage } = await import('./TrainIndexPage.tsx')
// What a reader waits for is there at once.
await import('../features/trainPlan/web/MyPlans.tsx')

const asked = (call: { path: string }) =>
  sent.filter(({ path }) => path.endsWith(call.path.replace(/^\/api/, ''))).map(({ input }) => input)

test('the code on a ticket leads to its check', async () => {
  await show(createElement(TrainIndexPage), {
    at: ticketPath('CODE1234'),
    answers: { [seatCalls.check.path]: null },
  })
  assert.deepEqual(asked(seatCalls.check), [{ code: 'CODE1234' }])
})

test('a message leads to the announcement that it is about', async () => {
  await show(createElement(TrainIndexPage), {
    at: classAnnounced.way!.replace('{noticeId}', 'n1'),
    reply: () => Response.json({ respCode: 404, respDesc: '没有找到', attribute: null }),
  })
  assert.deepEqual(asked(noticeCalls.getShown), [{ id: 'n1' }])
})

/** Address to which a message leads that is about an application. */
const at = applicationConfirmed.way!.replace('{applicationId}', 'a1')

test('a message leads to the application that it is about', async () => {
  saveToken('T')
  const gone = { respCode: 404, respDesc: '没有这个报名', attribute: null }
  await show(createElement(TrainIndexPage), { at, reply: () => Response.json(gone) })
  assert.deepEqual(asked(applicationCalls.getMine), [{ id: 'a1' }])
})

test('without a session it leads there by the sign-in', async () => {
  clearToken()
  await show(createElement(TrainIndexPage), { at })
  const link = screen.getByRole('link', { name: '登录' })
  assert.equal(link.getAttribute('href'), `/login?redirect=${encodeURIComponent(at)}`)
})

const plan: MyPlan = {
  id: 'p1',
  name: '卫生技术人员专题培训',
  year: thisYear(),
  introduction: '',
  dueOn: null,
  fulfilled: false,
  types: [
    {
      classType: 'public',
      askedTenths: 300,
      earnedTenths: 100,
      pendingTenths: 0,
      waitingTenths: 0,
      missingTenths: 200,
    },
  ],
  classes: [],
  toOrder: [],
  unfilled: [],
}
const nothing = { total: 0, list: [] }
const answers = {
  '/login/get-account-info.action': {
    manageAccountInfo: {
      accountId: 'l',
      userName: '学员',
      roleRP: { roleId: 'r', roleName: '学员', roleSystem: 3, menu: [] },
    },
  },
  [bannerCalls.findCmsFrontList.path]: [],
  [noticeCalls.findFrontList.path]: nothing,
  [signUpCalls.getCmsList.path]: nothing,
  [applicationCalls.findMine.path]: nothing,
  [planCalls.findMine.path]: [plan],
}

test('a learner finds the training plans of the year beside what is open; a visitor finds none', async () => {
  saveToken('T')
  await show(createElement(TrainIndexPage), { answers })
  assert.ok(await screen.findByText('还差 20 学时'))
  assert.ok(screen.getByRole('region', { name: plan.name }))
  assert.deepEqual(asked(planCalls.findMine), [{ year: thisYear() }])
  clearToken()
  sent.length = 0
  await show(createElement(TrainIndexPage), { answers })
  assert.deepEqual(asked(planCalls.findMine), [])
})
