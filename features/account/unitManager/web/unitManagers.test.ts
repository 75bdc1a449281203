import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import type { UnitManager } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { QuestionDialog } = await import('../../../../web/shell/frame/QuestionDialog.tsx')
const { UnitManagers } = await import('./UnitManagers.tsx')
afterEach(clear)

const manager = (loginName: string, more: Partial<UnitManager> = {}): UnitManager => ({
  accountId: loginName,
  loginName,
  userName: '林站长',
  mobileMask: null,
  status: 'active',
  roleId: 'r1',
  roleName: '单位管理员',
  only: false,
  mustChangePassword: false,
  lastLoginAt: null,
  manageable: true,
  ...more,
})
const show = (managers: UnitManager[]) =>
  draw(
    createElement(
      'div',
      null,
      createElement(UnitManagers, { unitId: 'u1', unitName: '血站' }),
      createElement(QuestionDialog),
    ),
    {
      'find-unit-manager-list': managers,
      'remove-unit-manager': { disabled: true },
      'find-unit-base': [],
      'query-role-list': [
        { id: 'r0', roleName: '项目管理员', roleSystem: 1, dataScope: 'project', pages: [], grantable: true },
        { id: 'r1', roleName: '单位管理员', roleSystem: 2, dataScope: 'subtree', pages: [], grantable: true },
      ],
    },
    {
      menus: [
        '/unit-manage/list',
        ...['', '#add'].map((more) => `/account-manage/administrator-list${more}`),
      ],
    },
  )
const removals = () => sent.filter(({ path }) => path.includes('remove')).map(({ body }) => body)

test('a manager is removed once it was confirmed, with what follows for the account', async () => {
  await show([manager('lin', { only: true })])
  await press('移除')
  assert.deepEqual(removals(), [])
  assert.ok(screen.getByText(/收回后账号停用/))
  const [, yes] = screen.getAllByRole('button', { name: '移除', hidden: true })
  await act(async () => fireEvent.click(yes!))
  await settle()
  assert.deepEqual(removals(), [{ unitId: 'u1', roleId: 'r1', accountId: 'lin' }])
})

test('a unit without managers says so, and one’s own account is not removed', async () => {
  await show([])
  assert.ok(screen.getByText('还没有管理员'))
  clear()
  await show([manager('me', { manageable: false })])
  assert.equal(screen.queryAllByRole('button', { name: '移除' }).length, 0)
})

test('a new manager of a unit begins with the role that manages it', async () => {
  for (const way of ['新建管理员账号', '添加已有账号']) {
    await show([])
    await press(way)
    assert.match(document.querySelector('[role=dialog]')!.textContent, /单位管理员/, way)
    clear()
  }
})
