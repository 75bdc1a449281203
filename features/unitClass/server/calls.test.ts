import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aClass } from '../../../test/build/class.ts'
import {
  aSheetFile,
  cellsOf,
  downloaded,
  posted,
  settledImport,
  uploadSheet,
} from '../../../test/build/import.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { anIdCard } from '../../../test/build/roster.ts'
import { haveTerms } from '../../../test/build/unit.ts'
import { aRoster, aUnitClass, unitClassMenus } from '../../../test/build/unitClass.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls } from '../../approval/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { importCalls } from '../../import/contract.ts'
import { unitClassCalls } from '../contract.ts'
import { unitClassRefusals } from '../rules.ts'
import { moveUnitClasses } from './actions.ts'

let world: World
let portal: BuiltPortal
let provider: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [...unitClassMenus, '/unit-manage/list'] })
  provider = await anAccount(world, portal, { role: 'admin' })
})

const detail = (id: string, { token }: BuiltAccount, more = {}) =>
  world.ask(unitClassCalls.getUnitClassDetailAndList, { id, limit: 50, ...more }, token)

test('the provider opens a class for one unit at its own price; the unit sees it, another unit does not', async () => {
  const { id, unitId, manager } = await aUnitClass(world, portal, provider, { price: 4500, quota: 30 })
  const [row] = (await world.ask(unitClassCalls.queryPageList, {}, manager.token)).list
  assert.deepEqual(
    [row!.id, row!.unitId, row!.price, row!.listPrice, row!.seatsLeft, row!.editable, row!.obstacle],
    [id, unitId, 4500, 6000, 30, false, null],
  )
  const stranger = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId),
  })
  assert.equal((await world.ask(unitClassCalls.queryPageList, {}, stranger.token)).total, 0)
  for (const [call, input] of [
    [unitClassCalls.getUnitClassDetailAndList, { id }],
    [unitClassCalls.saveOrUpdate, { id, revision: 1, classId: row!.classId }],
    [unitClassCalls.deleteEntity, { id }],
    [unitClassCalls.findStaff, { unitClassId: id }],
    [unitClassCalls.checkPeople, { unitClassId: id, rows: [{ name: '张三', number: '1' }] }],
    [unitClassCalls.remind, { unitClassId: id }],
  ] as const)
    assert.equal((await world.call(call as never, input as never, stranger.token)).respCode, 404, call.path)
})

test('a unit’s manager opens a published class at the terms of the unit, and sets no price', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const { classId } = await aClass(world, portal, { price: 10_000, classType: 'public' })
  await haveTerms(world, unitId, { priceMode: 'discount', rate: 8000 })
  const offers = await world.ask(unitClassCalls.findOffers, { classId }, manager.token)
  assert.deepEqual([offers.list[0]!.listPrice, offers.list[0]!.price], [10_000, 8000])
  const priced = await world.call(unitClassCalls.saveOrUpdate, { classId, price: 1 }, manager.token)
  assert.deepEqual([priced.respCode, priced.respDesc], [403, unitClassRefusals.priceByProvider.zh])
  const input = { classId, requestKey: 'form-0001' }
  const opened = await world.ask(unitClassCalls.saveOrUpdate, input, manager.token)
  assert.deepEqual([opened.price, opened.byUnit, opened.editable, opened.unitId], [8000, true, true, unitId])
  assert.equal((await world.ask(unitClassCalls.saveOrUpdate, input, manager.token)).id, opened.id)
  await haveTerms(world, unitId, { paymentMode: 'personal' })
  const refused = await world.call(unitClassCalls.saveOrUpdate, { classId }, manager.token)
  assert.equal(refused.respCode, 409)
})

test('a price below the terms of the unit takes two people; who may not lower prices proposes none', async () => {
  const pricing = await aPortal(world, {
    menus: [
      ...unitClassMenus,
      '/customer/exception-register#approve',
      '/train-manage/class',
      '/train-manage/class#price',
      '/unit-manage/list',
    ],
  })
  const [first, second] = [
    await anAccount(world, pricing, { role: 'admin' }),
    await anAccount(world, pricing, { role: 'admin' }),
  ]
  const unitId = await aUnit(world, pricing.projectId)
  const { classId } = await aClass(world, pricing, { price: 32_000, classType: 'public' })
  const save = (input: object, { token }: BuiltAccount = first) =>
    world.call(unitClassCalls.saveOrUpdate, { unitId, classId, ...input }, token)
  const opened = (await save({ price: 0 })).attribute
  assert.deepEqual([opened.price, opened.proposedPrice], [32_000, 0])
  const { id } = opened
  // It is no price of the unit's yet.
  const manager = await anAccount(world, pricing, { role: 'unit', unitId })
  const [seen] = (await world.ask(unitClassCalls.queryPageList, { id }, manager.token)).list
  assert.deepEqual([seen!.price, seen!.proposedPrice], [32_000, null])
  const [waits] = (await world.ask(approvalCalls.findPageList, { subjectId: id }, second.token)).list
  const approvalId = waits!.id
  assert.equal((await save({ id, revision: 1, price: 100 })).respCode, 409, 'one waits')
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, first.token)).respCode, 403)
  assert.equal((await world.call(approvalCalls.approve, { id: approvalId }, second.token)).respCode, 200)
  const [approved] = (await world.ask(unitClassCalls.queryPageList, { id }, first.token)).list
  assert.deepEqual([approved!.price, approved!.proposedPrice, approved!.revision], [0, null, 2])

  // What was approved is for this unit and class; a higher price takes one person, and ends what waits.
  const dearer = await aClass(world, pricing, { price: 50_000, classType: 'public' })
  const moved = (await save({ id, revision: 2, classId: dearer.classId })).attribute
  assert.deepEqual([moved.price, moved.proposedPrice], [50_000, null])
  assert.equal(
    (await save({ id, revision: 3, classId: dearer.classId, price: 49_999 })).attribute.proposedPrice,
    49_999,
  )
  const raised = (await save({ id, revision: 4, classId: dearer.classId, price: 60_000 })).attribute
  assert.deepEqual([raised.price, raised.proposedPrice], [60_000, null])
  const [ended] = (await world.ask(approvalCalls.findPageList, { subjectId: id, limit: 1 }, second.token))
    .list
  assert.deepEqual([ended!.status, ended!.decision], ['withdrawn', 'unitClass.changed'])

  // A merge of units makes it the price of another.
  await save({ id, revision: 5, classId: dearer.classId, price: 49_999 })
  const [from, to] = [unitId, await aUnit(world, pricing.projectId)]
  await world.db.begin((tx) => moveUnitClasses(tx, from, to))
  const { list: merged } = await world.ask(
    approvalCalls.findPageList,
    { subjectId: id, limit: 1 },
    second.token,
  )
  assert.deepEqual([merged[0]!.status, merged[0]!.decision], ['withdrawn', 'unitClass.changed'])

  // The terms of the unit are no reduction.
  await haveTerms(world, unitId, { priceMode: 'discount', rate: 5000 })
  assert.equal((await save({ price: 16_000 })).attribute.price, 16_000)

  const built = await aUnitClass(world, portal, provider)
  const refused = await world.call(
    unitClassCalls.saveOrUpdate,
    { unitId: built.unitId, classId: built.classId, price: 5999 },
    provider.token,
  )
  assert.deepEqual([refused.respCode, refused.respDesc], [403, unitClassRefusals.priceBelow.zh])
})

test('an edit names its revision; unit and class stay once there is a roster; nobody deletes what is ordered', async () => {
  const built = await aUnitClass(world, portal, provider)
  const { id, classId } = built
  await aRoster(world, portal, built, 1)
  const other = await aClass(world, portal, {})
  const moved = await world.call(
    unitClassCalls.saveOrUpdate,
    { id, revision: 1, classId: other.classId },
    provider.token,
  )
  assert.equal(moved.respCode, 409)
  const changed = await world.ask(
    unitClassCalls.saveOrUpdate,
    { id, revision: 1, classId, price: 5500 },
    provider.token,
  )
  assert.deepEqual([changed.price, changed.revision], [5500, 2])
  const stale = await world.call(
    unitClassCalls.saveOrUpdate,
    { id, revision: 1, classId, price: 1 },
    provider.token,
  )
  assert.deepEqual([stale.respCode, stale.stale?.[0]?.field], [409, 'price'])
  assert.equal((await world.call(unitClassCalls.deleteEntity, { id }, built.manager.token)).respCode, 403)
  await world.ask(unitClassCalls.deleteEntity, { id }, provider.token)
  assert.equal(
    (await world.call(unitClassCalls.getUnitClassDetailAndList, { id }, provider.token)).respCode,
    404,
  )
})

test('pasted rows say who they are, or what is wrong and what to do; nothing is added until it is asked', async () => {
  const built = await aUnitClass(world, portal, provider)
  const { id: unitClassId, manager, unitId } = built
  const elsewhere = await aUnit(world, portal.projectId)
  const rows = [
    { name: '新人甲', number: anIdCard(1), create: true },
    { name: '新人乙', number: anIdCard(2) },
    { name: '新人丙', number: anIdCard(3).slice(0, 17) + (anIdCard(3).endsWith('X') ? '0' : 'X') },
    { name: '新人甲', number: ` ${anIdCard(1)} ` },
    { name: '', number: '15900000001' },
  ]
  const checked = await world.ask(unitClassCalls.checkPeople, { unitClassId, rows }, manager.token)
  assert.deepEqual(
    checked.rows.map(({ state, problems }) => [
      state,
      ...problems.map(({ column, code }) => `${column} ${code}`),
    ]),
    [
      ['unknown'],
      ['unknown'],
      ['bad', 'number checkDigit'],
      ['bad', 'number twice'],
      ['bad', 'name required'],
    ],
  )
  assert.ok(checked.rows[2]!.problems[0]!.fix)
  assert.equal((await detail(unitClassId, manager)).total, 0)
  const added = await world.ask(unitClassCalls.addPeople, { unitClassId, rows }, manager.token)
  assert.deepEqual([added.added, added.rows[0]!.state, added.rows[1]!.state], [1, 'found', 'unknown'])
  const [person] = (await detail(unitClassId, manager)).list
  assert.deepEqual([person!.realName, person!.state, person!.problem], ['新人甲', 'listed', null])
  const [unit] = await world.db`select unit_id from accounts where id = ${person!.accountId}`
  assert.equal(unit!.unitId, unitId)
  const again = await world.ask(
    unitClassCalls.addPeople,
    { unitClassId, rows: rows.slice(0, 1) },
    manager.token,
  )
  assert.deepEqual([again.added, again.rows[0]!.listed], [0, true])
  const named = await world.ask(
    unitClassCalls.checkPeople,
    { unitClassId, rows: [{ name: '别人', number: anIdCard(1) }] },
    manager.token,
  )
  assert.equal(named.rows[0]!.problems[0]!.code, 'name')
  assert.deepEqual([named.rows[0]!.realName, named.rows[0]!.accountId], ['新人甲', null], 'one click away')
  await world.db`update accounts set unit_id = ${elsewhere} where id = ${person!.accountId}`
  const moved = await detail(unitClassId, manager)
  assert.equal(moved.list[0]!.problem!.code, 'otherUnit')
  const foreign = await world.ask(
    unitClassCalls.checkPeople,
    { unitClassId, rows: [{ name: '别人', number: anIdCard(1) }] },
    manager.token,
  )
  assert.equal(foreign.rows[0]!.realName, null, 'of another unit its name stays there')
})

test('those who joined, passed this year or left the unit are kept out, each with the reason', async () => {
  const built = await aUnitClass(world, portal, provider)
  const { id: unitClassId, classId, unitId, manager } = built
  const [joined, passed, free] = [
    await aLearner(world, portal, { unitId }),
    await aLearner(world, portal, { unitId }),
    await aLearner(world, portal, { unitId }),
  ]
  await anEnrolment(world, portal, { accountId: joined.accountId, classId, source: 'import' })
  const enrolment = await anEnrolment(world, portal, {
    accountId: passed.accountId,
    classId,
    source: 'import',
  })
  await world.db`
    update enrolments set status = 'passed', passed_at = moment(), passed_by = 'rule' where id = ${enrolment}`
  const stranger = await aLearner(world, portal, { unitId: await aUnit(world, portal.projectId) })
  const staff = await world.ask(unitClassCalls.findStaff, { unitClassId }, manager.token)
  assert.equal(staff.total, 3)
  assert.equal(
    (await world.ask(unitClassCalls.findStaff, { unitClassId, free: true }, manager.token)).total,
    1,
  )
  const accountIds = [joined, passed, free, stranger].map(({ accountId }) => accountId)
  const answer = await world.ask(unitClassCalls.addPeople, { unitClassId, accountIds }, manager.token)
  assert.deepEqual(
    answer.rows.map(({ problems }) => problems[0]?.code ?? null),
    ['joined', 'passedThisYear', null, 'absent'],
  )
  assert.equal(answer.added, 1)
  const gone = await world.ask(
    unitClassCalls.removePeople,
    { unitClassId, accountIds: [free.accountId] },
    manager.token,
  )
  assert.deepEqual(gone, { removed: 1 })
})

test('who has an application for a class is kept off its roster for that, and not as one who has joined', async () => {
  const built = await aUnitClass(world, portal, provider, { of: { needReview: true } })
  const { id: unitClassId, classId, unitId, manager } = built
  const other = await aClass(world, portal, { price: 6000, needReview: true })
  await world.db`update train_classes set version_of = ${classId}, version = 2 where id = ${other.classId}`
  const [here, there] = [await aLearner(world, portal, { unitId }), await aLearner(world, portal, { unitId })]
  await world.ask(enrolmentCalls.applyMyClass, { classId }, here.token)
  await world.ask(enrolmentCalls.applyMyClass, { classId: other.classId }, there.token)
  const accountIds = [here.accountId, there.accountId]
  const { added, rows } = await world.ask(
    unitClassCalls.addPeople,
    { unitClassId, accountIds },
    manager.token,
  )
  assert.deepEqual([added, ...rows.map(({ problems }) => problems[0]?.code)], [0, 'applied', 'otherApplied'])
})

test('a sheet brings people onto the roster; its errors come back as a sheet, and the same again adds nobody', async () => {
  const built = await aUnitClass(world, portal, provider)
  const { id: unitClassId, manager } = built
  const known = await aRoster(world, portal, built, 1)
  const header = ['姓名', '证件号码', '手机号']
  const file = aSheetFile([
    header,
    ['表格甲', anIdCard(11), ''],
    ['表格乙', anIdCard(12), '15900000012'],
    ['表格甲', anIdCard(11), ''],
    ['表格丙', '11010119900307002', ''],
    ['表格丁', '', '15900000099'],
  ])
  const { uploadId } = await uploadSheet(world, manager.token, file)
  const input = { unitClassId, uploadId, createUnknown: true }
  const { importId } = await world.ask(unitClassCalls.importUnitClassStu, input, manager.token)
  assert.equal((await world.ask(unitClassCalls.importUnitClassStu, input, manager.token)).importId, importId)
  const checked = await settledImport(world, manager.token, importId)
  assert.deepEqual([checked.status, checked.fresh, checked.bad], ['checked', 2, 3])
  await world.ask(importCalls.apply, { importId }, manager.token)
  const done = await settledImport(world, manager.token, importId)
  assert.deepEqual([done.status, done.added, done.rejected], ['applied', 2, 3])
  assert.equal(
    (await world.ask(unitClassCalls.getImportStudentProgress, {}, manager.token)).importId,
    importId,
  )
  assert.equal((await detail(unitClassId, manager)).total, known.length + 2)
  const { path } = unitClassCalls.exportErrorUnitClassExcel
  const errors = cellsOf((await downloaded(world, manager.token, path, { importId })).bytes)
  assert.equal(errors.length, 4)
  assert.deepEqual(cellsOf(await posted(world, manager.token, path, { importId })), errors)
  assert.match(errors.flat().join(' '), /同一个人|相同/)
  const template = await downloaded(world, manager.token, unitClassCalls.downloadImportExcel.path, {})
  assert.ok(cellsOf(template.bytes)[0]!.some((title) => title.includes('姓名')))
  const second = await uploadSheet(world, manager.token, aSheetFile([header, ['表格甲', anIdCard(11), '']]))
  const again = await world.ask(
    unitClassCalls.importUnitClassStu,
    { unitClassId, uploadId: second.uploadId },
    manager.token,
  )
  assert.equal((await settledImport(world, manager.token, again.importId)).same, 1)
  const stranger = await anAccount(world, portal, {
    role: 'unit',
    unitId: await aUnit(world, portal.projectId),
  })
  const third = await uploadSheet(world, stranger.token, file)
  const foreign = { unitClassId, uploadId: third.uploadId }
  assert.equal((await world.call(unitClassCalls.importUnitClassStu, foreign, stranger.token)).respCode, 404)
})

test('those who have not begun are reminded, nobody twice on a day', async () => {
  const built = await aUnitClass(world, portal, provider)
  const { id: unitClassId, manager } = built
  await aRoster(world, portal, built, 2)
  const early = await world.call(unitClassCalls.remind, { unitClassId }, manager.token)
  assert.deepEqual([early.respCode, early.respDesc], [409, unitClassRefusals.nobodyIdle.zh])
})
