import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { Type } from 'typebox'
import { call } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Selected } from '../control/chosen.tsx'
import type { Column } from './columns.ts'

openWindow()
const telephone = (query: string) => ({
  matches: query.includes('767'),
  addEventListener() {},
  removeEventListener() {},
})
Object.assign(globalThis, { matchMedia: telephone })
const { draw, clear, screen, act, fireEvent, within, press, settle, sent } = await openOffice()
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
})
const { CrudTable } = await import('./CrudTable.tsx')
const { cardOf } = await import('./RowCards.tsx')
afterEach(clear)

const list = call('/base/a-list.action', {
  allow: 'signed-in',
  input: Paging({ keyword: Type.Optional(Type.String()) }, { sort: ['name'] }),
  output: PageOf(Type.Object({ id: Type.String(), name: Type.String() })),
  summary: 'A list',
})
const column = (key: string, more: Partial<Column<{ name: string }>> = {}): Column<{ name: string }> => ({
  key,
  title: `标题${key}`,
  render: () => `内容${key}`,
  ...more,
})

test('a card has a title, its tags, four lines and the actions, or what its columns say', () => {
  const keys = (columns: Column<{ name: string }>[]) => {
    const { title, tags, lines, actions } = cardOf(columns)
    return [title?.key, ...[tags, lines, actions].map((part) => part.map(({ key }) => key).join(''))]
  }
  const many = ['a', 'b', 'c', 'd', 'e', 'f'].map((key) => column(key))
  assert.deepEqual(keys([...many, column('x', { fixed: 'right' })]), ['a', '', 'bcde', 'x'])
  const declared = [
    column('a', { card: false }),
    column('b', { card: 'tag' }),
    column('c', { card: 'title' }),
    column('d'),
    column('e', { card: 'line' }),
  ]
  assert.deepEqual(keys(declared), ['c', 'b', 'e', ''])
})

test('on a telephone rows are cards, chosen and acted on there, filtered and sorted in a sheet', async () => {
  let opened = 0
  await draw(
    createElement(CrudTable, {
      call: list,
      filters: [{ name: 'keyword', label: '关键字', kind: 'text' }],
      batch: { nameOf: () => '甲', render: ({ count }: Selected) => `选了 ${count}` },
      columns: [
        column('name', { dataIndex: 'name' }),
        column('status', { card: 'tag' }),
        column('unit'),
        column('actions', {
          fixed: 'right',
          render: () => createElement('button', { type: 'button', onClick: () => opened++ }, '打开'),
        }),
      ],
    } as never),
    { 'a-list': { total: 1, list: [{ id: 'r0', name: '甲' }] } },
    { address: '/list' },
  )
  assert.ok(!screen.queryByRole('table'))
  const card = within(screen.getByRole('list', { name: '列表' })).getByRole('listitem')
  assert.equal(card.textContent, '内容name内容status标题unit内容unit打开')
  await act(async () => fireEvent.click(within(card).getByRole('checkbox', { name: '选择甲' })))
  assert.ok(screen.getByText('选了 1'))
  await press('打开')
  assert.equal(opened, 1)
  assert.ok(!screen.queryByLabelText('关键字'))
  await press('筛选')
  await act(async () => fireEvent.change(screen.getByLabelText('排序方式'), { target: { value: '-name' } }))
  await settle()
  assert.equal(sent.at(-1)!.body.sort, '-name')
  await act(async () => fireEvent.change(screen.getByLabelText('关键字'), { target: { value: 'x' } }))
  await press(/查\s?询/)
  assert.deepEqual(sent.at(-1)!.body, { page: 1, limit: 20, sort: '-name', keyword: 'x' })
  assert.ok(!screen.queryByLabelText('关键字'))
})

test('on a telephone a page and then all that match are chosen, and the head of a card ticks it', async () => {
  await draw(
    createElement(CrudTable, {
      call: list,
      batch: {
        nameOf: ({ name }: { name: string }) => name,
        render: ({ count }: Selected) => `选了 ${count}`,
      },
      columns: [
        column('name', { dataIndex: 'name' }),
        column('link', {
          card: 'tag',
          render: () => createElement('button', { type: 'button' }, '打开'),
        }),
      ],
    } as never),
    {
      'a-list': {
        total: 45,
        list: [
          { id: 'r0', name: '甲' },
          { id: 'r1', name: '乙' },
        ],
      },
    },
    { address: '/list' },
  )
  const first = within(screen.getByRole('list', { name: '列表' })).getAllByRole('listitem')[0]!
  await act(async () => fireEvent.click(within(first).getByText('打开')))
  assert.equal(screen.queryByText(/选了/) === null, true)
  await act(async () => fireEvent.click(within(first).getByText('内容name')))
  assert.ok(screen.getByText('选了 1'))
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' })))
  assert.ok(screen.getByText('选了 2'))
  const bar = screen.getByText('选了 2').closest('.crud-chosen')!
  const follows = first.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING
  assert.ok(follows, 'the bar comes after the cards, at the lower edge')
  await press('选择全部 45 条符合条件的')
  assert.ok(screen.getByText('选了 45'))
})
