import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { thisYear } from '../../../web/dayStart.ts'
import type { Settings } from '../../project/contract.ts'
import type { ClassDetail } from '../contract.ts'

const { show, screen, sent } = await openRenderer()
const { CatalogueFilters, filtersOf } = await import('./CatalogueFilters.tsx')
const { default: CataloguePage } = await import('./CataloguePage.tsx')
const { default: ClassDetailPage } = await import('./ClassDetailPage.tsx')
// What a reader waits for is there at once.
await import('../../certificate/web/SkillLookUp.tsx')

const systemConfig = (settings: Partial<Settings>) => ({
  '/login/get-system-config.action': { settings, info: {} },
})
const detail: ClassDetail = {
  id: 'c1',
  name: '急救',
  classType: 'public',
  categoryId: 'g1',
  categoryName: '公需',
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
  status: 'on_shelf',
  studyFrom: null,
  introduction: '',
  refundable: true,
  requiredHoursTenths: 80,
  electiveMinTenths: 0,
  sold: 0,
  courses: [],
  exam: null,
  certificateName: null,
}
const refunds = { studentRefund: true, refundOrderTimes: 2, refundOrderDays: 7, refundClassProcess: 30 }

/** Returns the line about refunds on the page of a class under a project's settings. */
async function refundLine(settings: Partial<Settings>, refundable = true): Promise<string> {
  await show(createElement(ClassDetailPage), {
    at: '/hxtx/train-detail?id=c1',
    answers: {
      ...systemConfig(settings),
      '/base/class-entity/find-class-detail.action': { ...detail, refundable },
    },
  })
  return screen.getByText('退款规则').parentElement!.textContent!.replace('退款规则', '')
}

test('the page of a class shows the project’s terms of refunds', async () => {
  assert.equal(
    await refundLine(refunds),
    '付款后 7 天内、学习进度不超过 30% 时，可在“我的订单”申请退款，最多 2 次。',
  )
})

test('without refunds in the project, or for the class, its page says so', async () => {
  const never = '本班级不支持学员自助退款，如有疑问请联系客服。'
  assert.equal(await refundLine({ ...refunds, studentRefund: false }), never)
})

test('a class without refunds says so whatever the project allows', async () => {
  assert.match(await refundLine(refunds, false), /^本班级不支持学员自助退款/)
})

const listed = { ...detail, year: thisYear() }
for (const [path, classType] of [
  ['/publicClass', 'public'],
  ['/specialized', 'specialized'],
  ['/professional', 'professional'],
  ['/vocational', 'vocational'],
] as const) {
  test(`${path} shows a visitor the classes of its type`, async () => {
    await show(createElement(CataloguePage), {
      at: path,
      answers: {
        ...systemConfig({}),
        '/dictionary-entity/get-dictionary-list.action': [],
        '/base/class-category-entity/find-class-category.action': [],
        '/base/class-entity/cms/find-class-list.action': { total: 1, list: [listed] },
      },
    })
    assert.ok(screen.getByRole('heading', { name: '急救' }))
    assert.ok(screen.getByRole('link', { name: '立即报名：急救' }))
    assert.ok(screen.getByRole('button', { name: '加入购物车：急救' }))
    const lookUps = screen.queryAllByRole('region', { name: '技能证书查询' })
    assert.equal(
      lookUps.length,
      path === '/vocational' ? 1 : 0,
      'skill certificates are looked up there alone',
    )
    const asked = sent.filter(({ path: call }) => call.endsWith('find-class-list.action'))
    assert.deepEqual(
      asked.map(({ input }) => (input as { classType: string }).classType),
      [classType],
    )
  })
}

test('the years to choose from begin with the project’s first', async () => {
  const first = thisYear() - 2
  const props = { classType: 'public', address: {}, filters: filtersOf({}, false), total: 0, change() {} }
  await show(createElement(CatalogueFilters, props), {
    answers: {
      ...systemConfig({ classStartYear: first }),
      '/dictionary-entity/get-dictionary-list.action': [],
      '/base/class-category-entity/find-class-category.action': [],
    },
  })
  const years = screen.getAllByRole('button', { name: /^\d{4}$/ }).map((chip) => Number(chip.textContent))
  assert.deepEqual(years, [first + 2, first + 1, first])
})
