import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { StudyReport } from '../contract.ts'
import { studyRecordPages } from './pages.ts'

openWindow()
const { draw, clear, screen, sent } = await openOffice()
const { changeLocale } = await import('../../../web/words.ts')
afterEach(clear)

const path = '/train-manage/study-report/student-detail'
const report = {
  accountId: 'a1',
  realName: '王小兰',
  cardMask: '3201**********1234',
  mobileMask: null,
  unitName: '第一医院',
  personnelCategory: null,
  year: 2023,
  years: [2023, 2022],
  requiredTenths: 900,
  earnedTenths: 460,
  missingTenths: 440,
  types: [],
  entries: [],
  repeated: [],
} as unknown as StudyReport

test('a learner’s year is opened by its address: hours against what is required, and the classes of it', async () => {
  changeLocale('zh-CN')
  const { default: StudentDetail } = await studyRecordPages.find((page) => page.path === path)!.load()
  await draw(
    createElement(StudentDetail),
    { 'find-my-study-report': report },
    { menus: ['/train-manage/study-report'], address: `${path}?accountId=a1&year=2023` },
  )
  assert.ok(screen.getByRole('heading', { name: '王小兰 · 2023 年度' }))
  assert.ok(screen.getByText('第一医院'))
  assert.match(document.body.textContent, /46(\.0)? \/ 90(\.0)? 学时/)
  const bodyOf = (call: string) => sent.find((one) => one.path.includes(call))!.body
  assert.deepEqual(bodyOf('find-my-study-report'), { accountId: 'a1', year: 2023 })
  const { accountId, year } = bodyOf('find-portfolio-page')
  assert.deepEqual([accountId, year], ['a1', 2023])
})
