import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { ExportCall } from '../../../contract/exporting.ts'
import { aClass } from '../../../test/build/class.ts'
import { dayFromNow, yearFromNow } from '../../../test/build/days.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { cellsOf } from '../../../test/build/import.ts'
import { aShop, type Shop } from '../../../test/build/order.ts'
import { aLearner, anAccount, aUnit, type BuiltAccount } from '../../../test/build/portal.ts'
import { correctHours } from '../../hours/server/actions.ts'
import { dashboardExports } from '../contract.ts'

let shop: Shop
let director: BuiltAccount
let below: string
const range = { from: dayFromNow(-1), to: dayFromNow() }

before(async () => {
  shop = await aShop(['/dashboard/index', '/order-manage/list'])
  const { world, portal } = shop
  director = await anAccount(world, portal, { role: 'admin' })
  below = await aUnit(world, portal.projectId, portal.unitId)
  const learner = await aLearner(world, portal, { unitId: below })
  await shop.paid({ learner, price: 6050 })
  const { classId } = await aClass(world, portal, { classType: 'specialized' })
  await anEnrolment(world, portal, { accountId: learner.accountId, classId })
  const { accountId } = learner
  const line = { projectId: portal.projectId, accountId, year: yearFromNow(), classType: 'public' } as const
  await world.db.begin((tx) =>
    correctHours(
      tx,
      { ...line, attribute: 'required', hoursTenths: 25, title: '讲座' },
      { operatorId: director.accountId, reason: '补录' },
    ),
  )
})

/** The rows of a sheet, each by the titles of its columns. */
async function rowsOf(
  of: ExportCall,
  filter: object,
  by = director,
): Promise<Record<string, string | number>[]> {
  const response = await shop.world.portal.http.inject({
    method: 'POST',
    url: `/api${of.path}`,
    headers: { token: by.token },
    payload: filter,
  })
  assert.equal(response.statusCode, 200)
  assert.match(String(response.headers['content-type']), /spreadsheet/)
  const [head, ...rows] = cellsOf(response.rawPayload)
  return rows.map((row) => Object.fromEntries(head!.map((title, at) => [title, row[at]!])))
}
const numbersOf = (row: Record<string, string | number> | undefined, ...titles: string[]) =>
  titles.map((title) => Number(row![title]))

test('the sheet of the days has each of the range, money in yuan and hours with their tenths', async () => {
  const rows = await rowsOf(dashboardExports.exportDays, range)
  assert.equal(rows.length, 2)
  const [today, yesterday] = rows
  const titles = ['报名人次', '已付订单', '收款', '获得学时', '退款金额']
  assert.deepEqual(numbersOf(today, ...titles), [2, 1, 60.5, 2.5, 0])
  assert.deepEqual(numbersOf(yesterday, ...titles), [0, 0, 0, 0, 0])
  const [narrowed] = await rowsOf(dashboardExports.exportDays, { ...range, classType: 'specialized' })
  assert.deepEqual(numbersOf(narrowed, '报名人次', '收款'), [1, 0])
})

test('the sheet of the class types has each by its name, beside the range before', async () => {
  const rows = await rowsOf(dashboardExports.exportTypes, { ...range, kind: 'registrations' })
  assert.deepEqual(
    rows.map((row) => [row.班级类型, row.各项数据, ...numbersOf(row, '本期', '上期')]).sort(),
    [
      ['专业课', '报名人次', 1, 0],
      ['公需课', '报名人次', 1, 0],
    ].sort(),
  )
})

test('the sheet of the units has those of the reader alone, with what is in none of them', async () => {
  const { world, portal } = shop
  const [unit] = await world.db`select name from units where id = ${below}`
  const money = { ...range, kind: 'moneyIn' }
  const rows = await rowsOf(dashboardExports.exportUnits, { ...money, unitId: portal.unitId })
  assert.deepEqual(
    rows.filter((row) => Number(row.本期) !== 0).map((row) => [row.单位, row.各项数据, Number(row.本期)]),
    [[unit!.name, '收款', 60.5]],
  )
  await world.db`update roles set menus = array['/dashboard/index'] where id = ${portal.roles.unit}`
  const beside = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId: beside })
  const own = await rowsOf(dashboardExports.exportUnits, money, manager)
  assert.ok(own.every((row) => Number(row.本期) === 0))
})
