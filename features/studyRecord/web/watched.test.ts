import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { PortfolioRow } from '../../enrolment/contract.ts'
import type { ProgressExplained } from '../../study/contract.ts'

openWindow()
const { draw, clear, screen } = await openOffice()
const { changeLocale } = await import('../../../web/words.ts')
const { default: StudyDetailPage } = await import('./StudyDetailPage.tsx')
afterEach(clear)

const row = {
  enrolmentId: 'e1',
  accountId: 'a1',
  realName: '王',
  className: '急救',
  classType: 'public',
  year: 2023,
  status: 'active',
  progress: 5000,
  watchedSeconds: 93_784,
  hoursTenths: 300,
  unitName: '一中',
  cardMask: null,
  mobileMask: null,
  examScore: null,
  source: 'self',
  passReason: null,
  passedAt: null,
  createdAt: '2023-03-01T00:00:00.000Z',
  expiresAt: null,
  hold: null,
  courses: [],
  exams: [],
  captures: [],
} as unknown as PortfolioRow

const why: ProgressExplained = {
  progress: 5000,
  requiredSeconds: 120,
  doneSeconds: 60,
  missingSeconds: 60,
  missingVideos: 1,
  isKept: false,
  isManual: false,
  hasElectives: false,
  refused: [],
  missingElectiveTenths: 0,
  exam: 'none',
}

test('how long somebody watched is given in days, hours, minutes and seconds', async () => {
  changeLocale('zh-CN')
  await draw(
    createElement(StudyDetailPage),
    { 'find-portfolio-page': { list: [row], total: 1 }, explain: why },
    {
      menus: ['/train-manage/study-report'],
      address: '/train-manage/study-report/study-detail?enrolmentId=e1',
    },
  )
  assert.ok(screen.getByText('1天2小时3分4秒'))
  assert.ok(screen.getByText(/^50% = 已学 1:00 \/ 应学 2:00；还差 1 个视频/))
})
