import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { Type } from 'typebox'
import { call } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'
import type { ListLayout, ListView } from '../contract.ts'

openWindow()
const { draw, clear, screen, act, fireEvent, press, type, settle, sent } = await openOffice()
const { CrudTable } = await import('../../../web/shell/list/CrudTable.tsx')
const { ListMemoryPart } = await import('./ListMemoryPart.tsx')
afterEach(clear)

const list = call('/base/a-list.action', {
  allow: 'signed-in',
  input: Paging(
    { keyword: Type.Optional(Type.String()), status: Type.Optional(Type.String()) },
    { sort: ['name', 'unit'] },
  ),
  output: PageOf(Type.Object({ id: Type.String() })),
  summary: 'A list',
})
const { path } = list
const columns = ['name', 'unit', 'hours'].map((key) => ({ key, title: `列${key}`, dataIndex: key }))
const filters = ['keyword', 'status'].map((name) => ({ name, label: `筛选${name}`, kind: 'text' }))
const rows = [{ id: '1', name: '甲', unit: '一院', hours: 3 }]

const aView = (view: Partial<ListView> = {}): ListView => ({
  id: 'v1',
  path,
  name: '在学',
  revision: 1,
  shared: false,
  filter: { status: 'active' },
  sort: '-name',
  columns: null,
  ...view,
})

const browser = { address: '', navigate: (() => {}) as unknown as NavigateFunction }

/** Holds what the reader's browser has: the address and its Back. */
function Browser() {
  Object.assign(browser, { address: useLocation().search, navigate: useNavigate() })
  return null
}

/** The list as the office draws it, for somebody with these views. */
async function open(
  given: { views?: ListView[]; layouts?: ListLayout[] },
  { at = '/list', menus = [] as string[], answers = {}, props = {} } = {},
) {
  const server = { views: [], layouts: [], ...given }
  const part = createElement(CrudTable, { call: list, columns, filters, rowKey: 'id', ...props } as never)
  await draw(
    createElement(ListMemoryPart, {} as never, createElement(Browser), part),
    {
      'find-mine': () => server,
      'a-list': ({ status, limit }: { status?: string; limit: number }) =>
        limit === 1 ? { total: status ? 12 : 345, list: [] } : { total: 1, list: rows },
      ...answers,
    },
    { address: at, menus },
  )
  return server
}
const listed = () => sent.filter((each) => each.path.includes('a-list') && each.body.limit !== 1)
const saved = (word: string) => sent.filter((each) => each.path.includes(word)).map(({ body }) => body)
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent!.replace(/[↕↑↓]/, ''))
const isMarked = () => document.querySelector('.view-dot') !== null
const tab = (name: RegExp) => screen.getByRole('button', { name })

test('a list opens with its reader’s view, by one question; the address says so, and All shows all', async () => {
  await open({ views: [aView()], layouts: [{ path, columns: null, defaultViewId: 'v1' }] })
  assert.deepEqual(
    listed().map(({ body }) => body),
    [{ page: 1, limit: 20, sort: '-name', status: 'active' }],
  )
  assert.equal(browser.address, '?status=active&sort=-name&view=v1')
  assert.equal(tab(/^在学/).getAttribute('aria-current'), 'true')
  assert.match(tab(/^在学/).textContent!, /12/)
  await press('全部')
  assert.deepEqual(listed().at(-1)!.body, { page: 1, limit: 20 })
  assert.equal(browser.address, '?view=all')
  assert.equal(tab(/^全部$/).getAttribute('aria-current'), 'true')
})

test('an address that says something is followed, and clearing its filter is no way back to the view', async () => {
  await open(
    { views: [aView()], layouts: [{ path, columns: null, defaultViewId: 'v1' }] },
    { at: '/list?keyword=x' },
  )
  assert.deepEqual(listed().at(-1)!.body, { page: 1, limit: 20, keyword: 'x' })
  assert.equal(tab(/^全部$/).getAttribute('aria-current'), null, 'what is filtered is not all')
  await press(/重\s?置/)
  assert.deepEqual(listed().at(-1)!.body, { page: 1, limit: 20 })
  assert.equal(tab(/^全部$/).getAttribute('aria-current'), 'true')
})

test('a changed filter is marked, and updates the view at its revision', async () => {
  const server = await open(
    { views: [aView()] },
    {
      at: '/list?view=v1&status=active&sort=-name',
      answers: { 'list-view/save.action': { id: 'v1', revision: 2 } },
    },
  )
  assert.ok(!isMarked())
  await act(async () => void browser.navigate(`/list${browser.address}&keyword=王`))
  await settle()
  assert.ok(isMarked())
  await press('视图“在学”的操作')
  server.views = [aView({ revision: 2, filter: { keyword: '王', status: 'active' } })] as never
  await act(async () => fireEvent.click(screen.getByText('更新视图')))
  await settle()
  assert.deepEqual(saved('list-view/save.action'), [
    {
      id: 'v1',
      revision: 1,
      path,
      name: '在学',
      sort: '-name',
      columns: null,
      filter: { keyword: '王', status: 'active' },
    },
  ])
  assert.ok(!isMarked())
})

test('what is filtered is saved as a view, for everyone where the reader may share, and shown then', async () => {
  const server = await open(
    {},
    {
      at: '/list?status=active',
      menus: ['/home/index#share'],
      answers: { 'save-shared': { id: 'v9', revision: 1 } },
    },
  )
  await press('保存为视图')
  await type('名称', '在学学员')
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '共享给项目内所有人' })))
  server.views = [aView({ id: 'v9', name: '在学学员', shared: true, sort: null })] as never
  await press(/保\s?存$/)
  await until(async () => browser.address.includes('v9'))
  assert.deepEqual(saved('save-shared'), [
    { path, name: '在学学员', filter: { status: 'active' }, sort: null, columns: null },
  ])
  assert.equal(tab(/^在学学员（共享）/).getAttribute('aria-current'), 'true')
})

test('without the permission a shared view can be chosen as the default, and nothing else', async () => {
  await open({ views: [aView({ shared: true })] }, { at: '/list?view=v1&status=active&sort=-name' })
  await press('视图“在学”的操作')
  const items = [...document.querySelectorAll('[role=menuitem]')].map((item) => item.textContent)
  assert.deepEqual(items, ['设为默认'])
  await act(async () => fireEvent.click(screen.getByText('设为默认')))
  await settle()
  assert.deepEqual(saved('choose-default'), [{ path, viewId: 'v1' }])
})

test('a list without views and filters has no tabs, and asks for no count', async () => {
  await open({})
  assert.ok(!document.querySelector('.view-tabs'))
  assert.equal(sent.length, 2)
})

test('a part of a list is shown without the views of that list, which name what it does not have', async () => {
  const views = [aView({ shared: true })]
  const props = { fixed: { status: 'one' }, filters: [], part: true }
  await open({ views, layouts: [{ path, columns: null, defaultViewId: 'v1' }] }, { props })
  assert.deepEqual(listed().at(-1)!.body, { page: 1, limit: 20, status: 'one' })
  assert.ok(!screen.queryByRole('button', { name: /^在学/ }))
  assert.equal(browser.address, '')
})

test('rows show once the columns are known, as they were arranged', async () => {
  const arrangement = [
    { key: 'hours', pinned: true },
    { key: 'unit', width: 200 },
    { key: 'name', hidden: true },
  ]
  await open({ layouts: [{ path, columns: arrangement, defaultViewId: null }] })
  assert.deepEqual(heads(), ['列hours', '列unit'])
  assert.match(sent[0]!.path, /find-mine/)
})

test('columns are moved, hidden, pinned and sized by keyboard, and saved in one write', async () => {
  await open({})
  await press('下移“列name”列')
  assert.deepEqual(heads(), ['列unit', '列name', '列hours'])
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '列unit' })))
  await press('固定“列hours”列')
  await type('“列name”列的宽度（像素）', '12')
  await type('“列name”列的宽度（像素）', '120')
  assert.deepEqual(heads(), ['列hours', '列name'])
  assert.deepEqual(saved('save-columns'), [])
  await until(async () => saved('save-columns').length > 0)
  assert.deepEqual(saved('save-columns'), [
    {
      path,
      columns: [
        { key: 'unit', hidden: true, pinned: true },
        { key: 'hours', pinned: true },
        { key: 'name', width: 120 },
      ],
    },
  ])
  await press('恢复默认')
  assert.deepEqual(heads(), ['列name', '列unit', '列hours'])
  clear()
  assert.deepEqual(saved('save-columns').at(-1), { path, columns: null }, 'leaving saves at once')
})

test('a view with columns of its own shows them, and they change with the view alone', async () => {
  await open(
    { views: [aView({ columns: [{ key: 'unit' }, { key: 'name', hidden: true }] })] },
    { at: '/list?view=v1&status=active&sort=-name' },
  )
  assert.deepEqual(heads(), ['列unit', '列hours'])
  await press('下移“列unit”列')
  assert.deepEqual(heads(), ['列hours', '列unit'])
  assert.ok(isMarked())
  await press('全部')
  assert.deepEqual(heads(), ['列name', '列unit', '列hours'])
  clear()
  assert.deepEqual(saved('save-columns'), [])
})

test('Back returns to the view before', async () => {
  await open({ views: [aView()] })
  await press(/^在学/)
  assert.equal(browser.address, '?status=active&sort=-name&view=v1')
  await act(async () => void browser.navigate(-1))
  await settle()
  assert.equal(browser.address, '')
})

test('where views cannot be read, the list is as it comes', async () => {
  await open({}, { answers: { 'find-mine': { respCode: 500, respDesc: '服务器忙' } } })
  assert.deepEqual(heads(), ['列name', '列unit', '列hours'])
})
