import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { clearToken, saveToken } from '../../../web/token.ts'
import type { CatalogueClass } from '../contract.ts'

const { show, screen } = await openRenderer()
const { ClassCard } = await import('./ClassCard.tsx')

const item = {
  id: 'c1',
  name: '急救',
  classType: 'public',
  categoryName: '公需',
  coverKey: null,
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
  awaitsUnit: false,
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
  assert.ok(!screen.queryByRole('button', { name: /加入购物车/ }))
  const link = screen.getByRole('link', { name: '不新增学时，查看详情：急救' })
  assert.match(link.getAttribute('href')!, /c1/)
})

test('the ear is told the hours, and the price from what it was before', async () => {
  await show(createElement(ClassCard, { item: { ...item, originalPrice: 8000 } }))
  const read = document.body.cloneNode(true) as HTMLElement
  for (const silent of read.querySelectorAll('[aria-hidden="true"]')) silent.remove()
  assert.match(read.textContent!, /4 学时.*现价¥60\.00原价¥80\.00/)
})

const joined = (status: string, progress: number) =>
  ({ enrolmentId: 'e', status, progress, suspended: false }) as CatalogueClass['joined']
const cover = () => document.querySelector('.class-cover')!
const rings = () => document.querySelectorAll('.class-cover circle').length

test('a drawn cover bears the title and the hours, and no ring', async () => {
  await show(createElement(ClassCard, { item }))
  assert.equal(cover().textContent, '急救4 学时')
  assert.ok(cover().contains(screen.getByRole('link', { name: '急救' })))
  assert.equal(rings(), 0)
})

test('an uploaded cover wins: the title is below it', async () => {
  await show(createElement(ClassCard, { item: { ...item, coverKey: 'k' } }))
  assert.ok(cover().querySelector('img[src="/media/image/k"]'))
  assert.equal(cover().textContent, '4 学时')
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

for (const [transferPending, way] of [
  [false, '去付款：急救'],
  [true, '查看订单：急救'],
] as const) {
  test(`a class in an order that waits for money leads to that order: ${way}`, async () => {
    saveToken('T')
    await show(createElement(ClassCard, { item }), {
      answers: {
        '/login/get-account-info.action': {
          manageAccountInfo: {
            accountId: 'l',
            userName: '学员',
            roleRP: { roleId: 'r', roleName: '学员', roleSystem: 3, menu: [] },
          },
        },
        '/base/shop-cart/find.action': { list: [], amount: 0 },
        '/base/my-order-entity/find-my-order-list.action': {
          total: 1,
          list: [{ id: 'o1', transferPending, items: [{ classId: 'c1' }] }],
        },
      },
    })
    clearToken()
    assert.equal(screen.getByRole('link', { name: way }).getAttribute('href'), '/go-pay?orderId=o1')
    assert.ok(!screen.queryByRole('button', { name: /立即报名|加入购物车/ }))
  })
}

for (const [refunding, reason, way] of [
  [true, /退款办理中/, ['查看退款：急救', '/my?tab=orders']],
  [false, /学习已暂停，恢复后可以继续/, ['查看我的班级：急救', '/classCenter']],
] as const) {
  test(`a class that is suspended says why and where to look: ${way[0]}`, async () => {
    const joined = { enrolmentId: 'e', status: 'active', progress: 0, suspended: true, refunding } as const
    await show(createElement(ClassCard, { item: { ...item, joined } }))
    assert.match(document.body.textContent, reason)
    assert.equal(screen.getByRole('link', { name: way[0] }).getAttribute('href'), way[1])
  })
}
