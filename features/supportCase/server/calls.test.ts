import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { linkAccounts } from '../../../test/build/link.ts'
import { closedUnits } from '../../../test/build/unit.ts'
import { countedRows } from '../../../contract/paging.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { race } from '../../../test/race.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { completeCalls } from '../../student/complete/contract.ts'
import { type Change, correctionCalls } from '../../correction/contract.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { supportCaseCalls as calls } from '../contract.ts'

const menus = ['/customer/exception-register', '/student-manage/student']
const reason = '工作调动，单位证明已核对'
let world: World
let portal: BuiltPortal
let admin: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  admin = await anAccount(world, portal, { role: 'admin' })
})

const unitsOf = async (accountId: string) => {
  const [row] = await world.db`
    select a.unit_id as account, s.unit_id as profile from accounts a join students s on s.account_id = a.id
    where a.id = ${accountId}`
  return [row!.account, row!.profile]
}

test('learners without a unit, in a closed one or with another in their profile stand in the register', async () => {
  const own = await aPortal(world, { menus })
  const keeper = await anAccount(world, own, { role: 'admin' })
  const closed = await aUnit(world, own.projectId)
  const [none, inClosed, differs] = [
    await aLearner(world, own),
    await aLearner(world, own, { unitId: closed }),
    await aLearner(world, own),
  ]
  await aLearner(world, own)
  await world.db`update units set status = 'disabled' where id = ${closed}`
  await world.db`update accounts set unit_id = null where id = ${none.accountId}`
  await world.db`update students set unit_id = null where account_id in (${none.accountId}, ${differs.accountId})`
  const { list, total } = await world.ask(calls.queryUnitIssues, {}, keeper.token)
  assert.equal(total, 3)
  assert.deepEqual(
    list.map((row) => [row.id, row.issue]),
    [
      [differs.accountId, 'differs'],
      [inClosed.accountId, 'closed'],
      [none.accountId, 'none'],
    ],
  )
  const only = await world.ask(calls.queryUnitIssues, { issue: 'closed' }, keeper.token)
  assert.deepEqual(
    only.list.map((row) => row.id),
    [inClosed.accountId],
  )
})

test('learners beyond those that the list counts are gone on to, as the export does', async () => {
  const own = await aPortal(world, { menus })
  const keeper = await anAccount(world, own, { role: 'admin' })
  const pattern = await aLearner(world, own)
  const [oldest] = await world.db`
    with pattern as (select * from accounts where id = ${pattern.accountId}), made as (
      insert into accounts (project_id, role_id, login_name, user_name, password_hash)
      select project_id, role_id, login_name || n, '学员', '-' from pattern, generate_series(1, ${countedRows + 3}) n
      returning id)
    select id from made order by id desc offset ${countedRows - 1} limit 1`
  const { list } = await world.ask(
    calls.queryUnitIssues,
    { issue: 'none', after: oldest!.id as string, limit: 20 },
    keeper.token,
  )
  assert.equal(list.length, 3)
})

test('one click puts a learner into the right unit: account and profile, sessions ended, problem settled, undone in a day', async () => {
  const learner = await aLearner(world, portal)
  const { accountId } = learner
  const unitId = await aUnit(world, portal.projectId)
  const { id } = await world.ask(
    calls.register,
    { accountId, kind: 'unit', note: '学员称已调到新单位' },
    admin.token,
  )
  const { correctionId } = await world.ask(
    calls.saveAccountUnitId,
    { accountId, unitId, reason, exceptionId: id },
    admin.token,
  )
  assert.deepEqual(await unitsOf(accountId), [unitId, unitId])
  assert.equal((await world.call(completeCalls.getMyInfo, {}, learner.token)).respCode, 401)
  await world.ask(calls.register, { accountId, kind: 'other', note: '另一件事' }, admin.token)
  const { list } = await world.ask(calls.queryList, { id }, admin.token)
  assert.deepEqual(
    [list.length, list[0]!.id, list[0]!.status, list[0]!.correctionStatus],
    [1, id, 'resolved', 'applied'],
  )
  await world.ask(correctionCalls.undo, { id: correctionId, reason }, admin.token)
  assert.deepEqual(await unitsOf(accountId), [portal.unitId, portal.unitId])
  const same = await world.call(
    calls.saveAccountUnitId,
    { accountId, unitId: portal.unitId, reason },
    admin.token,
  )
  assert.deepEqual([same.respCode, same.field], [422, 'unitId'])
})

test('nobody is moved into a unit that is closed or out of sight, nor back into one', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const { accountId } = await aLearner(world, portal, { unitId })
  const move = (into: string) =>
    world.call(calls.saveAccountUnitId, { accountId, unitId: into, reason }, admin.token)
  for (const closed of await closedUnits(world, portal)) {
    const reply = await move(closed.unitId)
    assert.deepEqual([reply.respCode, reply.field], [422, 'unitId'])
    assert.match(reply.respDesc, closed.message)
  }
  assert.deepEqual(await unitsOf(accountId), [unitId, unitId])
  const { correctionId: id } = (await move(portal.unitId)).attribute
  await world.db`update units set status = 'disabled' where id = ${unitId}`
  const back = await world.call(correctionCalls.undo, { id, reason }, admin.token)
  assert.equal(back.respCode, 422)
  assert.match(back.respDesc, /已停用/)
  assert.deepEqual(await unitsOf(accountId), [portal.unitId, portal.unitId])
})

test('before the move the preview shows what continues and what stays', async () => {
  const { accountId } = await aLearner(world, portal)
  const unitId = await aUnit(world, portal.projectId)
  for (const source of ['free', 'batch'] as const) {
    const { classId } = await aClass(world, portal, { price: 0 })
    await anEnrolment(world, portal, { accountId, classId, source })
  }
  // By a sheet of the unit, and by name.
  for (const sourceId of [unitId, null]) {
    const { classId } = await aClass(world, portal, { price: 0 })
    const id = await anEnrolment(world, portal, { accountId, classId, source: 'import' })
    await world.db`update enrolments set source_id = ${sourceId} where id = ${id}`
  }
  const preview = await world.ask(calls.previewUnit, { accountId, unitId }, admin.token)
  assert.deepEqual([preview.live, preview.ofUnit, preview.unpaid], [4, 2, 0])
  assert.ok(preview.from && preview.to && preview.from !== preview.to)
})

test('a problem is written down once, settled once, by the faster one, and opened again', async () => {
  const { accountId } = await aLearner(world, portal)
  const problem = { accountId, kind: 'hours', note: '线下讲座没有计入' } as const
  const { id } = await world.ask(calls.register, problem, admin.token)
  assert.equal((await world.call(calls.register, problem, admin.token)).respCode, 409)
  const second = await anAccount(world, portal, { role: 'admin' })
  const settle = (by: BuiltAccount, event: 'resolve' | 'dismiss' | 'reopen') =>
    world.call(calls.settle, { id, event, outcome: '已经处理' }, by.token)
  const replies = await race(
    world.db,
    (tx) => tx`select from exception_registers where id = ${id} for no key update`,
    () => settle(admin, 'resolve'),
    () => settle(second, 'dismiss'),
    () => settle(admin, 'resolve'),
  )
  assert.deepEqual(
    replies.map((reply) => reply.respCode).sort((a, b) => a - b),
    [200, 409, 409],
  )
  assert.deepEqual((await settle(second, 'reopen')).attribute, { status: 'open' })
  const silent = await world.call(calls.settle, { id, event: 'resolve' } as never, admin.token)
  assert.deepEqual([silent.respCode, silent.field], [422, 'outcome'])
})

test('a settled problem is not opened again beside another of its kind', async () => {
  const { accountId } = await aLearner(world, portal)
  const problem = { accountId, kind: 'hours', note: '线下讲座没有计入' } as const
  const { id } = await world.ask(calls.register, problem, admin.token)
  await world.ask(calls.settle, { id, event: 'resolve', outcome: '已经处理' }, admin.token)
  const later = await world.ask(calls.register, problem, admin.token)
  const reopen = () => world.call(calls.settle, { id, event: 'reopen', outcome: '还没有处理' }, admin.token)
  const refused = await reopen()
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /已有一条同类/)
  await world.ask(calls.settle, { id: later.id, event: 'dismiss', outcome: '重复登记' }, admin.token)
  assert.deepEqual((await reopen()).attribute, { status: 'open' })
})

test('notes, corrections and moves of one learner wait for one another, and none is lost', async () => {
  const { accountId } = await aLearner(world, portal)
  const unitId = await aUnit(world, portal.projectId)
  const problem = { accountId, kind: 'unit', note: '学员称已调到新单位' } as const
  const { id } = await world.ask(calls.register, problem, admin.token)
  const change = { kind: 'unit', unitId: await aUnit(world, portal.projectId) } as const
  const note = () => world.call(calls.addNote, problem, admin.token)
  const replies = await race(
    world.db,
    (tx) => tx`select from accounts where id = ${accountId} for no key update`,
    note,
    note,
    note,
    () => world.call(calls.correct, { id, change, reason }, admin.token),
    () => world.call(calls.saveAccountUnitId, { accountId, unitId, reason, exceptionId: id }, admin.token),
    note,
  )
  const codes = replies.map(({ respCode }) => respCode)
  assert.deepEqual(
    codes.filter((code) => code !== 200 && code !== 409),
    [],
  )
  assert.equal(codes.filter((code) => code === 200).length >= 5, true)
})

test('proposing a correction puts its issue into correction in one step; it waits again once the correction does not', async () => {
  const second = await anAccount(world, portal, { role: 'admin' })
  const { accountId } = await aLearner(world, portal)
  const problem = { accountId, kind: 'hours', note: '线下讲座没有计入' } as const
  const { id } = await world.ask(calls.register, problem, admin.token)
  const line = { kind: 'hours', year: yearFromNow(), classType: 'public', attribute: 'required' } as const
  const change = { ...line, hoursTenths: 60, title: '线下讲座补录' }
  const correct = (by: BuiltAccount, more: { change?: Change } = {}) =>
    world.call(calls.correct, { id, change, reason, ...more }, by.token)
  const now = async () => {
    const [row] = (await world.ask(calls.queryList, { id }, admin.token)).list
    const waits = (await world.ask(calls.queryList, { id, waiting: true }, admin.token)).total === 1
    const work = await world.ask(workQueueCalls.findMine, {}, admin.token)
    const count = work.find(({ code }) => code === 'exception.settle')?.count ?? 0
    const all = await world.ask(calls.queryList, { waiting: true }, admin.token)
    assert.equal(count, all.total, 'the work counts what the list shows')
    return [row!.status, row!.correctionStatus, waits]
  }
  assert.deepEqual(await now(), ['open', null, true])
  const refused = await correct(admin, { change: { ...change, classType: '没有的类型' } })
  assert.deepEqual([refused.respCode, refused.field], [422, 'change.classType'])
  assert.deepEqual(await now(), ['open', null, true], 'what is refused leaves the issue open')
  const proposed = (await correct(admin)).attribute
  assert.equal(proposed.status, 'proposed')
  assert.deepEqual(await now(), ['correcting', 'proposed', false])
  assert.equal((await correct(second)).respCode, 409, 'one correction at a time')
  await world.ask(correctionCalls.reject, { id: proposed.id, reason: '签到表不符' }, second.token)
  assert.deepEqual(await now(), ['correcting', 'rejected', true])
  const again = (await correct(admin)).attribute
  assert.deepEqual(await now(), ['correcting', 'proposed', false])
  await world.ask(correctionCalls.approve, { id: again.id }, second.token)
  assert.deepEqual(await now(), ['correcting', 'applied', true])
  const [{ outcome, logged } = {}] = await world.db`
    select r.outcome, (select l.reason from operation_logs l
      where l.subject_id = ${accountId} and l.action = 'exception.settle' order by l.id desc limit 1) as logged
    from exception_registers r where r.id = ${id}`
  assert.deepEqual([outcome, logged], [null, null], 'the correction says it; no sentence of a page is stored')
  await world.ask(calls.settle, { id, event: 'resolve', outcome: '已补录' }, admin.token)
  assert.deepEqual(await now(), ['resolved', 'applied', false])
  assert.equal((await correct(admin)).respCode, 409, 'a settled one is opened again first')
  const [count] = await world.db`
    select count(*)::int as n from corrections where account_id = ${accountId}`
  assert.equal(count!.n, 2, 'what is refused leaves no correction')
})

test('out of scope, without the button, a foreign unit or problem: refused alike', async () => {
  const learner = await aLearner(world, portal)
  const { accountId } = learner
  const unitId = await aUnit(world, portal.projectId)
  const abroad = await anAccount(world, await aPortal(world, { menus }), { role: 'admin' })
  const bare = await anAccount(world, await aPortal(world, { menus, buttons: [] }), { role: 'admin' })
  await world.db`update roles set menus = (select menus from roles where id = ${portal.roles.admin}) where id = ${portal.roles.unit}`
  const manager = await anAccount(world, portal, { role: 'unit' })
  const save = async (token: string | null, input: object = {}) =>
    (await world.call(calls.saveAccountUnitId, { accountId, unitId, reason, ...input }, token)).respCode
  assert.equal(await save(null), 401)
  assert.equal(await save(learner.token), 403)
  assert.equal(await save(bare.token), 403)
  assert.equal(await save(abroad.token), 404)
  assert.equal(await save(manager.token), 422, 'a unit manager moves nobody out of sight')
  const foreign = await aUnit(world, (await aPortal(world)).projectId)
  assert.equal(await save(admin.token, { unitId: foreign }), 422)
  assert.equal(await save(admin.token, { reason: '调' }), 422)
  const { id } = await world.ask(
    calls.register,
    { accountId: (await aLearner(world, portal)).accountId, kind: 'unit', note: '单位写错了' },
    admin.token,
  )
  assert.equal(await save(admin.token, { exceptionId: id }), 404, 'another’s problem is not settled with it')
  assert.deepEqual(await unitsOf(accountId), [portal.unitId, portal.unitId])
  assert.equal((await world.ask(calls.queryList, {}, abroad.token)).total, 0)
  assert.equal((await world.ask(calls.queryUnitIssues, {}, abroad.token)).total, 0)
})

test('issues and corrections are found by a part of the name, not by letters of it in another order', async () => {
  const own = await aPortal(world, { menus })
  const keeper = await anAccount(world, own, { role: 'admin' })
  const line = { kind: 'hours', year: yearFromNow(), classType: 'public', attribute: 'required' } as const
  for (const name of ['明小明', '欧小明小']) {
    const { accountId } = await aLearner(world, own, { name })
    const change = { ...line, hoursTenths: 10, title: '讲座补录' }
    await world.ask(calls.register, { accountId, kind: 'other', note: '姓名有误' }, keeper.token)
    await world.ask(correctionCalls.propose, { accountId, change, reason }, keeper.token)
  }
  for (const list of [calls.queryList, correctionCalls.findPageList]) {
    const found = async (keyword: string) =>
      (await world.ask(list, { keyword }, keeper.token)).list.map(({ realName }) => realName).sort()
    assert.deepEqual(await found('小明小'), ['欧小明小'])
    assert.deepEqual(await found('小明'), ['明小明', '欧小明小'])
    assert.deepEqual(await found('欧'), ['欧小明小'])
  }
})

test('issues of a learner without a profile are found by the name that the list shows', async () => {
  const own = await aPortal(world, { menus })
  const keeper = await anAccount(world, own, { role: 'admin' })
  const { accountId } = await anAccount(world, own, { role: 'learner', userName: '司马无档' })
  await world.ask(calls.register, { accountId, kind: 'other', note: '资料没有填写' }, keeper.token)
  for (const keyword of ['无档', '司']) {
    const { list } = await world.ask(calls.queryList, { keyword }, keeper.token)
    assert.deepEqual(
      list.map(({ realName }) => realName),
      ['司马无档'],
    )
  }
})

test('whose account and profile part stands in the register, whichever of them moves', async () => {
  const own = await aPortal(world, { menus })
  const keeper = await anAccount(world, own, { role: 'admin' })
  const { accountId } = await aLearner(world, own)
  const elsewhere = await aUnit(world, own.projectId)
  const doubted = async () =>
    (await world.ask(calls.queryUnitIssues, { issue: 'differs' }, keeper.token)).list.map(({ id }) => id)
  assert.deepEqual(await doubted(), [])
  await world.db`update accounts set unit_id = ${elsewhere} where id = ${accountId}`
  assert.deepEqual(await doubted(), [accountId])
  await world.db`update students set unit_id = ${elsewhere} where account_id = ${accountId}`
  assert.deepEqual(await doubted(), [])
  await world.db`update students set unit_id = ${own.unitId} where account_id = ${accountId}`
  assert.deepEqual(await doubted(), [accountId])
  await world.db`update accounts set unit_id = ${own.unitId} where id = ${accountId}`
  assert.deepEqual(await doubted(), [])
})

test('a number in a note, an outcome or a reason is masked before anything is stored', async () => {
  const learner = await aLearner(world, portal)
  const { id } = await world.ask(
    calls.register,
    {
      accountId: learner.accountId,
      kind: 'other',
      note: '学员电话139 1234 5678，身份证“110101199003070038”。',
    },
    admin.token,
  )
  await world.ask(calls.settle, { id, event: 'resolve', outcome: '已联系：+86-139-1234-5678' }, admin.token)
  const rows = await world.db`
    select note as text from exception_registers where id = ${id}
    union all select outcome from exception_registers where id = ${id}
    union all select reason from operation_logs where subject_id = ${learner.accountId} and action like 'exception.%'`
  const texts = rows.map((row) => row.text as string).sort()
  const [note, outcome] = ['学员电话139 **** 5678，身份证“1101**********0038”。', '已联系：+86-139-****-5678']
  assert.deepEqual(texts, [note, note, outcome, outcome].sort())
})

test('nobody settles a problem of their own record, in whichever account they learn', async () => {
  const learner = await aLearner(world, portal)
  const staff = await anAccount(world, portal, { role: 'admin' })
  await linkAccounts(world, staff, learner)
  const note = '照片与本人是否一致，请人工核对'
  const problem = { accountId: learner.accountId, kind: 'face', note } as const
  const { id } = await world.ask(calls.register, problem, staff.token)
  const settle = (by: BuiltAccount) =>
    world.call(calls.settle, { id, event: 'resolve', outcome: '一致' }, by.token)
  const refused = await settle(staff)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, approvalRefusals.ownRecord.zh])
  assert.deepEqual((await settle(admin)).attribute, { status: 'resolved' })
})
