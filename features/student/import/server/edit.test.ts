import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { race } from '../../../../test/race.ts'
import {
  aSheetFile,
  cellsOf,
  checkedImport,
  downloaded,
  reasonsOf,
  settledImport,
} from '../../../../test/build/import.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { aMobile, anIdCard, aPerson, aRosterFile, intoUnit } from '../../../../test/build/roster.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { importCalls, importRefusals } from '../../../import/contract.ts'
import { limits } from '../../../rateLimit/rules.ts'

const menus = ['/student-manage/student', '/student-manage/student#import']
const keys = ['realName', 'cardNumber', 'mobile', 'unitId']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const checked = (file: Buffer) => checkedImport(world, admin.token, intoUnit(portal.unitId), file)
const faults = (importId: string, token = admin.token) =>
  world.ask(importCalls.findFaults, { importId, limit: 50 }, token)
const edit = (
  importId: string,
  row: number,
  cells: Record<string, string>,
  version = 1,
  token = admin.token,
) => world.call(importCalls.editRow, { importId, row, version, cells }, token)
const reasons = (importId: string) => reasonsOf(world, admin.token, importId)

/** An ID with another last sign than its own. */
const wrongCard = (n: number) => anIdCard(n).slice(0, 17) + (anIdCard(n).endsWith('1') ? '2' : '1')

test('the uploader sees faulty rows in full with what was meant; that is recorded once, and nobody else does', async () => {
  const below = await aUnit(world, portal.projectId, portal.unitId)
  await world.db`update units set name = '江海市第一人民医院' where id = ${below}`
  const { importId, unitName, editable } = await checked(
    aRosterFile(
      [
        aPerson(2001, { cardNumber: wrongCard(2001) }),
        aPerson(2002, { mobile: `电话${aMobile(2002)}` }),
        aPerson(2003, { unitId: '江海第一人民医院' }),
        aPerson(2004, { realName: '<b>王芳</b>' }),
        aPerson(2005, { mobile: '025-86635912' }),
        aPerson(2006),
      ],
      keys,
    ),
  )
  const [unit] = await world.db`select name from units where id = ${portal.unitId}`
  assert.deepEqual([unitName, editable], [unit!.name, true])
  const { list, keys: columns, total } = await faults(importId)
  assert.equal(total, 5)
  const place = (key: string) => columns.indexOf(key)
  assert.equal(list[0]!.cells[place('cardNumber')], wrongCard(2001))
  assert.deepEqual(
    list.map(({ row, suggestions }) => [row, ...suggestions.map(({ column, text }) => `${column} ${text}`)]),
    [[2], [3, `mobile ${aMobile(2002)}`], [4, 'unitId 江海市第一人民医院'], [5, 'realName 王芳'], [6]],
  )
  await faults(importId)
  const [seen] = await world.db`
    select count(*)::int as count from operation_logs where action = 'import.reveal' and subject_id = ${importId}`
  assert.equal(seen!.count, 1)
  const colleague = await anAccount(world, portal, { role: 'admin' })
  const theirs = await world.call(importCalls.findFaults, { importId }, colleague.token)
  assert.deepEqual([theirs.respCode, theirs.respDesc], [403, importRefusals.notYours.zh])
  assert.equal((await edit(importId, 2, { cardNumber: anIdCard(2001) }, 1, colleague.token)).respCode, 403)
  const progress = await world.ask(importCalls.getProgress, { importId }, colleague.token)
  assert.equal(progress.editable, false)
})

test('a edited row is read by the rule of the file and comes in; its numbers stay sealed', async () => {
  const { importId } = await checked(
    aRosterFile([
      aPerson(2011, { cardNumber: wrongCard(2011) }),
      aPerson(2012, { mobile: '123', realName: '王' }),
    ]),
  )
  const still = await edit(importId, 3, { mobile: aMobile(2012) })
  assert.deepEqual(
    still.attribute.rows.map(({ row, version, problems }) => [row, version, problems.map(({ zh }) => zh)]),
    [[3, 2, ['至少 2 个字']]],
  )
  assert.equal(still.attribute.progress.bad, 2)
  const good = await edit(importId, 2, { cardNumber: anIdCard(2011) })
  assert.deepEqual(
    [good.attribute.rows[0]!.state, good.attribute.progress.bad, good.attribute.progress.fresh],
    ['good', 1, 1],
  )
  const [staged] = await world.db`
    select string_agg(r::text, ' ') as text from import_rows r where r.import_id = ${importId}`
  for (const number of [anIdCard(2011), aMobile(2012), aMobile(2011)]) {
    assert.ok(!(staged!.text as string).includes(number))
  }
  assert.equal((await edit(importId, 3, { realName: '王芳' }, 2)).attribute.progress.bad, 0)
  await world.ask(importCalls.apply, { importId }, admin.token)
  const done = await settledImport(world, admin.token, importId)
  assert.deepEqual([done.added, done.rejected], [2, 0])
  const late = await edit(importId, 3, { realName: '王方' }, 3)
  assert.deepEqual([late.respCode, late.respDesc], [409, importRefusals.notEditable.zh])
  const { secrets } = world.app
  const [learner] = await world.db`
    select real_name from students where card_index = ${secrets.blindIndex('card', anIdCard(2011))}`
  assert.ok(learner)
})

test('rows that share a number are judged together when one of them is edited', async () => {
  const { importId } = await checked(
    aRosterFile([
      aPerson(2021),
      aPerson(2022, { cardNumber: anIdCard(2021) }),
      aPerson(2023, { mobile: aMobile(2021) }),
      aPerson(2024),
    ]),
  )
  assert.deepEqual(await reasons(importId), [
    [3, 'cardNumber：与第 2 行的证件号相同'],
    [4, 'mobile：与第 2 行的手机号相同'],
  ])
  const freed = await edit(importId, 2, { mobile: aMobile(2099) })
  assert.deepEqual(
    freed.attribute.rows.map(({ row, state }) => [row, state]),
    [
      [2, 'good'],
      [3, 'bad'],
      [4, 'good'],
    ].toSorted(([a], [b]) => Number(a) - Number(b)),
  )
  assert.deepEqual(await reasons(importId), [[3, 'cardNumber：与第 2 行的证件号相同']])
  const { progress } = (await edit(importId, 5, { cardNumber: anIdCard(2021) })).attribute
  assert.deepEqual([progress.bad, progress.fresh], [2, 2])
  assert.deepEqual(await reasons(importId), [
    [3, 'cardNumber：与第 2 行的证件号相同'],
    [5, 'cardNumber：与第 2 行的证件号相同'],
  ])
  await edit(importId, 2, { cardNumber: anIdCard(2022) }, 2)
  assert.deepEqual(await reasons(importId), [[5, 'cardNumber：与第 3 行的证件号相同']])
})

test('a row can be left out and comes back; another with its number is good meanwhile', async () => {
  const { importId } = await checked(
    aRosterFile([aPerson(2061), aPerson(2062, { cardNumber: anIdCard(2061) }), aPerson(2063)]),
  )
  const leave = (row: number, version: number, leaveOut: boolean) =>
    world.call(importCalls.editRow, { importId, row, version, cells: {}, leaveOut }, admin.token)
  const out = await leave(2, 1, true)
  assert.deepEqual(
    out.attribute.rows.map(({ row, state, problems }) => [row, state, problems.map(({ zh }) => zh)]),
    [
      [2, 'out', ['已设为不导入']],
      [3, 'good', []],
    ],
  )
  assert.deepEqual(await reasons(importId), [], 'it is not faulty')
  const { list } = await world.ask(importCalls.findRows, { importId, only: 'out' }, admin.token)
  assert.deepEqual(
    list.map(({ row }) => row),
    [2],
  )
  const twice = (await leave(2, 2, true)).attribute.rows[0]!
  assert.equal(twice.problems.length, 1)
  const back = await leave(2, twice.version, false)
  assert.deepEqual(
    back.attribute.rows.map(({ row, state }) => [row, state]),
    [
      [2, 'good'],
      [3, 'bad'],
    ],
  )
  await leave(3, 1, true)
  const { progress } = (await leave(4, 1, true)).attribute
  assert.deepEqual([progress.bad, progress.leftOut, progress.fresh], [0, 2, 1])
  await world.ask(importCalls.apply, { importId }, admin.token)
  const done = await settledImport(world, admin.token, importId)
  assert.deepEqual([done.added, done.rejected, done.leftOut, done.done], [1, 0, 2, 3])
})

test('who sees numbers masked learns from a file of guesses no number, who sees them in full does', async () => {
  const own = await aPortal(world, { menus: [...menus], buttons: ['/student-manage/student#import'] })
  const known = aMobile(2071)
  const taken = await aLearner(world, own)
  const { secrets } = world.app
  await world.db`
    update accounts set mobile_index = ${secrets.blindIndex('mobile', known)} where id = ${taken.accountId}`
  const alike = (n: number) =>
    aPerson(2080 + n, { mobile: n === 0 ? known : `${known.slice(0, 3)}${1000 + n}${known.slice(-4)}` })
  const file = (count: number) => aRosterFile(Array.from({ length: count }, (_, n) => alike(n)))
  const badIn = async (role: 'admin', buttons: string[], count: number) => {
    await world.db`update roles set menus = ${[...menus, ...buttons]} where id = ${own.roles[role]}`
    world.portal.gate.forget()
    const clerk = await anAccount(world, own, { role })
    return (await checkedImport(world, clerk.token, intoUnit(own.unitId), file(count))).bad
  }
  assert.equal(await badIn('admin', [], 3), 1, 'a few alike are a roster')
  assert.equal(await badIn('admin', [], 8), 0)
  assert.equal(await badIn('admin', ['/student-manage/student#reveal'], 8), 1)
})

test('so many numbers of rows are tried in a day by who sees them masked', async () => {
  const own = await aPortal(world, { menus, buttons: ['/student-manage/student#import'] })
  const clerk = await anAccount(world, own, { role: 'admin' })
  const { importId } = await checkedImport(
    ...([world, clerk.token, intoUnit(own.unitId), aRosterFile([aPerson(2091)])] as const),
  )
  const change = (version: number, cells: Record<string, string>) =>
    edit(importId, 2, cells, version, clerk.token)
  assert.equal((await change(1, { mobile: aMobile(2092) })).respCode, 200)
  await world.db`update tries set count = ${limits.importNumbers.tries}`
  assert.equal((await change(2, { mobile: aMobile(2093) })).respCode, 429)
  assert.equal((await change(2, { realName: '王芳' })).respCode, 200)
  await world.db`delete from tries`
})

test('of two who edit a row at once one is refused, and a column the file does not have cannot be edited', async () => {
  const { importId } = await checked(aRosterFile([aPerson(2011, { mobile: '1' }), aPerson(2012)]))
  const replies = await race(
    world.db,
    (tx) => tx`select from imports where id = ${importId} for update`,
    () => edit(importId, 2, { mobile: aMobile(2011) }),
    () => edit(importId, 2, { mobile: aMobile(2013) }),
  )
  assert.deepEqual(replies.map(({ respCode }) => respCode).toSorted(), [200, 409])
  const lacking = await edit(importId, 2, { workPlace: '工程部' }, 2)
  assert.deepEqual([lacking.respCode, lacking.field], [422, 'workPlace'])
})

test('a fault of the sheet stays until its own cell is written again', async () => {
  const rows = cellsOf(aRosterFile([aPerson(2041, { realName: '' })]))
  const file = aSheetFile(
    rows.map((row, i) =>
      i === 0 ? row : row.map((cell, n) => (n === 2 ? Number(anIdCard(2042).slice(0, 17) + '0') : cell)),
    ),
  )
  const { importId } = await checked(file)
  const first = await edit(importId, 2, { realName: '王芳' })
  assert.deepEqual(
    first.attribute.rows[0]!.problems.map(({ zh }) => zh),
    ['数字超过 15 位，Excel 已丢失后面的数字'],
  )
  const second = await edit(importId, 2, { cardNumber: anIdCard(2041) }, 2)
  assert.equal(second.attribute.rows[0]!.state, 'good')
})

test('a name with markup and a birth that has not come are refused; the error file names the original rows', async () => {
  const unborn = '11010120300101001'
  const { idCheckDigit } = await import('../../../../contract/identity.ts')
  const { importId } = await checked(
    aRosterFile([
      aPerson(2051),
      aPerson(2052, { realName: '<b>王芳</b>' }),
      aPerson(2053, { cardNumber: unborn + idCheckDigit(unborn) }),
    ]),
  )
  assert.deepEqual(await reasons(importId), [
    [3, 'realName：含有网页标签'],
    [4, 'cardNumber：出生日期在今天之后'],
  ])
  const sheet = async (id: string) =>
    cellsOf((await downloaded(world, admin.token, importCalls.exportError.path, { importId: id })).bytes)
  const rows = await sheet(importId)
  assert.deepEqual(
    rows.map((row) => row[1]),
    ['原行号', '3', '4'],
  )
  rows[1]![rows[0]!.indexOf('真实姓名')] = '王芳'
  const again = await checked(aSheetFile(rows))
  assert.deepEqual([again.rows, again.fresh, again.bad, again.otherColumns], [2, 1, 1, []])
  const next = await sheet(again.importId)
  assert.deepEqual(next[0]!.filter((title) => title === '原行号').length, 1)
})
