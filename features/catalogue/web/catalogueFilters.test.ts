import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { thisYear } from '../../../web/dayStart.ts'

const { show, settle, sent, act, fireEvent, screen } = await openRenderer()
const { clearToken, saveToken } = await import('../../../web/token.ts')
const { default: CataloguePage } = await import('./CataloguePage.tsx')
const { countFilters, filtersOf } = await import('./CatalogueFilters.tsx')

beforeEach(clearToken)

const listPath = '/base/class-entity/cms/find-class-list.action'
const learner = {
  manageAccountInfo: {
    accountId: 'l',
    userName: '王桂芳',
    roleRP: { roleId: 'r', roleName: '学员', roleSystem: 3, menu: [] },
  },
}

/** Opens the catalogue as a learner whose professional group is known or not, and returns what it asks for. */
async function askedBy(
  group: 'known' | 'unknown' | 'visitor',
  at = '/publicClass',
  list: readonly unknown[] = [],
) {
  if (group !== 'visitor') saveToken('token')
  await show(createElement(CataloguePage), {
    at,
    answers: {
      '/login/get-system-config.action': { settings: {}, info: {} },
      '/login/get-account-info.action': learner,
      '/base/project/check-need-go-major.action': { need: group === 'unknown', classes: 3 },
      '/dictionary-entity/get-dictionary-list.action': [],
      '/base/class-category-entity/find-class-category.action': [],
      '/base/shop-cart/find.action': { list: [], amount: 0 },
      [listPath]: { total: list.length, list },
    },
  })
  return asked()
}
const asked = () =>
  sent.filter(({ path }) => path === listPath).map(({ input }) => (input as { suitable?: true }).suitable)

test('a learner whose group is known sees what suits, and all of it with one press', async () => {
  assert.deepEqual(await askedBy('known'), [true])
  const chip = screen.getByRole('button', { name: '适合我' })
  assert.equal(chip.getAttribute('aria-pressed'), 'true')
  await act(async () => fireEvent.click(chip))
  await settle()
  assert.deepEqual(asked(), [true, undefined])
})

const suited = {
  id: 'c1',
  name: '急救',
  classType: 'public',
  categoryName: '公需',
  year: thisYear(),
  hoursTenths: 40,
  heldTenths: 0,
  price: 6000,
  originalPrice: 6000,
  joined: null,
  mismatch: null,
}

test('below what suits stands the way to the classes of others', async () => {
  await askedBy('known', '/publicClass', [suited])
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '也看其他班级' })))
  await settle()
  assert.deepEqual(asked(), [true, undefined])
  assert.ok(!screen.queryByRole('button', { name: '也看其他班级' }))
})

test('where all that suits is joined already, the classes of others are what is next', async () => {
  const own = {
    ...suited,
    joined: { enrolmentId: 'e1', status: 'active', progress: 0, suspended: true, refunding: true },
  }
  await askedBy('known', '/publicClass', [own])
  assert.match(document.body.textContent, /适合您的班级您都已报名/)
  assert.ok(screen.getByRole('button', { name: '也看其他班级' }))
})

test('without classes, clearing the filters shows those of others as well', async () => {
  await askedBy('known', `/publicClass?year=${thisYear()}&free=1`)
  await act(async () => fireEvent.click(screen.getByRole('button', { name: '清除筛选' })))
  await settle()
  assert.deepEqual(asked(), [true, undefined])
})

test('a learner whose group is not known sees all classes', async () => {
  assert.deepEqual(await askedBy('unknown'), [undefined])
})

test('a visitor sees all classes', async () => {
  assert.deepEqual(await askedBy('visitor'), [undefined])
})

test('the address decides before the habit', async () => {
  assert.deepEqual(await askedBy('known', '/publicClass?suitable=0'), [undefined])
})

test('filters that hold are counted, the order and the search are none', () => {
  const count = (address: Record<string, string>, suits = false) => countFilters(filtersOf(address, suits))
  assert.equal(count({}), 0)
  assert.equal(count({}, true), 1)
  assert.equal(count({ order: 'newest', keyword: '急救', page: '2' }), 0)
  const year = String(thisYear() - 1)
  assert.equal(count({ category: 'c', hours: 'under5', free: '1', region: '329900', suitable: '1', year }), 6)
})
