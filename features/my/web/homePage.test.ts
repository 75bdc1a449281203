import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ShownBanner } from '../../banner/contract.ts'
import type { HourPassport } from '../../hours/contract.ts'

openWindow()
const { clear, draw, screen, sent } = await openOffice()
const { clearToken, saveToken } = await import('../../../web/token.ts')
const { default: HomePage } = await import('./HomePage.tsx')
// A window without layout does not scroll.
Object.assign(HTMLElement.prototype, { scrollTo() {} })
// The page waits for its banners for as long as the test does.
beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
afterEach(() => {
  mock.timers.reset()
  clear()
  clearToken()
})

const banner: ShownBanner = {
  id: 'a',
  title: '标题',
  titleEn: '',
  showTitle: false,
  href: null,
  pcPath: '/pc/a.jpg',
  phonePath: null,
}
const passport: HourPassport = {
  year: 2023,
  years: [2023],
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
const learner = {
  manageAccountInfo: {
    accountId: 'l',
    userName: '学员',
    roleRP: { roleId: 'r', roleName: '学员', roleSystem: 3, menu: [] },
  },
}

/** Draws the front page whose banners come when the test lets them. */
function open() {
  const { promise, resolve } = Promise.withResolvers<ShownBanner[]>()
  const drawn = draw(createElement(HomePage), {
    'get-account-info': learner,
    'find-pc-front-list': () => promise,
    'get-my-class-hour': passport,
  })
  return {
    bring() {
      resolve([banner])
      return drawn
    },
  }
}
/** Waits until it is so, without timers. */
async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; !isSo(); turns++) {
    assert.ok(turns < 10_000, `It was not so: ${isSo}`)
    await new Promise(setImmediate)
  }
}
const hours = () => screen.queryByRole('img', { name: /共需 90 学时/ })
const types = () => screen.queryByRole('navigation')

test('a learner’s hours do not wait for the banners, and what is below them does not move', async () => {
  saveToken('token')
  const page = open()
  await until(() => hours() !== null)
  assert.equal(types(), null)
  await page.bring()
  const picture = screen.getByRole('img', { name: '标题' })
  const { DOCUMENT_POSITION_FOLLOWING: isBehind } = Node
  assert.ok(hours()!.compareDocumentPosition(picture) & isBehind)
  assert.ok(picture.compareDocumentPosition(types()!) & isBehind)
})

test('the catalogue of a visitor is asked for beside the banners, which come first', async () => {
  const page = open()
  await until(() => sent.some(({ path }) => path.includes('find-class-list')))
  assert.equal(screen.queryByRole('heading'), null)
  await page.bring()
  assert.ok(screen.getByRole('img', { name: '标题' }))
  assert.ok(types())
})
