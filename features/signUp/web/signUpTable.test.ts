import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { currentNotices } from '../../../web/notice.ts'
import type { SignUpRow } from '../contract.ts'

openWindow()
const { clear, draw, press, screen, sent } = await openOffice()
const { SignUpTable } = await import('./SignUpTable.tsx')
afterEach(clear)

const row = (changes: Partial<SignUpRow>): SignUpRow => ({
  id: 'u1',
  kind: 'exam',
  title: '职称考试',
  status: 'draft',
  opensAt: '2023-03-01T00:00:00.000Z',
  closesAt: '2023-04-01T00:00:00.000Z',
  fee: 8000,
  proposedFee: null,
  quota: 100,
  taken: 12,
  applied: 3,
  approved: 4,
  confirmed: 5,
  revision: 1,
  createdAt: '2023-02-01T00:00:00.000Z',
  ...changes,
})
const page = '/cms-manage/apply-exam-manage'
const answers = (...list: SignUpRow[]) => ({
  'find-sign-ups': { total: list.length, list },
  'cms-apply/update-status': { succeeded: ['u1'], failed: [] },
})
const table = createElement(SignUpTable, { kind: 'exam' })

test('sign-ups of the kind are listed with places and applications, and a draft is opened', async () => {
  await draw(table, answers(row({})), { menus: [page, `${page}#publish`] })
  const asked = sent.find(({ path }) => path.includes('find-sign-ups'))
  assert.equal(asked!.body.kind, 'exam')
  for (const each of ['职称考试', '12 / 100', '¥80.00', '草稿'])
    assert.ok(screen.getAllByText(each).length > 0, each)
  assert.ok(screen.getByRole('button', { name: '新建考试报名' }))
  await press(/^开\s?放$/)
  assert.equal(currentNotices().at(-1)?.text, '“职称考试”现在的状态：已开放')
})

test('a fee that waits for a colleague stands below the one that holds', async () => {
  await draw(table, answers(row({ proposedFee: 0 })), { menus: [page] })
  assert.ok(screen.getByText('¥80.00'))
  assert.ok(screen.getByText('¥0.00 待审批'))
})

test('who may not write, open or delete reads only, and what is held of trainings is no help', async () => {
  const training = '/cms-manage/apply-manage'
  await draw(table, answers(row({}), row({ id: 'u2', status: 'open' })), {
    menus: [page, training, `${training}#publish`, `${training}#delete`],
    whole: false,
  })
  for (const name of ['新建考试报名', /^开\s?放$/, '结束报名', /^删\s?除$/])
    assert.ok(!screen.queryByRole('button', { name }))
})
