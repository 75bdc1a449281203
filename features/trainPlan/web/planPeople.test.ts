import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, Fragment } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { planCalls, type PlanPerson } from '../contract.ts'

openWindow()
const office = await openOffice()
const { PlanPeople } = await import('./PlanPeople.tsx')
afterEach(office.clear)

const person = (accountId: string, realName: string, more: Partial<PlanPerson> = {}): PlanPerson => ({
  accountId,
  realName,
  cardMask: null,
  mobileMask: null,
  unitName: '第一医院',
  state: 'behind',
  askedTenths: 300,
  missingTenths: 150,
  missingClasses: 1,
  remindedAt: null,
  ...more,
})
const people = [
  person('a1', '王一半'),
  person('a2', '李完成', { state: 'fulfilled', missingTenths: 0, missingClasses: 0 }),
]
const menus = ['/train-manage/train-plan-list', '/train-manage/train-plan-list#remind']
const asked = { hours: [{ classType: 'public', hoursTenths: 300 }], requiredClassIds: ['c1'] }
const draw = (status: 'published' | 'closed', held = menus, plan = asked) =>
  office.draw(
    createElement(Fragment, {}, createElement(PlanPeople, { plan: { id: 'p1', status, ...plan } })),
    {
      [planCalls.findPeople.path]: { total: 2, list: people },
      '/base/unit-entity/find-unit-base': [],
      [planCalls.remind.path]: { succeeded: ['a1'], failed: [] },
    },
    { menus: held, whole: false },
  )

test('who is behind is reminded from the list of a published plan, who has fulfilled it is not', async () => {
  await draw('published')
  assert.ok(office.screen.getByText('王一半'))
  assert.ok(office.screen.getAllByText('已完成计划').length > 0)
  await office.press(/^提\s?醒$/)
  await office.settle()
  const reminded = office.sent.filter(({ path }) => path.includes(planCalls.remind.path))
  assert.deepEqual(
    reminded.map(({ body }) => body),
    [{ planId: 'p1', ids: ['a1'] }],
  )
})

test('nobody is reminded of a closed plan, or by a reader who may not', async () => {
  await draw('closed')
  assert.ok(!office.screen.queryByText(/^提\s?醒$/))
  office.clear()
  await draw('published', ['/train-manage/train-plan-list'])
  assert.ok(!office.screen.queryByText(/^提\s?醒$/))
})

test('the list shows what the plan asks for and nothing else', async () => {
  await draw('published', menus, { ...asked, requiredClassIds: [] })
  assert.ok(office.screen.getAllByText('还差学时').length > 0)
  assert.ok(!office.screen.queryByText('未合格的必选班级'))
})
