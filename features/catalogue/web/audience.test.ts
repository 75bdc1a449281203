import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { openComponents } from '../../../test/jsx.ts'
import { openWindow } from '../../../test/window.ts'
import type { CartItem } from '../../cart/contract.ts'
import type { ClassDetail } from '../contract.ts'

openWindow()
openComponents()
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
Object.assign(navigator, { userAgent: 'a browser' })
const { act, cleanup, fireEvent, render, screen, within } = await import('@testing-library/react')
const { MemoryRouter } = await import('react-router')
const { changeLocale } = await import('../../../web/words.ts')
const { saveToken } = await import('../../../web/token.ts')
const { default: ClassDetailPage } = await import('./ClassDetailPage.tsx')
const { CatalogueFilters } = await import('./CatalogueFilters.tsx')
const { default: CartPage } = await import('../../cart/web/CartPage.tsx')

const detail: ClassDetail = {
  ...{ id: 'c1', name: '急救', classType: 'public', categoryId: 'g1', categoryName: '公需', year: 2026 },
  ...{ hoursTenths: 80, heldTenths: 0, price: 0, originalPrice: 0, unitObstacle: null, coverKey: null },
  ...{ placesLeft: null, placesHeld: 0, signUpFrom: null, signUpTo: null, studyTo: null, validDays: 365 },
  ...{ needReview: false, personnelCategories: ['health'], regions: ['320000', '329900'], joined: null },
  ...{ mismatch: { part: 'region', rule: 'confirm' }, status: 'on_shelf', studyFrom: null },
  ...{ introduction: '', refundable: true, requiredHoursTenths: 80, electiveMinTenths: 0, sold: 0 },
  ...{ courses: [], exam: null, certificateName: null },
}
const item: CartItem = {
  ...{ classId: 'c1', name: '急救', classType: 'public', categoryName: '公需', year: 2026, hoursTenths: 80 },
  ...{ heldTenths: 0, price: 100, discount: 0, payable: 100, originalPrice: 100, priceSeen: 100 },
  ...{ mismatch: { part: 'both', rule: 'confirm' }, obstacle: null },
}
const regions = [
  ['320000', '江苏省', 'Jiangsu'],
  ['329900', '江海市', 'Jianghai City'],
].map(([code, name, nameEn]) => ({ kind: 'region', code, parentCode: null, name, nameEn }))
const learner = {
  ...{ accountId: 'a1', userName: '王', imagePath: null, unitId: null, unitName: null },
  ...{ mustChangePassword: false, roleRP: { roleName: '学员', roleSystem: 3, menu: [] } },
}

let cache: QueryClient
let shown: ClassDetail
let cart: CartItem
beforeEach(() => {
  changeLocale('zh-CN')
  saveToken('T')
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  shown = detail
  cart = item
  const answers: [part: string, attribute: () => unknown][] = [
    ['find-class-detail', () => shown],
    ['dictionary', () => regions],
    ['get-account-info', () => ({ manageAccountInfo: learner })],
    ['shop-cart', () => ({ list: [cart], total: 1, amount: 100 })],
    ['category', () => []],
  ]
  mock.method(globalThis, 'fetch', async (url: string) => {
    const attribute = answers.find(([part]) => url.includes(part))?.[1]() ?? null
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
  })
})
afterEach(() => {
  cleanup()
  cache.clear()
  mock.restoreAll()
})

/** Draws an element, and waits until what it asks for has arrived: the text is then shown. */
async function show(element: Parameters<typeof render>[0], text: string) {
  render(
    createElement(
      MemoryRouter,
      { initialEntries: ['/detail-public?id=c1'] },
      createElement(QueryClientProvider, { client: cache }, element),
    ),
  )
  await screen.findByText(text)
}
const fact = (name: string) => screen.getByText(name).parentElement!.querySelector('dd')!.textContent

test('the page of a class names its regions beside the personnel, and what of the learner differs', async () => {
  await show(createElement(ClassDetailPage), '江苏省 · 江海市')
  assert.deepEqual([fact('适合人员'), fact('适用地区')], ['卫生技术人员', '江苏省 · 江海市'])
  assert.ok(
    screen.getByText('本班面向其他地区，与您单位的地区不符，学时可能不被认可', { selector: '.k-tag' }),
  )
  const join = await screen.findByRole<HTMLButtonElement>('button', { name: '立即加入' })
  assert.equal(join.disabled, true)
  const tick = screen.getByRole('checkbox', { name: '面向其他地区，学时可能不被认可；我仍要参加' })
  await act(async () => fireEvent.click(tick))
  assert.equal(join.disabled, false)
})

test('a class without regions is for everywhere; one that the project refuses says what differs', async () => {
  shown = { ...detail, regions: [], mismatch: { part: 'both', rule: 'refuse' } }
  await show(createElement(ClassDetailPage), '面向其他人员类别和其他地区，不能参加')
  assert.equal(fact('适用地区'), '不限')
  assert.equal(screen.queryByRole('button', { name: '立即加入' }), null)
})

test('in English', async () => {
  changeLocale('en')
  await show(createElement(ClassDetailPage), 'Jiangsu · Jianghai City')
  assert.equal(fact('Intended regions'), 'Jiangsu · Jianghai City')
  assert.ok(screen.getByText(/Meant for other regions than that of your organisation/))
})

test('a line of the cart says what differs and asks for a tick', async () => {
  await show(createElement(CartPage), '急救')
  const tick = screen.getByRole('checkbox', { name: /^面向其他人员类别和其他地区，/ })
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: '提交订单' })
  assert.equal(submit.disabled, true)
  await act(async () => fireEvent.click(tick))
  assert.equal(submit.disabled, false)
  cleanup()
  cache.clear()
  cart = { ...item, mismatch: { part: 'region', rule: 'refuse' }, obstacle: 'refuse_region' }
  await show(createElement(CartPage), '面向其他地区，不能参加')
  assert.equal(screen.queryByRole('checkbox', { name: /^面向/ }), null)
})

test('the catalogue is filtered by a region of the list', async () => {
  const changes: Record<string, string | number | null>[] = []
  await show(
    createElement(CatalogueFilters, {
      ...{ classType: 'public', address: {} },
      change: (change: Record<string, string | number | null>) => changes.push(change),
    }),
    '江苏省',
  )
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: '适用地区' })
  assert.deepEqual(
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent),
    ['所有地区', '江苏省', '江海市'],
  )
  await act(async () => fireEvent.change(select, { target: { value: '320000' } }))
  assert.deepEqual(changes, [{ region: '320000', page: null }])
})
