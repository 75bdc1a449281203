import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass, type BuiltClass } from '../../../test/build/class.ts'
import {
  aSheetFile,
  checkedImport,
  cellsOf,
  downloaded,
  reasonsOf,
  settledImport,
} from '../../../test/build/import.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
} from '../../../test/build/portal.ts'
import { aSittableExam } from '../../../test/build/exam.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { anIdCard } from '../../../test/build/roster.ts'
import { aStudent, watchedAll } from '../../../test/build/study.ts'
import { haveTerms } from '../../../test/build/unit.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { importCalls } from '../../import/contract.ts'
import { transferCalls as calls } from '../contract.ts'

const menus = ['/train-manage/study-report', '/train-manage/study-report#transfer']
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  await world.db`update roles set menus = ${menus} where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
})

const header = ['姓名', '证件号', '原班级', '新班级', '转班原因']
const file = (...rows: string[][]) => aSheetFile([header, ...rows])
const input = { kind: 'transfer', params: {} }
const codeOf = async ({ classId }: BuiltClass) =>
  (await world.db`select code from train_classes where id = ${classId}`)[0]!.code as string

/** A learner in a class, with the ID number as a file has it. */
async function person(built: BuiltClass, name: string, unitId?: string) {
  const learner = await aLearner(world, portal, { name, ...(unitId && { unitId }) })
  const { enrolmentId } = await aStudent(world, portal, { built, learner })
  const [row] = await world.db`select card_sealed from students where account_id = ${learner.accountId}`
  const card = world.app.secrets.open('students.card', learner.accountId, row!.cardSealed as Buffer)
  return { enrolmentId, name, card, ...learner }
}
const openIn = async ({ classId }: BuiltClass, accountId: string) =>
  (
    await world.db`
      select from enrolments where class_id = ${classId} and account_id = ${accountId} and status = 'active'`
  ).length

test('a file moves its good rows, keeps the reasons of the others, and once more moves nobody', async () => {
  const left = await aClass(world, portal, { price: 0 })
  const joined = await aClass(world, portal, { name: '新班全称' })
  const [one, two, other] = [
    await person(left, '王芳'),
    await person(left, '李强'),
    await person(left, '赵敏'),
  ]
  await world.db`update enrolments set suspended_by = 'check' where id = ${two.enrolmentId}`
  const [from, to] = [await codeOf(left), await codeOf(joined)]
  const sheet = file(
    [one.name, one.card, from, to, '换岗'],
    [two.name, two.card, from, to, '换岗'],
    [other.name, other.card, '', '新班全称', '调岗'],
    ['王芳', anIdCard(77), from, to, '换岗'],
    ['王小芳', one.card, from, to, '换岗'],
    [other.name, other.card, from, '没有这个班', '换岗'],
    [other.name, other.card, to, to, '换岗'],
    [one.name, one.card, from, to, '换岗'],
  )
  const checked = await checkedImport(world, admin.token, input, sheet)
  assert.deepEqual([checked.rows, checked.fresh, checked.bad], [8, 2, 6])
  const reasons = await reasonsOf(world, admin.token, checked.importId)
  assert.deepEqual(
    reasons.map(([row, why]) => [row, String(why).slice(0, 22)]),
    [
      [3, '整行：学习已暂停；恢复学习后再转班'],
      [5, 'cardNumber：没有这个证件号的学员，或'],
      [6, 'realName：与这个证件号已登记的姓名不'],
      [7, 'toClass：没有叫“没有这个班”的班级'],
      [8, 'fromClass：这名学员不在“' + to + '”'],
      [9, 'cardNumber：与第 2 行是同一名学员、'],
    ].map(([row, why]) => [row, String(why).slice(0, 22)]),
  )
  // It counts for who uploaded it, whose names of classes another could change before.
  const colleague = await anAccount(world, portal, { role: 'admin' })
  for (const call of [calls.transferClass, importCalls.apply]) {
    const refused = await world.call(
      call,
      { importId: checked.importId, updateExisting: false },
      colleague.token,
    )
    assert.deepEqual([refused.respCode, /只有上传人可以导入/.test(refused.respDesc)], [403, true])
  }
  await world.ask(calls.transferClass, { importId: checked.importId }, admin.token)
  const done = await settledImport(world, admin.token, checked.importId)
  assert.deepEqual([done.status, done.added, done.rejected], ['applied', 2, 6])
  const state = await world.ask(calls.getTransferClassProgress, { importId: checked.importId }, admin.token)
  assert.deepEqual([state.status, state.total, state.moved, state.refused], ['done', 8, 2, 6])
  assert.deepEqual(
    [
      await openIn(joined, one.accountId),
      await openIn(joined, other.accountId),
      await openIn(joined, two.accountId),
    ],
    [1, 1, 0],
  )
  const { list } = await world.ask(calls.queryTransferClassRecord, {}, admin.token)
  assert.deepEqual(list.map((record) => record.reason).toSorted(), ['换岗', '调岗'])
  const errors = await downloaded(world, admin.token, importCalls.exportError.path, {
    importId: checked.importId,
  })
  assert.equal(cellsOf(errors.bytes).length, 7)
  const again = await checkedImport(world, admin.token, input, file([one.name, one.card, from, to, '换岗']))
  assert.deepEqual([again.fresh, again.bad], [0, 1])
})

test('a checked row moves into the class that was checked at the price that was shown, or nobody', async () => {
  const left = await aClass(world, portal, { price: 0 })
  const joined = await aClass(world, portal, { name: '核对过的班', price: 0 })
  const other = await aClass(world, portal, { name: '别的班', price: 0 })
  const [one, two] = [await person(left, '吴一'), await person(left, '吴二')]
  const row = ({ name, card }: { name: string; card: string }) => [name, card, '', '核对过的班', '换岗']
  const first = await checkedImport(world, admin.token, input, file(row(one)))
  await world.db`update train_classes set name = '改过名的班' where id = ${joined.classId}`
  await world.db`update train_classes set name = '核对过的班' where id = ${other.classId}`
  await world.ask(calls.transferClass, { importId: first.importId }, admin.token)
  assert.equal((await settledImport(world, admin.token, first.importId)).added, 1)
  assert.deepEqual([await openIn(joined, one.accountId), await openIn(other, one.accountId)], [1, 0])

  const second = await checkedImport(world, admin.token, input, file(row(two)))
  await world.db`update train_classes set price = 500, original_price = 500 where id = ${other.classId}`
  const { list } = await world.ask(importCalls.findRows, { importId: second.importId }, admin.token)
  assert.match(list[0]!.effect!.zh, /差价 ¥0\.00$/, 'the price that was checked')
  await world.ask(calls.transferClass, { importId: second.importId }, admin.token)
  const done = await settledImport(world, admin.token, second.importId)
  assert.deepEqual([done.added, done.rejected], [0, 1])
  const [[, why]] = (await reasonsOf(world, admin.token, second.importId)) as [[number, string]]
  assert.match(why, /差价现在是 ¥\+5\.00，检查时是 ¥0\.00/)
  assert.equal(await openIn(left, two.accountId), 1)
})

test('classes are found by names and codes as people type them', async () => {
  const left = await aClass(world, portal, { name: '初级（护理）班·一期' })
  const joined = await aClass(world, portal, { name: 'ICU 专科班（二）' })
  const people = [await person(left, '钱一'), await person(left, '钱二'), await person(left, '钱三')]
  const [from, to] = [await codeOf(left), await codeOf(joined)]
  const wide = (text: string) =>
    text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)).toLowerCase()
  const named = [
    ['初级 (护理) 班•一期', 'icu专科班(二)'],
    [wide(from), wide(to)],
    [` ${from.toLowerCase()} `, 'ＩＣＵ　专科班（二）'],
  ]
  const sheet = file(...people.map(({ name, card }, at) => [name, card, ...named[at]!, '换岗']))
  const { fresh, importId } = await checkedImport(world, admin.token, input, sheet)
  assert.deepEqual([fresh, await reasonsOf(world, admin.token, importId)], [3, []])
  await world.ask(calls.transferClass, { importId }, admin.token)
  assert.equal((await settledImport(world, admin.token, importId)).added, 3)
})

test('a row that changed after the check is refused with the reason, and the rows after it are moved', async () => {
  const left = await aClass(world, portal)
  const joined = await aClass(world, portal)
  const [one, two] = [await person(left, '孙丽'), await person(left, '周杰')]
  const [from, to] = [await codeOf(left), await codeOf(joined)]
  const sheet = file([one.name, one.card, from, to, '换岗'], [two.name, two.card, from, to, '换岗'])
  const checked = await checkedImport(world, admin.token, input, sheet)
  assert.equal(checked.fresh, 2)
  await world.db`update enrolments set suspended_by = 'check' where id = ${one.enrolmentId}`
  await world.ask(calls.transferClass, { importId: checked.importId }, admin.token)
  const done = await settledImport(world, admin.token, checked.importId)
  assert.deepEqual([done.added, done.rejected], [1, 1])
  assert.deepEqual([await openIn(joined, one.accountId), await openIn(joined, two.accountId)], [0, 1])
})

test('a unit’s manager moves the unit’s own people alone', async () => {
  const left = await aClass(world, portal, { price: 0 })
  const joined = await aClass(world, portal, { price: 0 })
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const [own, foreign] = [await person(left, '吴刚', unitId), await person(left, '郑爽')]
  const [from, to] = [await codeOf(left), await codeOf(joined)]
  const sheet = file([own.name, own.card, from, to, '换岗'], [foreign.name, foreign.card, from, to, '换岗'])
  const checked = await checkedImport(world, manager.token, input, sheet)
  assert.deepEqual([checked.fresh, checked.bad], [1, 1])
  await world.ask(calls.transferClass, { importId: checked.importId }, manager.token)
  assert.equal((await settledImport(world, manager.token, checked.importId)).added, 1)
  const other = await anAccount(world, portal, { role: 'unit', unitId: await aUnit(world, portal.projectId) })
  const asked = await world.call(calls.transferClass, { importId: checked.importId }, other.token)
  assert.equal(asked.respCode, 404)
})

test('a unit moves its people into no dearer class and into none without an exam, however little that is', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const free = await aClass(world, portal, { price: 0 })
  const dear = await aClass(world, portal, { price: 1 })
  const examined = { ...free, ...(await aSittableExam(world, portal)) }
  for (const [from, to, why] of [
    [free, dear, /差价是 ¥0\.01，单位不能减免；请为这名学员下单/],
    [examined, free, /不再考试，单位不能决定/],
  ] as const) {
    const learner = await aLearner(world, portal, { name: '冯远', unitId })
    const id = await anEnrolment(world, portal, { ...learner, classId: from.classId })
    const preview = async (by: BuiltAccount) => {
      const ask = { enrolmentIds: [id], classId: to.classId }
      return (await world.ask(calls.previewTransferClass, ask, by.token)).rows[0]!.problem
    }
    assert.match((await preview(manager))!.zh, why)
    assert.equal(await preview(admin), null)
    const [row] = await world.db`select card_sealed from students where account_id = ${learner.accountId}`
    const card = world.app.secrets.open('students.card', learner.accountId, row!.cardSealed as Buffer)
    const sheet = file(['冯远', card, '', await codeOf(to), '换岗'])
    assert.equal((await checkedImport(world, manager.token, input, sheet)).bad, 1)
    await world.ask(calls.transferClass, { ids: [id], classId: to.classId, reason: '换岗' }, manager.token)
    await world.portal.drainJobs()
    assert.equal(await openIn(to, learner.accountId), 0)
  }
})

test('a unit moves its people into no class that it may not buy, whatever it costs', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const manager = await anAccount(world, portal, { role: 'unit', unitId })
  const [left, joined] = [
    await aClass(world, portal, { price: 0 }),
    await aClass(world, portal, { price: 0 }),
  ]
  await haveTerms(world, unitId, { categoryIds: [left.categoryId] })
  const { accountId } = await aLearner(world, portal, { unitId })
  const id = await anEnrolment(world, portal, { accountId, classId: left.classId })
  const problem = async (by: BuiltAccount) => {
    const ask = { enrolmentIds: [id], classId: joined.classId }
    return (await world.ask(calls.previewTransferClass, ask, by.token)).rows[0]!.problem
  }
  assert.match((await problem(manager))!.zh, /您的单位现在不能为学员购买/)
  assert.equal(await problem(admin), null)
  const move = { ids: [id], classId: joined.classId, reason: '换岗' }
  await world.ask(calls.transferClass, move, manager.token)
  await world.portal.drainJobs()
  assert.equal(await openIn(joined, accountId), 0)
})

test('what a file moves to dearer classes counts for who sent it, and its check says so', async () => {
  await changeLimits(world, portal.projectId, { freeAmountADay: 100 })
  const left = await aClass(world, portal, { price: 4000 })
  const joined = await aClass(world, portal, { price: 8000 })
  const people = [await person(left, '周一'), await person(left, '周二'), await person(left, '周三')]
  const to = await codeOf(joined)
  const sheet = (some: typeof people) => file(...some.map(({ name, card }) => [name, card, '', to, '换岗']))
  const sender = await anAccount(world, portal, { role: 'admin' })
  const checked = await checkedImport(world, sender.token, input, sheet(people))
  assert.deepEqual([checked.fresh, checked.bad], [1, 2])
  const [, why] = (await reasonsOf(world, sender.token, checked.importId))[0]!
  assert.match(String(why), /差价是 ¥80\.00/)
  await world.ask(calls.transferClass, { importId: checked.importId }, sender.token)
  assert.equal((await settledImport(world, sender.token, checked.importId)).added, 1)
  const again = await checkedImport(world, sender.token, input, sheet(people.slice(1)))
  assert.deepEqual([again.fresh, again.bad], [0, 2])
})

test('the review of a file says of each good row what a preview says of ticked learners', async () => {
  await changeLimits(world, portal.projectId, { freeAmountADay: 20_000 })
  const left = await aClass(world, portal, { price: 6000, courses: [{ videos: [600, 400] }] })
  const joined = await aClass(world, portal, {
    price: 4500,
    known: [left.courses[0]!],
    courses: [{ videos: [1000] }],
  })
  const [one, two] = [await person(left, '王芳'), await person(left, '李强')]
  await watchedAll(world, one.enrolmentId, [left.courses[0]!.itemIds[0]!])
  await world.db`update enrolments set progress = 6000 where id = ${one.enrolmentId}`
  const enrolmentIds = [one.enrolmentId, two.enrolmentId]
  const { rows } = await world.ask(
    calls.previewTransferClass,
    { enrolmentIds, classId: joined.classId },
    admin.token,
  )
  assert.deepEqual(
    rows.map((row) => [row.carriedSeconds, row.progressBefore, row.progressAfter, row.priceDifference]),
    [
      [600, 6000, 3000, 4500],
      [0, 0, 0, 4500],
    ],
  )
  const [from, to] = [await codeOf(left), await codeOf(joined)]
  const sheet = file(
    [one.name, one.card, from, to, '换岗'],
    [two.name, two.card, from, to, '换岗'],
    ['王芳', anIdCard(78), from, to, '换岗'],
  )
  const { importId } = await checkedImport(world, admin.token, input, sheet)
  const { list } = await world.ask(importCalls.findRows, { importId }, admin.token)
  assert.deepEqual(
    list.map(({ effect }) => effect?.zh ?? null),
    [
      '带入 1 个视频，0:10:00；进度 60% → 30%；差价 ¥+45.00',
      '没有相同的视频；进度 0% → 0%；差价 ¥+45.00',
      null,
    ],
  )
  assert.equal(list[0]!.effect!.en, '1 video carried, 0:10:00; progress 60% → 30%; price difference ¥+45.00')
  assert.equal(list[2]!.problems.length, 1)
})
