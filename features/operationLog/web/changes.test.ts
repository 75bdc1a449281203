import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { orderLifecycle } from '../../order/rules.ts'
import type { OperationDetail } from '../contract.ts'

openWindow()
const { clear, draw, screen, settle } = await openOffice()
const { changeLocale } = await import('../../../web/words.ts')
const { default: OperationDrawer } = await import('./OperationDrawer.tsx')
afterEach(clear)

const operation: OperationDetail = {
  id: 'o1',
  action: 'order.free',
  subjectKind: 'order',
  subjectId: 's1',
  subjectName: null,
  actorId: null,
  actorName: null,
  actorLogin: null,
  reason: null,
  ip: null,
  requestId: null,
  createdAt: '2023-11-22T02:32:00.000Z',
  lane: 1,
  serial: 1,
  hash: 'f',
  before: { status: 'unpaid', amount: 19_900, other: 'paid', price: { status: 'unpaid' } },
  after: {
    status: 'free',
    amount: 10_000,
    other: 'free',
    price: { status: 'free' },
    leftOut: [{ name: '张三', reason: { code: 'sample.full', values: { count: 3 } } }],
  },
  fields: [
    {
      field: 'status',
      zh: '状态',
      en: 'Status',
      values: orderLifecycle.states.map((code) => ({ code, ...orderLifecycle.stateName(code) })),
    },
    { field: 'amount', zh: '金额', en: 'Amount', as: 'fen' },
    {
      field: 'leftOut',
      zh: '未处理的人',
      en: 'Left out',
      values: [{ code: 'sample.full', zh: '已有 {count} 人', en: '{count} people' }],
    },
  ],
}
const shown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent))

test('a change is said in the words its feature declares, in the reader’s language; other codes stay', async () => {
  const answered = { 'find-names': { actions: [], subjects: [] }, 'operation-log/find': operation }
  const drawn = async (locale: 'zh-CN' | 'en') => {
    changeLocale(locale)
    await draw(createElement(OperationDrawer, { id: 'o1', onClose() {} }), answered)
    await settle()
    return shown().filter((cells) => cells.length === 3)
  }
  const [unpaid, free] = [orderLifecycle.stateName('unpaid'), orderLifecycle.stateName('free')]
  assert.deepEqual(await drawn('zh-CN'), [
    ['状态', unpaid.zh, free.zh],
    ['金额', '¥199.00', '¥100.00'],
    ['other', 'paid', 'free'],
    ['售价（分） · 状态', 'unpaid', 'free'],
    ['未处理的人', '（无）', '张三 · 已有 3 人'],
  ])
  clear()
  const inEnglish = await drawn('en')
  assert.deepEqual(inEnglish[0], ['Status', unpaid.en, free.en])
  assert.deepEqual(inEnglish.at(-1), ['Left out', '(none)', '张三 · 3 people'])
})
