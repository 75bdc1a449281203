import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, Fragment } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { currentNotices, dismiss } from '../../../web/notice.ts'
import { type Plan, planCalls, type PlanCopy, planRefusals } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { default: TrainPlanDetailPage } = await import('./TrainPlanDetailPage.tsx')
const { default: CopyPlanDialog } = await import('./CopyPlanDialog.tsx')
const { QuestionDialog } = await import('../../../web/shell/frame/QuestionDialog.tsx')
afterEach(() => {
  clear()
  for (const { id } of currentNotices()) dismiss(id)
})

const name = '2023 年度计划'
const plan = (status: Plan['status']): Plan => ({
  id: 'p1',
  name,
  year: 2023,
  introduction: '',
  dueOn: null,
  hours: [{ classType: 'public', hoursTenths: 300 }],
  personnelCategories: [],
  regions: [],
  unitIds: [],
  requiredClassIds: [],
  classIds: [],
  status,
  revision: 1,
  createdAt: '2023-01-02T00:00:00.000Z',
  classes: [],
  units: [],
  people: 8,
  fulfilled: 3,
})
const page = '/train-manage/train-plan-detail'
const list = '/train-manage/train-plan-list'
const menus = [page, list, `${list}#publish`, `${list}#delete`]
const next: Record<string, Plan['status']> = { publish: 'published', close: 'closed' }
const show = (
  status: Plan['status'],
  { held = menus, changed }: { held?: string[]; changed?: object } = {},
) =>
  draw(
    createElement(Fragment, null, createElement(TrainPlanDetailPage), createElement(QuestionDialog)),
    {
      [planCalls.get.path]: plan(status),
      [planCalls.updateStatus.path]: changed ?? ((body: { event: string }) => ({ status: next[body.event] })),
      'find-unit-base': [],
    },
    { menus: held, address: `${page}?id=p1` },
  )
const bodies = (path: string) => sent.filter((one) => one.path.includes(path)).map(({ body }) => body)
const changes = () => bodies(planCalls.updateStatus.path)
const told = () => currentNotices().map(({ text }) => text)

test('a draft is published by one press; what the server refuses is said and changes nothing', async () => {
  await show('draft')
  assert.ok(screen.getByText('3 / 8 人'))
  await press(/^发\s?布$/)
  assert.deepEqual(changes(), [{ id: 'p1', event: 'publish' }])
  assert.match(told()[0]!, /已发布/)
  clear()
  const respDesc = planRefusals.noClasses.zh.replace('{name}', name).replace('{year}', '2023')
  await show('draft', { changed: { respCode: 409, respDesc, field: 'hours', attribute: null } })
  await press(/^发\s?布$/)
  assert.ok(told().includes(respDesc))
})

test('a plan is closed once that is confirmed, and a closed one is neither changed nor published', async () => {
  await show('published')
  await press('结束计划')
  assert.ok(screen.getByText(`结束“${name}”？`))
  assert.deepEqual(changes(), [])
  const buttons = screen.getAllByRole('button', { name: '结束计划', hidden: true })
  await act(async () => void fireEvent.click(buttons.at(-1)!))
  await settle()
  assert.deepEqual(changes(), [{ id: 'p1', event: 'close' }])
  clear()
  await show('closed')
  for (const action of [/^发\s?布$/, /^撤\s?回$/, '结束计划'])
    assert.ok(!screen.queryByRole('button', { name: action }))
  assert.ok(!screen.queryByRole('tab', { name: '编辑' }))
  assert.ok(screen.getByRole('button', { name: '复制到下一年度' }))
})

test('who may not publish or delete is offered neither', async () => {
  await show('draft', { held: [page, list] })
  for (const action of [/^发\s?布$/, /^删\s?除$/]) assert.ok(!screen.queryByRole('button', { name: action }))
})

const preview: PlanCopy = {
  name: '2024 年度计划',
  year: 2024,
  introduction: '<p>2024 年先学<b>公需课</b></p>',
  dueOn: '2024-12-20',
  hours: [{ classType: 'public', hoursTenths: 300 }],
  personnelCategories: ['health'],
  regions: [],
  units: [{ id: 'u1', name: '第一医院' }],
  classes: [
    { classId: 'c1', name: '2023 年安全', required: true, to: { classId: 'c9', name: '2024 年安全' } },
    { classId: 'c2', name: '只有今年', required: false, to: null },
  ],
  unfilled: [{ classType: 'public', hoursTenths: 40 }],
}

test('the copy shows all that it will be and what is missing from it, and is made under one key', async () => {
  await draw(createElement(CopyPlanDialog, { id: 'p1', onClose() {} }), {
    [planCalls.previewCopy.path]: preview,
    [planCalls.copy.path]: { id: 'p2' },
    'get-dictionary-list': [],
  })
  const facts = Object.fromEntries(
    [...document.querySelectorAll('.k-facts dt')].map((dt) => [
      dt.textContent,
      dt.nextElementSibling!.textContent,
    ]),
  )
  assert.deepEqual(facts, {
    名称: '2024 年度计划',
    要求学时: '公需课 30 学时',
    完成期限: '2024-12-20',
    适用对象: '卫生技术人员、第一医院',
    计划说明: '2024 年先学公需课',
    带过去的班级: '2024 年安全',
    '2024 年度没有的班级': '只有今年',
  })
  assert.equal(screen.getByText('公需课').tagName, 'B', 'its introduction is read as it will be written')
  assert.ok(screen.getByText('带过去的班级还差：公需课 4 学时'))
  await press('复制到下一年度')
  const [body] = bodies(planCalls.copy.path)
  assert.equal(body!.id, 'p1')
  assert.ok(body!.requestKey)
})
