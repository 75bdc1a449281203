import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { clear, draw, press, screen, sent, settle, type } = await openOffice()
const { default: AddStudentDialog } = await import('./AddStudentDialog.tsx')
afterEach(clear)

const answers = { 'find-unit-base': [], dictionary: [], 'save-student': { loginName: 'wang', password: 'x' } }
const asked = () => sent.filter(({ path }) => path.includes('unprintable'))

test('letters of a name that cannot be printed are said while it is typed, and do not keep it from being saved', async () => {
  let made = 0
  await draw(createElement(AddStudentDialog, { onClose() {}, onMade: () => made++ }), {
    unprintable: { letters: '\u{2A6D6}' },
    ...answers,
  })
  await type('姓名', '王小兰')
  assert.deepEqual(asked(), [], 'an everyday name asks nothing')
  await type('姓名', '王\u{2A6D6}')
  await until(async () => (await settle(), screen.queryByText(/“\u{2A6D6}”暂时无法排印/u) !== null))
  assert.deepEqual(asked()[0]!.body, { text: '王\u{2A6D6}' })
  await type(/证件号/, '110101199003071233')
  await type('手机号', '13800138000')
  await press(/^保\s?存$/)
  await until(async () => (await settle(), made === 1))
})

test('a name is saved although the server could not be asked about its letters', async () => {
  let made = 0
  await draw(createElement(AddStudentDialog, { onClose() {}, onMade: () => made++ }), {
    unprintable: { respCode: -1, respDesc: '系统出了点问题', attribute: null },
    ...answers,
  })
  await type('姓名', '王\u{2A6D6}')
  await type(/证件号/, '110101199003071233')
  await type('手机号', '13800138000')
  await press(/^保\s?存$/)
  await until(async () => (await settle(), made === 1))
  assert.ok(!screen.queryByText(/暂时无法排印/))
})
