import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement, type ReactNode } from 'react'
import { openRenderer } from '../../../../test/rendered.ts'
import { saveToken } from '../../../../web/token.ts'
import type { MyApplication } from '../contract.ts'

const { show, screen, sent, act, fireEvent, settle } = await openRenderer()
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})
const { MyApplications } = await import('./MyApplications.tsx')
const { PayMyFee } = await import('../../fee/web/PayMyFee.tsx')
const { TicketButton } = await import('../../seat/web/TicketButton.tsx')

const mine = (changes: Partial<MyApplication>): MyApplication => ({
  id: 'a1',
  signUpId: 'u1',
  title: '职称考试',
  kind: 'exam',
  status: 'applied',
  fee: 8000,
  subjectNames: ['综合'],
  reason: null,
  appliedAt: '2023-03-01T00:00:00.000Z',
  payUntil: null,
  orderId: null,
  orderStatus: null,
  paidByUnit: false,
  ticketNo: null,
  canWithdraw: false,
  canPay: false,
  canApplyAgain: false,
  hasTicket: false,
  ...changes,
})
const draw = (list: MyApplication[], locale: 'zh-CN' | 'en' = 'zh-CN') => {
  saveToken('T')
  const Scores = ({ children }: { children: ReactNode }) => children
  return show(createElement(MyApplications, { Pay: PayMyFee, Ticket: TicketButton, Scores }), {
    locale,
    answers: {
      '/api/sign-up/find-mine.action': { total: list.length, list },
      '/api/sign-up/order-fee.action': { orderId: 'o1' },
      '/api/sign-up/withdraw.action': {},
    },
  })
}
const press = async (name: string | RegExp) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await settle()
}
const inputs = (path: string) => sent.filter((one) => one.path === path).map(({ input }) => input)

test('each state says what comes next', async () => {
  const sentences: [Partial<MyApplication>, RegExp][] = [
    [{ status: 'applied' }, /^主办方审核后会通知您。/],
    [{ status: 'approved', payUntil: '2023-03-04T04:00:00.000Z' }, /^请在 .*12:00 前缴费/],
    [{ status: 'approved', paidByUnit: true }, /^由单位统一缴费/],
    [{ status: 'confirmed', kind: 'training' }, /^报名成功。/],
    [{ status: 'confirmed' }, /安排座位后可以下载准考证/],
    [{ status: 'confirmed', hasTicket: true }, /请下载准考证/],
    [{ status: 'rejected', reason: '材料不全' }, /^没有通过审核。\s*原因：材料不全/],
    [{ status: 'refunded' }, /^费用已退回/],
  ]
  const place = await draw(sentences.map(([changes], i) => mine({ id: `a${i}`, ...changes })))
  const said = [...place.querySelectorAll('li > p')].map(({ textContent }) => textContent)
  sentences.forEach(([, sentence], i) => assert.match(said[i]!, sentence))
})

test('a fee that is due is ordered at the sum that was shown', async () => {
  await draw([mine({ status: 'approved', canPay: true })])
  await press(/^缴费 ¥80\.00/)
  assert.deepEqual(inputs('/api/sign-up/order-fee.action'), [{ applicationId: 'a1', expectedAmount: 8000 }])
})

test('an application is withdrawn after a question', async () => {
  await draw([mine({ canWithdraw: true })], 'en')
  await press(/^Withdraw application/)
  assert.ok(screen.getByText('Withdraw the application for “职称考试”?'))
  assert.deepEqual(inputs('/api/sign-up/withdraw.action'), [])
  await press('Withdraw application')
  assert.deepEqual(inputs('/api/sign-up/withdraw.action'), [{ id: 'a1' }])
})

test('without an application nothing is drawn, and what has ended leads to applying again', async () => {
  const nothing = await draw([])
  assert.equal(nothing.textContent, '')
  await draw([mine({ status: 'lapsed' })])
  assert.ok(!screen.queryByRole('link', { name: /^重新报名/ }), 'the sign-up is over or full')
  await draw([mine({ status: 'lapsed', canApplyAgain: true })])
  assert.equal(screen.getByRole('link', { name: /^重新报名/ }).getAttribute('href'), '/trainIndex?apply=u1')
})
