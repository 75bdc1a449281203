import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sendForm } from '../../../../test/build/file.ts'
import {
  appliedImport,
  aSheetFile,
  beginImport,
  cellsOf,
  checkedImport,
  downloaded,
  reasonsOf,
  settledImport,
  uploadSheet,
} from '../../../../test/build/import.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import {
  aMobile,
  anIdCard,
  aPerson,
  aRosterFile,
  intoUnit,
  rosterHeader,
} from '../../../../test/build/roster.ts'
import { aDescribedSheet, type SheetCell } from '../../../../test/build/sheet.ts'
import { closedUnits } from '../../../../test/build/unit.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { importCalls, importRefusals } from '../../../import/contract.ts'
import { rosterCalls } from '../contract.ts'

const menus = ['/student-manage/student', '/student-manage/student#import']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  await world.db`update roles set menus = ${menus} where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
})

const here = () => intoUnit(portal.unitId)
const checked = (file: Buffer, unitId = portal.unitId) =>
  checkedImport(world, admin.token, intoUnit(unitId), file)
const applied = (file: Buffer, update = false, unitId = portal.unitId) =>
  appliedImport(world, admin.token, intoUnit(unitId), file, update)
const reasons = (importId: string) => reasonsOf(world, admin.token, importId)
const learnerOf = async (card: string) => {
  const [row] = await world.db`
    select s.*, a.login_name, a.user_name, a.mobile_index, a.mobile_mask, a.unit_id as account_unit, a.status,
      a.must_change_password, r.role_system
    from students s join accounts a on a.id = s.account_id join roles r on r.id = a.role_id
    where s.card_index = ${world.app.secrets.blindIndex('card', card)}`
  return row
}

test('a roster brings learners in who are found by ID and sign in by mobile; the same file again adds nothing', async () => {
  const people = [1, 2, 3].map((n) => aPerson(n, { personnelCategory: n === 1 ? '工程技术人员' : '' }))
  const preview = await checked(aRosterFile(people))
  assert.deepEqual([preview.status, preview.rows, preview.fresh, preview.bad], ['checked', 3, 3, 0])
  assert.equal(await learnerOf(anIdCard(1)), undefined, 'nothing is imported before a person says so')
  await world.ask(importCalls.apply, { importId: preview.importId }, admin.token)
  const done = await settledImport(world, admin.token, preview.importId)
  assert.deepEqual([done.status, done.done, done.added, done.rejected], ['applied', 3, 3, 0])
  const { secrets } = world.app
  const learner = (await learnerOf(anIdCard(1)))!
  assert.equal(
    secrets.open('students.card', learner.accountId as string, learner.cardSealed as Buffer),
    anIdCard(1),
  )
  assert.deepEqual(learner.mobileIndex, secrets.blindIndex('mobile', aMobile(1)))
  const givers = await world.db`
    select distinct x.giver_id from account_accesses x join students s using (account_id)
    where s.card_index in ${world.db([1, 2, 3].map((n) => secrets.blindIndex('card', anIdCard(n))))}`
  assert.deepEqual(
    givers.map(({ giverId }) => giverId as string),
    [admin.accountId],
    'who entered the numbers',
  )
  assert.deepEqual(
    [learner.realName, learner.userName, learner.unitId, learner.accountUnit, learner.personnelCategory],
    [people[0]!.realName, people[0]!.realName, portal.unitId, portal.unitId, 'engineering'],
  )
  assert.deepEqual([learner.roleSystem, learner.status, learner.birthDate], [3, 'active', '1960-01-01'])
  const again = await checked(aRosterFile(people))
  assert.deepEqual([again.fresh, again.changed, again.same, again.bad], [0, 0, 3, 0])
  const nothing = await world.call(importCalls.apply, { importId: again.importId }, admin.token)
  assert.equal(nothing.respCode, 409)
  const indexes = [1, 2, 3].map((n) => secrets.blindIndex('card', anIdCard(n)))
  const [count] = await world.db`
    select count(*) as count from students where unit_id = ${portal.unitId} and card_index in ${world.db(indexes)}`
  assert.equal(count!.count, 3)
})

test('the planner knows a file of more than 500 rows before they are judged', async () => {
  await checked(aRosterFile([aPerson(1)]))
  await world.db`analyze import_rows`
  const people = Array.from({ length: 501 }, (_, n) => aPerson(7000 + n))
  const { importId, fresh } = await checked(aRosterFile(people))
  const [known] = await world.db`
    select ${importId} = any(most_common_vals::text::text[]) as it from pg_stats
    where tablename = 'import_rows' and attname = 'import_id'`
  assert.deepEqual([fresh, known!.it], [501, true])
})

test('template, reading and form follow the project’s registration fields', async () => {
  const other = await aPortal(world, { menus })
  const manager = await anAccount(world, other, { role: 'admin' })
  const fields = ['realName', 'cardNumber', 'mobile', 'education', 'workSince', 'photo'].map((key, i) => ({
    key,
    required: i < 4,
  }))
  await world.db`update projects set register_fields = ${world.db.json(fields)} where id = ${other.projectId}`
  await world.db`
    insert into dictionary_entries (project_id, kind, code, name, name_en)
    values (${other.projectId}, 'education', '20', '本科', 'Bachelor')`
  const { columns } = await world.ask(importCalls.getTemplate, { kind: 'roster' }, manager.token)
  assert.deepEqual(
    columns.map(({ key, required }) => [key, required]),
    [
      ['realName', true],
      ['cardNumber', true],
      ['mobile', true],
      ['education', true],
      ['workSince', false],
    ],
  )
  const { bytes } = await downloaded(world, manager.token, importCalls.downloadTemplate.path, {
    kind: 'roster',
  })
  const rows = cellsOf(bytes)
  assert.deepEqual(rows[0], rosterHeader(['realName', 'cardNumber', 'mobile', 'education', 'workSince']))
  assert.match(rows[1]![4]!, /必填.*下拉框/)
  const keys = ['workSince', 'education', 'realName', 'cardNumber', 'mobile']
  const { importId, fresh } = await checkedImport(
    world,
    manager.token,
    intoUnit(other.unitId),
    aRosterFile(
      [
        aPerson(21, { education: '本科', workSince: '2012年7月' }),
        aPerson(22, { education: '大学本科', workSince: '2012/7/1' }),
        aPerson(23, { workSince: '去年' }),
      ],
      keys,
    ),
  )
  assert.equal(fresh, 1)
  const { list } = await world.ask(importCalls.findRows, { importId, only: 'bad' }, manager.token)
  assert.deepEqual(
    list.map(({ row, problems }) => [row, problems.map(({ column, fix }) => [column, fix!.zh])]),
    [
      [3, [['education', '是否应为“本科”？']]],
      [
        4,
        [
          ['workSince', '写成 2020-01-31'],
          ['education', '填写学历'],
        ],
      ],
    ].map(([row, found]) => [row, row === 4 ? (found as string[][]).toReversed() : found]),
  )
  const untouched = await checkedImport(world, manager.token, intoUnit(other.unitId), bytes)
  assert.match(untouched.problem!.zh, /没有要导入的行/, 'its own notes and examples are no rows')
})

test('wrong, lost and repeated numbers are each a reason with row and column', async () => {
  const card = anIdCard(31)
  const wrongDigit = card.slice(0, 17) + (card.endsWith('1') ? '2' : '1')
  const { importId, fresh } = await checked(
    aRosterFile([
      aPerson(31),
      aPerson(32, { cardNumber: wrongDigit }),
      aPerson(33, { cardNumber: Number('110101196001010330') }),
      aPerson(34, { cardNumber: `${card.slice(0, 15)}000` }),
      aPerson(35, { cardNumber: '1.10101E+17' }),
      aPerson(36, { cardNumber: '1101011960' }),
      aPerson(37, { cardNumber: card.toLowerCase() }),
      aPerson(38, { mobile: aMobile(31) }),
      aPerson(39, { mobile: '025-86635912' }),
      aPerson(40, { mobile: `+86 ${aMobile(40)}` }),
      aPerson(41, { realName: '' }),
      aPerson(42, { realName: '王' }),
    ]),
  )
  assert.equal(fresh, 2)
  assert.deepEqual(await reasons(importId), [
    [3, 'cardNumber：校验位不符，有一位数字填错了'],
    [4, 'cardNumber：数字超过 15 位，Excel 已丢失后面的数字'],
    [5, 'cardNumber：末尾的数字已被 Excel 丢失（变成 000 或科学计数）'],
    [6, 'cardNumber：末尾的数字已被 Excel 丢失（变成 000 或科学计数）'],
    [7, 'cardNumber：应为 18 位，这里是 10 位'],
    [8, 'cardNumber：与第 2 行的证件号相同'],
    [9, 'mobile：与第 2 行的手机号相同'],
    [10, 'mobile：不是 11 位手机号'],
    [12, 'realName：必须填写'],
    [13, 'realName：至少 2 个字'],
  ])
})

test('learners of the unit are changed only on request; name, mobile and unit of nobody are', async () => {
  const keys = ['realName', 'cardNumber', 'mobile', 'personnelCategory']
  const roster = (category: string, more = {}) =>
    aRosterFile([aPerson(51, { personnelCategory: category, ...more })], keys)
  await applied(roster('工程技术人员'))
  const before = (await learnerOf(anIdCard(51)))!
  const preview = await checked(roster('教学人员', { mobile: aMobile(5100) }))
  assert.deepEqual([preview.fresh, preview.changed, preview.same], [0, 1, 0])
  const refused = await world.call(importCalls.apply, { importId: preview.importId }, admin.token)
  assert.equal(refused.respCode, 409, 'nothing to do unless it may update')
  const done = await applied(roster('教学人员', { mobile: aMobile(5100) }), true)
  assert.deepEqual([done.updated, done.added, done.unchanged], [1, 0, 0])
  const after = (await learnerOf(anIdCard(51)))!
  assert.deepEqual([before.personnelCategory, after.personnelCategory], ['engineering', 'teaching'])
  assert.deepEqual(after.mobileIndex, before.mobileIndex, 'a number is its owner’s to change')
  assert.equal(after.version, (before.version as number) + 1)
  const [action] = await world.db`
    select before, after from operation_logs where action = 'student.importChange' and subject_id = ${after.accountId as string}`
  assert.deepEqual(
    [action!.before, action!.after.personnelCategory],
    [{ personnelCategory: 'engineering' }, 'teaching'],
  )
  const renamed = await checked(roster('教学人员', { realName: '另一个人' }))
  assert.deepEqual(await reasons(renamed.importId), [[2, 'realName：与这个证件号已登记的姓名不同']])
})

test('a learner of another unit is refused with who may move them, and a number in use joins nobody', async () => {
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const aside = await aUnit(world, portal.projectId)
  await applied(aRosterFile([aPerson(61)]), false, below)
  await applied(aRosterFile([aPerson(62), aPerson(65)]), false, aside)
  const deleted = aRosterFile([aPerson(63)])
  await applied(deleted)
  await world.db`
    update accounts set status = 'deleted' where id = ${(await learnerOf(anIdCard(63)))!.accountId as string}`
  const [unit] = await world.db`select name from units where id = ${below}`
  const { importId, fresh } = await checked(
    aRosterFile([aPerson(61), aPerson(62), aPerson(63), aPerson(64, { mobile: aMobile(65) })]),
  )
  assert.equal(fresh, 0)
  assert.deepEqual(await reasons(importId), [
    [2, `cardNumber：这位学员已在“${unit!.name as string}”`],
    [3, 'cardNumber：这位学员已在其他单位登记'],
    [4, 'cardNumber：这个证件号的账号已被删除'],
    [5, 'mobile：这个手机号已是别人的'],
  ])
  const { list } = await world.ask(importCalls.findRows, { importId }, admin.token)
  assert.match(list[1]!.problems[0]!.fix!.zh, /上级单位或项目管理员/)
  assert.equal((await learnerOf(anIdCard(62)))!.unitId, aside)
})

test('a row may name a unit below the chosen one', async () => {
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const [unit] = await world.db`select name from units where id = ${below}`
  const keys = ['realName', 'cardNumber', 'mobile', 'unitId']
  const done = await applied(
    aRosterFile(
      [aPerson(71, { unitId: unit!.name as string }), aPerson(72), aPerson(73, { unitId: '没有这个单位' })],
      keys,
    ),
  )
  assert.deepEqual([done.added, done.rejected], [2, 1])
  assert.equal((await learnerOf(anIdCard(71)))!.unitId, below)
  assert.equal((await learnerOf(anIdCard(72)))!.unitId, portal.unitId)
})

test('a row may name a unit by a word that programs use, or such a word by mistake', async () => {
  const below = await aUnit(world, portal.projectId, portal.unitId)
  await world.db`update units set name = 'constructor' where id = ${below}`
  const keys = ['realName', 'cardNumber', 'mobile', 'unitId']
  const named = ['constructor', 'toString', '__proto__'].map((unitId, n) => aPerson(75 + n, { unitId }))
  const { importId, ...done } = await applied(aRosterFile(named, keys))
  assert.deepEqual([done.added, done.rejected], [1, 2])
  assert.equal((await learnerOf(anIdCard(75)))!.unitId, below)
  assert.deepEqual(await reasons(importId), [
    [3, 'unitId：所选单位及其下级中没有“toString”'],
    [4, 'unitId：所选单位及其下级中没有“__proto__”'],
  ])
})

test('nobody is imported into a unit that is closed or out of sight, by the choice or by a row', async () => {
  const closed = await closedUnits(world, portal)
  const one = aRosterFile([aPerson(75)])
  for (const { unitId, message: says } of closed) {
    const { uploadId } = await uploadSheet(world, admin.token, one)
    const reply = await world.call(importCalls.begin, { ...intoUnit(unitId), uploadId }, admin.token)
    assert.deepEqual([reply.respCode, reply.field], [422, 'unitId'])
    assert.match(reply.respDesc, says)
  }
  const keys = ['realName', 'cardNumber', 'mobile', 'unitId']
  const rows = closed.map(({ name }, n) => aPerson(140 + n, { unitId: name }))
  const { importId, fresh } = await checked(aRosterFile([...rows, aPerson(145)], keys))
  assert.equal(fresh, 1)
  const messages = [
    '已停用，不接收新人员',
    '已停用，不接收新人员',
    '已并入',
    '所选单位及其下级中没有',
    '所选单位及其下级中没有',
  ]
  const reported = await reasons(importId)
  assert.equal(reported.length, messages.length)
  for (const [n, [row, reason]] of reported.entries()) {
    assert.equal(row, n + 2)
    assert.match(reason as string, /^unitId：/)
    assert.ok((reason as string).includes(messages[n]!) && (reason as string).includes(closed[n]!.name))
  }
})

test('a unit that was closed between the check and the applying takes nobody; the others go in', async () => {
  const [shut, open] = [
    await aUnit(world, portal.projectId, portal.unitId),
    await aUnit(world, portal.projectId, portal.unitId),
  ]
  const names = await world.db`select id, name from units where id = any(${[shut, open]})`
  const nameOf = (id: string) => names.find((row) => row.id === id)!.name as string
  const keys = ['realName', 'cardNumber', 'mobile', 'unitId']
  const people = [
    aPerson(151, { unitId: nameOf(shut) }),
    aPerson(152, { unitId: nameOf(open) }),
    aPerson(153),
  ]
  const { importId, fresh } = await checked(aRosterFile(people, keys))
  assert.equal(fresh, 3)
  await world.db`update units set status = 'disabled' where id = ${shut}`
  await world.ask(importCalls.apply, { importId }, admin.token)
  const done = await settledImport(world, admin.token, importId)
  assert.deepEqual([done.added, done.rejected], [2, 1])
  assert.deepEqual(await reasons(importId), [[2, 'unitId：这个单位在检查之后停用或合并了']])
  assert.equal(await learnerOf(anIdCard(151)), undefined)
  assert.equal((await learnerOf(anIdCard(152)))!.unitId, open)
})

test('the error file holds the refused rows with numbers and reasons for anyone who sent them; corrected, it comes in', async () => {
  const done = await applied(
    aRosterFile([aPerson(81), aPerson(82, { mobile: '123' }), aPerson(83, { realName: '=王+1' })]),
  )
  assert.deepEqual([done.added, done.rejected], [2, 1])
  const file = async (token: string) =>
    cellsOf((await downloaded(world, token, importCalls.exportError.path, { importId: done.importId })).bytes)
  const rows = await file(admin.token)
  assert.match(rows[1]![0]!, /^手机号：不是 11 位手机号（/)
  const [name, card, mobile] = ['真实姓名', '身份证号', '手机号'].map((title) => rows[0]!.indexOf(title)) as [
    number,
    number,
    number,
  ]
  assert.equal(rows[1]![card], anIdCard(82))
  const colleague = await anAccount(world, portal, { role: 'admin' })
  assert.notEqual((await file(colleague.token))[1]![card], anIdCard(82), 'others read masked numbers')
  rows[1]![mobile] = aMobile(82)
  const corrected = await applied(aSheetFile(rows))
  assert.deepEqual([corrected.added, corrected.rejected], [1, 0])
  assert.equal((await learnerOf(anIdCard(82)))!.realName, rows[1]![name])
})

test('no personal number of a roster is in clear in a staged row, and its file is not stored', async () => {
  const { importId } = await checked(aRosterFile([aPerson(91), aPerson(92, { mobile: aMobile(91) })]))
  const [staged] = await world.db`
    select string_agg(r::text, ' ') as text from import_rows r where r.import_id = ${importId}`
  for (const number of [anIdCard(91), anIdCard(92), aMobile(91)]) {
    assert.ok(!(staged!.text as string).includes(number))
  }
  const [found] = await world.db`select file_key from imports where id = ${importId}`
  assert.equal(found!.fileKey, null)
})

test('the two calls by name import and report progress, with a preview only on request', async () => {
  const bring = (file: Buffer, fields: Record<string, string>, token = admin.token) =>
    sendForm(
      world,
      rosterCalls.importUnitStu,
      { fields, file: { name: '名单.xlsx', mime: 'application/octet-stream', bytes: file } },
      token,
    )
  const file = aRosterFile([aPerson(101), aPerson(102, { mobile: '1' })])
  const begun = await bring(file, { unitId: portal.unitId })
  await settledImport(world, admin.token, begun.attribute.importId)
  const reported = await world.ask(rosterCalls.getImportStudentProgress, begun.attribute, admin.token)
  assert.deepEqual(
    [reported.status, reported.rows, reported.done, reported.added, reported.rejected],
    ['applied', 2, 2, 1, 1],
  )
  assert.deepEqual(await world.ask(rosterCalls.getImportStudentProgress, {}, admin.token), reported)
  const byUnitClass = {
    ...rosterCalls.getImportStudentProgress,
    path: '/base/unit-class/get-import-student-progress.action',
  }
  assert.deepEqual(await world.ask(byUnitClass, begun.attribute, admin.token), reported)
  const absent = { importId: '01980000-0000-7000-8000-000000000000' }
  assert.equal((await world.call(rosterCalls.getImportStudentProgress, absent, admin.token)).respCode, 404)
  const idle = await anAccount(world, portal, { role: 'admin' })
  assert.equal((await world.call(rosterCalls.getImportStudentProgress, {}, idle.token)).respCode, 404)
  const looked = await bring(aRosterFile([aPerson(103)]), { preview: 'yes' })
  assert.equal((await settledImport(world, admin.token, looked.attribute.importId)).status, 'checked')
  const none = await sendForm(world, rosterCalls.importUnitStu, { fields: {} }, admin.token)
  assert.deepEqual([none.respCode, none.field], [422, 'file'])
})

test('a unit’s manager imports into the branch and sees no other unit’s imports; learners and strangers nothing', async () => {
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const aside = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit' })
  const done = await appliedImport(world, manager.token, intoUnit(below), aRosterFile([aPerson(111)]))
  assert.equal(done.added, 1)
  await assert.rejects(beginImport(world, manager.token, intoUnit(aside), aRosterFile([aPerson(112)])), /422/)
  const foreign = await checked(aRosterFile([aPerson(113)]), aside)
  const learner = await aLearner(world, portal)
  const without = await anAccount(world, await aPortal(world), { role: 'admin' })
  for (const call of [importCalls.getProgress, importCalls.findRows, importCalls.apply, importCalls.cancel]) {
    const input = { importId: foreign.importId }
    assert.equal((await world.call(call, input, manager.token)).respCode, 404, call.path)
    assert.equal((await world.call(call, input, learner.token)).respCode, 403, call.path)
    assert.equal((await world.call(call, input, without.token)).respCode, 403, call.path)
    assert.equal((await world.call(call, input, null)).respCode, 401, call.path)
  }
  const own = await world.ask(importCalls.findList, {}, manager.token)
  assert.deepEqual(
    own.map(({ importId }) => importId),
    [done.importId],
  )
})

test('who may no longer import when the rows are applied imports nobody, and the log says why', async (t) => {
  await world.db.unsafe(`
    create function hold_back() returns trigger language plpgsql as $$ begin new.run_at := 'infinity'; return new; end $$;
    create trigger hold_back before insert on jobs for each row when (new.type = 'import.apply') execute function hold_back()`)
  t.after(async () => {
    await world.db`update roles set menus = ${menus} where id = ${portal.roles.unit}`
    await world.db.unsafe('drop trigger hold_back on jobs; drop function hold_back')
  })
  const aside = await aUnit(world, portal.projectId)
  const endings: ((by: BuiltAccount) => Promise<unknown>)[] = [
    ({ accountId }) => world.db`update accounts set status = 'disabled' where id = ${accountId}`,
    ({ accountId }) => world.db`update accounts set unit_id = ${aside} where id = ${accountId}`,
    () => world.db`update roles set menus = ${menus.slice(0, 1)} where id = ${portal.roles.unit}`,
  ]
  for (const [i, end] of endings.entries()) {
    const by = await anAccount(world, portal, { role: 'unit' })
    const { importId } = await checkedImport(world, by.token, here(), aRosterFile([aPerson(161 + i)]))
    await world.ask(importCalls.apply, { importId }, by.token)
    await end(by)
    await world.db`update jobs set run_at = moment() where run_at = 'infinity'`
    const { status, added } = await settledImport(world, admin.token, importId)
    assert.deepEqual([status, added], ['cancelled', 0])
    assert.equal(await learnerOf(anIdCard(161 + i)), undefined)
    const [entry] = await world.db`
      select actor_id, after, reason from operation_logs where subject_id = ${importId} and action = 'import.cancel'`
    assert.deepEqual(entry && { ...entry }, {
      actorId: null,
      after: { status: 'cancelled' },
      reason: importRefusals.noLongerAllowed.zh,
    })
  }
})

test('of two rosters with the same people applied after each other each person is brought once', async () => {
  const file = aRosterFile([121, 122, 123].map((n) => aPerson(n)))
  const [one, two] = [await checked(file), await checked(file)]
  assert.deepEqual([one.fresh, two.fresh], [3, 3])
  for (const { importId } of [one, two]) await world.ask(importCalls.apply, { importId }, admin.token)
  const [first, second] = [
    await settledImport(world, admin.token, one.importId),
    await settledImport(world, admin.token, two.importId),
  ]
  assert.deepEqual([first.added + second.added, first.rejected + second.rejected], [3, 3])
  const late = first.rejected > 0 ? first : second
  assert.match((await reasons(late.importId))[0]![1] as string, /检查之后有人登记/)
})

test('what a person says who may not is refused before anything is read', async () => {
  const input = here()
  const { uploadId } = await uploadSheet(world, admin.token, aRosterFile([aPerson(131)]))
  const colleague = await anAccount(world, portal, { role: 'admin' })
  assert.equal((await world.call(importCalls.begin, { ...input, uploadId }, colleague.token)).respCode, 404)
  assert.equal(
    (await world.call(importCalls.begin, { kind: 'nothing', uploadId }, admin.token)).respCode,
    404,
  )
  const question = { kind: 'question', params: {}, uploadId }
  assert.equal((await world.call(importCalls.begin, question, admin.token)).respCode, 403)
  const unchosen = await world.call(importCalls.begin, { kind: 'roster', params: {}, uploadId }, admin.token)
  assert.deepEqual([unchosen.respCode, unchosen.field], [422, 'unitId'])
  const first = await world.ask(importCalls.begin, { ...input, uploadId }, admin.token)
  assert.deepEqual(await world.ask(importCalls.begin, { ...input, uploadId }, admin.token), first)
})

test('a roster of numbers in formats takes texts as shown, numbers as stored, and days however they are stored', async () => {
  const other = await aPortal(world, { menus })
  const manager = await anAccount(world, other, { role: 'admin' })
  const keys = ['realName', 'cardNumber', 'mobile', 'workPlace', 'workSince']
  const fields = keys.map((key, i) => ({ key, required: i < 3 }))
  await world.db`update projects set register_fields = ${world.db.json(fields)} where id = ${other.projectId}`
  const person = (n: number, workPlace: SheetCell, workSince: SheetCell): SheetCell[] => [
    '',
    `学员${n}`,
    anIdCard(n),
    { v: Number(aMobile(n)), f: '000 0000 0000' },
    workPlace,
    workSince,
  ]
  const file = aDescribedSheet({
    rows: [
      rosterHeader(keys),
      person(901, { v: 301, f: '0000' }, { v: 41_091, f: 'yyyy"年"m"月"' }),
      person(902, '工程部', { v: 20_120_701 }),
      person(903, '工程部', { v: 2012.1, f: '0.00' }),
      person(904, '工程部', { v: 41_091.5, f: 'yyyy/m/d h:mm' }),
      person(905, '工程部', 2012.1),
    ],
  })
  const { importId, fresh, bad } = await checkedImport(world, manager.token, intoUnit(other.unitId), file)
  assert.deepEqual([fresh, bad], [3, 2])
  assert.deepEqual(await reasonsOf(world, manager.token, importId), [
    [4, 'workSince：“2012.10”是数字，不是日期'],
    [6, 'workSince：“2012.1”是数字，不是日期'],
  ])
  await world.ask(importCalls.apply, { importId }, manager.token)
  await settledImport(world, manager.token, importId)
  const rows = await world.db`
    select real_name, work_place, work_since, mobile_mask from students s join accounts a on a.id = s.account_id
    where s.project_id = ${other.projectId} order by real_name`
  assert.deepEqual(
    rows.map((row) => [row.realName, row.workPlace, row.workSince, row.mobileMask]),
    [
      ['学员901', '0301', '2012-07-01', '150****0901'],
      ['学员902', '工程部', '2012-07-01', '150****0902'],
      ['学员904', '工程部', '2012-07-01', '150****0904'],
    ],
  )
})

test('a unit merged over three rows is the unit of all three people, below a title and under other names of columns', async () => {
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const [unit] = await world.db`select name from units where id = ${below}`
  const person = (n: number) => [`学员${n}`, anIdCard(n), aMobile(n)]
  const done = await applied(
    aDescribedSheet({
      rows: [
        ['参训人员名单'],
        ['姓名', '身份证号码', '联系电话', '工作单位'],
        [...person(911), unit!.name as string],
        [...person(912), null],
        [...person(913), null],
        [...person(914), null],
      ],
      merges: ['A1:D1', 'D3:D5'],
    }),
  )
  assert.deepEqual([done.added, done.rejected], [4, 0])
  const units = await Promise.all(
    [911, 912, 913, 914].map(async (n) => (await learnerOf(anIdCard(n)))!.unitId),
  )
  assert.deepEqual(units, [below, below, below, portal.unitId])
})

test('rows and columns that a sheet hides are counted and named with what was found', async () => {
  const person = (n: number) => [`学员${n}`, anIdCard(n), aMobile(n), '工程技术人员']
  const preview = await checked(
    aDescribedSheet({
      rows: [['姓名', '身份证号', '手机号', '人员类别'], person(921), person(922), person(923)],
      rowAttributes: { 3: 'hidden="1"' },
      cols: '<col min="4" max="4" hidden="1"/>',
    }),
  )
  assert.deepEqual(
    [preview.fresh, preview.hiddenRows, preview.firstHiddenRows, preview.hiddenColumns],
    [3, 1, [3], ['personnelCategory']],
  )
  const plain = await checked(aRosterFile([aPerson(924)]))
  assert.deepEqual([plain.hiddenRows, plain.firstHiddenRows, plain.hiddenColumns], [0, [], []])
})
