import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const office = await openOffice()
const { changeLocale } = await import('../../../web/words.ts')
const { default: StudyQueryPage } = await import('./StudyQueryPage.tsx')
const { screen, fireEvent, sent } = office
afterEach(() => office.clear())

const row = {
  id: 'e1',
  accountId: 'a1',
  realName: '王小明',
  cardMask: '3201**********0014',
  mobileMask: null,
  unitName: '人民医院',
  className: '急救',
  status: 'active',
  progress: 4364,
}
const at = '2023-11-20T02:00:00.000Z'
const none = { total: 0, list: [] }
const answers = {
  'find-portfolio-page': { total: 1, list: [row] },
  explain: {
    progress: 4364,
    requiredSeconds: 614,
    doneSeconds: 268,
    missingSeconds: 346,
    missingVideos: 4,
    isKept: false,
    hasElectives: false,
    refused: [{ reason: 'hidden', seconds: 30 }],
    missingElectiveTenths: 0,
    exam: 'none',
    isManual: false,
  },
  'find-refusal-list': {
    total: 7,
    list: [
      { id: 'f1', title: '止血', from: 10, to: 40, reason: 'hidden', times: 2, firstAt: at, lastAt: at },
    ],
  },
  'query-page-list': {
    total: 1,
    list: [{ itemId: 'i1', title: '包扎', watchedSeconds: 268, durationSeconds: 614, completedAt: null }],
  },
  'find-resource-capture-list': {
    total: 1,
    list: [{ id: 'k1', title: '止血', at: 60, state: 'missed', toldAt: at }],
  },
  'find-lease-list': none,
  'find-attempt-list': none,
}
const menus = ['/customer/study-report', '/train-manage/study-report', '/customer/exception-register#correct']

test('a caller’s class is found by a number, and answered on one screen with what is not counted', async () => {
  changeLocale('zh-CN')
  await office.draw(createElement(StudyQueryPage), answers, { menus, address: '/customer/study-report' })
  fireEvent.change(screen.getByLabelText('姓名、手机号或证件号'), { target: { value: '13912345678' } })
  fireEvent.click(await screen.findByRole('button', { name: /王小明/ }))
  const sentence = '43% = 已学 4:28 / 应学 10:14；还差 4 个视频（5:46）；未计入：0:30（页面不在前台）'
  assert.ok(await screen.findByText(sentence))
  assert.ok(await screen.findByText('止血 0:10–0:40：页面不在前台'))
  assert.ok(screen.getByText('止血 1:00：未完成'))
  assert.ok(screen.getByText('包扎'))
  assert.ok(screen.getByText('还没有学习'))
  assert.equal(
    screen.getByRole('link', { name: '全部 7 条' }).getAttribute('href'),
    '/train-manage/study-report/study-detail?enrolmentId=e1&tab=refusals',
  )
  assert.ok(screen.getByRole('button', { name: '提出更正' }))
  const missing = sent.find(({ path }) => path.includes('query-page-list'))
  assert.deepEqual(missing?.body, { enrolmentId: 'e1', missing: true, limit: 5 })
})

test('who only answers calls reads the same without the ways to what they may not open', async () => {
  changeLocale('zh-CN')
  await office.draw(createElement(StudyQueryPage), answers, {
    menus: ['/customer/study-report'],
    address: '/customer/study-report?enrolmentId=e1',
  })
  assert.ok(await screen.findByText('止血 0:10–0:40：页面不在前台'))
  assert.ok(!screen.queryByRole('link'))
  assert.ok(!screen.queryByRole('button', { name: '提出更正' }))
})
