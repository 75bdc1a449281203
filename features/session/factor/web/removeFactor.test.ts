import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../../test/office.ts'
import { openWindow } from '../../../../test/window.ts'
import type { ManagedAccount } from '../../../account/manage/contract.ts'
import { encodeCredential } from '../../rules.ts'

openWindow()
const { clear, draw, press, screen, sent, settle, type } = await openOffice()
const { AdministratorList } = await import('../../../account/manage/web/AdministratorList.tsx')
const { EnrolFactor } = await import('./EnrolFactor.tsx')
const { FactorCard } = await import('./FactorCard.tsx')
const { default: RemoveFactorDialog } = await import('./RemoveFactorDialog.tsx')
afterEach(clear)

const list = '/account-manage/administrator-list'
const account: ManagedAccount = {
  id: 'a1',
  loginName: 'wang',
  userName: '王老师',
  mobileMask: null,
  roleSystem: 1,
  roles: [],
  status: 'active',
  wechatBound: false,
  hasFactor: true,
  mustChangePassword: false,
  lastLoginAt: null,
  lockedUntil: null,
  sessions: 0,
  createdAt: '2023-01-01T00:00:00.000Z',
  own: false,
  manageable: true,
  revision: 1,
}
const page = createElement(AdministratorList, { FactorRemoval: RemoveFactorDialog })
const answered = { 'query-role-list': [], 'query-account-list': { total: 1, list: [account] } }

test('an administrator removes the second factor of another with the own password', async () => {
  await draw(page, { ...answered, 'factor/remove': null }, { menus: [list, `${list}#factor`] })
  assert.ok(screen.getByText('两步验证'))
  await press('解除两步验证')
  await type('您的登录密码', 'Demo2026a')
  screen.getAllByRole('button', { name: '解除两步验证' }).at(-1)!.click()
  await settle()
  assert.deepEqual(sent.find(({ path }) => path.includes('factor/remove'))?.body, {
    accountId: 'a1',
    password: encodeCredential('Demo2026a'),
  })
})

test('without the permission the account shows that it has a second factor, and nothing is offered', async () => {
  await draw(page, answered, { menus: [list] })
  assert.ok(screen.getByText('两步验证'))
  assert.ok(!screen.queryByRole('button', { name: '解除两步验证' }))
})

test('the first code knows of no recovery codes yet, and the key can be opened in the authenticator', async () => {
  const uri = 'otpauth://totp/JH:wang?secret=ABCD'
  await draw(createElement(EnrolFactor, { onToken() {} }), { 'factor/enrol': { uri, secret: 'ABCD' } })
  assert.equal(screen.getByRole('link').getAttribute('href'), uri)
  await type('动态验证码', 'ABCDE-FGHIJ')
  await press('确认')
  assert.match(document.body.textContent, /请输入验证器当前显示的 6 位数字/)
  assert.doesNotMatch(document.body.textContent, /恢复码/)
})

test('who removed the second factor and when is shown in China’s time', async () => {
  const removedBy = { userName: '李主任', at: '2023-01-01T17:00:00.000Z' }
  const state = { enrolled: false, required: false, awaited: false, recoveryLeft: 0, removedBy }
  await draw(createElement(FactorCard), { 'factor/find': state })
  assert.match(screen.getByRole('status').textContent, /李主任 已于 2023年1月2日 01:00/)
})
