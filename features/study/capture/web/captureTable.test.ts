import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import { dateTime } from '../../../../web/format.ts'
import type { Capture, CaptureEffect } from '../contract.ts'

openWindow()
const office = await openOffice()
const { currentNotices, dismiss } = await import('../../../../web/notice.ts')
const { CaptureTable } = await import('./CaptureTable.tsx')
// Loaded before it is opened: the wait is for answers, not for code.
await import('./DecideDialog.tsx')
const { screen, sent, act, fireEvent, settle, within } = office
afterEach(() => {
  office.clear()
  for (const { id } of currentNotices()) dismiss(id)
})

const appealed: Capture = {
  id: 'k1',
  captureId: 'k1',
  title: '第一讲',
  kind: 'presence',
  state: 'appealed',
  at: 900,
  toldAt: '2023-03-01T00:00:00.000Z',
  answeredAt: null,
  tries: 3,
  hasPicture: false,
  appeal: '当时断电了',
  appealedAt: '2023-03-02T00:00:00.000Z',
  dueAt: '2023-03-01T00:01:00.000Z',
  likeness: null,
  resembles: null,
  ip: '10.0.0.7',
  agent: 'a browser',
  changes: [
    { from: 'review', to: 'failed', reason: '不是本人', by: '王审核', at: '2023-03-01T08:00:00.000Z' },
  ],
}
const learner = { realName: '张小明', unitName: '第一医院', className: '数据安全实务' }
const effect: CaptureEffect = {
  from: 'appealed',
  to: 'accepted',
  missesBefore: 9,
  missesAfter: 8,
  missesAllowed: 9,
  stopsBefore: true,
  stopsAfter: false,
  countedSeconds: 268,
  refusedSeconds: 65,
  passedAt: null,
  certificate: null,
}
const decides = ['/train-manage/study-report', '/train-manage/study-report#capture']

const draw = (row: Partial<Capture>, settled: unknown = null, menus = decides) =>
  office.draw(
    createElement(CaptureTable, { enrolmentId: 'e1', of: learner }),
    {
      'find-resource-capture-list': { list: [{ ...appealed, ...row }], total: 1 },
      'preview-change': ({ result }: { result: string }) =>
        result === 'accepted' ? effect : { ...effect, to: 'rejected', missesAfter: 9, stopsAfter: true },
      'update-capture-json': settled,
    },
    { menus },
  )
const dialog = () => within(screen.getByRole('dialog'))

async function decide(result: string, reason: string): Promise<void> {
  await office.press('审核')
  await act(async () => fireEvent.click(dialog().getByRole('radio', { name: result })))
  await settle()
  await act(async () => fireEvent.change(dialog().getByRole('textbox'), { target: { value: reason } }))
  await act(async () => fireEvent.click(dialog().getByRole('button', { name: '审核' })))
  await settle()
}
const decided = () => sent.filter(({ path }) => path.includes('update-capture-json')).map(({ body }) => body)

test('a check shows its evidence, and what it was before with the reason and by whom', async () => {
  await draw({ kind: 'face', hasPicture: true, likeness: 41 })
  for (const text of ['第一讲', '15:00', '41%', '当时断电了', '10.0.0.7'])
    assert.ok(screen.getByText(text), text)
  assert.ok(screen.getByText('待审核 → 未通过：不是本人（王审核）'))
  assert.ok(screen.getByRole('button', { name: '查看照片' }))
})

test('a picture that is almost an earlier one says of when that is', async () => {
  await draw({ kind: 'photo', hasPicture: true, resembles: '2023-11-20T02:00:00.000Z' })
  assert.ok(screen.getByText(/^与 2023.*10:00 的照片几乎相同$/))
})

test('a result says first what it does, and is sent with its reason and the state that was seen', async () => {
  await draw({})
  await office.press('审核')
  await act(async () => fireEvent.click(dialog().getByRole('radio', { name: '认可，按已确认处理' })))
  await settle()
  for (const text of [
    '未完成的确认由 9 次变为 8 次，达到 9 次会暂停学习。',
    '学员可以继续学习这个班级。',
    '学员还没有合格。',
  ])
    assert.ok(screen.getByText(text), text)
  await act(async () => fireEvent.click(dialog().getByRole('radio', { name: '不认可，按未完成处理' })))
  await settle()
  assert.ok(screen.getByText('未完成的确认仍是 9 次，达到 9 次会暂停学习。'))
  assert.ok(!screen.queryByText('学员可以继续学习这个班级。'))
  await act(async () => fireEvent.click(dialog().getByRole('button', { name: '审核' })))
  await settle()
  assert.deepEqual(decided(), [], 'without a reason nothing is sent')
  office.clear()
  await draw({})
  await decide('认可，按已确认处理', '情况属实')
  assert.deepEqual(decided(), [{ captureId: 'k1', from: 'appealed', result: 'accepted', reason: '情况属实' }])
  assert.ok(!screen.queryByRole('dialog'))
})

test('a result that is refused keeps the dialog with what was written, and says why', async () => {
  const respDesc = '这次确认的状态刚刚变了，请刷新后再处理'
  await draw({}, { respCode: 409, respDesc, attribute: null })
  await decide('认可，按已确认处理', '情况属实')
  assert.deepEqual(
    currentNotices().map(({ text }) => text),
    [respDesc],
  )
  assert.equal((dialog().getByRole('textbox') as HTMLTextAreaElement).value, '情况属实')
})

test('who may not decide sees the evidence alone, and what is settled for good offers no result', async () => {
  await draw({}, null, ['/train-manage/study-report'])
  assert.ok(screen.getByText('当时断电了'))
  assert.ok(!screen.queryByRole('button', { name: '审核' }))
  office.clear()
  await draw({ state: 'made_up' })
  assert.ok(!screen.queryByRole('button', { name: '审核' }))
})

test('checks of an enrolment that is not in reach are absent, with the reason', async () => {
  const absent = { respCode: 404, respDesc: '找不到这条记录', attribute: null }
  await office.draw(
    createElement(CaptureTable, { enrolmentId: 'e2', of: learner }),
    { 'find-resource-capture-list': absent },
    { menus: decides },
  )
  assert.match(screen.getByRole('alert').textContent, /没有找到/)
  assert.ok(!screen.queryByText('第一讲'))
})

test('who decides sees whose check it is, of which video and second, when, and what it is so far', async () => {
  await draw({ kind: 'face', likeness: 41 })
  await office.press('审核')
  for (const text of [
    '张小明 · 第一医院',
    '数据安全实务',
    '第一讲 · 播放到 15:00 处',
    dateTime(appealed.toldAt),
    '没有确认',
    '41%',
    '申诉中',
    '当时断电了',
    '选择结果后，这里会说明对学员的影响。',
  ])
    assert.ok(dialog().getByText(text), text)
})
