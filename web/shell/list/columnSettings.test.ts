import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ListColumn } from '../../../contract/listColumn.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen } = await openOffice()
const { ColumnEdge } = await import('./ColumnEdge.tsx')
const { ColumnSettings } = await import('./ColumnSettings.tsx')
const { UndoBar } = await import('../frame/UndoBar.tsx')
afterEach(clear)

test('a width of any whole pixel is taken; what is too small is not shown as if it were once it is left', async () => {
  const taken: unknown[] = []
  await draw(
    createElement(ColumnSettings, {
      columns: [{ key: 'name', title: '姓名', width: 100 }],
      isArranged: true,
      onChange: (columns: readonly ListColumn[] | null) => void taken.push(columns?.[0]?.width),
    }),
    {},
  )
  const field = document.querySelector<HTMLInputElement>('input[type=number]')!
  const write = (value: string) => act(async () => fireEvent.change(field, { target: { value } }))
  await write('125')
  assert.deepEqual(taken, [125])
  await write('12')
  await act(async () => fireEvent.blur(field))
  assert.deepEqual([taken, field.value], [[125], '100'])
})

test('a column that was moved goes back where it was: to the order the list has, or the reader’s own', async () => {
  const taken: unknown[] = []
  const columns = [
    { key: 'name', title: '姓名', pinned: true },
    { key: 'unit', title: '单位', width: 100 },
  ]
  const onChange = (next: readonly ListColumn[] | null) => void taken.push(next)
  const settings = (isArranged: boolean) =>
    createElement(
      'div',
      null,
      createElement(ColumnSettings, { columns, isArranged, onChange }),
      createElement(UndoBar),
    )
  const moved = [{ key: 'unit', pinned: true, width: 100 }, { key: 'name' }]
  await draw(settings(false), {})
  await act(async () => fireEvent.click(screen.getByLabelText('上移“单位”列')))
  assert.ok(screen.getByText('已移动“单位”'))
  await press('撤销')
  assert.deepEqual(taken, [moved, null])
  clear()
  await draw(settings(true), {})
  await act(async () => fireEvent.click(screen.getByLabelText('上移“单位”列')))
  await press('撤销')
  assert.deepEqual(taken.slice(2), [
    moved,
    [
      { key: 'name', pinned: true },
      { key: 'unit', width: 100 },
    ],
  ])
})

test('a drag that the system takes over leaves the column as it was', async () => {
  const widths: number[] = []
  const edge = createElement(ColumnEdge, { onWidth: (width: number) => void widths.push(width) })
  await draw(
    createElement(
      'table',
      null,
      createElement('thead', null, createElement('tr', null, createElement('th', null, edge))),
    ),
    {},
  )
  const head = screen.getByRole('columnheader')
  const place = head.querySelector('span')!
  place.setPointerCapture = () => {}
  // The window takes signals of its own only.
  Object.assign(globalThis, { AbortController: window.AbortController })
  const point = (type: string, clientX: number) => {
    place.dispatchEvent(Object.assign(new window.Event(type, { bubbles: true }), { clientX, pointerId: 1 }))
  }
  await act(async () => point('pointerdown', 100))
  await act(async () => point('pointermove', 200))
  assert.notEqual(head.style.minWidth, '')
  await act(async () => point('pointercancel', 200))
  assert.deepEqual([head.style.minWidth, widths], ['', []])
})
