import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { CatalogueClass } from '../contract.ts'

const { show, screen } = await openRenderer()
const { ClassCard } = await import('./ClassCard.tsx')

const item = {
  id: 'c1',
  name: '急救',
  classType: 'public',
  categoryName: '现场急救',
  hoursTenths: 60,
  heldTenths: 0,
  price: 0,
  originalPrice: 0,
  coverKey: null,
  placesLeft: null,
  placesHeld: 0,
  signUpFrom: null,
  signUpTo: null,
  studyTo: null,
  needReview: false,
  unitObstacle: null,
  mismatch: null,
  joined: null,
} as unknown as CatalogueClass
const joined = (status: string, progress: number) =>
  ({ enrolmentId: 'e', status, progress, suspended: false }) as CatalogueClass['joined']
const cover = () => document.querySelector('.class-cover')!
const rings = () => document.querySelectorAll('.class-cover circle').length

test('a drawn cover bears the title and the hours, and no ring', async () => {
  await show(createElement(ClassCard, { item }))
  assert.equal(cover().textContent, '急救6 学时')
  assert.ok(cover().contains(screen.getByRole('link', { name: '急救' })))
  assert.equal(rings(), 0)
})

test('an uploaded cover wins: the title is below it', async () => {
  await show(createElement(ClassCard, { item: { ...item, coverKey: 'k' } }))
  assert.ok(cover().querySelector('img[src="/media/image/k"]'))
  assert.equal(cover().textContent, '6 学时')
  assert.equal(screen.getAllByRole('heading').length, 1)
})

test('a ring is on the cover of a class in which something is studied, and on no other', async () => {
  for (const [status, progress, isRing] of [
    ['active', 4000, true],
    ['active', 0, false],
    ['applied', 0, false],
    ['passed', 10_000, false],
  ] as const) {
    document.body.replaceChildren()
    await show(createElement(ClassCard, { item: { ...item, joined: joined(status, progress) } }))
    assert.equal(rings() > 0, isRing, `${status} ${progress}`)
  }
})
