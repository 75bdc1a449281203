import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const { clear, draw, press, screen } = await openOffice()
const { EarlierEnds } = await import('./EarlierEnds.tsx')
const { permissionOf } = await import('./enrolmentActions.ts')
afterEach(clear)

test('learners who end earlier on one day are shown with that day, and are extended as learners', async () => {
  const at = '2023-01-01T00:00:00.000Z'
  const ends = { count: 9, from: at, to: at, ended: 0, until: '2023-06-01T00:00:00.000Z' }
  const notice = createElement(EarlierEnds, { classId: 'c1' })
  await draw(notice, { 'find-earlier-ends': ends }, { menus: [permissionOf.extend] })
  assert.match(screen.getByRole('alert').textContent, /9 名学员.*2023年1月1日 08:00/)
  assert.doesNotMatch(screen.getByRole('alert').textContent, /至/)
  await press('全部延长')
  assert.match(screen.getByRole('dialog').textContent, /延长 9 名学员的期限/)
})
