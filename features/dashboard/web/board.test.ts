import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { until } from '../../../test/until.ts'
import { openWindow } from '../../../test/window.ts'
import { boardKinds } from '../rules.ts'

openWindow()
const { act, clear, draw, press, screen, sent, settle } = await openOffice()
const { default: BoardPage } = await import('./BoardPage.tsx')
afterEach(clear)

const range = { from: '2023-11-01', to: '2023-11-02' }
const answered = {
  'find-unit-base': [],
  'work-queue/find-mine': [],
  'get-dashboard-data-total.action': {
    learners: 1,
    classesOnShelf: 1,
    studying: 1,
    passedThisYear: 0,
    hoursTenthsThisYear: 0,
    certificatesThisYear: 0,
    range,
    rangeBefore: { from: '2023-10-30', to: '2023-10-31' },
    figures: boardKinds.map((kind) => ({ kind, value: 1200, before: 1000 })),
  },
  'get-dashboard-data-last-date': {
    asOf: '2023-11-02T03:32:00.000Z',
    days: boardKinds.map((kind) => ({ kind, day: '2023-11-02' })),
  },
  'get-dashboard-data-total-group': {
    points: [
      { start: '2023-11-01', value: 400 },
      { start: '2023-11-02', value: 800 },
    ],
    before: [
      { start: '2023-10-30', value: 0 },
      { start: '2023-10-31', value: 1000 },
    ],
  },
  'get-dashboard-data-top': {
    total: 1,
    list: [
      { kind: 'moneyIn', unitId: 'u1', unitName: '第一医院', hasUnits: true, value: 1200, before: 1000 },
    ],
  },
  'get-dashboard-data-by-type': {
    total: 1,
    list: [{ kind: 'moneyIn', classType: '*', value: 1200, before: 1000 }],
  },
}
const menus = ['/dashboard/index', '/order-manage/list'] as const

test('a figure is chosen, shown by day, unit and class type, and leads to the list of its rows', async () => {
  await draw(createElement(BoardPage), answered, { menus: [...menus], address: '/?kind=moneyIn' })
  assert.equal(screen.getByRole('button', { name: /收款/ }).getAttribute('aria-pressed'), 'true')
  // The units are asked for once the figures are there.
  await until(async () => {
    await settle()
    return screen.queryByRole('link', { name: /第一医院/ }) !== null
  })
  const addressOf = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')
  assert.equal(
    addressOf(/第一医院/),
    '/order-manage/list?status=paid%2Cpart_refunded%2Crefunded&paidFrom=2023-11-01&paidTo=2023-11-02&unitId=u1',
  )
  // Registrations are in a list that this reader may not open.
  assert.ok(!screen.queryByRole('link', { name: '查看列表：报名人次' }))
  await press(/^第一医院/)
  const asked = sent.filter(({ path }) => path.includes('data-top')).at(-1)!.body
  assert.equal(asked.unitId, 'u1')
})

test('each amount has its unit, and what clears caches comes after the figures', async () => {
  await draw(createElement(BoardPage), answered, { menus: [...menus], address: '/?kind=orders' })
  for (const text of ['1,200 人次', '1,200 人', '120 学时', '1,200 单', '1,200 张', '1,200 笔', '¥12.00'])
    assert.ok(screen.getAllByText(text).length > 0, text)
  assert.ok((await screen.findAllByText('本期（单）')).length > 0)
  const clears = screen.getByRole('button', { name: '清除缓存' })
  const figures = screen.getByRole('list', { name: '各项数据' })
  assert.ok(figures.compareDocumentPosition(clears) & Node.DOCUMENT_POSITION_FOLLOWING)
})

test('a board with nothing on it says what will be there, and shows no zeros', async () => {
  const total = answered['get-dashboard-data-total.action']
  const empty = {
    ...answered,
    'get-dashboard-data-total.action': {
      ...total,
      figures: boardKinds.map((kind) => ({ kind, value: 0, before: 0 })),
    },
    'get-dashboard-data-last-date': {
      ...answered['get-dashboard-data-last-date'],
      days: boardKinds.map((kind) => ({ kind, day: null })),
    },
  }
  await draw(createElement(BoardPage), empty, { menus: [...menus] })
  assert.ok(await screen.findByText('还没有数据'))
  assert.ok(screen.getByText(/有人报名、学习、合格或付款后/))
  assert.ok(!screen.queryByRole('list', { name: '各项数据' }))
  clear()
  const { default: OfficeHomePage } = await import('./OfficeHomePage.tsx')
  await draw(createElement(OfficeHomePage), empty, { menus: [...menus, '/home/index'] })
  assert.ok(screen.getByText(/有人报名、学习、合格或付款后/))
})

test('active learners of a class type are not asked for, and the page says why', async () => {
  await draw(createElement(BoardPage), answered, {
    menus: [...menus],
    address: '/?kind=active&classType=public',
  })
  await until(async () => {
    await settle()
    return screen.queryByText(/活跃学员不按班级类型统计/) !== null
  })
  assert.deepEqual(
    sent.map(({ path }) => path).filter((path) => /total-group|data-top|by-type/.test(path)),
    [],
  )
})

test('a day of the course leads to the list of its rows, and a month to those of its days in the range', async () => {
  await draw(createElement(BoardPage), answered, { menus: [...menus], address: '/?kind=moneyIn' })
  const hrefOf = async (name: string) => {
    await until(async () => {
      await settle()
      return screen.queryByRole('link', { name }) !== null
    })
    return screen.getByRole('link', { name }).getAttribute('href')
  }
  const paid = '/order-manage/list?status=paid%2Cpart_refunded%2Crefunded'
  assert.equal(
    await hrefOf('查看列表：2023-11-02 收款 ¥8.00'),
    `${paid}&paidFrom=2023-11-02&paidTo=2023-11-02`,
  )
  clear()
  const year = {
    ...answered,
    'get-dashboard-data-total.action': {
      ...answered['get-dashboard-data-total.action'],
      range: { from: '2023-08-15', to: '2023-11-20' },
    },
    'get-dashboard-data-total-group': {
      points: ['2023-08-01', '2023-09-01', '2023-10-01', '2023-11-01'].map((start) => ({
        start,
        value: 400,
      })),
      before: [],
    },
  }
  const address = '/?kind=moneyIn&unitId=u1&classType=public&from=2023-08-15&to=2023-11-20'
  await draw(createElement(BoardPage), year, { menus: [...menus], address })
  const narrowed = '&unitId=u1&classType=public'
  assert.deepEqual(
    [
      await hrefOf('查看列表：2023-08 收款 ¥4.00'),
      await hrefOf('查看列表：2023-09 收款 ¥4.00'),
      await hrefOf('查看列表：2023-11 收款 ¥4.00'),
    ],
    [
      `${paid}&paidFrom=2023-08-15&paidTo=2023-08-31${narrowed}`,
      `${paid}&paidFrom=2023-09-01&paidTo=2023-09-30${narrowed}`,
      `${paid}&paidFrom=2023-11-01&paidTo=2023-11-20${narrowed}`,
    ],
  )
})

test('the active learners of a long range have no units, and the page says why', async () => {
  const total = answered['get-dashboard-data-total.action']
  const long = {
    ...answered,
    'get-dashboard-data-total.action': { ...total, range: { from: '2023-01-01', to: '2023-11-02' } },
  }
  await draw(createElement(BoardPage), long, { menus: [...menus], address: '/?kind=active' })
  await until(async () => {
    await settle()
    return screen.queryByText(/超过 92 天的活跃学员不按单位统计/) !== null
  })
  assert.ok(!sent.some(({ path }) => path.includes('data-top')))
  clear()
  await draw(createElement(BoardPage), answered, { menus: [...menus], address: '/?kind=active' })
  await settle()
  assert.ok(!screen.queryByText(/不按单位统计/))
})

test('a board that stays open asks for its figures again by itself', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  await draw(createElement(BoardPage), answered, { menus: [...menus], address: '/?kind=moneyIn' })
  const parts = /total\.action|last-date|total-group|data-top|by-type/
  const asked = () => new Set(sent.map(({ path }) => parts.exec(path)?.[0]).filter(Boolean))
  await until(async () => {
    await settle()
    return asked().size === 5
  })
  sent.length = 0
  await act(async () => t.mock.timers.tick(30_000))
  await settle()
  assert.equal(asked().size, 5)
})

test('what was cleared is said of each cache', async () => {
  const cleared = [
    { key: 'catalogueTotals', cleared: 3 },
    { key: 'certificatePictures', cleared: 0 },
    { key: 'questions', cleared: 12 },
    { key: 'questionKeys', cleared: 7 },
  ]
  await draw(createElement(BoardPage), { ...answered, 'del-redis-key': cleared }, { menus: [...menus] })
  await press('清除缓存')
  assert.ok(screen.getByText('已清除：班级目录的总数 3 条，证书图片 0 张，试题 12 道，试题答案 7 道'))
})
