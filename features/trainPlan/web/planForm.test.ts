import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { classCalls } from '../../class/contract.ts'
import { type Plan, planCalls } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, type } = await openOffice()
const { PlanForm } = await import('./PlanForm.tsx')
afterEach(clear)

const plan: Plan = {
  id: 'p1',
  name: '2023 年度计划',
  year: 2023,
  introduction: '<p>安排</p>',
  dueOn: '2023-12-20',
  hours: [
    { classType: 'public', hoursTenths: 300 },
    { classType: 'specialized', hoursTenths: 600 },
  ],
  personnelCategories: [],
  regions: [],
  unitIds: [],
  requiredClassIds: ['c1'],
  classIds: ['c2'],
  status: 'draft',
  revision: 3,
  createdAt: '2023-01-02T00:00:00.000Z',
  classes: [
    {
      id: 'c1',
      name: '安全',
      classType: 'public',
      year: 2023,
      hoursTenths: 100,
      status: 'on_shelf',
      required: true,
    },
    {
      id: 'c2',
      name: '写作',
      classType: 'public',
      year: 2023,
      hoursTenths: 200,
      status: 'on_shelf',
      required: false,
    },
  ],
  units: [],
  people: 0,
  fulfilled: 0,
}
const found = [
  { id: 'c3', name: '统计', status: 'on_shelf' },
  { id: 'c4', name: '旧班', status: 'off_shelf' },
]
const answers = {
  [planCalls.save.path]: { id: 'p1', revision: 4 },
  [planCalls.get.path]: plan,
  [classCalls.findPageList.path]: { total: 2, list: found },
  'get-dictionary-list': [],
  'find-unit-base': [],
}
const form = (given: Plan | null) => createElement(PlanForm, { plan: given, onSaved() {} })
const bodies = (path: string) => sent.filter((one) => one.path.includes(path)).map(({ body }) => body)
const save = () => press(/^保\s?存$/)

/** Opens a choice of classes and chooses one. */
async function choose(label: string, name: string): Promise<void> {
  await act(async () => void fireEvent.mouseDown(screen.getByLabelText(label)))
  await settle()
  const option = document.querySelector(`.ant-select-item-option[title="${name}"]`)
  await act(async () => void fireEvent.click(option!))
  await settle()
}

test('a new plan is saved under one key, its hours in tenths, with the classes that were chosen', async () => {
  await draw(form(null), answers)
  await save()
  assert.deepEqual(bodies(planCalls.save.path), [], 'it has no name yet')
  await type('名称', '新的计划')
  await type('年度', '2023')
  await type('公需课', '30.5')
  await choose('必选班级', '统计')
  assert.ok(
    !document.querySelector('.ant-select-item-option[title="旧班"]'),
    'what is unpublished is not offered',
  )
  assert.equal(bodies(classCalls.findPageList.path).at(-1)!.year, 2023)
  await save()
  const [body] = bodies(planCalls.save.path)
  assert.deepEqual(
    [body!.name, body!.year, body!.hours, body!.requiredClassIds, body!.classIds, body!.dueOn],
    ['新的计划', 2023, [{ classType: 'public', hoursTenths: 305 }], ['c3'], [], null],
  )
  assert.ok(body!.requestKey)
})

test('a plan is edited at the revision it was read at, its classes by their names; emptied hours are not asked for', async () => {
  await draw(form(plan), answers)
  for (const name of ['安全', '写作']) assert.ok(screen.getByText(name))
  await type('专业课', '')
  await save()
  const [body] = bodies(planCalls.save.path)
  assert.deepEqual(
    [body!.id, body!.revision, body!.hours, body!.requiredClassIds, body!.classIds],
    ['p1', 3, [{ classType: 'public', hoursTenths: 300 }], ['c1'], ['c2']],
  )
})

test('hours that the listed classes cannot fill are refused beside the hours', async () => {
  const problem = '超过所列班级的学时，请增加班级或减少学时'
  const refusal = { respCode: 422, respDesc: `要求学时：${problem}`, problem, field: 'hours' }
  await draw(form(plan), { ...answers, [planCalls.save.path]: refusal })
  await type('公需课', '90')
  await save()
  assert.ok(screen.getByText(problem))
})
