import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement, useEffect } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { Type } from 'typebox'
import { call } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'
import type { Selected } from '../control/chosen.tsx'
import type { Column } from './columns.ts'
import type { Count, CountProps } from './exactCount.ts'

openWindow()
const { draw, clear, screen, act, fireEvent, within, press, type, settle, sent } = await openOffice()
const { CrudTable } = await import('./CrudTable.tsx')
const { useChosenText, ChosenText } = await import('../control/chosen.tsx')
const { CallRefused } = await import('../../client.ts')
const { ExactCount } = await import('./exactCount.ts')
const { RowActions } = await import('../control/RowActions.tsx')
const { turnShortcuts } = await import('../view/keys.ts')
const { When } = await import('../control/When.tsx')

const list = call('/base/a-list.action', {
  allow: 'signed-in',
  input: Paging({}),
  output: PageOf(Type.Object({ id: Type.String() })),
  summary: 'A list',
})
const filteredList = call('/base/a-filtered-list.action', {
  allow: 'signed-in',
  input: Paging({ keyword: Type.Optional(Type.String()) }),
  output: PageOf(Type.Object({ id: Type.String() })),
  summary: 'A list with a filter',
})
const scrolled: [number, number][] = []
let frame = 0
Object.assign(globalThis, {
  // Each frame is a second later than the one before: the way to the top takes 800 ms.
  requestAnimationFrame: (step: (now: number) => void) => setTimeout(() => step((frame += 1000))),
})
Object.assign(window, { scrollTo: (x: number, y: number) => scrolled.push([x, y]) })
Object.defineProperty(window, 'scrollY', { value: 700, configurable: true })
afterEach(clear)

test('another page of a list begins at its top', async () => {
  const rows = Array.from({ length: 20 }, (_, i) => ({ id: `r${i}` }))
  await draw(
    createElement(CrudTable, {
      call: list,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
      rowKey: 'id',
    } as never),
    { 'a-list': { total: 45, list: rows } },
  )
  assert.ok(screen.getByText('r3'))
  assert.deepEqual(scrolled, [])
  await act(async () => fireEvent.click(screen.getByText('2')))
  await until(() => scrolled.at(-1)?.[1] === 0)
  assert.deepEqual(scrolled.at(-1), [0, 0])
})

test('a list that is counted no further says that there are more', async () => {
  await draw(
    createElement(CrudTable, {
      call: list,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
      rowKey: 'id',
    } as never),
    { 'a-list': { total: 10_000, list: [{ id: 'r0' }] } },
  )
  assert.ok(screen.getByText('共 10,000+ 条'))
})

/** A list of twelve classes on three pages, as the server would answer. */
function classes({ page = 1, keyword = '' }: { page?: number; keyword?: string }) {
  const all = Array.from({ length: 12 }, (_, i) => ({ id: `${keyword}c${i}` }))
  return { total: 12, list: all.slice((page - 1) * 5, page * 5) }
}

const batch = {
  nameOf: (row: { id: string }) => `班级${row.id}`,
  render: (selected: Selected) => createElement(Question, { selected }),
}

function Question({ selected }: { selected: Selected }) {
  return createElement(
    'p',
    { 'data-selection': JSON.stringify(selected.selection) },
    `${selected.said} 行：${useChosenText()}`,
  )
}

const choose = (name: string) => {
  const row = screen.getByText(name).closest('tr')!
  return act(async () => fireEvent.click(within(row).getByRole('checkbox')))
}

test('rows stay chosen over pages, and the question names the first and counts all', async () => {
  await draw(
    createElement(CrudTable, {
      call: filteredList,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
      batch,
    } as never),
    { 'a-filtered-list': classes },
    { address: '/?limit=5' },
  )
  const toolbar = screen.getByText(/刷\s?新/).closest<HTMLElement>('.crud-bar')!
  assert.equal(toolbar.hidden, false)
  await choose('c0')
  await choose('c1')
  assert.ok(screen.getByText('2 行：班级c0、班级c1'))
  assert.equal(toolbar.hidden, true, 'what is chosen takes the place of the toolbar')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '第 2 页' })))
  await settle()
  await choose('c5')
  await choose('c6')
  assert.ok(screen.getByText('4 行：班级c0、班级c1、班级c5 等 4 个'))
})

test('another filter or category ends the choice, and going back does not bring it again', async () => {
  await draw(
    createElement(CrudTable, {
      call: filteredList,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
      filters: [{ name: 'keyword', label: '关键字', kind: 'text' }],
      batch,
    } as never),
    { 'a-filtered-list': classes },
    { address: '/list?limit=5' },
  )
  await choose('c0')
  await type('关键字', 'x')
  await press(/查\s?询/)
  assert.ok(screen.getByText('xc0'))
  assert.ok(!screen.queryByText(/行：/))
  await press(/重\s?置/)
  assert.ok(screen.getByText('c0'))
  assert.ok(!screen.queryByText(/行：/))
})

const selection = () =>
  JSON.parse(document.querySelector('[data-selection]')!.getAttribute('data-selection')!) as object
const choosePage = () =>
  act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '选择本页全部' })))

test('a ticked page offers all that match: they are the filter, but those unticked; another filter ends it', async () => {
  await draw(
    createElement(CrudTable, {
      call: filteredList,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
      filters: [{ name: 'keyword', label: '关键字', kind: 'text' }],
      fixed: { category: 'k' },
      batch,
    } as never),
    { 'a-filtered-list': classes },
    { address: '/list?limit=5&keyword=x' },
  )
  await choose('xc0')
  assert.equal(screen.queryByText(/选择全部/) === null, true)
  await choosePage()
  const offer = screen.getByRole('button', { name: '选择全部 12 条符合条件的' })
  offer.focus()
  assert.equal(document.activeElement === offer, true)
  await press('选择全部 12 条符合条件的')
  assert.ok(screen.getByText('已选全部符合条件的 12 项'))
  assert.ok(
    screen.getByText(
      /^12 行：全部 12 条符合条件的记录：当前页面的范围；关键字：x；其中有 班级xc0、班级xc1、班级xc2。将在后台/,
    ),
  )
  assert.deepEqual(selection(), { filter: { keyword: 'x', category: 'k' } })
  await choose('xc1')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '第 2 页' })))
  await settle()
  await choose('xc5')
  assert.ok(screen.getByText('已选全部符合条件的 10 项'))
  assert.deepEqual(selection(), { filter: { keyword: 'x', category: 'k' }, except: ['xc1', 'xc5'] })
  await type('关键字', 'y')
  await press(/查\s?询/)
  assert.equal(screen.queryByText(/行：/) === null, true)
})

const uncounted = {
  data: undefined,
  error: null,
  errorUpdateCount: 0,
  isFetching: true,
  refetch: async () => assert.fail('not asked'),
}

test('where the list stops counting, all that match are counted before anything is asked', async () => {
  const counted: unknown[] = []
  const count = ({ call: { path }, filter, draw: drawWith }: CountProps) => {
    counted.push([path, filter])
    return drawWith({ ...uncounted, data: { total: 23_456 } })
  }
  const table = createElement(CrudTable, {
    call: list,
    columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
    batch,
  } as never)
  await draw(createElement(ExactCount, { value: count }, table), {
    'a-list': { total: 10_000, list: [{ id: 'r0' }] },
  })
  await choosePage()
  await press('选择全部 10000+ 条符合条件的')
  assert.ok(screen.getByText('已选全部符合条件的 23456 项'))
  assert.deepEqual(counted[0], [list.path, {}])
  assert.ok(screen.getByText(/没有筛选条件，即列表的全部/))
})

test('what could not be counted says why, is counted again on request, and can be acted on all the same', async () => {
  let state: Count = uncounted
  let retried = 0
  const refetch = (async () => retried++) as never
  const table = () =>
    createElement(
      ExactCount,
      { value: ({ draw: drawWith }: CountProps) => drawWith(state) },
      createElement(CrudTable, {
        call: list,
        columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
        batch,
      } as never),
    )
  const answers = { 'a-list': { total: 10_000, list: [{ id: 'r0' }, { id: 'r1' }] } }
  await draw(table(), answers)
  await choosePage()
  await press('选择全部 10000+ 条符合条件的')
  assert.ok(screen.getByText('正在统计符合条件的条数…'))
  assert.equal(screen.queryByText(/行：/) === null, true)
  const error = new CallRefused({ respCode: 409, respDesc: '记录太多' })
  state = { ...uncounted, error, errorUpdateCount: 1, isFetching: false, refetch }
  await choose('r1')
  assert.match(screen.getByRole('alert').textContent!, /^记录太多/)
  assert.ok(screen.getByText('已选全部符合条件的 9999+ 项'))
  assert.ok(screen.getByText(/^9999\+ 行：全部 9999\+ 条符合条件的记录/))
  assert.deepEqual(selection(), { filter: {}, except: ['r1'] })
  await press(/重\s?试/)
  assert.equal(retried, 1)
  await press(/清\s?空/)
  assert.ok(!screen.queryByText(/已选/))
})

test('a question outside a batch names nothing', async () => {
  await draw(createElement(ChosenText), {})
  assert.ok(!document.querySelector('.crud-names'))
})

test('a refresh that fails says so above the rows, and once it succeeds it is gone', async () => {
  let failing = false
  await draw(
    createElement(CrudTable, {
      call: list,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
    } as never),
    {
      'a-list': () =>
        failing ? { respCode: 500, respDesc: '服务器忙' } : { total: 1, list: [{ id: 'r0' }] },
    },
  )
  assert.ok(!screen.queryByRole('alert'))
  failing = true
  await press(/刷\s?新/)
  assert.match(screen.getByRole('alert').textContent!, /刷新失败.*服务器忙/)
  assert.ok(screen.getByText('r0'))
  failing = false
  await press(/重\s?试/)
  assert.ok(!screen.queryByRole('alert'))
})

const sortedList = call('/base/a-sorted-list.action', {
  allow: 'signed-in',
  input: Paging({}, { sort: ['name'] }),
  output: PageOf(Type.Object({ id: Type.String(), name: Type.String() })),
  summary: 'A list that can be sorted',
})

const searchedList = call('/base/a-searched-list.action', {
  allow: 'signed-in',
  input: Paging({ keyword: Type.Optional(Type.String()) }, { sort: ['name'] }),
  output: PageOf(Type.Object({ id: Type.String(), name: Type.String() })),
  summary: 'A list that can be searched and sorted',
})

test('a column the call can sort by is sorted by its head, from the first page on; others are not', async () => {
  const rows = Array.from({ length: 5 }, (_, i) => ({ id: `r${i}`, name: `n${i}` }))
  await draw(
    createElement(CrudTable, {
      call: sortedList,
      columns: [
        { key: 'id', title: '编号', dataIndex: 'id' },
        { key: 'name', title: '名称', render: (_: unknown, row: { name: string }) => row.name },
      ],
    } as never),
    { 'a-sorted-list': { total: 45, list: rows } },
    { address: '/list?page=3&limit=5&sort=secret' },
  )
  const asked = () => sent.at(-1)!.body
  assert.deepEqual(asked(), { page: 3, limit: 5 })
  const head = () => screen.getByRole('columnheader', { name: /名称/ })
  assert.ok(!screen.queryByRole('button', { name: /^编号/ }))
  await press(/^名称/)
  assert.deepEqual(asked(), { page: 1, limit: 5, sort: 'name' })
  assert.equal(head().getAttribute('aria-sort'), 'ascending')
  await press(/^名称/)
  assert.deepEqual(asked(), { page: 1, limit: 5, sort: '-name' })
  assert.equal(head().getAttribute('aria-sort'), 'descending')
  await press(/^名称/)
  assert.deepEqual(asked(), { page: 1, limit: 5 })
})

test('a column has a key of its own', () => {
  // @ts-expect-error -- a column without a key
  const nameless: Column<{ id: string }> = { title: '编号' }
  assert.ok(nameless)
})

test('two tables of a page turn their pages and are sorted apart', async () => {
  const table = (prefix: string) =>
    createElement(CrudTable, {
      key: prefix,
      call: sortedList,
      prefix,
      columns: [{ key: 'name', title: `名称${prefix}`, dataIndex: 'name' }],
    } as never)
  await draw(
    createElement('div', {}, table(''), table('other.')),
    { 'a-sorted-list': { total: 45, list: [] } },
    { address: '/list?page=2&other.page=3&other.sort=-name' },
  )
  assert.deepEqual(
    sent.map(({ body }) => body),
    [
      { page: 2, limit: 20 },
      { page: 3, limit: 20, sort: '-name' },
    ],
  )
  await press('名称')
  assert.deepEqual(
    sent.slice(2).map(({ body }) => body),
    [{ page: 1, limit: 20, sort: 'name' }],
  )
})

let navigate: NavigateFunction
let address = ''

/** Holds what the reader's browser has: Back, Forward and the address. */
function Browser() {
  const current = useNavigate()
  const { search } = useLocation()
  useEffect(() => {
    navigate = current
    address = search
  }, [current, search])
  return null
}

const go = async (steps: number) => {
  await act(async () => void navigate(steps))
  await settle()
}

test('Back undoes a search, a page and an order one by one, and Forward brings them again', async () => {
  const filters = ['a', 'b', 'c', 'keyword'].map((name) => ({ name, label: `筛选${name}`, kind: 'text' }))
  const table = createElement(CrudTable, {
    call: searchedList,
    filters,
    columns: [{ key: 'name', title: '名称', dataIndex: 'name' }],
  } as never)
  await draw(
    createElement('div', {}, createElement(Browser), table),
    {
      'a-searched-list': ({ keyword = '', page = 1 }) => ({
        total: 45,
        list: [{ id: 'r', name: `${keyword}${page}` }],
      }),
    },
    { address: '/list' },
  )
  await press(/展\s?开/)
  await type('筛选keyword', 'x')
  assert.equal(address, '', 'typing is no search')
  await press(/查\s?询/)
  await press(/查\s?询/)
  await press(/收\s?起/)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '第 2 页' })))
  await settle()
  await press(/^名称/)
  assert.equal(address, '?keyword=x&limit=20&sort=name')
  await press(/重\s?置/)
  assert.equal(address, '?limit=20&sort=name')
  await go(-1)
  assert.equal(screen.getByLabelText<HTMLInputElement>('筛选keyword').value, 'x')
  await go(-1)
  assert.ok(screen.getByText('x2'))
  await go(-1)
  assert.equal(address, '?keyword=x')
  assert.ok(screen.getByText('x1'))
  await go(-1)
  assert.equal(address, '')
  assert.equal(screen.getByLabelText<HTMLInputElement>('筛选keyword').value, '')
  await go(2)
  assert.ok(screen.getByText('x2'))
})

test('a row has one line until it is unfolded, or the reader gives all rows more room for good', async () => {
  const at = '2020-03-04T05:06:00Z'
  const table = createElement(CrudTable, {
    call: list,
    columns: [
      { key: 'id', title: '编号', dataIndex: 'id' },
      { key: 'at', title: '时间', render: () => createElement(When, { at }) },
    ],
  } as never)
  const rows = { 'a-list': { total: 2, list: [{ id: 'r0' }, { id: 'r1' }] } }
  await draw(table, rows)
  const times = () => [...document.querySelectorAll('time')].map((time) => time.textContent)
  assert.deepEqual(times(), ['2020-03-04', '2020-03-04'])
  await act(async () => fireEvent.click(screen.getByText('r0')))
  assert.deepEqual(times(), ['2020-03-04', '2020-03-04'], 'nothing of it is cut')
  Object.defineProperty(screen.getByText('r0'), 'scrollWidth', { value: 900 })
  await act(async () => fireEvent.click(screen.getByText('r0')))
  assert.deepEqual(times(), ['2020年3月4日 13:06', '2020-03-04'])
  await act(async () => fireEvent.click(screen.getByText('r0')))
  assert.deepEqual(times(), ['2020-03-04', '2020-03-04'])
  await press(/紧\s?凑/)
  assert.deepEqual(times(), ['2020年3月4日 13:06', '2020年3月4日 13:06'])
  clear()
  await draw(table, rows)
  assert.deepEqual(times(), ['2020年3月4日 13:06', '2020年3月4日 13:06'])
  localStorage.clear()
})

test('a number is never cut: as wide as it is, or as its reader wants it', async () => {
  const rows = { 'a-list': { total: 1, list: [{ id: '20231126FRDWRKNBQ5_1_R1' }] } }
  const columns = [
    { key: 'id', title: '编号', dataIndex: 'id', whole: true, width: 120 },
    { key: 'note', title: '说明', dataIndex: 'id', width: 120 },
  ]
  await draw(createElement(CrudTable, { call: list, columns } as never), rows)
  const [number, text] = document.querySelectorAll<HTMLElement>('.crud-cell')
  assert.equal(number!.style.maxWidth, 'none')
  assert.match(text!.style.maxWidth, /120px/)
})

test('all rows of a page are chosen at once, and with those of another page', async () => {
  await draw(
    createElement(CrudTable, {
      call: filteredList,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
      batch,
    } as never),
    { 'a-filtered-list': classes },
    { address: '/list?limit=5' },
  )
  const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '选择本页全部' })
  await choose('c1')
  assert.equal(all().indeterminate, true)
  await act(async () => fireEvent.click(all()))
  assert.ok(screen.getByText(/^5 行：/))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '第 2 页' })))
  await settle()
  assert.equal(all().checked, false)
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '选择班级c6' })))
  assert.ok(screen.getByText(/^6 行：/))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '第 1 页' })))
  await settle()
  await act(async () => fireEvent.click(all()))
  assert.ok(screen.getByText('1 行：班级c6'))
})

const key = async (name: string, more: KeyboardEventInit = {}) => {
  await act(async () => fireEvent.keyDown(document.activeElement!, { key: name, ...more }))
  await settle()
}

test('keys go through the rows, tick and open one, and find the search; not while somebody types', async () => {
  let opened = ''
  let copied = ''
  await draw(
    createElement(CrudTable, {
      call: filteredList,
      filters: [{ name: 'keyword', label: '关键字', kind: 'text' }],
      columns: [
        {
          key: 'id',
          title: '编号',
          render: (_: unknown, row: { id: string }) =>
            createElement('button', { type: 'button', onClick: () => (copied = row.id) }, row.id),
        },
        {
          key: 'actions',
          title: '操作',
          fixed: 'right',
          render: (_: unknown, row: { id: string }) =>
            createElement(RowActions, {
              actions: [
                { key: 'reset', label: '重置密码', onClick: () => (copied = row.id) },
                { key: 'details', opens: true, label: '详情', onClick: () => (opened = row.id) },
              ],
            }),
        },
      ],
      batch: { nameOf: (row: { id: string }) => row.id, render: ({ count }: Selected) => `选了 ${count}` },
    } as never),
    { 'a-filtered-list': classes },
    { address: '/list?limit=5' },
  )
  const row = () => document.activeElement!.getAttribute('data-row-key')
  await key('k')
  assert.equal(row(), 'c0')
  await key('j')
  await key('j')
  assert.equal(row(), 'c2')
  assert.ok(screen.getByText('第 3 行，共 5 行：c2'))
  await key('j', { ctrlKey: true })
  assert.equal(row(), 'c2')
  await key('x')
  assert.ok(screen.getByText('选了 1'))
  await key('Enter')
  assert.deepEqual([opened, copied], ['c2', ''], 'it does what opens, and nothing else')
  await key('/')
  assert.ok(document.activeElement === screen.getByLabelText('关键字'))
  await key('j')
  assert.ok(document.activeElement === screen.getByLabelText('关键字'))
  await act(async () => (document.activeElement as HTMLElement).blur())
  await key('j')
  assert.equal(row(), 'c3', 'it goes on where it was')
  await act(async () => turnShortcuts(false))
  await key('j')
  assert.equal(row(), 'c3')
  await act(async () => turnShortcuts(true))
})

test('when a row is acted on and goes, the focus is on the row in its place, and is not taken from who left', async () => {
  const rows = ['a', 'b', 'c'].map((id) => ({ id }))
  let shown = rows
  const answers = { 'a-list': () => ({ total: shown.length, list: shown }) }
  const action = { key: 'reject', label: '拒绝', onClick() {} }
  await draw(
    createElement(CrudTable, {
      call: list,
      columns: [
        { key: 'id', title: '编号', dataIndex: 'id' },
        {
          key: 'actions',
          title: '操作',
          fixed: 'right',
          render: () => createElement(RowActions, { actions: [action] }),
        },
      ],
    } as never),
    answers,
  )
  const focusOn = (n: number) => act(async () => screen.getAllByRole('button', { name: '拒绝' })[n]!.focus())
  const row = () => document.activeElement!.getAttribute('data-row-key')
  await focusOn(1)
  shown = rows.filter(({ id }) => id !== 'b')
  await press('刷新')
  assert.equal(row(), 'c')
  await focusOn(1)
  shown = rows.slice(0, 1)
  await press('刷新')
  assert.equal(row(), 'a', 'the last one, where none is in its place')
  shown = rows
  await press('刷新')
  await focusOn(2)
  await act(async () => (document.activeElement as HTMLElement).blur())
  shown = rows.slice(0, 2)
  await press('刷新')
  assert.equal(row(), null)
})

test('where no row matches, the filters are cleared from there, and nothing is paged', async () => {
  await draw(
    createElement(CrudTable, {
      call: filteredList,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
      filters: [{ name: 'keyword', label: '关键字', kind: 'text' }],
    } as never),
    {
      'a-filtered-list': ({ keyword = '' }: { keyword?: string }) =>
        keyword ? { total: 0, list: [] } : classes({}),
    },
    { address: '/list?keyword=zz' },
  )
  assert.ok(screen.getByText('没有符合条件的记录'))
  assert.equal(screen.queryByRole('navigation', { name: '分页' }) === null, true)
  await press('清空条件')
  assert.ok(screen.getByText('c0'))
  assert.equal(screen.getByLabelText<HTMLInputElement>('关键字').value, '')
})
