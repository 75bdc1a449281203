import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Banner } from '../contract.ts'

openWindow()
const { clear, draw, fireEvent, press, screen, sent, settle, act } = await openOffice()
const { default: BannerListPage } = await import('./BannerListPage.tsx')
afterEach(clear)

const banner = (id: string, title: string, more: Partial<Banner> = {}): Banner => ({
  id,
  title,
  titleEn: '',
  showTitle: false,
  revision: 1,
  classId: null,
  className: null,
  openClassId: null,
  address: null,
  places: ['home'],
  startsAt: null,
  endsAt: null,
  state: 'shown',
  pcKey: 'image/2023/a.jpg',
  phoneKey: 'image/2023/b.jpg',
  showPc: true,
  showPhone: true,
  ...more,
})
const three = [banner('a', '甲'), banner('b', '乙'), banner('c', '丙')]
const show = (banners: readonly Banner[]) =>
  draw(createElement(BannerListPage), { 'banner/query': banners }, { menus: ['/account-manage/banner-list'] })
const bodiesOf = (word: string) => sent.filter(({ path }) => path.includes(word)).map(({ body }) => body)

test('rows are moved behind one another by the arrows and by dragging', async () => {
  await show(three)
  await press('下移“甲”')
  await press('上移“乙”')
  const [first, , last] = [...document.querySelectorAll('[draggable]')]
  await act(async () => fireEvent.dragStart(last!))
  await act(async () => fireEvent.drop(first!))
  await settle()
  assert.deepEqual(bodiesOf('order'), [
    { id: 'a', after: 'b' },
    { id: 'b', after: null },
    { id: 'c', after: null },
  ])
})

test('no row is moved while a move is being saved', async () => {
  const { promise, resolve } = Promise.withResolvers<null>()
  const answers = { 'banner/query': three, 'banner/order': () => promise }
  await draw(createElement(BannerListPage), answers, { menus: ['/account-manage/banner-list'] })
  const arrow = (name: string) => screen.getByRole('button', { name })
  await act(async () => fireEvent.click(arrow('下移“甲”')))
  assert.equal(arrow('下移“乙”').getAttribute('aria-disabled'), 'true')
  await act(async () => fireEvent.click(arrow('下移“乙”')))
  resolve(null)
  await settle()
  assert.deepEqual(bodiesOf('order'), [{ id: 'a', after: 'b' }])
  await press('下移“乙”')
  assert.equal(bodiesOf('order').length, 2)
})

test('desktop and phone are switched apart, and not where there is no picture', async () => {
  await show([banner('a', '甲', { phoneKey: null, showPhone: false })])
  const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
  assert.deepEqual([box('电脑显示“甲”').checked, box('手机显示“甲”').disabled], [true, true])
  await act(async () => fireEvent.click(box('电脑显示“甲”')))
  await settle()
  assert.deepEqual(bodiesOf('enable-show-pc'), [{ id: 'a', enabled: false }])
})

test('a row tells where it is shown, until when, and that its class is not open', async () => {
  const endsAt = '2023-06-30T16:00:00.000Z'
  const closed = {
    classId: 'k',
    className: '旧班',
    endsAt,
    state: 'ended',
    places: ['home', 'signUp'],
  } as const
  await show([banner('a', '甲', { ...closed, places: ['home', 'signUp'] })])
  assert.ok(screen.getByText('已结束'))
  assert.ok(screen.getByText(/门户首页、报名首页 · 至 2023年7月1日 00:00/))
  assert.ok(screen.getByText('班级“旧班”未上架，点击无跳转'))
})

test('without banners the page says what one is for', async () => {
  await show([])
  assert.ok(screen.getByText('还没有轮播图'))
  assert.ok(screen.getByRole('button', { name: '添加轮播图' }))
})
