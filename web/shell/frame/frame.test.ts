import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { openWindow } from '../../../test/window.ts'

openWindow()
const media = { matches: false, listeners: new Set<() => void>() }
const requests: string[] = []
Object.assign(globalThis, {
  matchMedia(query: string) {
    requests.push(query)
    return {
      get matches() {
        return media.matches
      },
      addEventListener: (_name: string, listener: () => void) => media.listeners.add(listener),
      removeEventListener: (_name: string, listener: () => void) => media.listeners.delete(listener),
    }
  },
})
const { onNarrow } = await import('../view/narrow.ts')
const { isLink } = await import('./trail.ts')
const { menuSearch } = await import('./menuSearch.ts')
const { isFullscreen, toggleFullscreen } = await import('./fullscreen.ts')
const { glideToTop } = await import('../list/glide.ts')
const { pageWithin, pagingOf } = await import('../list/paging.ts')
const { currentNotices } = await import('../../notice.ts')

test('below 992 px the window is narrow; a resize counts once it rested for 100 ms', () => {
  assert.ok(requests.includes('(max-width: 991px)'))
  mock.timers.enable({ apis: ['setTimeout'] })
  const reported: boolean[] = []
  const stop = onNarrow((is) => reported.push(is))
  const resize = (matches: boolean) => {
    media.matches = matches
    for (const listener of media.listeners) listener()
  }
  resize(true)
  mock.timers.tick(99)
  assert.deepEqual(reported, [])
  resize(false)
  resize(true)
  mock.timers.tick(99)
  assert.deepEqual(reported, [], 'it rests again after each')
  mock.timers.tick(1)
  assert.deepEqual(reported, [true])
  resize(false)
  stop()
  mock.timers.tick(100)
  assert.deepEqual(reported, [true])
  mock.timers.reset()
})

test('of the way to a page neither a heading nor the last step can be clicked', () => {
  const trail = [
    { title: 'Home', path: '/home/index' },
    { title: 'Training', path: '/train-manage', noRedirect: true },
    { title: 'Classes', path: '/train-manage/class' },
    { title: 'Class', path: '/train-manage/train-class-detail' },
  ]
  assert.deepEqual(
    trail.map((_step, at) => isLink(trail, at)),
    [true, false, true, false],
  )
})

const entries = [
  { title: ['Training', 'Classes'], path: '/train-manage/class' },
  { title: ['Resources', 'Videos'], path: '/resource-manage/video' },
  { title: ['Resources', 'Certificate templates'], path: '/resource-manage/certificate' },
  { title: ['Orders'], path: '/order-manage/list' },
  { title: ['Lists'], path: '/x/y' },
]
const found = (typed: string) => menuSearch(entries)(typed).map((entry) => entry.path)

test('the search finds what is like the words typed, and nothing for what is far from all of them', () => {
  assert.equal(found('Clases')[0], '/train-manage/class')
  assert.equal(found('viedos')[0], '/resource-manage/video')
  assert.equal(found('resource-manage/cert')[0], '/resource-manage/certificate')
  assert.deepEqual(found('zzzz'), [])
  assert.equal(found('').length, entries.length)
})

test('a likeness counts up to 0.4: two letters of five may be wrong, three of seven may not', () => {
  assert.ok(found('Ordxx').includes('/order-manage/list'))
  assert.ok(!found('Orxxx').includes('/order-manage/list'))
  assert.ok(!found('Claszzz').includes('/train-manage/class'))
})

test('a title weighs more than a path', () => {
  assert.deepEqual(found('list').slice(0, 2), ['/x/y', '/order-manage/list'])
  const even = [
    { title: ['qqqq'], path: 'beta' },
    { title: ['beta'], path: 'qqqq' },
  ]
  assert.equal(menuSearch(even)('beta')[0]!.path, 'qqqq')
})

test('seven tenths against three: a title may hold the word up to 13 letters in to stand before a path one letter in', () => {
  const first = (letters: number) =>
    menuSearch([
      { title: ['qqqq'], path: 'zbeta' },
      { title: [`${'z'.repeat(letters)}beta`], path: 'qqqq' },
    ])('beta')[0]!.path
  assert.equal(first(13), 'qqqq')
  assert.equal(first(14), 'zbeta')
})

test('a browser without full screen shows the message of the specification', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  await toggleFullscreen()
  assert.deepEqual(
    currentNotices().map(({ kind, text }) => [kind, text]),
    [['prompt', 'you browser can not work']],
  )
  mock.timers.reset()
})

test('full screen is entered and left by the same button', async (t) => {
  const state: { element: object | null } = { element: null }
  Object.defineProperties(document, {
    fullscreenEnabled: { value: true, configurable: true },
    fullscreenElement: { get: () => state.element, configurable: true },
    exitFullscreen: { value: async () => (state.element = null), configurable: true },
  })
  Object.assign(document.documentElement, { requestFullscreen: async () => (state.element = {}) })
  t.after(() => {
    Reflect.deleteProperty(document, 'fullscreenEnabled')
    Reflect.deleteProperty(document, 'fullscreenElement')
  })
  await toggleFullscreen()
  assert.equal(isFullscreen(), true)
  await toggleFullscreen()
  assert.equal(isFullscreen(), false)
})

test('after paging the page glides to its top within 800 ms', (t) => {
  t.after(() => {
    media.matches = false
  })
  const frames: ((now: number) => void)[] = []
  const places: number[] = []
  Object.assign(globalThis, { requestAnimationFrame: (frame: (now: number) => void) => frames.push(frame) })
  Object.defineProperty(window, 'scrollY', { value: 900, configurable: true })
  window.scrollTo = ((_x: number, y: number) => places.push(y)) as unknown as typeof window.scrollTo
  media.matches = false
  glideToTop()
  for (const now of [5000, 5100, 5400, 5700, 5800]) frames.shift()!(now)
  assert.equal(frames.length, 0, 'it ends')
  assert.deepEqual(
    places,
    [...places].sort((a, b) => b - a),
  )
  assert.ok(places[3]! > 0 && places[3]! < 30)
  assert.equal(places[4], 0)
  media.matches = true
  glideToTop()
  assert.equal(places.at(-1), 0, 'at once for those who want no motion')
})

test('a list begins with page 1 of 20 rows; only the offered lengths are taken', () => {
  assert.deepEqual(pagingOf({}), { page: 1, limit: 20 })
  for (const limit of [5, 10, 20, 30, 50])
    assert.deepEqual(pagingOf({ page: '3', limit: String(limit) }), { page: 3, limit })
  assert.deepEqual(pagingOf({ page: '-1', limit: '1000' }), { page: 1, limit: 20 })
})

test('when the last row of a page is gone the page before it is shown', () => {
  assert.equal(pageWithin(3, 20, 41), 3)
  assert.equal(pageWithin(3, 20, 40), 2)
  assert.equal(pageWithin(9, 20, 40), 2)
  assert.equal(pageWithin(2, 20, 0), 1)
})
