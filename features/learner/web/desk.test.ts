import assert from 'node:assert/strict'
import { afterEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { LearnerDesk } from '../contract.ts'

openWindow()
const office = await openOffice()
const { changeLocale } = await import('../../../web/words.ts')
const { DeskPanel } = await import('./DeskPanel.tsx')
const { screen, sent, fireEvent, act, settle } = office
afterEach(() => office.clear())

const accountId = '0190a000-0000-7000-8000-000000000001'
const desk: LearnerDesk = {
  hours: {
    year: 2023,
    requiredTenths: 900,
    earnedTenths: 300,
    missingTenths: 600,
    types: [{ classType: 'public', requiredTenths: 900, earnedTenths: 300, missingTenths: 600 }],
    attributes: { required: 250, elective: 50 },
  },
  classes: [
    {
      enrolmentId: 'e1',
      classId: 'c1',
      className: '急救',
      classType: 'public',
      year: 2023,
      status: 'active',
      hold: null,
      expiresAt: null,
      explained: {
        progress: 4364,
        requiredSeconds: 614,
        doneSeconds: 268,
        missingSeconds: 346,
        missingVideos: 4,
        isKept: false,
        hasElectives: true,
        refused: [],
        missingElectiveTenths: 0,
        exam: 'none',
        isManual: false,
      },
    },
  ],
  hasMoreClasses: false,
  events: [
    {
      id: 'x1',
      kind: 'exam',
      at: '2023-11-20T02:00:00.000Z',
      title: '结业考试',
      state: 'scored',
      amount: null,
      score: 82,
    },
  ],
  cases: [
    {
      id: 'k1',
      kind: 'issue',
      about: 'hours',
      title: '',
      note: '学时不对',
      since: '2023-11-19T02:00:00.000Z',
    },
  ],
}
const draw = (answer: LearnerDesk, menus = ['/student-manage/student', '/customer/exception-register']) =>
  office.draw(
    createElement(DeskPanel, { accountId, onMore() {} }),
    { 'get-desk': answer, 'add-note': { id: 'k1', added: true }, 'class-type': [] },
    { menus },
  )

test('the reason of a percent is one sentence, copied as it is read, in the reader’s language', async () => {
  const copied: string[] = []
  Object.assign(navigator, { clipboard: { writeText: async (text: string) => copied.push(text) } })
  changeLocale('en')
  await draw(desk)
  const sentence =
    '43% = 4:28 of 10:14 required; 4 videos missing (5:46); electives do not count; nothing refused'
  assert.ok(screen.getByText(sentence))
  await office.press('Copy the answer for “急救”')
  assert.deepEqual(copied, [`急救: ${sentence}`])
  office.clear()
  changeLocale('zh-CN')
  const [one] = desk.classes!
  const refused = [
    { reason: 'too_fast' as const, seconds: 65 },
    { reason: 'hidden' as const, seconds: 30 },
  ]
  const explained = {
    ...one!.explained,
    refused,
    missingElectiveTenths: 20,
    exam: 'missing' as const,
    isManual: true,
  }
  await draw({ ...desk, classes: [{ ...one!, explained }] })
  assert.ok(
    screen.getByText(
      '已由工作人员判为合格，不以进度为准；43% = 已学 4:28 / 应学 10:14；还差 4 个视频（5:46）；选修课程不计入进度；合格还需选修 2.0 学时；结业考试尚未通过；未计入：1:05（播放过快），0:30（页面不在前台）',
    ),
  )
})

test('the desk shows hours, cases and events, and says where there are none', async () => {
  await draw(desk)
  assert.ok(screen.getByText('已获得：必修 25，选修 5'))
  assert.ok(screen.getByText('考试 结业考试 · 已出分 · 82 分'))
  assert.ok(screen.getByText('学时不对'))
  assert.equal(
    screen.getByRole('link', { name: '异常 · 学时' }).getAttribute('href'),
    '/customer/exception-register?part=registered&exception=k1',
  )
  office.clear()
  await draw({ hours: null, classes: null, hasMoreClasses: false, events: [], cases: [] }, [])
  assert.ok(screen.getByText('您的角色不能查看学习情况'))
  assert.ok(screen.getByText('没有待处理的更正、审批和异常'))
  assert.ok(!screen.queryByLabelText('来电记录'))
})

test('every sentence of the desk has its values', async () => {
  const one = { title: '', note: '姓名有误', since: '2023-11-19T02:00:00.000Z' }
  const cases = [
    { ...one, id: 'k2', kind: 'correction', about: 'identity' } as const,
    { ...one, id: 'k3', kind: 'approval', about: '', title: '人工判为合格' } as const,
    ...desk.cases,
  ]
  for (const locale of ['en', 'zh-CN'] as const) {
    changeLocale(locale)
    await draw({ ...desk, cases })
    assert.doesNotMatch(document.body.textContent, /[{}]/)
    office.clear()
  }
})

test('what is passed has one line, below what is still studied', async () => {
  const [one] = desk.classes!
  const passed = { ...one!, enrolmentId: 'e2', className: '护理', status: 'passed' as const }
  await draw({ ...desk, classes: [one!, passed] })
  assert.ok(screen.getByRole('heading', { name: '已合格（1）' }))
  const links = screen.getAllByRole('link').map(({ textContent }) => textContent)
  assert.ok(links.indexOf('急救') < links.indexOf('护理'))
  assert.equal(screen.getAllByRole('button', { name: /的答复/ }).length, 1)
})

test('the note of a call is typed and sent by a key, and goes only once it says something', async () => {
  await draw(desk)
  await office.type('来电记录', '学时')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: '保存记录' })
  assert.equal(save.disabled, true)
  await office.type('来电记录', '来电询问学时，已答复')
  await act(async () => fireEvent.keyDown(screen.getByLabelText('来电记录'), { key: 'Enter', ctrlKey: true }))
  await settle()
  const [note] = sent.filter(({ path }) => path.includes('add-note'))
  assert.deepEqual(note!.body, { accountId, kind: 'other', note: '来电询问学时，已答复' })
  assert.equal(screen.getByLabelText<HTMLTextAreaElement>('来电记录').value, '')
  mock.restoreAll()
})

test('each open case of a learner leads to itself', async () => {
  const [one] = desk.cases
  const kinds = ['correction', 'approval', 'issue'] as const
  await draw({ ...desk, cases: kinds.map((kind) => ({ ...one!, id: kind, kind })) })
  const ways = [...document.querySelectorAll('a[href^="/customer/"]')].map((a) => a.getAttribute('href'))
  assert.deepEqual(ways, [
    '/customer/exception-register?part=corrections&correction=correction',
    '/customer/approvals?approval=approval',
    '/customer/exception-register?part=registered&exception=issue',
  ])
})
