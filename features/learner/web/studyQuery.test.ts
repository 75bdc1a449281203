import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const office = await openOffice()
const { changeLocale } = await import('../../../web/words.ts')
const { default: StudyQueryPage } = await import('./StudyQueryPage.tsx')
// Loaded before it is opened: the wait is for answers, not for code.
await import('../../correction/web/CorrectionDrawer.tsx')
const { screen, fireEvent, press, sent, settle, within } = office
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
  'find-pin-list': {
    total: 3,
    list: [
      {
        questionId: 'q1',
        itemId: 'i1',
        title: '止血',
        atSecond: 90,
        stem: '先做什么',
        mustPass: true,
        isReached: true,
        tries: 2,
        answeredAt: at,
        passedAt: null,
      },
      {
        questionId: 'q2',
        itemId: 'i1',
        title: '止血',
        atSecond: 200,
        stem: '再做什么',
        tries: 0,
        isReached: true,
      },
      {
        questionId: 'q3',
        itemId: 'i2',
        title: '包扎',
        atSecond: 30,
        stem: '怎样包扎',
        tries: 1,
        passedAt: at,
      },
    ],
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
  assert.ok(screen.getByText('止血 1:30：先做什么'))
  assert.ok(screen.getByText(/^没有通过，之后的部分不计入 · 作答 2 次 · /))
  assert.ok(screen.getByText('还没有作答，之后的部分不计入'))
  assert.ok(screen.getByText(/^已答对 · 作答 1 次/))
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

test('a correction that is proposed from there is about the class of the caller, where its pass can be corrected', async () => {
  changeLocale('zh-CN')
  const address = '/customer/study-report?enrolmentId=e1'
  await office.draw(createElement(StudyQueryPage), answers, { menus, address })
  await press('提出更正')
  await settle()
  const drawer = within(screen.getByRole('dialog'))
  assert.equal((drawer.getByRole('radio', { name: '合格状态' }) as HTMLInputElement).checked, true)
  assert.ok(drawer.getByDisplayValue(/^急救 · /))
  office.clear()

  const refunded = { total: 1, list: [{ ...row, status: 'refunded' }] }
  await office.draw(
    createElement(StudyQueryPage),
    { ...answers, 'find-portfolio-page': refunded },
    { menus, address },
  )
  await press('提出更正')
  await settle()
  const other = within(screen.getByRole('dialog'))
  assert.equal((other.getByRole('radio', { name: '合格状态' }) as HTMLInputElement).checked, false)
})
