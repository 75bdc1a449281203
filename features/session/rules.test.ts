import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chooseRole,
  decodeCredential,
  encodeCredential,
  faultOfInfo,
  menuTree,
  rolesMissing,
  roleTokenOf,
} from './rules.ts'

test('account and password travel trimmed and in base64, whatever letters they hold', () => {
  assert.equal(encodeCredential(' admin '), 'YWRtaW4=')
  assert.equal(decodeCredential(encodeCredential('  李小兰 ')), '李小兰')
  // Another client may have forgotten to trim.
  assert.equal(decodeCredential(btoa(' admin\n')), 'admin')
  for (const wrong of ['%%%', '', '/w==', encodeCredential('x'.repeat(201))]) {
    assert.equal(decodeCredential(wrong), null, wrong)
  }
})

test('a role type means a role by name, or the first of a kind', () => {
  const granted = [
    { roleName: '管理员', roleSystem: 1 },
    { roleName: '财务', roleSystem: 1 },
    { roleName: '2', roleSystem: 3 },
  ]
  assert.equal(chooseRole(granted, ' 财务 '), granted[1])
  assert.equal(chooseRole(granted, '1'), granted[0])
  assert.equal(chooseRole(granted, '2'), granted[2])
  assert.equal(chooseRole(granted, '3'), granted[2])
  assert.equal(chooseRole(granted, '4'), null)
})

test('the token of a role is its name followed by -token', () => {
  assert.equal(roleTokenOf('财务'), '财务-token')
})

test('user info without manageAccountInfo, or without roles, is rejected', () => {
  const whole = { manageAccountInfo: { userName: 'a', roleRP: { roleName: '管理员' } } }
  assert.equal(faultOfInfo(whole), null)
  for (const none of [null, undefined, {}, { manageAccountInfo: null }])
    assert.equal(faultOfInfo(none), 'account')
  for (const roleRP of [null, undefined, {}, { roleName: '' }, { roleName: null }]) {
    assert.equal(faultOfInfo({ manageAccountInfo: { userName: 'a', roleRP } }), 'roles')
  }
  assert.match(rolesMissing, /roles must be a non-null array/)
})

test('a button is below its page in the menu', () => {
  assert.deepEqual(menuTree(['/order-manage/list', '/order-manage/list#free']), [
    {
      url: '/order-manage',
      childrenMenuRPs: [
        {
          url: '/order-manage/list',
          childrenMenuRPs: [{ url: '/order-manage/list#free', childrenMenuRPs: [] }],
        },
      ],
    },
  ])
})
