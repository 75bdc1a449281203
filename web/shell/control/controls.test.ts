import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, test } from 'node:test'
import { createElement, useState } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import { contrast } from '../../shades.ts'

openWindow()
const { draw, clear, screen, act, fireEvent, press } = await openOffice()
const { Button } = await import('./Button.tsx')
const { Note } = await import('./Note.tsx')
const { Pages, pagesAround } = await import('./Pages.tsx')
const { ReadOnly } = await import('../view/readOnly.ts')
const { SearchSelect } = await import('./SearchSelect.tsx')
const { Sidebar } = await import('../frame/Sidebar.tsx')
const { ShellMenu } = await import('./ShellMenu.tsx')
const { Dense, When } = await import('./When.tsx')
afterEach(clear)

const key = (name: string) => act(async () => fireEvent.keyDown(document.activeElement!, { key: name }))

test('the first and the last page are always offered, with those beside the one shown', () => {
  assert.deepEqual(pagesAround(1, 1), [1])
  assert.deepEqual(pagesAround(4, 7), [1, 2, 3, 4, 5, 6, 7])
  assert.deepEqual(pagesAround(1, 40), [1, 2, 3, 4, 5, 0, 40])
  assert.deepEqual(pagesAround(20, 40), [1, 0, 18, 19, 20, 21, 22, 0, 40])
  assert.deepEqual(pagesAround(40, 40), [1, 0, 36, 37, 38, 39, 40])
})

test('a page is reached by its button, by those beside, and by its number, which ends at the last', async () => {
  const asked: number[] = []
  const onPage = (page: number) => void asked.push(page)
  await draw(createElement(Pages, { page: 2, limit: 20, total: 100, onPage, jumper: true }), {})
  await press('上一页')
  await press('下一页')
  await press('第 4 页')
  const field = screen.getByRole('textbox')
  for (const text of ['99', 'x', '0', '3']) {
    await act(async () => fireEvent.change(field, { target: { value: text } }))
    await act(async () => fireEvent.keyDown(field, { key: 'Enter' }))
  }
  assert.deepEqual(asked, [1, 3, 4, 5, 3])
  assert.equal(screen.getByRole('button', { name: '第 2 页' }).getAttribute('aria-current'), 'page')
  clear()
  await draw(createElement(Pages, { page: 1, limit: 20, total: 20, onPage, hidesOne: true }), {})
  assert.equal(screen.queryAllByRole('button').length, 0, 'one page is not turned')
})

test('a menu is walked by arrows, closed by Escape, and gives the focus back', async () => {
  const done: string[] = []
  const item = (name: string) => ({ key: name, label: name, onClick: () => void done.push(name) })
  const items = [
    item('甲'),
    { ...item('乙'), disabled: true },
    { key: 'end', divider: true as const },
    item('丙'),
  ]
  await draw(
    createElement(ShellMenu, { items, children: createElement('button', null, '更多') } as never),
    {},
  )
  const button = screen.getByRole('button', { name: '更多' })
  await press('更多')
  assert.equal(document.activeElement?.textContent, '甲')
  await key('ArrowDown')
  assert.equal(document.activeElement?.textContent, '丙', 'what cannot be done is passed over')
  await key('ArrowDown')
  assert.equal(document.activeElement?.textContent, '甲')
  await key('Escape')
  assert.ok(document.activeElement === button)
  assert.equal(screen.queryAllByRole('menu').length, 0)
  await press('更多')
  await act(async () => fireEvent.click(screen.getByRole('menuitem', { name: '丙' })))
  assert.deepEqual(done, ['丙'])
  await press('更多')
  await act(async () => fireEvent.pointerDown(document.body))
  assert.equal(screen.queryAllByRole('menu').length, 0)
})

test('one of many is found by a part of its name and chosen by keys; a form that is read offers none', async () => {
  const searched: string[] = []
  const options = ['江海市', '江海区', '望海区'].map((label, i) => ({ value: `u${i}`, label }))
  function Picker() {
    const [value, setValue] = useState<string | undefined>()
    return createElement(SearchSelect, {
      value,
      onChange: setValue,
      options,
      placeholder: '查找',
      onSearch: (text: string) => void searched.push(text),
    })
  }
  await draw(createElement(Picker), {})
  const field = screen.getByRole<HTMLInputElement>('combobox')
  await act(async () => fireEvent.change(field, { target: { value: '江' } }))
  field.focus()
  await key('ArrowDown')
  assert.equal(document.getElementById(field.getAttribute('aria-activedescendant')!)?.textContent, '江海区')
  await key('Enter')
  assert.equal(field.value, '江海区')
  assert.equal(field.getAttribute('aria-expanded'), 'false')
  assert.deepEqual(searched, ['江', ''])
  await press('清空')
  assert.equal(field.value, '')
  clear()
  await draw(createElement(ReadOnly, { value: true }, createElement(Picker)), {})
  assert.ok(screen.getByRole<HTMLInputElement>('combobox').disabled)
})

test('a button takes no press while its work runs', async () => {
  let pressed = 0
  await draw(createElement(Button, { loading: true, onClick: () => void pressed++ }, '刷新'), {})
  await press('刷新')
  assert.equal(pressed, 0)
  assert.equal(screen.getByRole('button').getAttribute('aria-busy'), 'true')
})

test('a tag of every colour can be read on its tint, by day and by night', () => {
  const sheet = readFileSync(new URL('../../kit/tokens.css', import.meta.url), 'utf8')
  for (const block of [/^:root \{([^}]*)\}/m, /^\[data-theme="dark"\] \{([^}]*)\}/m]) {
    const tokens = new Map(
      [...block.exec(sheet)![1]!.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, color]) => [name!, color!]),
    )
    for (const [text, tint] of [
      ['good', 'good-soft'] as const,
      ['bad', 'bad-soft'] as const,
      ['warn', 'warn-soft'] as const,
      ['brand-strong', 'brand-soft'] as const,
      ['ink', 'line'] as const,
    ])
      assert.ok(contrast(tokens.get(text)!, tokens.get(tint)!) >= 4.5, `${text} on ${tint}`)
  }
})

test('Enter chooses only what answers the text that is typed, and no form is sent by it', async () => {
  const chosen: unknown[] = []
  let submitted = 0
  const select = (busy: boolean, names: string[]) =>
    draw(
      createElement(
        'form',
        { onSubmit: () => void submitted++ },
        createElement(SearchSelect, {
          value: undefined,
          onChange: (one: unknown) => void chosen.push(one),
          placeholder: '查找',
          busy,
          options: names.map((name) => ({ value: name, label: name })),
          onSearch() {},
        }),
      ),
      {},
    )
  async function enter(text: string) {
    const field = screen.getByRole<HTMLInputElement>('combobox')
    await act(async () => fireEvent.change(field, { target: { value: text } }))
    let isTaken = false
    await act(async () => void (isTaken = !fireEvent.keyDown(field, { key: 'Enter' })))
    clear()
    return isTaken
  }
  await select(true, ['张三'])
  assert.ok(await enter('李'), 'Enter is the list’s while it is open')
  await select(false, [])
  assert.ok(await enter('无此人'))
  assert.deepEqual(chosen, [])
  await select(false, ['李四'])
  await enter('李')
  assert.deepEqual([chosen, submitted], [['李四'], 0])
})

test('Enter waits for the answer to what is typed, and chooses the first of it', async () => {
  const chosen: unknown[] = []
  let answer: (names: string[]) => void
  function Slow() {
    const [names, setNames] = useState<string[] | null>(null)
    answer = setNames
    return createElement(SearchSelect, {
      value: undefined,
      onChange: (one: unknown) => void chosen.push(one),
      placeholder: '查找',
      options: (names ?? ['张三']).map((name) => ({ value: name, label: name })),
      busy: names === null,
      onSearch() {},
    })
  }
  await draw(createElement(Slow), {})
  const field = screen.getByRole<HTMLInputElement>('combobox')
  await act(async () => fireEvent.change(field, { target: { value: '李' } }))
  await act(async () => void fireEvent.keyDown(field, { key: 'Enter' }))
  assert.deepEqual(chosen, [])
  await act(async () => answer(['李四', '李五']))
  assert.deepEqual(chosen, ['李四'])
  for (const [found, expected] of [
    [['王五'], ['李四', '王五']],
    [[], ['李四', '王五']],
  ] as const) {
    clear()
    await draw(createElement(Slow), {})
    const next = screen.getByRole<HTMLInputElement>('combobox')
    await act(async () => next.focus())
    await act(async () => fireEvent.change(next, { target: { value: '王' } }))
    await act(async () => void fireEvent.keyDown(next, { key: 'Enter' }))
    await act(async () => next.blur())
    await act(async () => answer([...found]))
    assert.deepEqual(chosen, expected, 'the focus may go on meanwhile')
    assert.equal(next.getAttribute('aria-expanded'), 'false')
  }
})

test('keys and syllables of an input method are not the list’s until it has finished the word', async () => {
  const searched: string[] = []
  const chosen: unknown[] = []
  await draw(
    createElement(SearchSelect, {
      value: undefined,
      onChange: (one: unknown) => void chosen.push(one),
      placeholder: '查找',
      options: [{ value: 'a', label: '张三' }],
      onSearch: (text) => void searched.push(text),
    }),
    {},
  )
  const field = screen.getByRole<HTMLInputElement>('combobox')
  await act(async () => fireEvent.compositionStart(field))
  await act(async () => fireEvent.input(field, { target: { value: 'zh' }, isComposing: true }))
  await act(async () => fireEvent.keyDown(field, { key: 'Enter', isComposing: true }))
  await act(async () => fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 }))
  assert.deepEqual([searched, chosen], [[], []])
  await act(async () => fireEvent.input(field, { target: { value: '张' }, isComposing: true }))
  await act(async () => fireEvent.compositionEnd(field))
  assert.deepEqual(searched, ['张'])
})

test('only what needs attention interrupts; the rest is a status', async () => {
  const roleOf = async (type: 'info' | 'success' | 'warning' | 'error') => {
    await draw(createElement(Note, { type, title: '说明' }), {})
    const role = screen.getByText('说明').closest('.office-note')!.getAttribute('role')
    clear()
    return role
  }
  assert.deepEqual(
    [await roleOf('info'), await roleOf('success'), await roleOf('warning'), await roleOf('error')],
    ['status', 'status', 'alert', 'alert'],
  )
})

test('the navigation is a list of links below buttons that unfold them, and no menu', async () => {
  const entries = [
    { path: '/a/x', title: '班级' },
    { path: '/a/y', title: '档案' },
  ]
  const groups = [{ path: '/a', title: '培训管理', icon: 'down' as const, entries }]
  await draw(createElement(Sidebar, { groups, current: '/a/x', folded: false }), {})
  assert.deepEqual(
    screen.getAllByRole('link').map(({ textContent }) => textContent),
    ['班级', '档案'],
  )
  assert.ok(screen.getByRole('button', { name: '培训管理', expanded: true }))
  assert.equal(document.querySelectorAll('[role^=menu]').length, 0)
  screen.getByRole('link', { name: '班级' }).focus()
  await key('ArrowDown')
  assert.equal(document.activeElement?.textContent, '档案')
})

test('what ends at midnight lasts through the day before, in a row of one line as in its tooltip', async () => {
  await draw(
    createElement(Dense, { value: true }, [
      createElement(When, { key: 1, at: '2023-12-20T16:00:00.000Z', end: true }),
      createElement(When, { key: 2, at: '2023-12-20T10:00:00.000Z', end: true }),
    ]),
    {},
  )
  assert.deepEqual(
    [...document.querySelectorAll('time')].map((time) => [time.textContent, time.title]),
    [
      ['2023-12-20', '2023年12月20日 24:00'],
      ['2023-12-20', '2023年12月20日 18:00'],
    ],
  )
})
