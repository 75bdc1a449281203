import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { saveToken } from '../../../web/token.ts'
import type { CartItem } from '../../cart/contract.ts'
import type { HourPassport } from '../../hours/contract.ts'

const { show, screen } = await openRenderer()
const { SelectionPanel } = await import('./SelectionPanel.tsx')

const passport: HourPassport = {
  year: 2023,
  years: [2023],
  requiredTenths: 900,
  earnedTenths: 0,
  missingTenths: 900,
  types: [],
  signUpUntil: null,
  studyUntil: null,
  fitting: 0,
  entries: [],
  repeated: [],
}
const item: CartItem = {
  classId: 'c1',
  name: '急救',
  classType: 'public',
  categoryName: '公需',
  year: 2023,
  hoursTenths: 300,
  heldTenths: 140,
  price: 16_800,
  discount: 0,
  payable: 16_800,
  originalPrice: 16_800,
  awaitsUnit: false,
  priceSeen: 16_800,
  mismatch: null,
  obstacle: null,
  acceptsMismatch: false,
}
const learner = {
  accountId: 'a1',
  userName: '王',
  imagePath: null,
  unitId: null,
  unitName: null,
  mustChangePassword: false,
  roleRP: { roleId: 'r1', roleName: '学员', roleSystem: 3, menu: [] },
}

test('hours already earned for a class have their own line below its price', async () => {
  saveToken('T')
  await show(createElement(SelectionPanel, { passport }), {
    answers: {
      '/base/shop-cart/find.action': { list: [item], amount: 16_800 },
      '/login/get-account-info.action': { manageAccountInfo: learner },
    },
  })
  const held = screen.getByText(/^这 30 学时中，您已有 14 学时/)
  assert.equal(held.tagName, 'P')
})

test('the bar of a type begins with the hours earned and goes on with those that are to come', async () => {
  saveToken('T')
  const earned = {
    classType: 'public',
    requiredTenths: 300,
    earnedTenths: 160,
    pendingTenths: 0,
    waitingTenths: 0,
    missingTenths: 140,
  }
  const studied = {
    classType: 'major',
    requiredTenths: 600,
    earnedTenths: 0,
    pendingTenths: 100,
    waitingTenths: 50,
    missingTenths: 600,
  }
  const drawn = await show(
    createElement(SelectionPanel, { passport: { ...passport, types: [earned, studied] } }),
    {
      answers: {
        '/base/shop-cart/find.action': { list: [], amount: 0 },
        '/login/get-account-info.action': { manageAccountInfo: learner },
      },
    },
  )
  const widths = [...drawn.querySelectorAll('.hours-bar')].map((bar) =>
    [...bar.querySelectorAll('i')].map((part) => [
      part.className,
      Math.round(Number.parseFloat(part.style.width)),
    ]),
  )
  assert.deepEqual(widths, [
    [
      ['', 53],
      ['pending', 0],
    ],
    [
      ['', 0],
      ['pending', 25],
    ],
  ])
})
