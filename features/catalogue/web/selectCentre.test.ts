import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { until } from '../../../test/until.ts'
import { clearToken, saveToken } from '../../../web/token.ts'
import type { HourPassport } from '../../hours/contract.ts'
import { planCalls } from '../../trainPlan/contract.ts'
import { cataloguePages } from './pages.ts'

const { show, screen, sent } = await openRenderer()

const offered = {
  id: 'c1',
  name: '急救',
  classType: 'specialized',
  categoryId: 'g1',
  categoryName: '专业',
  year: 2023,
  hoursTenths: 80,
  heldTenths: 0,
  price: 6800,
  originalPrice: 6800,
  unitObstacle: null,
  awaitsUnit: false,
  coverKey: null,
  placesLeft: null,
  placesHeld: 0,
  signUpFrom: null,
  signUpTo: null,
  studyTo: null,
  validDays: 365,
  needReview: false,
  personnelCategories: [],
  regions: [],
  joined: null,
  mismatch: null,
}
const hoursOf = (classType: string, earnedTenths: number) => ({
  classType,
  requiredTenths: 300,
  earnedTenths,
  pendingTenths: 0,
  waitingTenths: 0,
  missingTenths: 300 - earnedTenths,
})
const passport: HourPassport = {
  year: 2023,
  years: [2023],
  requiredTenths: 600,
  earnedTenths: 300,
  missingTenths: 300,
  types: [hoursOf('public', 300), hoursOf('specialized', 0)],
  signUpUntil: null,
  studyUntil: null,
  fitting: 1,
  entries: [],
  repeated: [],
}
const type = (key: string, name: string) => ({ key, name, nameEn: name, path: `/${key}` })
const answers = {
  '/login/get-system-config.action': {
    settings: { showClassType: [type('public', '公需课'), type('specialized', '专业课')] },
    info: {},
  },
  '/base/class-entity/cms/find-class-list.action': { total: 1, list: [offered] },
}
const learner = {
  '/login/get-account-info.action': {
    manageAccountInfo: {
      accountId: 'l',
      userName: '学员',
      roleRP: { roleId: 'r', roleName: '学员', roleSystem: 3, menu: [] },
    },
  },
  '/api/get-my-class-hour.action': passport,
  '/api/train-plan/find-mine.action': [],
}

const asked = () =>
  sent
    .filter(({ path }) => path.endsWith('find-class-list.action'))
    .map(({ input }) => input as { classType: string; suitable?: true; order: string })

/** Draws the page that an address names; returns the class types whose classes it asked for. */
async function open(path: string, more: object = {}): Promise<string[]> {
  const { default: Centre } = await cataloguePages.find((page) => page.path === path)!.load()
  await show(createElement(Centre), { at: `${path}?year=2023`, answers: { ...answers, ...more } })
  const heads = screen.getAllByRole('heading', { level: 1 }).map(({ textContent }) => textContent)
  assert.deepEqual(heads, ['选课中心'])
  assert.ok(screen.getByRole('heading', { name: '急救' }))
  return asked().map(({ classType }) => classType)
}

for (const path of ['/classSelectCenter', '/v2/classSelectCenter']) {
  test(`${path} shows a visitor the classes, and the way to sign in and come back`, async () => {
    clearToken()
    assert.deepEqual(await open(path), ['public'])
    const link = screen.getByRole('link', { name: '登录' })
    assert.equal(link.getAttribute('href'), `/login?redirect=${encodeURIComponent(`${path}?year=2023`)}`)
  })

  test(`${path} lets a learner choose first where hours are missing`, async () => {
    saveToken('T')
    assert.equal((await open(path, learner)).at(-1), 'specialized')
    assert.match(screen.getAllByRole('tab')[0]!.textContent, /专业课.*30/)
  })
}

for (const [reader, need, suitable] of [
  ['a learner whose group is known', false, true],
  ['a learner whose group is not known', true, undefined],
] as const) {
  test(`${reader} is shown the classes that the catalogue begins with, in its order`, async () => {
    saveToken('T')
    const major = { '/base/project/check-need-go-major.action': { need, classes: 1 } }
    await open('/classSelectCenter', { ...learner, ...major })
    assert.deepEqual(
      asked().map((one) => [one.suitable, one.order]),
      [[suitable, 'recommended']],
    )
  })
}

test('plans that come late move nothing: the classes below come with them', async () => {
  saveToken('T')
  const { promise, resolve } = Promise.withResolvers<void>()
  const { default: Centre } = await cataloguePages.find(({ path }) => path === '/classSelectCenter')!.load()
  const of = { ...answers, ...learner } as Record<string, unknown>
  const drawn = show(createElement(Centre), {
    at: '/classSelectCenter?year=2023',
    reply: async (path) => {
      if (path === planCalls.findMine.path) await promise
      return Response.json({ respCode: 200, respDesc: '', attribute: of[path] ?? null })
    },
  })
  await until(() => sent.some(({ path }) => path === planCalls.findMine.path))
  assert.ok(!screen.queryByRole('tablist'))
  resolve()
  await drawn
  assert.ok(screen.getByRole('heading', { name: '急救' }))
})
