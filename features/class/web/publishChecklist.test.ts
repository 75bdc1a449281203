import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { aManagedClass } from '../../../test/drawn.ts'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ManagedClass } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle, within } = await openOffice()
const { ClassForm } = await import('./ClassForm.tsx')
const { currentNotices } = await import('../../../web/notice.ts')
afterEach(clear)

const list = '/train-manage/class'
const draft = aManagedClass({
  courseIds: ['k1'],
  courses: [
    {
      id: 'k1',
      name: '课程',
      teacherName: '王老师',
      hoursTenths: 80,
      attribute: 'required',
      videos: [{ resourceId: 'r1', title: '第一讲', durationSeconds: 21_600 }],
    },
  ],
})
const answered = {
  'create-train-class': { id: 'c1', version: 1, revision: 4 },
  'update-on-shelf': { succeeded: ['c1'], failed: [] },
  'find-class-category-tree': [],
  dictionary: [],
}

const drawForm = (managed: ManagedClass) =>
  draw(
    createElement(ClassForm, {
      managed,
      onSaved() {},
      onShelf() {},
      Exam: () => null,
      Preview: () => null,
    }),
    answered,
    { menus: [list, `${list}#shelve`] },
  )
const checks = () => within(screen.getByRole('region', { name: '上架前检查' }))
const missing = () =>
  checks()
    .getAllByRole('listitem')
    .map((line) => line.textContent)
    .filter((text) => text.includes('还缺'))
const calls = () =>
  sent.map(({ path }) => path.split('/').at(-1)).filter((path) => /create|shelf/.test(path!))
async function enter(label: string, text: string) {
  await act(async () => {
    fireEvent.change(screen.getByLabelText(label), { target: { value: text } })
    fireEvent.blur(screen.getByLabelText(label))
  })
  await settle()
}

test('the checklist follows the form as it is typed, and nothing is saved while it names something missing', async () => {
  await drawForm(draft)
  assert.deepEqual(missing(), [])
  assert.match(checks().getByRole('status').textContent!, /可以上架了/)
  await enter('班级名称', ' ')
  await enter('售价（元）', '')
  assert.deepEqual(missing(), ['班级名称：还缺去补齐', '售价（元）：还缺去补齐'])
  await press('保存并上架')
  assert.deepEqual(calls(), [], 'what the form requires is on the list as well')
  await enter('班级名称', '数据安全')
  await enter('售价（元）', '1')
  await enter('有效天数', '')
  assert.deepEqual(missing(), ['学习截止日期或有效天数：还缺去补齐'])
  await press('保存并上架')
  assert.deepEqual(calls(), [])
  assert.match(currentNotices().at(-1)!.text, /没有保存：学习截止日期或有效天数/)
  await enter('有效天数', '90')
  await press('保存并上架')
  assert.deepEqual(calls(), ['create-train-class.action', 'update-on-shelf.action'])
  assert.equal(currentNotices().at(-1)!.text, '已上架“数据安全”')
})

test('a class copied with an exam is not published while that is a draft, and a draft can still be saved', async () => {
  await drawForm({ ...draft, examUnpublished: true })
  assert.equal(missing().length, 1)
  await press('保存并上架')
  assert.deepEqual(calls(), [])
  await press(/^保\s?存$/)
  assert.deepEqual(calls(), ['create-train-class.action'])
})

test('what publishing does not require is named and stops nothing', async () => {
  await drawForm({ ...draft, price: 0, originalPrice: 0 })
  const lines = checks()
    .getAllByRole('listitem')
    .map((line) => line.textContent)
  const without = lines.filter((text) => text.includes('：没有')).map((text) => text.split('：')[0])
  assert.deepEqual(without, ['考试', '证书模板', '封面'])
  await press('保存并上架')
  assert.deepEqual(calls(), ['create-train-class.action', 'update-on-shelf.action'])
})
