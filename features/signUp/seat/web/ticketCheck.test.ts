import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../../test/rendered.ts'

const { show, screen } = await openRenderer()
const { TicketCheck } = await import('./TicketCheck.tsx')

const seats = [
  {
    subjectName: '综合',
    startsAt: '2023-05-01T01:00:00.000Z',
    endsAt: '2023-05-01T03:00:00.000Z',
    room: '第一考场',
    seatNo: 7,
  },
]
const ticket = { ticketNo: '2023050001', signUpTitle: '职称考试', seats }

test('a ticket is checked by its code: valid, no longer valid, or none', async () => {
  const check = '/api/sign-up/check-ticket.action'
  const checked = { ...ticket, valid: true, holder: '王*' }
  const view = createElement(TicketCheck, { code: 'CODE1234' })
  await show(view, { answers: { [check]: checked } })
  assert.ok(screen.getByRole('heading', { name: '准考证有效' }))
  await show(view, { answers: { [check]: { ...checked, valid: false } } })
  assert.ok(screen.getByRole('heading', { name: '准考证已失效' }))
  await show(view, { answers: {} })
  assert.ok(screen.getByText('没有这张准考证'))
})
