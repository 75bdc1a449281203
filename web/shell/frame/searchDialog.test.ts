import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { useLocation } from 'react-router'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'

openWindow()
const office = await openOffice()
const { changeLocale } = await import('../../words.ts')
const { SearchDialog } = await import('./SearchDialog.tsx')
const { forgetOpened, recentlyOpened } = await import('./recentlyOpened.ts')
const { screen, act, fireEvent, settle } = office
changeLocale('en')
Element.prototype.scrollIntoView = () => {}

interface Asked {
  keyword: string
  signal: AbortSignal
  answer: (titles: string[]) => void
}
let asked: Asked[]
let closed: number
let ran: string[]
let copied: string[]
beforeEach(() => {
  asked = []
  closed = 0
  ran = []
  copied = []
  forgetOpened()
  Object.assign(navigator, { clipboard: { writeText: async (text: string) => copied.push(text) } })
})
afterEach(() => {
  mock.timers.reset()
  office.clear()
})

const rowOf = (title: string) => ({
  group: 'Learners',
  title,
  line: 'Hospital',
  address: `/person?id=${title}`,
  copy: { label: 'Copy account', text: `u-${title}` },
  main: { label: 'Study records', address: `/person?id=${title}&tab=study` },
})
const source = {
  owner: 'm1',
  commands: [
    { label: 'New class', run: () => ran.push('class') },
    { label: 'Sign out', run: () => ran.push('out') },
  ],
  loadParts: async () => [
    { group: 'Project settings', title: 'Daily waivers', address: '/setting?setting=waivers' },
  ],
  find: (keyword: string, signal: AbortSignal) =>
    new Promise<ReturnType<typeof rowOf>[]>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
      asked.push({ keyword, signal, answer: (titles) => resolve(titles.map(rowOf)) })
    }),
}
const entries = [
  { title: ['Training', 'Classes'], path: '/train/class' },
  { title: ['Learners'], path: '/student/list' },
]
function Address() {
  const { pathname, search } = useLocation()
  return createElement('output', { 'aria-label': 'address' }, pathname + search)
}
async function draw(owner = 'm1') {
  mock.timers.reset()
  await office.draw(
    createElement(
      'div',
      null,
      createElement(SearchDialog, { entries, source: { ...source, owner }, onClose: () => closed++ }),
      createElement(Address),
    ),
    {},
  )
  mock.timers.enable({ apis: ['setTimeout'] })
}
const field = () => screen.getByRole<HTMLInputElement>('combobox', { hidden: true })
const options = () =>
  screen.queryAllByRole('option', { hidden: true }).map((option) => option.querySelector('span')!.textContent)
const selected = () =>
  screen
    .queryAllByRole('option', { hidden: true, selected: true })
    .map((option) => option.querySelector('span')!.textContent)
const address = () => screen.getByLabelText('address').textContent
/** Types as a keyboard does; the pause after it passes only by `rest`. */
async function type(text: string) {
  await act(async () => fireEvent.change(field(), { target: { value: text } }))
}
const rest = (milliseconds = 200) => act(async () => mock.timers.tick(milliseconds))
const key = (name: string, more: object = {}) =>
  act(async () => fireEvent.keyDown(field(), { key: name, ...more }))
async function answer(titles: string[]) {
  await act(async () => asked.at(-1)!.answer(titles))
  await settle()
}

test('the server is asked once the typing rests; what was asked before is given up and never shown', async () => {
  await draw()
  await type('zh')
  await rest(199)
  await type('zhao')
  await rest(199)
  assert.equal(asked.length, 0)
  await rest(1)
  assert.deepEqual(
    asked.map(({ keyword }) => keyword),
    ['zhao'],
  )
  const stale = asked[0]!
  await type('zhao min')
  assert.equal(stale.signal.aborted, true)
  await rest()
  await act(async () => stale.answer(['Zhao Old']))
  await answer(['Zhao Min', 'Zhao Minghua'])
  assert.deepEqual(options(), ['Zhao Min', 'Zhao Minghua'])
  assert.ok(screen.getByText(/2 results/))
})

test('arrows choose, Enter opens, Ctrl+Enter does the main thing and Ctrl+Shift+C copies the number', async () => {
  await draw()
  await type('zhao')
  await rest()
  await answer(['Zhao Min', 'Zhao Yi'])
  assert.deepEqual(selected(), ['Zhao Min'])
  await key('ArrowDown')
  assert.deepEqual(selected(), ['Zhao Yi'])
  const active = field().getAttribute('aria-activedescendant')
  assert.equal(document.getElementById(active!)?.querySelector('span')?.textContent, 'Zhao Yi')
  await key('c', { ctrlKey: true, shiftKey: true })
  assert.deepEqual(copied, ['u-Zhao Yi'])
  await key('Enter', { ctrlKey: true })
  assert.equal(address(), '/person?id=Zhao Yi&tab=study')
  await key('Enter')
  assert.equal(address(), '/person?id=Zhao Yi')
  assert.equal(closed, 2)
})

test('an answer that comes late does not move the choice away from what was chosen', async () => {
  await draw()
  await type('learners')
  await rest()
  assert.deepEqual(selected(), ['Learners'])
  await answer(['Learners Li'])
  assert.deepEqual(options(), ['Learners', 'Learners Li'])
  assert.deepEqual(selected(), ['Learners'])
})

test('nothing is asked or opened while an input method composes a word', async () => {
  await draw()
  await act(async () => fireEvent.compositionStart(field()))
  await type("zhao'min")
  await rest()
  await key('Enter')
  assert.deepEqual([asked.length, closed], [0, 0])
  await type('赵敏')
  await act(async () => fireEvent.compositionEnd(field()))
  await rest()
  assert.deepEqual(
    asked.map(({ keyword }) => keyword),
    ['赵敏'],
  )
})

test('> lists commands, which are run and never sent to the server', async () => {
  await draw()
  await type('>')
  assert.deepEqual(options(), ['New class', 'Sign out'])
  await type('＞ sign')
  assert.deepEqual(options(), ['Sign out'])
  await rest()
  await key('Enter')
  assert.deepEqual([ran, asked.length, closed], [['out'], 0, 1])
})

test('what was opened last is offered, ten of them, to the same account and to no other', async () => {
  await draw()
  for (let n = 0; n < 12; n++) {
    await type(`person ${n}`)
    await rest()
    await answer([`P${n}`])
    await key('Enter')
  }
  office.clear()
  await draw()
  assert.deepEqual(options().slice(0, 3), ['P11', 'P10', 'P9'])
  assert.equal(recentlyOpened('m1').length, 10)
  office.clear()
  await draw('m2')
  assert.deepEqual(options(), ['Training / Classes', 'Learners'])
  office.clear()
  forgetOpened()
  await draw()
  assert.deepEqual(options(), ['Training / Classes', 'Learners'])
})

test('Enter waits for what the server finds, unless a choice was made by the arrows; ids hold no spaces', async () => {
  await draw()
  await type('zhao')
  await key('Enter')
  await rest()
  assert.equal(closed, 0)
  await answer(['Zhao'])
  assert.equal(closed, 1)
  assert.equal(address(), '/person?id=Zhao')
  office.clear()
  await draw()
  await type('l')
  await key('ArrowDown')
  assert.match(field().getAttribute('aria-activedescendant')!, /^\S+$/)
  await key('Enter')
  assert.equal(closed, 2)
})

test('a part of a page is found by its name below the page it is of, and opens at it', async () => {
  await draw()
  assert.ok(!options().includes('Daily waivers'), 'not among the pages before anything is typed')
  await type('waivers')
  await rest()
  await answer([])
  assert.deepEqual(options(), ['Daily waivers'])
  assert.ok(screen.getByRole('group', { name: 'Project settings', hidden: true }))
  await key('Enter')
  assert.equal(address(), '/setting?setting=waivers')
})

test('where nothing is found the sentence says what can be typed, for actions as well', async () => {
  await draw()
  await type('qqqqqqqq')
  await rest()
  await answer([])
  assert.match(screen.getByText(/Nothing found for “qqqqqqqq”/).textContent!, /first four.*Type > to see/)
  await type('> qqqqqqqq')
  assert.ok(screen.getByText(/No action is called “qqqqqqqq”/))
})
