import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { checkedImport } from '../../../test/build/import.ts'
import { aLearner, anAccount, aPortal, aUnit, type BuiltPortal } from '../../../test/build/portal.ts'
import { aPerson, aRosterFile } from '../../../test/build/roster.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { workQueueCalls } from '../contract.ts'

const register = '/customer/exception-register'
const menus = [
  ...[register, `${register}#correct`, `${register}#approve`, '/student-manage/student'],
  ...['/student-manage/student#import', '/train-manage/study-report', '/train-manage/study-report#review'],
]
let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
})

const hours = {
  kind: 'hours' as const,
  year: 2026,
  classType: 'public',
  attribute: 'required' as const,
  hoursTenths: 10,
  title: '线下讲座补录',
}
const workOf = async (token: string) =>
  Object.fromEntries(
    (await world.ask(workQueueCalls.findMine, {}, token)).map((work) => [work.code, work] as const),
  )
const countsOf = async (token: string) =>
  Object.fromEntries(Object.values(await workOf(token)).map(({ code, count }) => [code, count]))

test('what waits is counted by kind, from the oldest on, as the page behind it lists it', async () => {
  const admin = await anAccount(world, portal, { role: 'admin' })
  const colleague = await anAccount(world, portal, { role: 'admin' })
  assert.deepEqual(await countsOf(admin.token), {})
  const { classId } = await aClass(world, portal, { price: 0, needReview: true })
  for (let i = 0; i < 2; i++) {
    const learner = await aLearner(world, portal)
    await world.ask(enrolmentCalls.applyMyClass, { classId }, learner.token)
    const issue = { accountId: learner.accountId, kind: 'hours', note: '学时少了一节' } as const
    await world.ask(supportCaseCalls.register, issue, colleague.token)
    await world.ask(
      correctionCalls.propose,
      { accountId: learner.accountId, change: hours, reason: '线下补学一节' },
      colleague.token,
    )
  }
  const work = await workOf(admin.token)
  assert.deepEqual(
    Object.values(work).map(({ code, count }) => [code, count]),
    [
      ['correction.settle', 2],
      ['enrolment.review', 2],
      ['exception.settle', 2],
    ],
  )
  const listed = await world.ask(supportCaseCalls.queryList, { status: 'open' }, admin.token)
  assert.equal(work['exception.settle']!.count, listed.total)
  assert.equal(work['exception.settle']!.since, listed.list.at(-1)!.createdAt)
  const applications = await world.ask(enrolmentCalls.findPortfolioPage, { status: 'applied' }, admin.token)
  assert.equal(work['enrolment.review']!.count, applications.total)
  assert.equal(work['enrolment.review']!.since, applications.list.at(-1)!.createdAt)
  const [first] = listed.list
  await world.ask(supportCaseCalls.settle, { id: first!.id, event: 'resolve', outcome: '已补' }, admin.token)
  assert.equal((await countsOf(admin.token))['exception.settle'], 1)
})

test('a unit manager has the work of the branch, a role without the call none, a learner none', async () => {
  const own = await aPortal(world, { menus: [register, '/student-manage/student'] })
  const beside = await aUnit(world, own.projectId)
  const admin = await anAccount(world, own, { role: 'admin' })
  const manager = await anAccount(world, own, { role: 'unit' })
  for (const unitId of [own.unitId, beside]) {
    const { accountId } = await aLearner(world, own, { unitId })
    await world.ask(supportCaseCalls.register, { accountId, kind: 'exam', note: '成绩没有显示' }, admin.token)
  }
  assert.deepEqual(await countsOf(admin.token), { 'exception.settle': 2 })
  assert.deepEqual(await countsOf(manager.token), { 'exception.settle': 1 })
  const other = await aPortal(world, { menus: ['/student-manage/student'] })
  assert.deepEqual(await countsOf((await anAccount(world, other, { role: 'admin' })).token), {})
  assert.deepEqual(await countsOf((await aLearner(world, own)).token), {})
})

test('an import waits for the one who began it, at its own address', async () => {
  const admin = await anAccount(world, portal, { role: 'admin' })
  const colleague = await anAccount(world, portal, { role: 'admin' })
  const input = { kind: 'roster', params: { unitId: portal.unitId } }
  const { importId } = await checkedImport(world, admin.token, input, aRosterFile([aPerson(1)]))
  const { 'import.roster': waiting } = await workOf(admin.token)
  assert.deepEqual([waiting!.count, waiting!.address], [1, `/student-manage/student?import=${importId}`])
  assert.equal((await workOf(colleague.token))['import.roster'], undefined)
})
