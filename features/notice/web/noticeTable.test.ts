import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Announcement, Notice, NoticeRow } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { NoticeTable } = await import('./NoticeTable.tsx')
const { ClassAnnouncements } = await import('./ClassAnnouncements.tsx')
const { default: NoticeDrawer } = await import('./NoticeDrawer.tsx')
const { default: AnnouncementDrawer } = await import('./AnnouncementDrawer.tsx')
afterEach(clear)

const menus = ['/account-manage/banner-list', '/train-manage/class']
const at = '2023-05-01T02:00:00.000Z'
const row = (more: Partial<NoticeRow> = {}): NoticeRow => ({
  id: 'a',
  title: '报名延期',
  status: 'published',
  pinned: true,
  startsAt: null,
  endsAt: null,
  publishedAt: at,
  phase: 'shown',
  open: true,
  readers: 12,
  revision: 1,
  createdAt: at,
  ...more,
})
const notice: Notice = {
  id: 'a',
  title: '报名延期',
  content: '<p>一周</p>',
  status: 'published',
  pinned: false,
  startsAt: null,
  endsAt: null,
  personnelCategories: [],
  regions: [],
  unitIds: [],
  units: [],
  revision: 3,
}
const bodiesOf = (word: string) => sent.filter(({ path }) => path.includes(word)).map(({ body }) => body)

test('a notice is listed with its state, whom it is for and who read it', async () => {
  const list = [
    row(),
    row({ id: 'b', title: '草稿', status: 'draft', phase: null, pinned: false, open: false }),
  ]
  await draw(createElement(NoticeTable), { 'notice/query': { list, total: 2 } }, { menus })
  for (const text of ['显示中', '置顶', '所有人', '部分学员', '12'])
    assert.ok(screen.getAllByText(text).length > 0, text)
})

test('the words of a published notice are read, and its pin is saved upon its revision', async () => {
  await draw(
    createElement(NoticeDrawer, { id: 'a', onClose() {} }),
    { 'notice/get': notice, dictionary: [], 'find-unit-base': [] },
    { menus },
  )
  assert.ok(screen.getByText('已发布：标题和内容不能直接修改。要改，请先撤回。'))
  assert.equal(screen.getByRole<HTMLInputElement>('textbox', { name: '标题' }).disabled, true)
  assert.ok(!screen.queryByRole('button', { name: '保存并发布' }))
  await act(async () => fireEvent.click(screen.getByRole('switch', { name: '置顶' })))
  await press(/^保\s?存$/)
  const [saved] = bodiesOf('notice/save')
  assert.deepEqual([saved!.id, saved!.revision, saved!.pinned, saved!.content], ['a', 3, true, '<p>一周</p>'])
})

test('an announcement is written and published in one go', async () => {
  const answers = { 'save-class': { id: 'n', revision: 1 }, 'update-class-status': { status: 'published' } }
  await draw(
    createElement(AnnouncementDrawer, {
      classId: 'c',
      announcement: null,
      onClose() {},
    }),
    answers,
    { menus },
  )
  fireEvent.change(screen.getByRole('textbox', { name: '标题' }), { target: { value: '周六直播' } })
  const text = document.querySelector<HTMLElement>('[contenteditable=true]')!
  await act(async () => {
    text.innerHTML = '<p>九点</p>'
    fireEvent.input(text)
  })
  await press('保存并发布')
  await settle()
  const [saved] = bodiesOf('save-class')
  assert.deepEqual([saved!.classId, saved!.title, saved!.content], ['c', '周六直播', '<p>九点</p>'])
  assert.deepEqual(bodiesOf('update-class-status'), [{ id: 'n', event: 'publish' }])
})

test('a published announcement is withdrawn or deleted, and not edited', async () => {
  const one: Announcement = {
    id: 'n',
    title: '周六直播',
    content: '<p>九点</p>',
    status: 'published',
    publishedAt: at,
    readers: 3,
    revision: 1,
    createdAt: at,
  }
  await draw(createElement(ClassAnnouncements, { classId: 'c' }), { 'query-class': [one] }, { menus })
  assert.ok(screen.getByText(/3 人已读/))
  assert.ok(!screen.queryByRole('button', { name: '编辑' }))
  assert.ok(screen.getByRole('button', { name: '撤回' }))
})

test('a class without announcements says what one does', async () => {
  await draw(createElement(ClassAnnouncements, { classId: 'c' }), { 'query-class': [] }, { menus })
  assert.ok(screen.getByText('这个班级还没有公告'))
  assert.ok(screen.getByRole('button', { name: '写班级公告' }))
})
