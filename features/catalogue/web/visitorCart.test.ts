import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { beforeEach, test } from 'node:test'
import { createElement, Fragment } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { until } from '../../../test/until.ts'
import { cartCalls } from '../../cart/contract.ts'
import type { CatalogueClass } from '../contract.ts'

const { show, settle, sent, act, fireEvent, screen } = await openRenderer()
const { clearToken, saveToken } = await import('../../../web/token.ts')
const { useCall } = await import('../../../web/client.ts')
const { currentNotices, dismiss } = await import('../../../web/notice.ts')
const { ClassCard } = await import('./ClassCard.tsx')
const { CartBar } = await import('./CartBar.tsx')
const { default: VisitorCart } = await import('./VisitorCart.tsx')
const { MergeVisitorCart } = await import('../../cart/web/MergeVisitorCart.tsx')
const { changeVisitorCart, useVisitorCart } = await import('../../cart/web/visitorCart.ts')

const aClass = (more: Partial<CatalogueClass> = {}): CatalogueClass => ({
  id: randomUUID(),
  name: '急救',
  classType: 'public',
  categoryId: 'g1',
  categoryName: '公需',
  year: 2023,
  hoursTenths: 80,
  heldTenths: 0,
  price: 6000,
  originalPrice: 6000,
  unitObstacle: null,
  awaitsUnit: false,
  coverKey: null,
  placesLeft: null,
  placesHeld: 0,
  signUpFrom: null,
  signUpTo: null,
  studyTo: null,
  validDays: 365,
  needReview: false,
  personnelCategories: [],
  regions: [],
  joined: null,
  mismatch: null,
  ...more,
})
const listPath = '/base/class-entity/cms/find-class-list.action'
const found = (...list: CatalogueClass[]) => ({ [listPath]: { total: list.length, list } })
const saved = () => localStorage.getItem('visitorCart')
const text = () => document.body.textContent
const notices = () => currentNotices().map((notice) => notice.text)

beforeEach(() => {
  clearToken()
  localStorage.removeItem('visitorCart')
  for (const { id } of currentNotices()) dismiss(id)
})

test('a visitor puts a class into the cart: its id is all that the browser saves, and no call is made', async () => {
  const item = aClass()
  await show(createElement(ClassCard, { item }), {})
  const add = screen.getByRole('button', { name: '加入购物车：急救' })
  const places = document.body.querySelectorAll('.class-foot *').length
  await act(async () => fireEvent.click(add))
  assert.equal(saved(), JSON.stringify([item.id]))
  assert.equal(sent.filter(({ path }) => path.includes('shop-cart')).length, 0)
  assert.ok(add.isConnected, 'the focus stays where it was')
  assert.equal(add.textContent, '已选\u00a0✓：急救，按一下移出购物车')
  assert.equal(screen.getByRole('status').textContent, '“急救”已放入购物车')
  assert.deepEqual(notices(), [])
  await act(async () => fireEvent.click(add))
  assert.equal(saved(), null)
  assert.equal(document.body.querySelectorAll('.class-foot *').length, places)
})

test('a full cart takes no more and says so', async () => {
  changeVisitorCart(() => Array.from({ length: 50 }, () => randomUUID()))
  const before = saved()
  await show(createElement(ClassCard, { item: aClass() }), {})
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '加入购物车：急救' })))
  assert.equal(saved(), before)
  assert.match(notices().join(), /最多放 50 个班级/)
})

test('it is shown at current prices: what cannot be ordered has its reason and no part in the sum', async () => {
  const [good, full] = [aClass(), aClass({ name: '护理', price: 900, placesLeft: 0 })]
  const gone = randomUUID()
  changeVisitorCart(() => [full.id, good.id, gone])
  await show(createElement(VisitorCart, { onClose() {} }), { answers: found(good, full) })
  assert.deepEqual(
    sent.filter(({ path }) => path === listPath).map(({ input }) => input),
    [{ ids: [full.id, good.id, gone], limit: 50 }],
  )
  assert.match(text(), /护理.*名额已满.*急救.*另有 1 个班级已不再开设.*合计 ¥60\.00/)
  const remove = screen.getByRole('button', { name: '移除“急救”', hidden: true })
  await act(async () => fireEvent.click(remove))
  await settle()
  assert.deepEqual(JSON.parse(saved()!), [full.id, gone])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '移除', hidden: true })))
  const signIn = screen.getByRole<HTMLAnchorElement>('link', { name: '登录后结算', hidden: true })
  assert.equal(new URL(signIn.href).searchParams.get('redirect'), '/student/cart')
})

test('on a phone the bar sums up what a visitor chose', async () => {
  const item = aClass()
  changeVisitorCart(() => [item.id])
  await show(createElement(CartBar), { answers: found(item) })
  assert.match(text(), /已选 1 个班级 ¥60\.00/)
})

test('garbage in the browser’s storage is an empty cart', async () => {
  for (const garbage of ['{', '[7]', '"x"', '{"a":1}']) {
    localStorage.setItem('visitorCart', garbage)
    await show(createElement(VisitorCart, { onClose() {} }), {})
    assert.match(text(), /购物车是空的/)
    assert.equal(sent.filter(({ path }) => path === listPath).length, 0)
    document.body.replaceChildren()
  }
})

test('what was answered to a learner is not shown to the visitor after them', async () => {
  saveToken('T')
  const learner = {
    accountId: 'a1',
    userName: '王',
    imagePath: null,
    unitId: null,
    unitName: null,
    mustChangePassword: false,
    roleRP: { roleId: 'r1', roleName: '学员', roleSystem: 3, menu: [] },
  }
  await show(createElement(CartBar), {
    answers: {
      '/login/get-account-info.action': { manageAccountInfo: learner },
      '/base/shop-cart/find.action': { list: [{ classId: 'c1', obstacle: null }], amount: 100 },
    },
  })
  assert.match(text(), /已选 1 个班级 ¥1\.00/)
  await act(async () => clearToken())
  await settle()
  assert.doesNotMatch(text(), /已选/)
})

/** Merges what the browser holds, as the frame of a learner's pages does. */
function Merging() {
  const ids = useVisitorCart()
  return ids.length > 0 ? createElement(MergeVisitorCart, { classIds: ids }) : null
}
const savePath = '/base/shop-cart/save.action'

test('after signing in it is merged in one call, erased, and what came of it is said', async () => {
  const ids = [randomUUID(), randomUUID()]
  changeVisitorCart(() => ids)
  const refused = [{ classId: ids[1], name: '护理', reason: '“护理”的名额已满' }]
  await show(createElement(Merging), {
    answers: { [savePath]: { count: 1, merged: { added: 1, refused } } },
  })
  await until(async () => saved() === null)
  assert.deepEqual(
    sent.filter(({ path }) => path === savePath).map(({ input }) => input),
    [{ classIds: ids, merge: true }],
  )
  assert.deepEqual(notices(), ['登录前选的 1 个班级已放入购物车；有 1 个没有放入；“护理”的名额已满'])
})

test('a cart that is on its way while classes are merged into it is asked for again', async () => {
  saveToken('a learner')
  changeVisitorCart(() => [randomUUID()])
  const Counted = () => createElement('output', {}, useCall(cartCalls.count, {}).data?.count)
  let asked = 0
  const isMerged = Promise.withResolvers<void>()
  await show(createElement(Fragment, {}, createElement(Counted), createElement(Merging)), {
    async reply() {
      const isFirst = sent.at(-1)!.path !== savePath && asked++ === 0
      if (isFirst) await isMerged.promise
      else setTimeout(isMerged.resolve)
      const attribute = { count: isFirst ? 0 : 1, merged: { added: 1, refused: [] } }
      return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
    },
  })
  assert.equal(screen.getByRole('status').textContent, '1')
})

test('what the learner had already is merged without a word', async () => {
  changeVisitorCart(() => [randomUUID()])
  await show(createElement(Merging), {
    answers: { [savePath]: { count: 1, merged: { added: 0, refused: [] } } },
  })
  await until(async () => saved() === null)
  assert.deepEqual(notices(), [])
})

test('without an answer it stays in the browser for the next time', async () => {
  changeVisitorCart(() => [randomUUID()])
  const before = saved()
  const reply = () => new Response(JSON.stringify({ respCode: 503, respDesc: '系统繁忙', attribute: null }))
  await show(createElement(Merging), { reply })
  assert.equal(saved(), before)
  assert.deepEqual(notices(), [])
})
