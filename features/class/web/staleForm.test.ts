import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import type { StaleChange } from '../../../contract/call.ts'
import type { Permission } from '../../../contract/menu.ts'
import { openComponents } from '../../../test/jsx.ts'
import { aManagedClass } from '../../../test/drawn.ts'
import { openWindow } from '../../../test/window.ts'
import type { ManagedClass } from '../contract.ts'

openWindow()
openComponents()
const { act, cleanup, fireEvent, render, screen, within } = await import('@testing-library/react')
const { MemoryRouter } = await import('react-router')
const { changeLocale } = await import('../../../web/words.ts')
const { Permissions } = await import('../../../web/shell/view/may.ts')
const { ClassForm } = await import('./ClassForm.tsx')

const managed = aManagedClass({ price: 10_000, originalPrice: 20_000 })
/** The class after somebody else's edit. */
const latest: ManagedClass = { ...managed, price: 19_900, quota: 50, revision: 4 }
const change: StaleChange = {
  field: 'price',
  label: '售价',
  before: '¥100.00',
  after: '¥199.00',
  by: '张三',
  at: '2023-11-22T02:32:00.000Z',
}

const regions = [
  ['320000', '江苏省', 'Jiangsu'],
  ['330000', '浙江省', 'Zhejiang'],
].map(([code, name, nameEn]) => ({ kind: 'region', code, parentCode: null, name, nameEn }))

let cache: InstanceType<typeof QueryClient>
let sent: Record<string, unknown>[]
const reply = (envelope: object) =>
  new Response(JSON.stringify({ respCode: 200, respDesc: '', attribute: null, ...envelope }))

beforeEach(() => {
  sent = []
  changeLocale('zh-CN')
  mock.method(globalThis, 'fetch', async (url: string, { body }: RequestInit) => {
    if (url.includes('create-train-class')) {
      const input = JSON.parse(body as string) as { revision: number }
      sent.push(input)
      if (input.revision < latest.revision)
        return reply({ respCode: 409, respDesc: '已被修改', stale: [change] })
      return reply({ attribute: { id: 'c1', version: 1, revision: input.revision + 1 } })
    }
    if (url.includes('get-class-detail')) return reply({ attribute: latest })
    if (url.includes('dictionary')) return reply({ attribute: regions })
    return reply({
      attribute: url.includes('tree') || url.includes('category') ? [] : { list: [], total: 0 },
    })
  })
})
afterEach(() => {
  cleanup()
  cache.clear()
  mock.restoreAll()
})

/** Waits until no request is pending and responses are rendered: the cache notifies with zero-delay timers. */
async function settle() {
  for (let quiet = 0; quiet < 3; quiet = cache.isFetching() + cache.isMutating() > 0 ? 0 : quiet + 1)
    await act(async () => new Promise((resolve) => setTimeout(resolve)))
}
const input = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function open(shown = managed, held: readonly Permission[] = []) {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const form = (props: ManagedClass) =>
    createElement(
      MemoryRouter,
      null,
      createElement(
        QueryClientProvider,
        { client: cache },
        createElement(
          Permissions,
          { value: new Set(held) },
          createElement(ClassForm, {
            managed: props,
            onSaved() {},
            onShelf() {},
            Exam: () => null,
            Preview: () => null,
          }),
        ),
      ),
    )
  const { rerender } = render(form(shown))
  await settle()
  return async (next: ManagedClass) => {
    rerender(form(next))
    await settle()
  }
}

async function type(label: string, text: string) {
  await act(async () => fireEvent.change(input(label), { target: { value: text } }))
}
async function press(name: string) {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
  await settle()
}

test('a stale form shows who changed what and when, and keeps the typed input over the latest values', async () => {
  await open()
  await type('班级名称', '数据安全与个人信息保护')
  await press('保存')
  assert.equal(sent[0]!.revision, 3)
  const notice = screen.getByRole('alert')
  const [first] = document.querySelectorAll('.class-form > *')
  assert.ok(first!.contains(notice), 'above the fields, clear of the buttons that stick below them')
  assert.match(notice.textContent, /张三 于 2023年11月22日 10:32 修改了售价：¥100\.00 → ¥199\.00/)
  assert.equal(input('售价（元）').value, '100.00', 'nothing changes before the reader says how to go on')

  await press('载入最新内容，保留我填写的')
  assert.ok(!screen.queryByRole('alert'))
  assert.equal(input('班级名称').value, '数据安全与个人信息保护')
  assert.equal(input('售价（元）').value, '199.00')
  assert.equal(input('名额').value, '50')
  await press('保存')
  const { revision, name, price, quota } = sent[1]!
  assert.deepEqual([revision, name, price, quota], [4, '数据安全与个人信息保护', 19_900, 50])
})

test('given up, what was typed is gone and the latest values stand', async () => {
  await open()
  await type('班级名称', '别的')
  await type('售价（元）', '88')
  await press('保存')
  await press('放弃我的修改')
  assert.ok(!screen.queryByRole('alert'))
  assert.deepEqual(
    ['班级名称', '售价（元）', '名额'].map((label) => input(label).value),
    ['数据安全', '199.00', '50'],
  )
  assert.equal(sent.length, 1)
})

test('the notice in English', async () => {
  changeLocale('en')
  await open()
  await type('Class name', 'Another')
  await press('Save')
  const notice = within(screen.getByRole('alert'))
  assert.match(
    notice.getByRole('listitem').textContent,
    /张三 changed 售价 at Nov 22, 2023, 10:32\sAM: ¥100\.00 → ¥199\.00/,
  )
  assert.ok(notice.getByRole('button', { name: 'Load the latest values and keep what I typed' }))
  assert.ok(notice.getByRole('button', { name: 'Discard my changes' }))
})

test('a form follows what its page reads until somebody types; then its edit still names what was seen', async () => {
  const read = await open({ ...managed, revision: 2 })
  await read(managed)
  await type('班级名称', '别的')
  await read(latest)
  assert.equal(input('售价（元）').value, '100.00')
  await press('保存')
  assert.equal(sent[0]!.revision, 3)
  assert.ok(screen.getByRole('alert'))
})

test('a form that stays open after saving continues from what it saved', async () => {
  await open(latest)
  await type('班级名称', '第一次')
  await press('保存')
  await type('班级名称', '第二次')
  await press('保存')
  assert.deepEqual(
    sent.map(({ revision, name }) => [revision, name]),
    [
      [4, '第一次'],
      [5, '第二次'],
    ],
  )
})

test('the regions of a class are shown by name and chosen from the list by typing', async () => {
  await open({ ...managed, revision: 4, regions: ['330000'] })
  const field = input('适用地区')
  const select = within(field.closest<HTMLElement>('.ant-select')!)
  assert.ok(select.getByTitle('浙江省'))
  await act(async () => fireEvent.change(field, { target: { value: '江苏' } }))
  const options = () => [...document.querySelectorAll('.ant-select-item-option')]
  assert.deepEqual(
    options().map((option) => option.textContent),
    ['江苏省'],
  )
  await act(async () => fireEvent.click(options()[0]!))
  await press('保存')
  assert.deepEqual(sent[0]!.regions, ['330000', '320000'])
})

test('prices of a class that was published are read-only for who may not change prices', async () => {
  const isReadOnly = () => ['售价（元）', '划线价（元）'].map((label) => input(label).readOnly)
  await open({ ...managed, status: 'off_shelf' })
  assert.deepEqual(isReadOnly(), [true, true])
  assert.ok(screen.getByText('上架后由有“批量改价”权限的同事修改'))
  cleanup()
  await open(managed)
  assert.deepEqual(isReadOnly(), [false, false])
  cleanup()
  await open({ ...managed, status: 'on_shelf' }, ['/train-manage/class#price'])
  assert.deepEqual(isReadOnly(), [false, false])
})
