import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ExceptionRow } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, settle } = await openOffice()
const { default: ExceptionRegisterPage } = await import('./ExceptionRegisterPage.tsx')
const { ExceptionTable } = await import('./ExceptionTable.tsx')
afterEach(clear)

const page = '/customer/exception-register'
const menus = [page, `${page}#correct`, `${page}#approve`, `${page}#save`, `${page}#settle`, `${page}#unit`]
const row = {
  id: 'k1',
  accountId: 'a1',
  realName: '韩立峰',
  unitName: '人民医院',
  kind: 'hours',
  note: '少了学时',
  status: 'open',
  correctionStatus: null,
  outcome: null,
  registrarName: '郑客服',
  createdAt: '2023-01-01T00:00:00.000Z',
  settlerName: null,
  settledAt: null,
} as unknown as ExceptionRow
const answered = { 'find-claims': [], 'query-list': { list: [row], total: 1 } }

test('what mends an issue is its first action, and is offered before it is closed', async () => {
  await draw(createElement(ExceptionTable), answered, { menus })
  const [first] = screen.getAllByRole('row')[1]!.querySelectorAll('.crud-actions button')
  assert.equal(first!.textContent, '更正学时')
  await press('更多')
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: '已解决' })))
  await settle()
  assert.ok(screen.getByText('还没有执行更正，记录保持不变'))
  const offered = screen.getAllByRole('button', { name: '更正学时', hidden: true })
  assert.equal(offered.length, 2)
})

test('what waits is counted on its tab, rejected proposals as well', async () => {
  const work = ['correction.settle', 'correction.rejected'].map((code, i) => ({
    code,
    name: { zh: code, en: code },
    count: i + 2,
    since: null,
    overdueDays: 0,
    address: `${page}?part=corrections`,
  }))
  await draw(createElement(ExceptionRegisterPage), { ...answered, 'work-queue/find-mine': work }, { menus })
  assert.ok(screen.getByTitle('等您处理 5 条'))
})
