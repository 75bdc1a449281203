import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { dayStart } from '../../../web/dayStart.ts'
import { dayFromNow, yearFromNow } from '../../../test/build/days.ts'
import { aLearner, anAccount, aPortal, aUnit } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { correctHours, reverseHours } from '../../hours/server/actions.ts'
import { studyRecordCalls, studyRecordExports } from '../../studyRecord/contract.ts'
import { dashboardCalls } from '../contract.ts'
import { dayAfter, listAddress } from '../rules.ts'

let world: World
before(async () => {
  world = await openWorld()
})

const menus = ['/dashboard/index', '/train-manage/study-report', '/unit-manage/list'] as const

test('the hours of a board are the sum of the lines that they lead to, of a project, a unit, a class type and a range', async () => {
  const portal = await aPortal(world, { menus: [...menus] })
  const director = await anAccount(world, portal, { role: 'admin' })
  const manager = await anAccount(world, portal, { role: 'unit' })
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const beside = await aUnit(world, portal.projectId)
  const year = yearFromNow(0)
  const by = { operatorId: director.accountId, reason: '核对' }
  const write = async (unitId: string, classType: string, hoursTenths: number) => {
    const { accountId } = await aLearner(world, portal, { unitId })
    const line = { projectId: portal.projectId, accountId, year, classType, attribute: 'required' } as const
    return world.db.begin((tx) => correctHours(tx, { ...line, hoursTenths, title: '讲座' }, by))
  }
  await write(portal.unitId, 'public', 100)
  const twice = await write(below, 'public', 35)
  await write(below, 'specialized', 72)
  await write(beside, 'public', 8)
  await world.db.begin((tx) => reverseHours(tx, twice, by))
  // A line of an earlier day.
  await world.db`
    insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, title, created_at)
    select project_id, account_id, year, class_type, attribute, 13, 'external', '转入', moment() - interval '3 days'
    from hour_entries where id = ${twice}`

  const today = dayFromNow()
  const ranges = [
    { from: today, to: today },
    { from: dayAfter(today, -9), to: today },
    { from: dayAfter(today, -9), to: dayAfter(today, -1) },
  ]
  const figures: number[] = []
  for (const { token } of [director, manager])
    for (const range of ranges)
      for (const narrowed of [
        {},
        { unitId: below },
        { unitId: below, classType: 'specialized' },
        { classType: 'public' },
      ]) {
        const board = await world.ask(dashboardCalls.getDashboardDataTotal, { ...range, ...narrowed }, token)
        const figure = board.figures.find(({ kind }) => kind === 'hours')!.value
        const [page, search] = listAddress('hours', range, narrowed)!.split('?')
        const { tab, earnedFrom, earnedTo, ...rest } = Object.fromEntries(new URLSearchParams(search))
        assert.deepEqual([page, tab], ['/train-manage/study-report', 'hours'])
        const filter = { ...rest, earnedFrom: dayStart(earnedFrom!, 0), earnedTo: dayStart(earnedTo!, 1) }
        const { list, total } = await world.ask(studyRecordCalls.findHours, { ...filter, limit: 50 }, token)
        const { hoursTenths } = await world.ask(studyRecordCalls.sumHours, filter, token)
        const rows = list.reduce((sum, row) => sum + row.hoursTenths, 0)
        assert.deepEqual(
          [total, rows, hoursTenths],
          [list.length, figure, figure],
          JSON.stringify({ range, narrowed }),
        )
        figures.push(figure)
      }
  const wanted = [
    [180, 72, 72, 108],
    [193, 85, 72, 121],
    [13, 13, 0, 13],
    [172, 72, 72, 100],
    [185, 85, 72, 113],
    [13, 13, 0, 13],
  ]
  assert.deepEqual(figures, wanted.flat())
})

test('lines of the ledger are sorted, found by name, source and year, and written to a sheet; nobody reads another project', async () => {
  const portal = await aPortal(world, { menus: [...menus] })
  const director = await anAccount(world, portal, { role: 'admin' })
  const { accountId } = await aLearner(world, portal, { name: '欧阳听雨' })
  const other = await aLearner(world, portal, { name: '司马望山' })
  const year = yearFromNow(0)
  for (const [who, of, hoursTenths] of [
    [accountId, year, 40],
    [other.accountId, year - 1, 25],
  ] as const) {
    const line = { projectId: portal.projectId, accountId: who, year: of, classType: 'public' } as const
    await world.db.begin((tx) =>
      correctHours(
        tx,
        { ...line, attribute: 'elective', hoursTenths, title: '讲座' },
        { operatorId: director.accountId, reason: '补录' },
      ),
    )
  }
  const find = async (filter: object) =>
    (await world.ask(studyRecordCalls.findHours, filter, director.token)).list.map((row) => row.hoursTenths)
  assert.deepEqual(await find({ sort: 'hoursTenths' }), [25, 40])
  assert.deepEqual(await find({ sort: '-hoursTenths' }), [40, 25])
  assert.deepEqual(await find({ keyword: '听雨' }), [40])
  assert.deepEqual(await find({ year: year - 1 }), [25])
  assert.deepEqual(await find({ source: 'class' }), [])
  assert.deepEqual(await find({ source: 'correction', sort: 'year' }), [25, 40])
  const sheet = await world.portal.http.inject({
    method: 'POST',
    url: `/api${studyRecordExports.exportHours.path}`,
    headers: { token: director.token },
    payload: {},
  })
  assert.equal(sheet.statusCode, 200)
  assert.match(String(sheet.headers['content-type']), /spreadsheet/)
  const stranger = await anAccount(world, await aPortal(world, { menus: [...menus] }), { role: 'admin' })
  const { total } = await world.ask(studyRecordCalls.findHours, {}, stranger.token)
  assert.equal(total, 0)
  assert.equal((await world.ask(studyRecordCalls.sumHours, {}, stranger.token)).hoursTenths, 0)
})
