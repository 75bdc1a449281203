import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { until } from '../../../../test/until.ts'
import { openWindow } from '../../../../test/window.ts'
import type { MyInfo } from '../contract.ts'

openWindow()
const { clear, draw, screen, settle, type } = await openOffice()
const { InfoForm } = await import('./InfoForm.tsx')
afterEach(clear)

test('a learner is told beside the name which of its letters cannot be printed', async () => {
  const form = createElement(InfoForm, {
    info: { cardNumber: null, imagePath: null } as MyInfo,
    lacking: { state: 1, required: ['realName', 'cardNumber'], missing: ['realName', 'cardNumber'] },
    onComplete() {},
    onLater() {},
  })
  await draw(form, { unprintable: { letters: '\u{2A6D6}' } })
  await type('真实姓名', '王\u{2A6D6}')
  await until(async () => (await settle(), screen.queryByText(/“\u{2A6D6}”暂时无法排印/u) !== null))
  await type('真实姓名', '王小兰')
  assert.ok(!screen.queryByText(/暂时无法排印/))
})
