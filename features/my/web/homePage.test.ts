import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { ShownBanner } from '../../banner/contract.ts'
import type { HourPassport } from '../../hours/contract.ts'

openWindow()
const { act, clear, draw, fireEvent, screen, sent } = await openOffice()
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
function open(more: Record<string, unknown> = {}) {
  const { promise, resolve } = Promise.withResolvers<ShownBanner[]>()
  const drawn = draw(createElement(HomePage), {
    'get-account-info': learner,
    'find-pc-front-list': () => promise,
    'get-my-class-hour': passport,
    'find-my-class-exam': [],
    ...more,
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
  assert.ok(!screen.queryByRole('heading'))
  await page.bring()
  assert.ok(screen.getByRole('img', { name: '标题' }))
  assert.ok(types())
})

test('a visitor is offered to register', async () => {
  await open().bring()
  const register = screen.getByRole('link', { name: '注册' })
  assert.equal(register.getAttribute('href'), '/registerNew')
})

test('somebody who has signed in sees no visitor’s page while the server fails', async () => {
  saveToken('token')
  await open({ 'get-account-info': { respCode: 429, respDesc: '请稍后再试', attribute: null } }).bring()
  assert.ok(screen.getByRole('button', { name: '重试' }))
  assert.ok(!screen.queryByRole('link', { name: '注册' }))
})

test('a learner sees the order that waits for money and the exam that is open, above the hours', async () => {
  saveToken('token')
  await open({
    'find-my-order-list': {
      total: 1,
      list: [{ id: 'o1', amount: 20_000, secondsLeft: 1711, transferPending: false }],
    },
    'find-my-class-exam': [
      { examId: 'x1', className: '急救', state: 'open', openTo: null, allowed: 2, used: 1, classId: 'c1' },
    ],
  }).bring()
  const waiting = screen.getByRole('region', { name: '等您处理' })
  assert.match(waiting.textContent!, /订单待付款 ¥200\.00还剩 29分.*去付款结业考试：急救剩 1 次机会参加考试/)
  assert.ok(waiting.compareDocumentPosition(hours()!) & Node.DOCUMENT_POSITION_FOLLOWING)
})

test('the exam that home continues with is asked for once', async () => {
  saveToken('token')
  const studied = {
    enrolmentId: 'e1',
    classId: 'c1',
    name: '急救',
    classType: 'public',
    status: 'active',
    hold: null,
  }
  const more = {
    progress: 10_000,
    studyDone: true,
    examRequired: true,
    examPassed: false,
    expiresAt: null,
    studyFrom: null,
  }
  const exam = {
    examId: 'x1',
    className: '急救',
    state: 'open',
    openTo: null,
    allowed: 2,
    used: 1,
    classId: 'c1',
  }
  await open({
    'my-class.action': { total: 1, list: [{ ...studied, ...more }] },
    'find-my-class-exam': [exam, { ...exam, examId: 'x2', classId: 'c2', className: '法规' }],
  }).bring()
  const ways = screen.getAllByRole('link', { name: '参加考试' }).map((way) => way.getAttribute('href'))
  assert.deepEqual(ways, ['/detail-question?examId=x2', '/detail-question?examId=x1'])
})

test('home continues with a class that brings hours before one whose hours all count already', async () => {
  saveToken('token')
  const mine = (name: string, hoursTenths: number, heldTenths: number) => ({
    enrolmentId: name,
    classId: name,
    name,
    classType: 'public',
    status: 'active',
    hold: null,
    progress: 4000,
    studyDone: false,
    examRequired: false,
    hoursTenths,
    heldTenths,
  })
  await open({
    'my-class.action': { total: 2, list: [mine('重复的班', 30, 30), mine('新的班', 40, 10)] },
  }).bring()
  assert.ok(screen.getByRole('heading', { name: '新的班' }))
  assert.ok(!screen.queryByRole('heading', { name: '重复的班' }))
})

test('where nothing presses, home says nothing of it', async () => {
  saveToken('token')
  await open().bring()
  assert.ok(!screen.queryByRole('region', { name: '等您处理' }))
})

test('a server that fails all that home asks for is told once, and asked again for all of it', async () => {
  saveToken('token')
  const broken = { respCode: 500, respDesc: '服务器出错了' }
  const answers: Record<string, unknown> = { 'get-my-class-hour': broken, 'get-recommended': broken }
  await open(answers).bring()
  assert.equal(screen.getByRole('alert').querySelector('p')!.textContent, '服务器出错了')
  sent.length = 0
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '重试' })))
  await until(() => sent.length > 1)
  assert.deepEqual(sent.map(({ path }) => path.replace(/.*\//, '')).sort(), [
    'get-my-class-hour.action',
    'get-recommended-class-list.action',
  ])
})

test('a home of which nothing is answered says so and asks no further', async () => {
  saveToken('token')
  const broken = { respCode: 500, respDesc: '服务器出错了' }
  const calls = [
    'get-my-class-hour',
    'get-recommended',
    'find-my-class-exam',
    'my-class',
    'find-my-order-list',
  ]
  const page = open(Object.fromEntries(calls.map((call) => [call, broken])))
  await until(() => screen.queryByRole('alert') !== null)
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  assert.ok(sent.length < 25, `${sent.length} calls`)
  await page.bring()
  assert.equal(screen.getAllByRole('alert').length, 1)
})
