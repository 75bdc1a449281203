import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { Route, Routes, useLocation } from 'react-router'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { personProblemWords } from '../rules.ts'

openWindow()
const { clear, draw, press, screen, sent } = await openOffice()
const { AgainList } = await import('./AgainList.tsx')
afterEach(clear)

function Where() {
  const { pathname, search } = useLocation()
  return createElement('output', null, pathname + search)
}

const own = { id: 'k1', unitId: 'u1', classId: 'c1' }
const other = { ...own, year: 2023, opened: 9, passed: 4 }
const list = [
  { ...other, id: 'k1', name: '本班' },
  { ...other, id: 'k2', name: '同一班级' },
  { ...other, id: 'k3', classId: 'c2', name: '去年的班' },
]
const row = { state: 'bad', accountId: 'a1', listed: false }
const problemOf = (code: 'joined' | 'otherUnit') => [{ column: null, code, ...personProblemWords[code] }]
const answer = {
  found: 1,
  unknown: 0,
  bad: 3,
  added: 1,
  rows: [
    { ...row, row: 0, state: 'found', realName: '周杰', listed: true, problems: [] },
    { ...row, row: 1, realName: '王芳', problems: problemOf('joined') },
    { ...row, row: 2, realName: '李强', problems: problemOf('joined') },
    { ...row, row: 3, realName: null, problems: problemOf('otherUnit') },
  ],
}

const show = (way: 'into' | 'from', answered: unknown = answer) =>
  draw(
    createElement(
      Routes,
      null,
      createElement(Route, {
        path: '/',
        element: createElement(AgainList, { unitClass: own, way, mayOrder: true }),
      }),
      createElement(Route, { path: '*', element: createElement(Where) }),
    ),
    { 'query-page-list': { total: 3, list }, 'add-people': answered },
    { menus: ['/train-manage/unit-class', '/train-manage/unit-class#order'] },
  )
const asked = () => sent.find(({ path }) => path.includes('add-people'))!.body

test('those who failed elsewhere join the roster; who does not is named with the reason and the remedy', async () => {
  await show('into')
  assert.ok(!screen.queryByText('本班'))
  assert.ok(!screen.queryByText('同一班级'), 'its places are still theirs')
  await press('加入未通过和已到期的人')
  assert.deepEqual(asked(), { unitClassId: 'k1', failedOf: 'k3' })
  assert.ok(screen.getByText('已添加 1 人'))
  const out = screen.getByRole('list', { name: '3 人没有加入' })
  const [joined, otherUnit] = [...out.children].map(({ textContent }) => textContent)
  assert.match(joined!, /已加入这个班级 · 2 人没有加入王芳、李强从名单移除/)
  assert.match(otherUnit!, /不是本单位及下级单位的人员 · 1 人没有加入/)
  await press('核对并下单')
  assert.equal(screen.getByRole('status').textContent, '/train-manage/batch-pay-order?id=k1')
})

test('from their board those who failed go to the roster of another class, and on to its order', async () => {
  await show('from')
  await press('加进这个名单')
  assert.deepEqual(asked(), { unitClassId: 'k3', failedOf: 'k1' })
  await press('核对并下单')
  assert.equal(screen.getByRole('status').textContent, '/train-manage/batch-pay-order?id=k3')
})

test('where nobody failed, that is said', async () => {
  await show('into', { found: 0, unknown: 0, bad: 0, added: 0, rows: [] })
  await press('加入未通过和已到期的人')
  assert.ok(screen.getByText('没有未通过或已到期的人'))
})
