import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aTemplate } from '../../../test/build/certificate.ts'
import { aClass } from '../../../test/build/class.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { aStudent } from '../../../test/build/study.ts'
import { aMobile, anIdCard } from '../../../test/build/roster.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { manageCalls } from '../../account/manage/contract.ts'
import { batchCalls } from '../../batch/contract.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { listViewCalls } from '../../listView/contract.ts'
import { listExportCalls } from '../../export/contract.ts'
import { triesLeft } from '../../rateLimit/server/actions.ts'
import { limits } from '../../rateLimit/rules.ts'
import { studentExports, studentManageCalls } from '../../student/manage/contract.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { type FoundKind, searchCalls } from '../contract.ts'

const menus = ['/student-manage/student', '/order-manage/list', '/train-manage/class', '/unit-manage/list']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
/** The manager of a unit other than the learners', an administrator of another project, and one who lists nothing. */
let elsewhere: BuiltAccount
let stranger: BuiltAccount
let nobody: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
  elsewhere = await anAccount(world, portal, { role: 'unit', unitId: await aUnit(world, portal.projectId) })
  stranger = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  nobody = await anAccount(world, await aPortal(world), { role: 'admin' })
})

const find = (keyword: string, { token }: BuiltAccount) => world.ask(searchCalls.find, { keyword }, token)
const titles = async (kind: FoundKind, keyword: string, who = admin) =>
  (await find(keyword, who)).filter((found) => found.kind === kind).map(({ title }) => title)

/** Finds something as the administrator, and as nobody who may not see it. */
async function onlyWhoMay(kind: FoundKind, keyword: string, title: string) {
  assert.deepEqual(await titles(kind, keyword), [title])
  for (const who of [elsewhere, stranger, nobody]) assert.deepEqual(await titles(kind, keyword, who), [])
}

/** The numbers of a learner in clear. */
async function numbersOf({ accountId }: BuiltAccount) {
  const [row] = await world.db`
    select a.mobile_sealed, s.card_sealed from accounts a join students s on s.account_id = a.id
    where a.id = ${accountId}`
  return {
    mobile: world.app.secrets.open('accounts.mobile', accountId, row!.mobileSealed as Buffer),
    card: world.app.secrets.open('students.card', accountId, row!.cardSealed as Buffer),
  }
}
const lookups = async () =>
  (
    await world.db`
    select subject_kind, subject_id, after->>'what' as what from operation_logs
    where action = 'search.number' order by id`
  ).map((row) => ({ ...row }))

test('a learner is found by name, a part of it, the family name and the account, exact names first', async () => {
  const long = await aLearner(world, portal, { name: '欧阳晨曦' })
  await aLearner(world, portal, { name: '阳晨' })
  await aLearner(world, portal, { name: '阳晨光' })
  await onlyWhoMay('person', '欧阳晨曦', '欧阳晨曦')
  assert.deepEqual(await titles('person', '阳晨'), ['阳晨', '阳晨光', '欧阳晨曦'])
  assert.deepEqual(await titles('person', '欧'), ['欧阳晨曦'])
  await onlyWhoMay('person', long.loginName.toUpperCase(), '欧阳晨曦')
  const [found] = await find('欧阳晨曦', admin)
  assert.equal(found!.number, long.loginName)
  const numbers = await numbersOf(long)
  for (const number of Object.values(numbers)) assert.ok(!JSON.stringify(found).includes(number))
})

test('a learner is found by the beginning of the account, but not of one that is a telephone number', async () => {
  const learner = await aLearner(world, portal, { name: '钟离雪' })
  await world.db`update accounts set login_name = 'Qinghe0042' where id = ${learner.accountId}`
  await onlyWhoMay('person', 'qinghe00', '钟离雪')
  for (const part of ['qin', 'inghe0042', 'qinghe_0'])
    assert.deepEqual(await titles('person', part), [], part)
  await world.db`update accounts set login_name = '13912340042' where id = ${learner.accountId}`
  for (const part of ['1391234', '1391234004']) assert.deepEqual(await titles('person', part), [], part)
})

test('a complete number finds its learner and is recorded; a part of one finds nobody', async () => {
  const learner = await aLearner(world, portal, { name: '贺兰问' })
  const { mobile, card } = await numbersOf(learner)
  await onlyWhoMay('person', mobile, '贺兰问')
  const before = await lookups()
  assert.deepEqual(before.at(0), { subjectKind: 'account', subjectId: learner.accountId, what: 'mobile' })
  assert.deepEqual(before.at(-1), { subjectKind: 'search', subjectId: 'mobile', what: 'mobile' })
  // One who may list nobody learns nothing, and looks at nothing.
  assert.equal(before.length, 3)
  await onlyWhoMay('person', card, '贺兰问')
  for (const part of [mobile.slice(0, 10), mobile.slice(1), card.slice(0, 17), card.slice(4)])
    assert.deepEqual(await titles('person', part), [], part)
  assert.equal((await lookups()).length, 6)
})

test('numbers are looked for so many times an hour, names go on', async () => {
  const clerk = await anAccount(world, portal, { role: 'admin' })
  await aLearner(world, portal, { name: '司徒远' })
  await world.db`delete from tries`
  await find('13900000000', clerk)
  await world.db`update tries set count = ${limits.numberSearch.tries}`
  const reply = await world.call(searchCalls.find, { keyword: '13900000000' }, clerk.token)
  assert.equal(reply.respCode, 429)
  assert.deepEqual(await titles('person', '司徒远', clerk), ['司徒远'])
  await world.db`delete from tries`
})

test('a list filtered by a number that nobody has counts as a search by it, however it is asked', async () => {
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const learner = await aLearner(world, portal)
  const [row] = await world.db`select mobile_sealed from accounts where id = ${learner.accountId}`
  const mobile = world.app.secrets.open('accounts.mobile', learner.accountId, row!.mobileSealed as Buffer)
  const { findPageList } = studentManageCalls
  const counted = async () =>
    limits.numberSearch.tries - (await triesLeft(world.db, 'numberSearch', clerk.accountId))
  const list = async (input: object) => (await world.call(findPageList, input, clerk.token)).respCode
  assert.deepEqual([await list({ mobile }), await list({ keyword: mobile })], [200, 200])
  assert.equal(await counted(), 0)
  const filter = { mobile: '13900000000' }
  const { path } = studentExports.exportStudentList
  const asked = async () => [
    await list(filter),
    await list({ keyword: filter.mobile }),
    (await world.call(batchCalls.count, { path: findPageList.path, filter }, clerk.token)).respCode,
    (await world.call(listExportCalls.create, { path, filter }, clerk.token)).respCode,
  ]
  assert.deepEqual(await asked(), [200, 200, 200, 200])
  assert.equal(await counted(), 4)
  await world.db`update tries set count = ${limits.numberSearch.tries}`
  assert.deepEqual(await asked(), [429, 429, 429, 429])
  assert.deepEqual(
    [await list({ mobile }), await list({ keyword: '司徒远' }), await list({})],
    [429, 200, 200],
  )
  await world.db`delete from tries`
})

test('only guesses count: a number that is somebody’s is given back, and a saved view is no search', async () => {
  const clerk = await anAccount(world, portal, { role: 'admin' })
  const { mobile, card } = await numbersOf(await aLearner(world, portal))
  const { findPageList } = studentManageCalls
  const filter = { mobile }
  const asked = [
    world.call(searchCalls.find, { keyword: mobile }, clerk.token),
    world.call(searchCalls.find, { keyword: card }, clerk.token),
    world.call(batchCalls.count, { path: findPageList.path, filter }, clerk.token),
    world.call(listExportCalls.create, { path: studentExports.exportStudentList.path, filter }, clerk.token),
    world.call(
      listViewCalls.save,
      {
        path: findPageList.path,
        name: '某号码',
        filter: { mobile: '13900000000' },
        sort: null,
        columns: null,
      },
      clerk.token,
    ),
  ]
  assert.deepEqual(
    (await Promise.all(asked)).map(({ respCode, respDesc }) => [respCode, respDesc].join(' ').slice(0, 3)),
    ['200', '200', '200', '200', '200'],
  )
  assert.equal(await triesLeft(world.db, 'numberSearch', clerk.accountId), limits.numberSearch.tries)
})

test('to who sees numbers masked, a list’s hit by a number counts as a try and is recorded', async () => {
  const masked = await aPortal(world, { menus, buttons: [] })
  const clerk = await anAccount(world, masked, { role: 'admin' })
  const { mobile, card } = await numbersOf(await aLearner(world, masked))
  await world.db`delete from tries`
  const before = (await lookups()).length
  for (const filter of [{ mobile }, { card }, { keyword: card }])
    assert.equal((await world.ask(studentManageCalls.findPageList, filter, clerk.token)).total, 1)
  assert.equal(await triesLeft(world.db, 'numberSearch', clerk.accountId), limits.numberSearch.tries - 3)
  assert.deepEqual(
    (await lookups()).slice(before).map(({ what }) => what),
    ['mobile', 'card', 'card'],
  )
  await world.db`delete from tries`
})

test('an order is found by the beginning of its number, from four signs on', async () => {
  const { accountId } = await aLearner(world, portal)
  const orderNo = 'D202611230000017'
  await world.db`
    insert into orders (project_id, account_id, payer_name, unit_id, order_no, amount, expires_at)
    values (${portal.projectId}, ${accountId}, 'x', ${portal.unitId}, ${orderNo}, 100, moment())`
  await onlyWhoMay('order', orderNo.toLowerCase(), orderNo)
  await onlyWhoMay('order', orderNo.slice(0, -1), orderNo)
  await onlyWhoMay('order', orderNo.slice(0, 4), orderNo)
  assert.deepEqual(await titles('order', orderNo.slice(0, 3)), [])
  assert.deepEqual(await titles('order', orderNo.slice(1)), [])
})

test('a certificate is found by its complete number', async () => {
  const { accountId, enrolmentId } = await aStudent(world, portal)
  const templateId = await aTemplate(world, portal.projectId)
  const number = 'JH2026-000123'
  await world.db`
    insert into certificates (project_id, account_id, enrolment_id, template_id, template_version, kind, number,
      verify_code, holder, design)
    values (${portal.projectId}, ${accountId}, ${enrolmentId}, ${templateId}, 1, 'class', ${number}, 'v1',
      ${world.db.json({ className: '急救' })}, '{}')`
  await onlyWhoMay('certificate', number.toLowerCase(), number)
  const [found] = await find(number, admin)
  assert.deepEqual([found!.verifyCode, found!.accountId], ['v1', accountId])
  assert.deepEqual(await titles('certificate', number.slice(0, -1)), [])
})

test('a class is found by its name or its code, and by a manager of any unit of the project who may list classes', async () => {
  const { classId, name } = await aClass(world, portal, { name: '公共卫生应急处置' })
  const [row] = await world.db`select code from train_classes where id = ${classId}`
  for (const keyword of ['应急处置', row!.code as string]) {
    assert.deepEqual(await titles('class', keyword), [name])
    assert.deepEqual(await titles('class', keyword, stranger), [])
    assert.deepEqual(await titles('class', keyword, nobody), [])
  }
  await world.db`update train_classes set status = 'deleted' where id = ${classId}`
  assert.deepEqual(await titles('class', '应急处置'), [])
})

test('a unit is found by a part of its name or its credit code', async () => {
  const id = await aUnit(world, portal.projectId)
  await world.db`
    update units set name = '青禾市第七人民医院', credit_code = '12320500466950001X' where id = ${id}`
  await onlyWhoMay('unit', '第七人民', '青禾市第七人民医院')
  assert.deepEqual(await titles('unit', '七'), [], 'one character names too many')
  await onlyWhoMay('unit', '12320500466950001x', '青禾市第七人民医院')
})

test('that a number is somebody’s is told to who adds learners only as often as numbers are searched', async () => {
  const own = await aPortal(world, { menus: [...menus, '/student-manage/student#add'] })
  const clerk = await anAccount(world, own, { role: 'admin' })
  const { mobile, card } = await numbersOf(await aLearner(world, own))
  const left = () => triesLeft(world.db, 'numberSearch', clerk.accountId)
  const add = (n: number, numbers: object) =>
    world.call(
      studentManageCalls.saveStudent,
      { realName: '新学员', cardNumber: anIdCard(n), mobile: aMobile(n), ...numbers },
      clerk.token,
    )
  const { tries } = limits.numberSearch
  assert.equal((await add(7001, {})).respCode, 200)
  assert.equal(await left(), tries, 'who is added is no guess')
  assert.equal((await add(7002, { mobile })).field, 'mobile')
  assert.equal((await add(7003, { cardNumber: card })).field, 'cardNumber')
  assert.equal(await left(), tries - 2)
  await world.db`update tries set count = ${tries}`
  assert.equal((await add(7002, { mobile })).respCode, 429)
  assert.equal((await add(7004, {})).respCode, 429, 'it tells neither way')
  await world.db`delete from tries`
})

test('to who sees numbers masked, every number put on record is a try, whatever becomes of it', async () => {
  const [students, staff, desk] = [
    '/student-manage/student',
    '/account-manage/administrator-list',
    '/customer/exception-register',
  ]
  const masked = await aPortal(world, {
    menus: [students, staff, desk],
    buttons: [`${students}#add`, `${students}#edit`, `${staff}#add`, `${desk}#correct`],
  })
  const clerk = await anAccount(world, masked, { role: 'admin' })
  const colleague = await anAccount(world, masked, { role: 'unit' })
  const learner = await aLearner(world, masked)
  const { mobile, card: cardNumber } = await numbersOf(await aLearner(world, masked))
  const { accountId } = learner
  const { version } = await world.ask(studentManageCalls.getStudentDetail, { accountId }, clerk.token)
  const form = {
    loginName: 'newclerk1',
    userName: '新来的',
    roles: [{ roleId: masked.roles.unit, unitId: masked.unitId }],
  }
  const { list } = await world.ask(manageCalls.queryAccountList, {}, clerk.token)
  const { revision } = list.find(({ id }) => id === colleague.accountId)!
  const proposal = {
    change: { kind: 'identity' as const, realName: '张小明', cardNumber },
    reason: '按证件原件核对',
  }
  const { id } = await world.ask(
    supportCaseCalls.register,
    { accountId, kind: 'other', note: '身份证号有误' },
    clerk.token,
  )
  const tries: [string, () => Promise<{ respCode: number }>][] = [
    [
      'profile',
      () => world.call(studentManageCalls.updateStudentInfo, { accountId, version, mobile }, clerk.token),
    ],
    ['account', () => world.call(manageCalls.addAccount, { ...form, mobile }, clerk.token)],
    [
      'known account',
      () =>
        world.call(
          manageCalls.addAccount,
          { ...form, accountId: colleague.accountId, revision, mobile },
          clerk.token,
        ),
    ],
    ['correction', () => world.call(correctionCalls.propose, { accountId, ...proposal }, clerk.token)],
    ['case', () => world.call(supportCaseCalls.correct, { id, ...proposal }, clerk.token)],
  ]
  const left = () => triesLeft(world.db, 'numberSearch', clerk.accountId)
  for (const [what, attempt] of tries) {
    await world.db`delete from tries`
    await attempt()
    assert.equal(await left(), limits.numberSearch.tries - 1, what)
    await world.db`update tries set count = ${limits.numberSearch.tries}`
    assert.equal((await attempt()).respCode, 429, what)
  }
  await world.db`delete from tries`
  const fresh = { accountId, version, mobile: aMobile(7101) }
  assert.equal((await world.call(studentManageCalls.updateStudentInfo, fresh, clerk.token)).respCode, 200)
  const added = { realName: '新学员', cardNumber: anIdCard(7102), mobile: aMobile(7102) }
  assert.equal((await world.call(studentManageCalls.saveStudent, added, clerk.token)).respCode, 200)
  assert.equal(await left(), limits.numberSearch.tries - 2, 'a number that is nobody’s tells as much')
  await world.db`delete from tries`
})
