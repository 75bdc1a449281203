import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { clearToken, saveToken } from '../../../web/token.ts'
import type { HourPassport } from '../../hours/contract.ts'
import { myPages } from './pages.ts'

const { show, screen } = await openRenderer()

const passport: HourPassport = {
  year: 2023,
  years: [2023, 2022],
  requiredTenths: 900,
  earnedTenths: 460,
  missingTenths: 440,
  types: [],
  signUpUntil: null,
  studyUntil: null,
  fitting: 0,
  entries: [],
  repeated: [],
}
const answers = {
  '/login/get-system-config.action': { settings: {}, info: {} },
  '/login/get-account-info.action': {
    manageAccountInfo: {
      accountId: 'l',
      userName: '学员',
      roleRP: { roleId: 'r', roleName: '学员', roleSystem: 3, menu: [] },
    },
  },
  '/api/get-my-class-hour.action': passport,
  '/api/train-plan/find-mine.action': [],
  '/api/my-class.action': { total: 0, list: [] },
  '/api/find-my-class-exam.action': [],
  '/base/my-order-entity/find-my-order-list.action': { total: 0, list: [] },
}

for (const path of ['/my', '/v2/my']) {
  const open = async () => {
    const { default: Mine } = await myPages.find((page) => page.path === path)!.load()
    await show(createElement(Mine), { at: path, answers })
  }

  test(`${path} shows a learner the hours of a year, and all else of theirs in tabs`, async () => {
    saveToken('T')
    await open()
    assert.ok(screen.getByRole('img', { name: /共需 90 学时/ }))
    assert.equal(screen.getByRole('tab', { selected: true }).textContent, '学时')
    assert.deepEqual(
      screen.getAllByRole('tab').map((tab) => tab.textContent),
      ['学时', '班级', '考试', '订单', '发票', '证书', '消息', '账号与安全'],
    )
  })

  test(`${path} shows a stranger the way in, and nothing else`, async () => {
    clearToken()
    await open()
    assert.ok(screen.getByRole('link', { name: /登录/ }))
    assert.ok(!screen.queryByRole('tab'))
  })
}
