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
  categoryName: '公需',
  hoursTenths: 40,
  heldTenths: 0,
  price: 6000,
  originalPrice: 6000,
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
const card = async (heldTenths: number) => {
  await show(createElement(ClassCard, { item: { ...item, heldTenths } }))
  return document.body.textContent
}

test('a class that brings hours can be put into the cart', async () => {
  assert.doesNotMatch(await card(20), /不新增学时/)
  assert.ok(screen.getByRole('button', { name: '加入购物车：急救' }))
})

test('a class all of whose hours are held says so in place of the cart', async () => {
  assert.match(await card(40), /这 4 学时您都已有/)
  assert.equal(screen.queryByRole('button', { name: /加入购物车/ }), null)
  const link = screen.getByRole('link', { name: '不新增学时，查看详情：急救' })
  assert.match(link.getAttribute('href')!, /c1/)
})

test('the ear is told the hours, and the price from what it was before', async () => {
  await show(createElement(ClassCard, { item: { ...item, originalPrice: 8000 } }))
  const read = document.body.cloneNode(true) as HTMLElement
  for (const silent of read.querySelectorAll('[aria-hidden="true"]')) silent.remove()
  assert.match(read.textContent!, /4 学时.*现价¥60\.00原价¥80\.00/)
})
