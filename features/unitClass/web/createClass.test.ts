import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { clear, draw, screen } = await openOffice()
const { default: CreateClassPage } = await import('./CreateClassPage.tsx')
afterEach(clear)

const offer = {
  classId: 'c1',
  name: '急救',
  categoryName: '公需',
  year: 2023,
  hoursTenths: 80,
  price: 12_000,
  listPrice: 12_000,
  signUpTo: '2023-12-20T04:00:00.000Z',
  studyTo: null,
  validDays: 365,
  seatsLeft: null,
  obstacle: null,
}

test('an offered class names the whole day until which it can be signed up for', async () => {
  await draw(createElement(CreateClassPage), { 'find-offers': { total: 1, list: [offer] } }, { whole: false })
  assert.ok(screen.getByText('2023年12月20日'))
  assert.ok(screen.getByText('¥120.00'))
})
