import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { afterEach, test } from 'node:test'
import { createElement, useState } from 'react'
import { openOffice } from '../../test/office.ts'
import { openWindow } from '../../test/window.ts'
import { contrast } from '../shades.ts'

openWindow()
const { draw, clear, screen, act, fireEvent, press } = await openOffice()
const { Button } = await import('./Button.tsx')
const { Pages, pagesAround } = await import('./Pages.tsx')
const { ReadOnly } = await import('./readOnly.ts')
const { SearchSelect } = await import('./SearchSelect.tsx')
const { ShellMenu } = await import('./ShellMenu.tsx')
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
      ...{ value, onChange: setValue, options, placeholder: '查找' },
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
  const sheet = readFileSync(new URL('../kit/tokens.css', import.meta.url), 'utf8')
  for (const block of [/^:root \{([^}]*)\}/m, /^\[data-theme="dark"\] \{([^}]*)\}/m]) {
    const tokens = new Map(
      [...block.exec(sheet)![1]!.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, color]) => [name!, color!]),
    )
    for (const [text, tint] of [
      ...[['good', 'good-soft'] as const, ['bad', 'bad-soft'] as const, ['warn', 'warn-soft'] as const],
      ...[['brand-strong', 'brand-soft'] as const, ['ink', 'line'] as const],
    ])
      assert.ok(contrast(tokens.get(text)!, tokens.get(tint)!) >= 4.5, `${text} on ${tint}`)
  }
})
