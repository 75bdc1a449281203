import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import type { OutputOf } from '../../../contract/call.ts'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { unitClassCalls } from '../../unitClass/contract.ts'
import { rosterStates } from '../../unitClass/rules.ts'
import type { batchOrderCalls } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, within } = await openOffice()
const { NewBatchOrder } = await import('./NewBatchOrder.tsx')
const { RosterBoard } = await import('./RosterBoard.tsx')
afterEach(clear)

type Preview = OutputOf<typeof batchOrderCalls.preview>

const person = { cardMask: '110101********0021', mobileMask: null, unitName: '第一医院', problem: null }
const people: Preview['list'] = [
  { ...person, accountId: 'a1', realName: '王芳', state: 'listed', isChosen: true },
  { ...person, accountId: 'a2', realName: '李强', state: 'transferred', isChosen: false },
]
const preview: Preview = {
  headCount: 1,
  able: 2,
  leftOut: 0,
  price: 5000,
  amount: 5000,
  payModes: ['transfer'],
  payer: { name: '第一医院', taxNo: null },
  codeMinutes: 30,
  transferDays: 15,
  studyTo: null,
  validDays: 365,
  total: 2,
  list: people,
}

/** The preview of a choice, as the server answers it. */
function previewOf({ without = [], again = [] }: { without?: string[]; again?: string[] }): Preview {
  const headCount = 1 - without.length + again.length
  return { ...preview, headCount, amount: headCount * 5000 }
}

const tick = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name })))
  await settle()
}
const isTicked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked

test('who had a place is not ticked; the order has those who are, and the sum follows', async () => {
  await draw(createElement(NewBatchOrder, { unitClassId: 'k1' }), {
    'batch-import-order/preview': previewOf,
    'batch-import-order/place': { orderId: 'o1', orderNo: '1' },
    'get-unit-class-detail-and-list': { detail: { name: '急救一班' }, list: [], total: 0 },
  })
  assert.deepEqual([isTicked('王芳'), isTicked('李强')], [true, false])
  assert.ok(within(screen.getByRole('row', { name: /李强/ })).getByText('已转到其他班级'))
  assert.ok(screen.getByRole('button', { name: '确认下单：1 人，¥50.00' }))
  await tick('王芳')
  assert.ok(screen.getByText('还没有勾选下单的人'))
  assert.ok(!screen.queryByRole('button', { name: /确认下单/ }))
  await tick('李强')
  await press('确认下单：1 人，¥50.00')
  const { requestKey, ...placed } = sent.find(({ path }) => path.includes('/place'))!.body
  assert.deepEqual(placed, {
    unitClassId: 'k1',
    without: ['a1'],
    again: ['a2'],
    payMode: 'transfer',
    expectedAmount: 5000,
    expectedHeads: 1,
  })
})

test('nobody is ticked who cannot be ordered, except for want of places', async () => {
  const problem = { zh: '名额不够', en: 'no places', fix: { zh: '减少人数', en: 'fewer' } }
  const out: Preview['list'] = [
    { ...people[0]!, problem: { ...problem, code: 'noSeat' } },
    {
      ...people[0]!,
      accountId: 'a3',
      realName: '赵敏',
      problem: { ...problem, code: 'joined', zh: '已加入' },
    },
  ]
  await draw(createElement(NewBatchOrder, { unitClassId: 'k1' }), {
    'batch-import-order/preview': { ...preview, leftOut: 2, list: out },
    'get-unit-class-detail-and-list': { detail: { name: '急救一班' }, list: [], total: 0 },
  })
  const boxOf = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  assert.deepEqual([boxOf('王芳').disabled, boxOf('王芳').checked], [false, true])
  assert.deepEqual([boxOf('赵敏').disabled, boxOf('赵敏').checked], [true, false])
  assert.ok(screen.getByText('已加入'))
})

const row = {
  ...person,
  orderId: 'o1',
  orderNo: '1',
  itemId: 'i1',
  enrolmentId: 'e1',
  progress: 4200,
  studiedAt: null,
  passedAt: null,
  expiresAt: null,
  remindedAt: null,
  replaceable: false,
  addedAt: '2023-11-22T02:30:00.000Z',
}
const counts = Object.fromEntries(rosterStates.map((state) => [state, 0]))

test('a person who moved to another class is called so, and can be taken off the roster as one refunded can', async () => {
  const list = [
    { ...row, accountId: 'a1', realName: '王芳', state: 'transferred' },
    { ...row, accountId: 'a2', realName: '李强', state: 'ended' },
    { ...row, accountId: 'a3', realName: '赵敏', state: 'studying' },
  ]
  await draw(
    createElement(RosterBoard, { unitClassId: 'k1' }),
    {
      'get-unit-class-detail-and-list': {
        counts: { ...counts, transferred: 1, ended: 1, studying: 1 },
        total: 3,
        list,
      },
    },
    { menus: [unitClassCalls.remind.allow as string] },
  )
  const shown = (name: RegExp) => within(screen.getByRole('row', { name }))
  assert.ok(shown(/王芳/).getByText('已转到其他班级'))
  assert.ok(shown(/李强/).getByText('已退款或移出班级'))
  for (const name of [/王芳/, /李强/]) assert.ok(shown(name).getByRole('button', { name: '移出名单' }))
  assert.ok(!shown(/赵敏/).queryByRole('button', { name: '移出名单' }))
})

test('a board with people who failed leads to their order for another class', async () => {
  const detail = { id: 'k1', unitId: 'u1', classId: 'c1' }
  await draw(
    createElement(RosterBoard, { unitClassId: 'k1' }),
    {
      'get-unit-class-detail-and-list': {
        detail,
        counts: { ...counts, failed: 2, expired: 1 },
        total: 0,
        list: [],
      },
      'query-page-list': {
        total: 1,
        list: [{ ...detail, id: 'k3', classId: 'c2', name: '下一年的班', year: 2023 }],
      },
    },
    { menus: [unitClassCalls.remind.allow as string] },
  )
  await press('为未通过和已到期的 3 人再报')
  assert.ok(screen.getByText('下一年的班'))
  assert.ok(screen.getByRole('button', { name: '加进这个名单' }))
})

test('a board with somebody who passed offers the certificates of all', async () => {
  const Certificates = ({ unitClassId }: { unitClassId: string }) =>
    createElement('output', null, unitClassId)
  for (const passed of [0, 2]) {
    await draw(createElement(RosterBoard, { unitClassId: 'k1', Certificates }), {
      'get-unit-class-detail-and-list': { counts: { ...counts, passed }, total: 0, list: [] },
    })
    assert.equal(screen.queryByText('k1') !== null, passed > 0)
    clear()
  }
})
