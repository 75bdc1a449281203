import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { Type } from 'typebox'
import { call, Fen, Moment } from '../../../contract/call.ts'
import { PageOf, Paging } from '../../../contract/paging.ts'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { FilterOf } from './filter.ts'

openWindow()
const { draw, clear, screen, act, fireEvent, within, press, type, settle, sent } = await openOffice()
const { CrudTable } = await import('./CrudTable.tsx')
const { inputOf } = await import('./filter.ts')
const { today } = await import('../../dayStart.ts')
afterEach(clear)

const list = call('/base/a-list.action', {
  allow: 'signed-in',
  input: Paging({
    keyword: Type.Optional(Type.String()),
    state: Type.Optional(Type.Array(Type.String())),
    from: Type.Optional(Moment),
    to: Type.Optional(Moment),
    least: Type.Optional(Fen),
    most: Type.Optional(Fen),
  }),
  output: PageOf(Type.Object({ id: Type.String() })),
  summary: 'A list',
})
const filters: FilterOf<typeof list>[] = [
  { name: 'keyword', label: '关键字', kind: 'text' },
  {
    name: 'state',
    label: '状态',
    kind: 'many',
    options: [
      { value: 'a', label: '甲' },
      { value: 'b', label: '乙' },
    ],
  },
  { kind: 'days', from: 'from', to: 'to', label: '日期' },
  { kind: 'money', from: 'least', to: 'most', label: '金额' },
]
// @ts-expect-error -- a name that the call does not take
const misspelled: FilterOf<typeof list> = { name: 'keywords', label: '关键字', kind: 'text' }

const open = (address: string) =>
  draw(
    createElement(CrudTable, {
      call: list,
      filters,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
    } as never),
    { 'a-list': { total: 1, list: [{ id: 'r0' }] } },
    { address },
  )
const asked = () => sent.at(-1)!.body
const chips = () => within(screen.getByRole('list', { name: '当前筛选' })).getAllByRole('listitem')

test('what is set of a search is what the call takes; what means nothing is left out', () => {
  assert.ok(misspelled)
  assert.deepEqual(inputOf(filters, { state: 'a,b', from: '2023-11-01', to: '2023-11-30', least: '100' }), {
    state: ['a', 'b'],
    from: '2023-10-31T16:00:00.000Z',
    to: '2023-11-30T16:00:00.000Z',
    least: 100,
  })
  assert.deepEqual(inputOf(filters, { from: 'x', most: '-1' }), { from: undefined, most: undefined })
  assert.deepEqual(inputOf(filters, {}), {})
})

test('an amount in the address that is none, or is written otherwise, leaves the field usable', async () => {
  for (const least of ['abc', '007', '99999999999999999999']) {
    await open(`/list?least=${least}`)
    assert.ok(screen.getAllByLabelText(/金额/)[0], least)
    clear()
  }
  await open('/list?least=abc&from=x')
  assert.ok(!screen.queryByRole('list', { name: '当前筛选' }), 'nothing is asked for')
})

test('several states, days and an amount in yuan are asked for, shown as chips, and taken away', async () => {
  await open('/list?state=a,b&to=2023-11-30')
  assert.deepEqual(asked(), { page: 1, limit: 20, state: ['a', 'b'], to: '2023-11-30T16:00:00.000Z' })
  assert.deepEqual(
    chips().map(({ textContent }) => textContent),
    ['状态：甲 / 乙✕', '日期： – 2023-11-30✕', '清空'],
  )
  await press(/展\s?开/)
  await type('金额：从', '12.5')
  await type('金额：到', '12.x')
  assert.equal(screen.getByLabelText<HTMLInputElement>('金额：到').value, '', 'no amount')
  await type('金额：到', '20')
  await press(/查\s?询/)
  assert.deepEqual(asked(), {
    page: 1,
    limit: 20,
    state: ['a', 'b'],
    to: '2023-11-30T16:00:00.000Z',
    least: 1250,
    most: 2000,
  })
  await press('取消筛选“状态：甲 / 乙”')
  assert.deepEqual(asked(), {
    page: 1,
    limit: 20,
    to: '2023-11-30T16:00:00.000Z',
    least: 1250,
    most: 2000,
  })
  assert.equal(chips()[1]!.textContent, '金额：12.50 – 20.00✕')
  await press(/清\s?空/)
  assert.deepEqual(asked(), { page: 1, limit: 20 })
  assert.ok(!screen.queryByRole('list', { name: '当前筛选' }))
  assert.equal(screen.getByLabelText<HTMLInputElement>('金额：从').value, '')
})

test('what is typed and not sent yet stays when another filter is taken away, and a search asks again', async () => {
  await draw(
    createElement(CrudTable, {
      call: list,
      filters,
      columns: [{ key: 'id', title: '编号', dataIndex: 'id' }],
    } as never),
    {},
    { address: '/list?from=2023-01-01&to=2023-01-02' },
  )
  await type('关键字', '王')
  await press(/^取消筛选.*2023-01-01/)
  assert.equal(screen.getByLabelText<HTMLInputElement>('关键字').value, '王')
  await press('查询')
  const asked = () => sent.filter(({ path }) => path.includes('a-list')).map(({ body }) => body)
  assert.deepEqual((asked().at(-1) as { keyword?: string }).keyword, '王')
  const before = asked().length
  await press('查询')
  assert.equal(asked().length, before + 1, 'the same once more')
})

test('the days that are asked for most are one press away, in China', async () => {
  assert.equal(today(0, Date.parse('2023-11-21T16:00:00Z')), '2023-11-22')
  assert.equal(today(-29, Date.parse('2023-11-22T15:59:00Z')), '2023-10-24')
  await open('/list')
  await press('近7日')
  await press(/查\s?询/)
  assert.deepEqual(Object.keys(asked()).sort(), ['from', 'limit', 'page', 'to'])
  assert.equal(Date.parse(asked().to as string) - Date.parse(asked().from as string), 7 * 86_400_000)
  await press('状态 全部')
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name: '乙' })))
  assert.ok(screen.getByRole('button', { name: '状态 乙', expanded: true }))
  await press(/查\s?询/)
  await settle()
  assert.deepEqual(asked().state, ['b'])
})
