import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { aManagedClass } from '../../../test/drawn.ts'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { clear, draw, press, screen, sent, within } = await openOffice()
const { TrainClassDetail } = await import('./TrainClassDetail.tsx')
afterEach(clear)

const list = '/train-manage/class'
const managed = aManagedClass({ requiredHoursTenths: 90, courseIds: ['k1'] })
const course = { id: 'k1', name: '课程', hoursTenths: 80, attribute: 'required' as const, videos: [] }
const nothing = () => null
const page = createElement(TrainClassDetail, {
  Learners: nothing,
  Exam: nothing,
  Ends: nothing,
  Announcements: () => null,
  Preview: nothing,
})
const answered = {
  'get-class-detail': managed,
  'find-class-category-tree': [],
  dictionary: [],
  'update-on-shelf': {
    succeeded: [],
    failed: [{ id: 'c1', name: '数据安全', reason: '没有学时\n考试还没有发布' }],
  },
}

test('a refused publication shows all obstacles together, with links to fix them', async () => {
  await draw(page, answered, { menus: [list, `${list}#shelve`], address: '/?id=c1' })
  await press(/上\s?架/)
  const dialog = within(screen.getByRole('dialog'))
  assert.deepEqual(
    dialog.getAllByRole('listitem').map((line) => line.textContent),
    ['没有学时', '考试还没有发布'],
  )
  assert.deepEqual(
    dialog.getAllByRole('link').map((link) => link.textContent),
    ['去编辑', '去考试'],
  )
})

test('copied again after a lost answer it asks for the same copy, and then for another', async () => {
  const copied = { id: 'c2', withExam: false }
  const replies = [{ respCode: -1, respDesc: '失败', attribute: null }, copied, copied]
  const answers = { ...answered, 'copy-train-class': () => replies.shift() }
  await draw(page, answers, { menus: [list], address: '/?id=c1' })
  for (let i = 0; i < 3; i++) await press(/^复\s?制$/)
  const keys = sent.filter(({ path }) => path.includes('copy-train')).map(({ body }) => body.requestKey)
  assert.equal(keys.length, 3)
  assert.equal(keys[1], keys[0])
  assert.notEqual(keys[2], keys[0])
})

test('staff of one unit read a class and are offered nothing that changes it', async () => {
  const menus = [list, `${list}#shelve`]
  await draw(page, answered, { menus, whole: false, address: '/?id=c1&tab=write' })
  assert.deepEqual(
    screen.queryAllByRole('button').map((button) => button.getAttribute('aria-label')),
    [`复制编号 ${managed.code}`],
  )
  assert.ok(!screen.queryByRole('tab', { name: /编辑/ }))
  assert.equal(screen.getByRole('tab', { selected: true }).id.includes('facts'), true)
})

test('hours that contradict themselves show the problem and no negative rest', async () => {
  const detail = { ...managed, courses: [course] }
  const reader = { menus: [list], address: '/?id=c1&tab=write' }
  await draw(page, { ...answered, 'get-class-detail': detail }, reader)
  assert.match(document.body.textContent, /不能多于班级的 8\.0 学时/)
  assert.doesNotMatch(document.body.textContent, /选修最多 -/)
})
