import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { openComponents } from '../../../test/jsx.ts'
import { anOrder, anOrderItem } from '../../../test/drawn.ts'
import { openWindow } from '../../../test/window.ts'
import type { CartItem } from '../../cart/contract.ts'
import type { ClassDetail } from '../contract.ts'

openWindow()
openComponents()
const { act, cleanup, fireEvent, render, screen, within } = await import('@testing-library/react')
const { MemoryRouter } = await import('react-router')
const { changeLocale } = await import('../../../web/words.ts')
const { saveToken } = await import('../../../web/token.ts')
const { currentNotices } = await import('../../../web/notice.ts')
const { default: ClassDetailPage } = await import('./ClassDetailPage.tsx')
const { CatalogueFilters, filtersOf } = await import('./CatalogueFilters.tsx')
const { default: CartPage } = await import('../../cart/web/CartPage.tsx')
const { OrderLines } = await import('../../order/web/OrderLines.tsx')

const detail: ClassDetail = {
  id: 'c1',
  name: '急救',
  classType: 'public',
  categoryId: 'g1',
  categoryName: '公需',
  year: 2023,
  hoursTenths: 80,
  heldTenths: 0,
  price: 0,
  originalPrice: 0,
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
  personnelCategories: ['health'],
  regions: ['320000', '329900'],
  joined: null,
  mismatch: { part: 'region', rule: 'confirm' },
  status: 'on_shelf',
  studyFrom: null,
  introduction: '',
  refundable: true,
  requiredHoursTenths: 80,
  electiveMinTenths: 0,
  sold: 0,
  courses: [],
  exam: null,
  certificateName: null,
}
const item: CartItem = {
  classId: 'c1',
  name: '急救',
  classType: 'public',
  categoryName: '公需',
  year: 2023,
  hoursTenths: 80,
  heldTenths: 0,
  price: 100,
  discount: 0,
  payable: 100,
  originalPrice: 100,
  awaitsUnit: false,
  priceSeen: 100,
  acceptsMismatch: false,
  mismatch: { part: 'both', rule: 'confirm' },
  obstacle: null,
}
const regions = [
  ['320000', '江苏省', 'Jiangsu'],
  ['329900', '江海市', 'Jianghai City'],
].map(([code, name, nameEn]) => ({ kind: 'region', code, parentCode: null, name, nameEn }))
const learner = {
  accountId: 'a1',
  userName: '王',
  imagePath: null,
  unitId: null,
  unitName: null,
  mustChangePassword: false,
  roleRP: { roleId: 'r1', roleName: '学员', roleSystem: 3, menu: [] },
}

let cache: QueryClient
let shown: ClassDetail
let cart: CartItem
let needsMajor: boolean
let sent: [url: string, body: unknown][]
beforeEach(() => {
  changeLocale('zh-CN')
  saveToken('T')
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  shown = detail
  cart = item
  needsMajor = false
  const answers: [part: string, attribute: () => unknown][] = [
    ['find-class-detail', () => shown],
    ['dictionary', () => regions],
    ['get-account-info', () => ({ manageAccountInfo: learner })],
    ['check-need-go-major', () => ({ need: needsMajor, classes: 3 })],
    ['apply-my-class', () => ({ enrolmentId: 'e1', status: 'applied' })],
    ['shop-cart', () => ({ list: [cart], total: 1, amount: 100 })],
    ['category', () => []],
  ]
  sent = []
  mock.method(globalThis, 'fetch', async (url: string, { body }: RequestInit = {}) => {
    sent.push([url, body ? JSON.parse(String(body)) : null])
    const attribute = answers.find(([part]) => url.includes(part))?.[1]() ?? null
    return new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute }))
  })
})
afterEach(() => {
  cleanup()
  cache.clear()
  mock.restoreAll()
})

/** Renders an element, and waits until its data has arrived and is shown. */
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
    screen.getByText('本班面向江苏省、江海市，与您单位的地区不符，学时可能不被认可。', {
      selector: '.k-note',
    }),
  )
  const join = await screen.findByRole<HTMLButtonElement>('button', { name: '立即加入' })
  assert.equal(join.disabled, true)
  const tick = screen.getByRole('checkbox', { name: /我仍要参加$/ })
  await act(async () => fireEvent.click(tick))
  assert.equal(join.disabled, false)
})

test('the page of a class and the cart show that the price of the unit waits for the unit', async () => {
  const sentence = '单位确认您是本单位人员后，按单位优惠价付款。'
  shown = { ...detail, price: 100, mismatch: null, awaitsUnit: true }
  await show(createElement(ClassDetailPage), sentence)
  cleanup()
  cart = { ...item, mismatch: null, awaitsUnit: true }
  await show(createElement(CartPage), sentence)
  cleanup()
  cache.clear()
  cart = { ...cart, awaitsUnit: false }
  await show(createElement(CartPage), item.name)
  assert.ok(!screen.queryByText(sentence))
})

test('a class without regions is for everywhere; one that the project refuses shows what differs', async () => {
  shown = { ...detail, regions: [], mismatch: { part: 'both', rule: 'refuse' } }
  await show(createElement(ClassDetailPage), '面向其他人员类别和其他地区，不能参加')
  assert.equal(fact('适用地区'), '不限')
  assert.ok(!screen.queryByRole('button', { name: '立即加入' }))
})

test('a class that the project refuses shows its audience, and where to correct a wrong category', async () => {
  shown = { ...detail, regions: [], mismatch: { part: 'personnel', rule: 'refuse' } }
  await show(createElement(ClassDetailPage), '面向其他人员类别，不能参加')
  assert.match(document.body.textContent, /本班只面向卫生技术人员，与您的人员类别不符。/)
  assert.doesNotMatch(document.body.textContent, /学时可能不被认可/)
  assert.equal(screen.getByRole('link', { name: '更正人员类别' }).getAttribute('href'), '/my?tab=account')
})

test('a learner without a category is asked to fill it in, and sees no message that it differs', async () => {
  shown = { ...detail, regions: [], mismatch: { part: 'personnel', rule: 'confirm' } }
  needsMajor = true
  await show(createElement(ClassDetailPage), '去填写')
  assert.match(
    document.body.textContent,
    /您还没有填写人员类别。 本班面向卫生技术人员，如不属于，学时可能不被认可。/,
  )
  assert.doesNotMatch(document.body.textContent, /与您的/)
})

test('a priced class with review shows that it is paid for once approved, before applying and after', async () => {
  shown = { ...detail, price: 18_000, needReview: true, mismatch: null }
  await show(createElement(ClassDetailPage), '申请加入')
  assert.match(document.body.textContent, /审核通过后需付款 ¥180\.00 才能学习，名额为您保留/)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '申请加入' })))
  const notices = currentNotices().map(({ text }) => text)
  assert.deepEqual(notices, ['已提交申请，审核通过后需付款 ¥180.00 才能学习，名额为您保留'])
})

test('while it is reviewed the price is shown, and once approved the button shows it', async () => {
  const joined = {
    enrolmentId: 'e1',
    status: 'applied' as const,
    progress: 0,
    suspended: false,
    refunding: false,
  }
  shown = { ...detail, price: 20_000, needReview: true, mismatch: null, joined }
  await show(createElement(ClassDetailPage), '¥200.00')
  assert.ok(screen.getByText('待审核'))
  cleanup()
  cache.clear()
  shown = { ...shown, joined: { ...joined, status: 'approved' as const } }
  await show(createElement(ClassDetailPage), '去付款 ¥200.00')
})

test('what is suspended is not offered for study', async () => {
  const joined = {
    enrolmentId: 'e1',
    status: 'active' as const,
    progress: 4000,
    suspended: true,
    refunding: false,
  }
  shown = { ...detail, joined }
  await show(createElement(ClassDetailPage), '已暂停')
  assert.ok(!screen.queryByRole('link', { name: '继续学习' }))
})

test('in English', async () => {
  changeLocale('en')
  await show(createElement(ClassDetailPage), 'Jiangsu · Jianghai City')
  assert.equal(fact('Intended regions'), 'Jiangsu · Jianghai City')
  assert.ok(
    screen.getByText(
      /^This class is meant for Jiangsu, Jianghai City, which is not your organisation’s region/,
    ),
  )
})

test('a priced class for others goes into the cart once it is ticked, and the tick with it', async () => {
  shown = { ...detail, price: 100 }
  cart = { ...item, classId: 'another' }
  await show(createElement(ClassDetailPage), '加入购物车')
  const add = screen.getByRole<HTMLButtonElement>('button', { name: '加入购物车' })
  assert.equal(add.disabled, true)
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: /我仍要参加$/ })))
  await act(async () => fireEvent.click(add))
  const saved = sent.find(([url]) => url.includes('shop-cart/save'))
  assert.deepEqual(saved?.[1], { classIds: ['c1'], acceptMismatch: ['c1'] })
})

test('what was ticked before is ticked in the cart, and can be unticked there', async () => {
  cart = { ...item, acceptsMismatch: true }
  await show(createElement(CartPage), '急救')
  const tick = screen.getByRole<HTMLInputElement>('checkbox', { name: /^面向其他人员类别和其他地区，/ })
  const submit = screen.getByRole<HTMLButtonElement>('button', { name: '提交订单' })
  assert.deepEqual([tick.checked, submit.disabled], [true, false])
  await act(async () => fireEvent.click(tick))
  assert.deepEqual([tick.checked, submit.disabled], [false, true])
})

test('a line of an order shows what the learner confirmed', async () => {
  const order = anOrder([anOrderItem('急救', 100, { mismatch: 'region' })])
  await show(createElement(OrderLines, { order }), '面向其他地区（您已确认）')
})

test('a line of the cart shows what differs and requires a tick', async () => {
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
  assert.ok(!screen.queryByRole('checkbox', { name: /^面向/ }))
})

test('the catalogue is filtered by a region of the list', async () => {
  const changes: Record<string, string | number | null>[] = []
  await show(
    createElement(CatalogueFilters, {
      classType: 'public',
      address: {},
      filters: filtersOf({}, false),
      total: undefined,
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
