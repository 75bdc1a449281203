import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../test/office.ts'
import { openWindow } from '../test/window.ts'

openWindow()
const { act, clear, draw, fireEvent, screen } = await openOffice()
const { default: Select } = await import('antd/es/select')
const { useWholeWords } = await import('./composing.ts')
afterEach(clear)

test('a select searches as plain letters are typed, and for a word once an input method has finished it', async () => {
  const searched: string[] = []
  function Searching() {
    const onSearch = useWholeWords((text) => void searched.push(text))
    return createElement(Select, { showSearch: { filterOption: false, onSearch } })
  }
  await draw(createElement(Searching), {})
  const field = screen.getByRole<HTMLInputElement>('combobox')
  const type = (value: string) => act(async () => fireEvent.change(field, { target: { value } }))
  await type('F')
  await act(async () => fireEvent.compositionStart(field))
  for (const part of ['x', 'xiao', '消防']) await type(part)
  assert.deepEqual([searched, field.value], [['F'], '消防'])
  await act(async () => fireEvent.compositionEnd(field))
  assert.deepEqual([...new Set(searched)], ['F', '消防'])
})
