import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { clearToken, saveToken } from '../../../web/token.ts'
import { noticeCalls, type ShownNotice } from '../contract.ts'

const { show, screen, sent, settle, act, fireEvent } = await openRenderer()
const { Notices } = await import('./Notices.tsx')
const { ClassNotices } = await import('./ClassNotices.tsx')
const { NoticeView } = await import('./NoticeView.tsx')

const notice = (id: string, more: Partial<ShownNotice> = {}): ShownNotice => ({
  id,
  title: `公告${id}`,
  pinned: false,
  publishedAt: '2023-05-01T02:00:00.000Z',
  isUnread: false,
  ...more,
})
const asked = (call: { path: string }) =>
  sent.filter(({ path }) => path === call.path).map(({ input }) => input)

test('notices are listed with their day, the pin and what is unread, and read on page by page', async () => {
  const list = [notice('a', { pinned: true, isUnread: true }), notice('b')]
  await show(createElement(Notices), { answers: { [noticeCalls.findFrontList.path]: { list, total: 7 } } })
  assert.ok(screen.getByRole('region', { name: '通知公告' }))
  const [first, second] = screen.getAllByRole('listitem')
  assert.match(first!.textContent!, /公告a置顶未读/)
  assert.doesNotMatch(second!.textContent!, /置顶|未读/)
  assert.equal(screen.getByRole('link', { name: '公告b' }).getAttribute('href'), '/trainIndex?notice=b')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '下一页' })))
  await settle()
  assert.deepEqual(
    asked(noticeCalls.findFrontList).map((input) => (input as { page: number }).page),
    [1, 2],
  )
})

test('where there are no notices, and no announcements, nothing is drawn', async () => {
  const none = await show(createElement(Notices), {
    answers: { [noticeCalls.findFrontList.path]: { list: [], total: 0 } },
  })
  assert.equal(none.textContent, '')
  const empty = await show(createElement(ClassNotices, { classId: 'c' }), {
    answers: { [noticeCalls.findClassList.path]: [] },
  })
  assert.equal(empty.textContent, '')
})

test('a signed-in reader who opens a notice has read it, and a visitor marks nothing', async () => {
  saveToken('T')
  const text = {
    id: 'a',
    title: '周六直播',
    content: '<p>上午九点</p>',
    publishedAt: '2023-05-01T02:00:00.000Z',
    isUnread: true,
    classId: 'c',
    className: '护理班',
  }
  await show(createElement(NoticeView, { id: 'a' }), { answers: { [noticeCalls.getShown.path]: text } })
  assert.ok(screen.getByRole('heading', { level: 1, name: '周六直播' }))
  assert.ok(screen.getByText('上午九点'))
  assert.equal(screen.getByRole('link', { name: '班级：护理班' }).getAttribute('href'), '/detail-public?id=c')
  assert.deepEqual(asked(noticeCalls.read)[0], { id: 'a' })
  clearToken()
  sent.length = 0
  await show(createElement(NoticeView, { id: 'b' }), {
    answers: {
      [noticeCalls.getShown.path]: { ...text, id: 'b', isUnread: false, classId: null, className: null },
    },
  })
  assert.deepEqual(asked(noticeCalls.read), [])
})

test('a notice that is withdrawn, or for others, says so and leads back', async () => {
  const gone = { respCode: 404, respDesc: '没有找到', attribute: null }
  await show(createElement(NoticeView, { id: 'a' }), { reply: () => Response.json(gone) })
  assert.ok(screen.getByText('这条公告已撤回或已结束，或不面向您'))
  assert.equal(screen.getByRole('link', { name: '全部公告' }).getAttribute('href'), '/trainIndex')
})
