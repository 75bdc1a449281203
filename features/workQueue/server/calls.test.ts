import assert from 'node:assert/strict'
import { before, mock, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { checkedImport } from '../../../test/build/import.ts'
import { aSittableExam } from '../../../test/build/exam.ts'
import { aLearner, anAccount, aPortal, aUnit, type BuiltPortal } from '../../../test/build/portal.ts'
import { aPerson, aRosterFile } from '../../../test/build/roster.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { attemptCalls } from '../../exam/attempt/contract.ts'
import { supportCaseCalls } from '../../supportCase/contract.ts'
import { workQueueCalls } from '../contract.ts'

const register = '/customer/exception-register'
const menus = [
  register,
  `${register}#correct`,
  `${register}#approve`,
  '/student-manage/student',
  '/student-manage/student#import',
  '/train-manage/study-report',
  '/train-manage/study-report#review',
]
let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
})

const hours = {
  kind: 'hours' as const,
  year: yearFromNow(),
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

test('all kinds of work are counted by one statement, however many there are', async () => {
  const admin = await anAccount(world, portal, { role: 'admin' })
  const statements = new Set<object>()
  const query = Object.getPrototypeOf(world.db`select 1`) as { handle(): Promise<unknown> }
  const { handle } = query
  mock.method(query, 'handle', function (this: object) {
    statements.add(this)
    return handle.call(this)
  })
  // The fewest of several: what the program does by itself meanwhile is counted as well.
  const counts = []
  for (let run = 0; run < 6; run++) {
    statements.clear()
    assert.ok(Object.keys(await workOf(admin.token)).length > 2)
    counts.push(statements.size)
  }
  mock.restoreAll()
  // The session, its permissions, and what waits.
  assert.ok(Math.min(...counts) > 0 && Math.min(...counts) <= 3, `${Math.min(...counts)} statements`)
})

test('a claim shows colleagues who is at work, until it is released, settled or a quarter of an hour has passed', async () => {
  const own = await aPortal(world, { menus: [register, '/student-manage/student'] })
  const [one, other] = [
    await anAccount(world, own, { role: 'admin', userName: '张三' }),
    await anAccount(world, own, { role: 'admin', userName: '李四' }),
  ]
  const code = 'exception.settle'
  const { accountId } = await aLearner(world, own)
  const problem = { accountId, kind: 'hours', note: '学时少了一节' } as const
  const { id } = await world.ask(supportCaseCalls.register, problem, one.token)
  const claimedBy = async (by = other) =>
    (await world.ask(workQueueCalls.findClaims, { code }, by.token)).map(
      ({ name, own: mine }) => `${name} ${mine}`,
    )
  const claim = (by: typeof one) => world.call(workQueueCalls.claim, { code, id }, by.token)
  assert.deepEqual(await claimedBy(), [])
  const replies = await Promise.all([claim(one), claim(other), claim(one), claim(other)])
  assert.equal(new Set(replies.map(({ attribute }) => attribute.name)).size, 1, 'one of two has it')
  for (const by of [one, other]) await world.ask(workQueueCalls.release, { code, id }, by.token)
  assert.deepEqual(await claimedBy(), [])

  await claim(one)
  assert.deepEqual([await claimedBy(), await claimedBy(one)], [['张三 false'], ['张三 true']])
  assert.deepEqual((await claim(other)).attribute.name, '张三')
  await world.ask(workQueueCalls.release, { code, id }, other.token)
  assert.deepEqual(await claimedBy(), ['张三 false'], 'only one’s own is released')
  await world.db`update work_claims set seen_at = moment() - interval '14 minutes' where item_id = ${id}`
  await claim(one)
  await world.db`update work_claims set seen_at = seen_at - interval '14 minutes 50 seconds' where item_id = ${id}`
  assert.deepEqual(await claimedBy(), ['张三 false'])
  await world.db`update work_claims set seen_at = seen_at - interval '10 seconds' where item_id = ${id}`
  assert.deepEqual(await claimedBy(), [])
  assert.deepEqual((await claim(other)).attribute.name, '李四')

  // It is no lock: the other one settles it, and then nobody is at it.
  await world.ask(supportCaseCalls.settle, { id, event: 'resolve', outcome: '已补' }, one.token)
  assert.deepEqual(await claimedBy(one), [])
  assert.equal((await claim(other)).respCode, 404)
})

test('nobody claims or sees a claim of what does not wait for them', async () => {
  const own = await aPortal(world, { menus: [register, '/student-manage/student'] })
  const beside = await aUnit(world, own.projectId)
  const admin = await anAccount(world, own, { role: 'admin' })
  const manager = await anAccount(world, own, { role: 'unit' })
  const { accountId, token } = await aLearner(world, own, { unitId: beside })
  const problem = { accountId, kind: 'exam', note: '成绩没有显示' } as const
  const { id } = await world.ask(supportCaseCalls.register, problem, admin.token)
  const item = { code: 'exception.settle', id }
  for (const by of [manager.token, token]) {
    assert.equal((await world.call(workQueueCalls.claim, item, by)).respCode, 404)
  }
  assert.equal(
    (await world.call(workQueueCalls.claim, { ...item, code: 'nothing' }, admin.token)).respCode,
    404,
  )
  const [{ count }] =
    (await world.db`select count(*)::int as count from work_claims where item_id = ${id}`) as [
      { count: number },
    ]
  assert.equal(count, 0)
  await world.ask(workQueueCalls.claim, item, admin.token)
  assert.deepEqual(await world.ask(workQueueCalls.findClaims, { code: item.code }, manager.token), [])
})

test('learners without a unit or in a disabled one wait for those who may move them, as their list counts them', async () => {
  const own = await aPortal(world, { menus: [register] })
  const admin = await anAccount(world, own, { role: 'admin' })
  const closed = await aUnit(world, own.projectId)
  for (const unitId of [null, null, closed]) {
    const { accountId } = await aLearner(world, own)
    await world.db`update accounts set unit_id = ${unitId} where id = ${accountId}`
  }
  await world.db`update units set status = 'disabled' where id = ${closed}`
  assert.deepEqual(await countsOf(admin.token), { 'unit.none': 2, 'unit.closed': 1 })
  for (const [issue, count] of [
    ['none', 2],
    ['closed', 1],
  ] as const) {
    assert.equal((await world.ask(supportCaseCalls.queryUnitIssues, { issue }, admin.token)).total, count)
  }
  const manager = await anAccount(world, own, { role: 'unit' })
  assert.deepEqual(await countsOf(manager.token), {})
})

test('an attempt with essays waits for those who mark, with the way to its class', async () => {
  const own = await aPortal(world, { menus: ['/train-manage/class', '/resource-manage/add-question'] })
  const admin = await anAccount(world, own, { role: 'admin' })
  const { classId, examId } = await aSittableExam(world, own)
  const learner = await aLearner(world, own)
  await anEnrolment(world, own, { accountId: learner.accountId, classId })
  await world.ask(attemptCalls.goClassExam, { examId }, learner.token)
  await world.db`
    update exam_attempts set status = 'marking', submitted_at = started_at, submit_reason = 'learner'
    where exam_id = ${examId}`
  const { 'exam.mark': waiting } = await workOf(admin.token)
  assert.deepEqual(
    [waiting!.count, waiting!.address],
    [1, `/train-manage/train-class-detail?tab=exam&id=${classId}`],
  )
  await world.db`update exam_attempts set status = 'voided' where exam_id = ${examId}`
  assert.deepEqual(await countsOf(admin.token), {})
})

test('what failed waits for the one who began it, until it is begun again or a week has passed', async () => {
  const admin = await anAccount(world, portal, { role: 'admin' })
  const input = { kind: 'roster', params: { unitId: portal.unitId } }
  const failing = async () => {
    const { importId } = await checkedImport(world, admin.token, input, aRosterFile([aPerson(2)]))
    await world.db`
      update imports set status = 'failed', problem = '{"code": "common.notAllowed", "values": {}}'
      where id = ${importId}`
    return importId
  }
  const importId = await failing()
  const aBatch = (status: string) => world.db`
    insert into batches (project_id, operator_id, role_id, scope_unit_id, path, input_sealed, job_id, status, problem)
    select project_id, id, role_id, unit_id, '/base/batch', '', new_id(), ${status},
      ${status === 'failed' ? world.db`'{"code": "common.notAllowed", "values": {}}'::jsonb` : null}
    from accounts where id = ${admin.accountId}`
  await aBatch('failed')
  const anExport = (status: string) => world.db`
    insert into list_exports (project_id, operator_id, role_id, scope_unit_id, path, language, job_id, status, filter_sealed, problem, file_name)
    select project_id, id, role_id, unit_id, '/base/list', 'zh', new_id(), ${status}, ${status === 'making' ? '' : null},
      ${status === 'failed' ? world.db`'{"code": "common.notAllowed", "values": {}}'::jsonb` : null}, '名单.xlsx'
    from accounts where id = ${admin.accountId}`
  await anExport('failed')
  const failed = ['import.roster.failed', 'batch.failed', 'export.failed']
  const work = await workOf(admin.token)
  assert.deepEqual(
    failed.map((code) => [work[code]?.count, work[code]?.address]),
    [
      [1, `/student-manage/student?import=${importId}`],
      [1, '/home/index?tasks=open'],
      [1, '/home/index?tasks=open'],
    ],
  )
  const colleague = await workOf((await anAccount(world, portal, { role: 'admin' })).token)
  assert.deepEqual(
    failed.filter((code) => code in colleague),
    [],
  )
  await failing()
  assert.equal((await workOf(admin.token))['import.roster.failed']!.count, 1, 'only the last one waits')
  await aBatch('cancelled')
  await anExport('cancelled')
  const still = await workOf(admin.token)
  assert.deepEqual(
    ['batch.failed', 'export.failed'].map((code) => still[code]?.count),
    [1, 1],
    'a cancelled one has not done the same',
  )
  await aBatch('done')
  await anExport('making')
  await world.db`update imports set created_at = created_at - interval '8 days' where operator_id = ${admin.accountId}`
  const later = await workOf(admin.token)
  assert.deepEqual(
    failed.filter((code) => code in later),
    [],
  )
})

test('news waits until its person has seen it; what failed later is news again', async () => {
  const [admin, colleague] = [
    await anAccount(world, portal, { role: 'admin' }),
    await anAccount(world, portal, { role: 'admin' }),
  ]
  const aFailure = (by: typeof admin) => world.db`
    insert into batches (project_id, operator_id, role_id, scope_unit_id, path, input_sealed, job_id, status, problem)
    select project_id, id, role_id, unit_id, new_id()::text, '', new_id(), 'failed', '{"code": "common.notAllowed", "values": {}}'
    from accounts where id = ${by.accountId}`
  const see = (code: string, by = admin) => world.call(workQueueCalls.see, { code }, by.token)
  const code = 'batch.failed'
  for (const by of [admin, admin, colleague]) await aFailure(by)
  assert.equal((await countsOf(admin.token))[code], 2)
  assert.equal((await see(code)).respCode, 200)
  assert.equal((await countsOf(admin.token))[code], undefined)
  assert.equal((await countsOf(colleague.token))[code], 1)
  await aFailure(admin)
  assert.equal((await countsOf(admin.token))[code], 1)
  for (const other of ['exception.settle', 'nothing']) assert.equal((await see(other)).respCode, 404, other)
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
