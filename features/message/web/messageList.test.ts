import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'

const { show, settle, sent, fireEvent, screen } = await openRenderer()
const { MessageList } = await import('./MessageList.tsx')
const { MessageBell } = await import('./MessageBell.tsx')

const message = (id: string, more: object = {}) => ({
  id,
  kind: 'order.paid',
  group: 'notice',
  readAt: null,
  createdAt: '2023-11-22T01:00:00.000Z',
  title: { zh: `订单${id}`, en: `Order ${id}` },
  text: { zh: `订单 ${id} 已付款`, en: `Order ${id} is paid` },
  way: `/my?tab=orders&order=${id}`,
  ...more,
})
const answers = {
  '/base/message/find-mine.action': {
    list: [message('2'), message('1', { readAt: '2023-11-22T02:00:00.000Z' })],
    more: true,
  },
  '/base/message/count-unread.action': { count: 1 },
}

test('the list says what is unread, opening one marks it as read, and older ones follow the last', async () => {
  await show(createElement(MessageList), { answers })
  assert.ok(screen.getByText('订单 2 已付款'))
  assert.ok(!screen.queryByRole('button', { name: '把“订单1”标为已读' }))
  fireEvent.click(screen.getByRole('link', { name: '查看“订单2”' }))
  await settle()
  assert.deepEqual(sent.find(({ path }) => path.endsWith('/read.action'))!.input, { id: '2' })
  fireEvent.click(screen.getByRole('button', { name: '查看更早的消息' }))
  await settle()
  assert.ok(sent.some(({ input }) => (input as { after?: string }).after === '1'))
  fireEvent.click(screen.getByRole('button', { name: '全部标为已读' }))
  await settle()
  assert.deepEqual(sent.findLast(({ path }) => path.endsWith('/read.action'))!.input, { upTo: '2' })
})

test('both are in English for who reads English, and the bell names its count', async () => {
  await show(createElement(MessageList), { answers, locale: 'en' })
  assert.ok(screen.getByText('Order 2 is paid'))
  await show(createElement(MessageBell), { answers, locale: 'en' })
  assert.ok(screen.getByRole('link', { name: 'Messages, 1 unread' }))
})

const focus = () => document.activeElement?.textContent ?? ''

test('a button that goes away leaves the focus at a heading: of its message, of the next, of the first older one', async () => {
  await show(createElement(MessageList), { answers })
  fireEvent.click(screen.getByRole('button', { name: '把“订单2”标为已读' }))
  await settle()
  assert.match(focus(), /^订单2/)
  ;(document.activeElement as HTMLElement).blur()
  fireEvent.click(screen.getByRole('button', { name: '查看更早的消息' }))
  await settle()
  assert.match(focus(), /^订单2/)
  assert.ok(document.activeElement === document.querySelectorAll('.message-list')[1]!.querySelector('h3'))
})

test('in the list of unread ones the next message takes the focus of one that leaves', async () => {
  const unread = {
    ...answers,
    '/base/message/find-mine.action': { list: [message('4'), message('3')], more: false },
  }
  await show(createElement(MessageList), { answers: unread })
  fireEvent.click(screen.getByRole('button', { name: '未读 1' }))
  await settle()
  fireEvent.click(screen.getByRole('button', { name: '把“订单4”标为已读' }))
  await settle()
  assert.match(focus(), /^订单3/)
})

test('staff reads about what staff receives where there is nothing', async () => {
  const none = { ...answers, '/base/message/find-mine.action': { list: [], more: false } }
  await show(createElement(MessageList, { inOffice: true }), { answers: none })
  assert.ok(screen.getByText(/系统告警/))
  assert.ok(!screen.queryByText(/订单、报名/))
})
