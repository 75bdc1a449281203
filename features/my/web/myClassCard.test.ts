import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'
import type { MyClass } from '../../enrolment/contract.ts'

openWindow()
openComponents()
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
Object.assign(navigator, { userAgent: 'a browser' })
const { cleanup, render, screen } = await import('@testing-library/react')
const { MemoryRouter } = await import('react-router')
const { changeLocale } = await import('../../../web/words.ts')
const { MyClassCard } = await import('./MyClassCard.tsx')
const { Waiting } = await import('./Waiting.tsx')

const approved: MyClass = {
  ...{ requiredItems: 1, requiredDone: 0, electiveTenths: 0, electiveMinTenths: 0, offeredTenths: 0 },
  ...{ enrolmentId: 'e1', classId: 'c1', name: '急救', classType: 'public', categoryName: '公需' },
  ...{ coverKey: null, year: 2026, hoursTenths: 80, status: 'approved', progress: 0, watchedSeconds: 0 },
  ...{ studyDone: false, examRequired: false, examPassed: false, examScore: null, hold: null },
  ...{ passedAt: null, studyFrom: null, expiresAt: null, payUntil: '2026-12-06T02:30:00.000Z' },
  ...{ studiedAt: null, orderId: null, lastItemId: null, lastItemTitle: null, lastPosition: null },
  ...{ certificateId: null, createdAt: '2026-11-01T00:00:00.000Z' },
}

let cache: QueryClient
beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  mock.method(globalThis, 'fetch', async (url: string) => {
    const attribute = url.includes('/api/my-class.action')
      ? { list: [approved], total: 1 }
      : url.includes('order')
        ? { list: [], total: 0 }
        : url.includes('config')
          ? null
          : []
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
  })
})
afterEach(() => {
  cleanup()
  cache.clear()
  mock.restoreAll()
})

const show = (element: Parameters<typeof render>[0]) =>
  render(createElement(MemoryRouter, null, createElement(QueryClientProvider, { client: cache }, element)))

test('an approved class says until when it is to be paid, in both languages', () => {
  changeLocale('zh-CN')
  show(createElement(MyClassCard, { mine: approved }))
  assert.match(document.body.textContent, /请在 2026年12月6日 10:30 前付款/)
  cleanup()
  changeLocale('en')
  show(createElement(MyClassCard, { mine: approved }))
  assert.match(document.body.textContent, /Pay by Dec 6, 2026, 10:30\sAM/)
})

test('while an order of it waits, the card speaks of the order and names no date that may be past', () => {
  changeLocale('zh-CN')
  show(createElement(MyClassCard, { mine: { ...approved, orderId: 'o1' } }))
  assert.match(document.body.textContent, /订单待付款，名额已为您保留/)
  assert.doesNotMatch(document.body.textContent, /前付款/)
})

test('what waits for the learner names the day too', async () => {
  changeLocale('zh-CN')
  show(createElement(Waiting))
  assert.ok(await screen.findByText('报名已通过，请在 2026年12月6日 10:30 前付款，付款后开始学习'))
})
