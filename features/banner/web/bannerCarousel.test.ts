import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { useQueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ShownBanner } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, settle } = await openOffice()
const { BannerCarousel, useBanners } = await import('./BannerCarousel.tsx')

/** Words of the media queries that the reader's window matches. */
let matching: string[] = []
const media = new EventTarget()
Object.assign(globalThis, {
  matchMedia: (query: string) => ({
    matches: matching.some((word) => query.includes(word)),
    addEventListener: media.addEventListener.bind(media),
    removeEventListener: media.removeEventListener.bind(media),
  }),
})
// A window without layout neither scrolls nor is seen.
Object.assign(HTMLElement.prototype, { scrollTo() {} })
let isTabHidden = false
Object.defineProperty(document, 'hidden', { get: () => isTabHidden, configurable: true })
afterEach(() => {
  matching = []
  isTabHidden = false
  clear()
})

const banner = (id: string, more: Partial<ShownBanner> = {}): ShownBanner => ({
  id,
  title: `标题${id}`,
  titleEn: id,
  showTitle: false,
  href: null,
  pcPath: `/pc/${id}.jpg`,
  phonePath: `/mobile/${id}.jpg`,
  ...more,
})
const show = (...banners: ShownBanner[]) => draw(createElement(BannerCarousel, { banners }), {})
const pictures = () => [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'))
const current = () =>
  [...document.querySelectorAll('.banner-slides > div')].findIndex(
    (slide) => !slide.hasAttribute('aria-hidden'),
  )

test('nothing is drawn of none, and one has no controls', async () => {
  await show()
  assert.ok(!document.querySelector('.banner'))
  clear()
  await show(banner('a'))
  assert.ok(screen.getByRole('img', { name: '标题a' }))
  assert.ok(!screen.queryByRole('button'))
})

test('desktops and phones show theirs, the first picture at once and the others after half a turn', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const all = [banner('a', { phonePath: null }), banner('b', { pcPath: null }), banner('c')]
  await show(...all)
  assert.deepEqual(pictures(), ['/pc/a.jpg', null])
  await act(async () => t.mock.timers.tick(3000))
  assert.deepEqual(pictures(), ['/pc/a.jpg', '/pc/c.jpg'])
  clear()
  matching = ['max-width: 767px']
  await show(...all)
  assert.deepEqual(pictures(), ['/mobile/b.jpg', null])
})

test('who reaches for the banners finds the others’ pictures', async () => {
  await show(banner('a'), banner('b'))
  await act(async () => fireEvent.pointerEnter(screen.getByRole('region'), { pointerType: 'touch' }))
  assert.deepEqual(pictures(), ['/pc/a.jpg', '/pc/b.jpg'])
  clear()
  await show(banner('a'), banner('b'))
  await act(async () => fireEvent.focus(screen.getByRole('button', { name: '下一张' })))
  assert.deepEqual(pictures(), ['/pc/a.jpg', '/pc/b.jpg'])
})

test('the buttons and the arrow keys go round; only what is shown can be reached', async () => {
  await show(banner('a'), banner('b'), banner('c'))
  await press('下一张')
  assert.equal(current(), 1)
  await press('上一张')
  await press('上一张')
  assert.equal(current(), 2)
  const region = screen.getByRole('region', { name: '轮播图' })
  await act(async () => fireEvent.keyDown(region, { key: 'ArrowRight' }))
  assert.equal(current(), 0)
})

test('the focus goes along to the slide that an arrow key shows, and other shortcuts are left alone', async () => {
  await show(banner('a', { href: '/a' }), banner('b', { href: '/b' }), banner('c'))
  const [first, second] = [...document.querySelectorAll('a')]
  const key = (more: object = {}) =>
    act(async () => fireEvent.keyDown(document.activeElement!, { key: 'ArrowRight', ...more }))
  await act(async () => first!.focus())
  for (const other of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'])
    assert.equal(await key({ [other]: true }), true, other)
  assert.equal(current(), 0)
  assert.equal(await key(), false)
  assert.deepEqual([current(), document.activeElement], [1, second])
  await key()
  assert.deepEqual([current(), document.activeElement], [2, document.querySelector('.banner-slides')])
  await key()
  assert.deepEqual([current(), document.activeElement], [0, first])
})

test('it turns by itself unless it is paused, pointed at or the reader asked for calm', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const turn = () => act(async () => t.mock.timers.tick(6000))
  const live = () => document.querySelector('[aria-live]')!.getAttribute('aria-live')
  await show(banner('a'), banner('b'), banner('c'))
  assert.equal(live(), 'off')
  await turn()
  assert.equal(current(), 1)
  const region = screen.getByRole('region', { name: '轮播图' })
  await act(async () => fireEvent.focus(screen.getByRole('button', { name: '下一张' })))
  await turn()
  assert.deepEqual([current(), live()], [1, 'polite'])
  await act(async () => fireEvent.blur(screen.getByRole('button', { name: '下一张' })))
  await turn()
  assert.equal(current(), 2)
  await press('暂停轮播')
  await turn()
  assert.deepEqual([current(), live()], [2, 'polite'])
  assert.ok(region.contains(screen.getByRole('button', { name: '开始轮播' })))
  clear()
  matching = ['prefers-reduced-motion']
  await show(banner('a'), banner('b'))
  await turn()
  assert.equal(current(), 0)
})

test('a reader who starts it sees it turn while they are at its button, and it stays where they go on', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const turn = () => act(async () => t.mock.timers.tick(6000))
  matching = ['prefers-reduced-motion']
  await show(banner('a'), banner('b', { href: '/b' }), banner('c'))
  await act(async () => screen.getByRole('button', { name: '开始轮播' }).focus())
  await press('开始轮播')
  await turn()
  assert.equal(current(), 1)
  await act(async () => document.querySelector('a')!.focus())
  await turn()
  assert.equal(current(), 1)
})

test('a phone that is turned stays paused at the banner that was shown', async () => {
  await show(banner('a', { phonePath: null }), banner('b'), banner('c'))
  await press('暂停轮播')
  await press('下一张')
  await press('下一张')
  matching = ['max-width: 767px']
  await act(async () => media.dispatchEvent(new Event('change')))
  assert.deepEqual(pictures(), [null, '/mobile/c.jpg'])
  assert.equal(current(), 1)
  assert.ok(screen.getByRole('button', { name: '开始轮播' }))
})

test('a tab that was hidden at a turn goes on when it is seen again', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
  const turn = () => act(async () => t.mock.timers.tick(6000))
  await show(banner('a'), banner('b'))
  isTabHidden = true
  await turn()
  assert.equal(current(), 0)
  isTabHidden = false
  await turn()
  assert.equal(current(), 1)
})

test('a banner leads to a page of the portal or to another site, and its title may be written over it', async () => {
  await show(
    banner('a', { href: '/publicClass', showTitle: true }),
    banner('b', { href: 'https://example.com/' }),
  )
  const links = [...document.querySelectorAll('a')]
  assert.deepEqual(
    links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')]),
    [
      ['/publicClass', null],
      ['https://example.com/', 'noopener noreferrer'],
    ],
  )
  assert.equal(links[0]!.textContent, '标题a')
  assert.equal(links[0]!.querySelector('img')!.getAttribute('alt'), '')
})

test('banners stay when they cannot be asked for again, and do not come once the page went on without', async () => {
  let refetch = async () => {}
  function Front() {
    const cache = useQueryClient()
    refetch = async () => cache.invalidateQueries()
    return createElement('output', {}, JSON.stringify(useBanners()?.map(({ id }) => id)))
  }
  const failing = { respCode: -1, respDesc: 'broken', attribute: null }
  let answer: unknown = [banner('a')]
  const text = () => document.querySelector('output')!.textContent
  const drawFront = () => draw(createElement(Front), { 'find-pc-front-list': () => answer })
  const askAgain = async () => {
    await act(async () => refetch())
    await settle()
  }
  await drawFront()
  answer = failing
  await askAgain()
  assert.equal(text(), '["a"]')
  clear()
  await drawFront()
  assert.equal(text(), '[]')
  answer = [banner('a')]
  await askAgain()
  assert.equal(text(), '[]')
})
