import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import { registerCalls, type RegisteredCertificate } from '../contract.ts'

openWindow()
const office = await openOffice()
const { RegisterTable } = await import('./RegisterTable.tsx')
afterEach(office.clear)
const { screen, act, fireEvent } = office

const row = (id: string, more: Partial<RegisteredCertificate> = {}): RegisteredCertificate => ({
  id,
  number: `JN2023-${id}`,
  kind: 'skill',
  className: '养老护理员',
  level: '3',
  year: 2023,
  hoursTenths: 0,
  accountId: `a${id}`,
  realName: '南宫月',
  cardMask: '3201**********1234',
  unitName: '第一医院',
  status: 'valid',
  revokeReason: null,
  replaces: null,
  replacedBy: null,
  verifyCode: `v${id}`,
  printCount: 0,
  issuedAt: '2023-11-21T08:00:00.000Z',
  ...more,
})
const menus = ['/student-manage/student', '/student-manage/student#certificate']
/** Filters that prints were asked for with, in place of their dialog. */
const printed: Record<string, unknown>[] = []
const Print = ({ filter }: { filter: Record<string, unknown> }) => {
  printed.push(filter)
  return null
}
const Issue = () => createElement('button', { type: 'button' }, '颁发证书')
const draw = (rows: RegisteredCertificate[], held = menus, total = rows.length) =>
  office.draw(
    createElement(RegisterTable, { Issue, Print }),
    {
      [registerCalls.find.path]: ({ ids }: { ids?: string[] }) =>
        ids
          ? {
              total: ids.length,
              list: ids.map((id) => row(id, { status: 'superseded', replacedBy: 'JN2023-99' })),
            }
          : { total, list: rows },
      [registerCalls.reissue.path]: { succeeded: ['1'], failed: [] },
      [registerCalls.revoke.path]: {
        succeeded: [],
        failed: [{ id: '1', name: 'JN2023-1', reason: '这张证书已撤销' }],
      },
    },
    { menus: held },
  )
const tick = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('checkbox', { name })))
  await office.settle()
}

test('the register says of each certificate its kind, level, state and successor', async () => {
  await draw([
    row('1'),
    row('2', {
      kind: 'year',
      className: '继续教育',
      level: null,
      status: 'superseded',
      replacedBy: 'ND2023-9',
    }),
  ])
  assert.ok(screen.getByText('三级（高级工）'))
  assert.ok(screen.getAllByText('年度证书').length > 0)
  assert.match(screen.getByText(/替换它的证书/).textContent, /替换它的证书 ND2023-9/)
  assert.match(screen.getByRole('link', { name: 'ND2023-9' }).getAttribute('href')!, /keyword=ND2023-9$/)
})

const printTicked = async () => {
  const ofAll = screen.getAllByRole('button', { name: /^打\s?印$/ }).find((one) => !one.closest('tr'))
  await act(async () => fireEvent.click(ofAll!))
  await office.settle()
  return printed.at(-1)
}

test('more than a hundred ticked certificates are printed as they were chosen, and all that match but one', async () => {
  printed.length = 0
  const ids = Array.from({ length: 102 }, (_, i) => String(i + 1))
  await draw(
    ids.map((id) => row(id)),
    menus,
    300,
  )
  await tick('选择本页全部')
  await tick('选择JN2023-102')
  assert.deepEqual(await printTicked(), { ids: ids.slice(0, 101), status: ['valid'] })
  await tick('选择JN2023-102')
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /选择全部 300 条/ })))
  await tick('选择JN2023-7')
  assert.deepEqual(await printTicked(), { except: ['7'], status: ['valid'] })
})

test('a refused revocation is reported with its reason; who may not change certificates has no such button', async () => {
  await draw([row('1')])
  await tick('选择JN2023-1')
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: '撤销证书' }).at(-1)!))
  await office.settle()
  await office.type('原因', '代学已查实')
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: '撤销证书' }).at(-1)!))
  await office.settle()
  const sent = office.sent.filter(({ path }) => path.includes(registerCalls.revoke.path))
  assert.deepEqual(
    sent.map(({ body }) => body),
    [{ ids: ['1'], reason: '代学已查实' }],
  )
  assert.ok(screen.getByText(/这张证书已撤销/))
  office.clear()
  await draw([row('1')], ['/student-manage/student'])
  assert.ok(!screen.queryByRole('button', { name: '撤销证书' }))
})

test('the dialogs name holder, title and number; reissued, it shows the new number with its way', async () => {
  await draw([row('1'), row('2', { realName: '东方朔', number: 'JN2023-2' })])
  await tick('选择JN2023-1')
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: '换发证书' }).at(-1)!))
  await office.settle()
  const dialog = office.within(screen.getByRole('dialog'))
  for (const text of ['南宫月 · 第一医院', '养老护理员 三级（高级工）', 'JN2023-1'])
    assert.ok(dialog.getByText(text))
  await office.type('原因', '姓名更正')
  await act(async () => fireEvent.click(dialog.getByRole('button', { name: '换发证书' })))
  await office.settle()
  assert.ok(screen.getByText('已换发 1 张证书'))
  assert.ok(screen.getByRole('button', { name: /新编号 JN2023-99/ }))
  assert.equal(
    screen.getByRole('link', { name: '查看新证书' }).getAttribute('href'),
    '/student-manage/student?tab=certificates&keyword=JN2023-99',
  )
  office.clear()
  await draw([row('1'), row('2', { realName: '东方朔', number: 'JN2023-2' })])
  await tick('选择本页全部')
  await act(async () => fireEvent.click(screen.getAllByRole('button', { name: '撤销证书' }).at(-1)!))
  await office.settle()
  const both = office.within(screen.getByRole('dialog'))
  assert.ok(both.getByText('南宫月 · 养老护理员 三级（高级工） · JN2023-1'))
  assert.ok(both.getByText('东方朔 · 养老护理员 三级（高级工） · JN2023-2'))
})

test('all is printed of what the list shows by its filters, and the button counts the valid ones', async () => {
  const of = (address: string) =>
    office.draw(
      createElement(RegisterTable, { Issue, Print }),
      {
        [registerCalls.find.path]: ({ limit }: { limit: number }) =>
          limit === 1 ? { total: 12, list: [] } : { total: 30, list: [row('1')] },
      },
      { menus, address },
    )
  printed.length = 0
  await of('/?kind=skill&keyword=南宫月')
  await office.press('打印筛选出的 12 张有效证书')
  assert.deepEqual(printed.at(-1), { keyword: '南宫月', kind: ['skill'], status: ['valid'] })
  office.clear()
  await of('/')
  await office.press('打印全部 12 张有效证书')
  assert.deepEqual(printed.at(-1), { status: ['valid'] })
  office.clear()
  const { length } = printed
  await of('/?status=revoked')
  await office.press('打印筛选出的 0 张有效证书')
  assert.equal(printed.length, length, 'none of them is valid')
})
