import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { unitCalls } from '../../unit/contract.ts'
import { type EarnedHours, studyRecordCalls } from '../contract.ts'

openWindow()
const office = await openOffice()
const { default: StudyReportPage } = await import('./StudyReportPage.tsx')
afterEach(office.clear)
const { screen, sent } = office

const line = (id: string, more: Partial<EarnedHours> = {}): EarnedHours => ({
  id,
  accountId: 'a1',
  realName: '南宫月',
  unitName: '第一医院',
  year: 2023,
  classType: 'public',
  attribute: 'elective',
  hoursTenths: 80,
  title: '现场急救',
  courseName: '心肺复苏',
  source: 'class',
  reason: null,
  createdAt: '2023-11-21T08:00:00.000Z',
  ...more,
})

test('the ledger behind a board’s hours is a tab of the study records: its lines, their sum, and the filters of the board', async () => {
  await office.draw(
    createElement(StudyReportPage),
    {
      [studyRecordCalls.findHours.path]: {
        total: 2,
        list: [line('1'), line('2', { hoursTenths: -15, source: 'reversal', reason: '重复登记' })],
      },
      [studyRecordCalls.sumHours.path]: { hoursTenths: 65 },
      [unitCalls.findUnitBase.path]: [],
    },
    {
      menus: ['/train-manage/study-report'],
      address:
        '/train-manage/study-report?tab=hours&earnedFrom=2023-11-01&earnedTo=2023-11-30&classType=public',
    },
  )
  await screen.findByText('合计 6.5 学时')
  const rows = (await screen.findAllByRole('row')).map(({ textContent }) => textContent).join('\n')
  for (const text of ['现场急救', '心肺复苏', '选修', '冲销', '重复登记', '-1.5'])
    assert.ok(rows.includes(text), `${text} in ${rows}`)
  const asked = sent.find(({ path }) => path.includes(studyRecordCalls.sumHours.path))!.body
  assert.deepEqual(
    [asked.classType, asked.earnedFrom, asked.earnedTo],
    ['public', '2023-10-31T16:00:00.000Z', '2023-11-30T16:00:00.000Z'],
  )
  const [first] = screen.getAllByRole('link', { name: '南宫月' })
  assert.match(first!.getAttribute('href')!, /accountId=a1&year=2023$/)
})
