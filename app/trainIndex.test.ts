import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { applicationCalls } from '../features/signUp/application/contract.ts'
import { noticeCalls } from '../features/notice/contract.ts'
import { classAnnounced } from '../features/notice/server/messages.ts'
import { applicationConfirmed } from '../features/signUp/application/server/messages.ts'
import { seatCalls } from '../features/signUp/seat/contract.ts'
import { ticketPath } from '../features/signUp/seat/ticketPath.ts'
import { openRenderer } from '../test/rendered.ts'
import { clearToken, saveToken } from '../web/token.ts'

const { show, screen, sent } = await openRenderer()
const { default: TrainIndexPage } = await import('./TrainIndexPage.tsx')

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
