import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aTemplate } from '../../../test/build/certificate.ts'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { anExam, aSittableExam } from '../../../test/build/exam.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  changeSettings,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { enrolmentCalls } from '../../enrolment/contract.ts'
import { passIfComplete } from '../../enrolment/server/actions.ts'
import { examCalls } from '../../exam/contract.ts'
import { orderCalls } from '../../order/contract.ts'
import { giveAccess } from '../../account/server/actions.ts'
import { workQueueCalls } from '../../workQueue/contract.ts'
import { approvalCalls as calls } from '../contract.ts'
import { secondAbove } from '../rules.ts'
import { isSamePerson } from './actions.ts'
import { eraseProposals } from './erase.ts'

const page = '/customer/exception-register'
const own = ['/train-manage/study-report', '/order-manage/list', '/train-manage/class']
const reason = '线下集中培训，签到表已核对'
let world: World
let portal: BuiltPortal
/** Both may propose and approve. */
let chief: BuiltAccount
let second: BuiltAccount
/** Does what is proposed, but approves nothing. */
let clerk: BuiltAccount
/** May approve, but not perform any of the actions. */
let reviewer: BuiltAccount

async function staff(to: BuiltPortal, userName: string, menus: string[]): Promise<BuiltAccount> {
  const [role] = await world.db`
    insert into roles ${world.db({ projectId: to.projectId, roleName: userName, roleSystem: 1, menus })} returning id`
  const roles = { ...to.roles, admin: role!.id as string }
  return anAccount(world, { ...to, roles }, { role: 'admin', userName })
}

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [page, ...own] })
  chief = await anAccount(world, portal, { role: 'admin', userName: '主管' })
  second = await anAccount(world, portal, { role: 'admin', userName: '复核' })
  clerk = await staff(portal, '教务', [...own, '/train-manage/study-report#pass', '/order-manage/list#free'])
  reviewer = await staff(portal, '审批', [page, `${page}#approve`])
})

const approve = (id: string, by = chief) => world.call(calls.approve, { id }, by.token)
const one = async (id: string, by = chief) => (await world.ask(calls.findPageList, { id }, by.token)).list[0]
const rolls = async (id: string) =>
  world.db`
    select action, actor_id from operation_logs
    where action like 'approval.%' and after->>'approvalId' = ${id} order by id`

async function aFullClass(count: number, classId?: string) {
  const built = classId ? { classId } : await aClass(world, portal, { price: 0 })
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const learner = await aLearner(world, portal, { name: `学员${String.fromCodePoint(0x4e00 + n)}` })
    ids.push(await anEnrolment(world, portal, { ...learner, ...built }))
  }
  return { ...built, ids }
}
const statuses = async (ids: string[]) => {
  const rows = await world.db`
    select status, count(*)::int as n from enrolments where id = any(${ids}::uuid[]) group by 1 order by 1`
  return Object.fromEntries(rows.map((row) => [row.status as string, row.n as number]))
}
const pass = (ids: string[], by = clerk) =>
  world.call(enrolmentCalls.passBatchClass, { ids, reason }, by.token)

test('ten are passed by one person; eleven wait for a second, who reads names and count', async () => {
  const ten = await aFullClass(secondAbove)
  const alone = (await pass(ten.ids)).attribute
  assert.deepEqual([alone.succeeded.length, alone.approvalId], [secondAbove, undefined])
  const { ids } = await aFullClass(secondAbove + 1)
  const { attribute } = await pass(ids)
  assert.deepEqual([attribute.succeeded, attribute.failed], [[], []])
  const id = attribute.approvalId!
  assert.deepEqual(await statuses(ids), { active: 11 }, 'a proposal passes nobody')
  assert.equal((await pass([...ids].reverse(), chief)).respCode, 409, 'the same people wait once')
  const row = (await one(id, second))!
  assert.deepEqual([row.kind, row.count, row.names.length, row.status], ['passes', 11, 10, 'proposed'])
  assert.match(row.summary.zh, /11/)
  assert.match(row.names[0]!, /学员/)
  assert.deepEqual([row.proposed.name, row.reason], ['教务', reason])
  assert.deepEqual(row.steps, ['approve', 'reject'])
  assert.deepEqual((await one(id, clerk))!.steps, ['withdraw'])
  assert.equal((await approve(id, clerk)).respCode, 403)
  assert.equal((await approve(id, reviewer)).respCode, 404, 'who may not pass sees no passes')
  assert.deepEqual((await approve(id)).attribute, { status: 'applied', leftOut: [] })
  assert.deepEqual(await statuses(ids), { passed: 11 })
  assert.equal((await approve(id, second)).respCode, 409)
  assert.deepEqual(
    (await rolls(id)).map(({ action, actorId }) => [action, actorId]),
    [
      ['approval.propose', clerk.accountId],
      ['approval.approve', chief.accountId],
      ['approval.apply', chief.accountId],
    ],
  )
})

test('the day’s passes of one person count together, one after the other or at once', async () => {
  const menus = [...own, '/train-manage/study-report#pass']
  const [one_, two] = [await staff(portal, '教务一', menus), await staff(portal, '教务二', menus)]
  assert.equal(
    (await pass((await aFullClass(secondAbove)).ids, one_)).attribute.succeeded.length,
    secondAbove,
  )
  const more = await aFullClass(1)
  assert.ok((await pass(more.ids, one_)).attribute.approvalId, 'the eleventh waits for a second person')
  const batches = [await aFullClass(secondAbove), await aFullClass(secondAbove)]
  const replies = await Promise.all(batches.map(({ ids }) => pass(ids, two)))
  const passed = await statuses(batches.flatMap(({ ids }) => ids))
  assert.equal(passed.passed, secondAbove)
  for (const { failed } of replies.map(({ attribute }) => attribute))
    for (const { reason: why } of failed) assert.match(why, /另一位同事/)
  await world.moveClock('1 day')
  const [three, four] = [await aFullClass(1), await staff(portal, '教务三', menus)]
  assert.equal((await pass(three.ids, four)).attribute.succeeded.length, 1)
  await world.moveClock('0')
})

test('undoing a pass restores the bar it overrode: nothing passes automatically again', async () => {
  const { ids } = await aFullClass(11)
  const [barred] = ids as [string]
  await world.db`
    update enrolments set bar_reason = '替考', study_done_at = moment(), progress = 10000 where id = ${barred}`
  const id = (await pass(ids)).attribute.approvalId!
  await approve(id)
  assert.deepEqual(await statuses(ids), { passed: 11 })
  assert.equal(
    (await world.call(calls.undo, { id, reason: '名单有误，重新核对' }, chief.token)).respCode,
    200,
  )
  assert.equal(await world.db.begin((tx) => passIfComplete(tx, barred)), false)
  assert.deepEqual(await statuses(ids), { active: 11 })
})

test('who may approve does not approve their own; the database itself holds it', async () => {
  const { ids } = await aFullClass(11)
  const id = (await pass(ids, chief)).attribute.approvalId!
  const refused = await approve(id)
  assert.equal(refused.respCode, 403)
  assert.match(refused.respDesc, /另一位/)
  await assert.rejects(
    world.db`
      update approvals set status = 'approved', decider_id = proposer_id, decided_at = moment() where id = ${id}`,
    /check/,
  )
  const replies = await Promise.all([second, chief, second, second].map((by) => approve(id, by)))
  assert.deepEqual(replies.map(({ respCode }) => respCode).filter((code) => code === 200).length, 1)
  assert.deepEqual(await statuses(ids), { passed: 11 })
})

test('a second account of one person is no second person', async () => {
  const { ids } = await aFullClass(11)
  const twin = await staff(portal, '主管', [
    page,
    `${page}#approve`,
    ...own,
    '/train-manage/study-report#pass',
  ])
  const id = (await pass(ids, chief)).attribute.approvalId!
  const link = { accountId: chief.accountId, linkedId: twin.accountId, proof: Buffer.from('proof') }
  await world.db`insert into account_links ${world.db(link)}`
  const refused = await approve(id, twin)
  assert.deepEqual([refused.respCode, /另一位/.test(refused.respDesc)], [403, true])
  assert.deepEqual((await one(id, twin))!.steps, ['withdraw'])
  assert.equal((await approve(id, second)).respCode, 200)
})

test('who gave access to an account lately is no second person beside it, through whatever hands', async () => {
  const menus = [
    page,
    `${page}#approve`,
    ...own,
    '/train-manage/study-report#pass',
    '/order-manage/list#free',
  ]
  const [giver, puppet, twin, far] = [
    await staff(portal, '甲', menus),
    await staff(portal, '乙', menus),
    await staff(portal, '丙', menus),
    await staff(portal, '丁', menus),
  ]
  const give = (by: BuiltAccount, to: BuiltAccount) =>
    world.db.begin((tx) => giveAccess(tx, by.accountId, to.accountId))
  await give(giver, puppet)
  await give(giver, twin)
  await give(twin, far)
  const answers = async (proposer: BuiltAccount, by: BuiltAccount[]) => {
    const { ids } = await aFullClass(11)
    const id = (await pass(ids, proposer)).attribute.approvalId!
    const codes = []
    for (const approver of by) codes.push((await approve(id, approver)).respCode)
    return codes
  }
  assert.deepEqual(await answers(puppet, [giver, twin, far, second]), [403, 403, 403, 200])
  assert.deepEqual(await answers(giver, [puppet, far, second]), [403, 403, 200])
  await world.db`
    update account_accesses set given_at = given_at - interval '8 days' where account_id = ${puppet.accountId}`
  assert.deepEqual(await answers(puppet, [giver]), [200])
  // A colleague who resets its password is one more hand, and washes nothing of the first.
  await give(giver, puppet)
  await give(second, puppet)
  assert.deepEqual(await answers(giver, [puppet]), [403])
  assert.deepEqual(await answers(puppet, [giver]), [403])
  assert.deepEqual(await answers(giver, [second]), [200])
  // Who gave access is one person in all of their accounts, and so is who got it.
  const link = (account: BuiltAccount, linked: BuiltAccount) =>
    world.db`insert into account_links ${world.db({ accountId: account.accountId, linkedId: linked.accountId, proof: Buffer.from('proof') })}`
  const [first, beside] = [await staff(portal, '戊', menus), await staff(portal, '己', menus)]
  await link(giver, first)
  await link(puppet, beside)
  assert.deepEqual(await answers(first, [puppet, beside]), [403, 403])
  assert.deepEqual(await answers(beside, [first, giver]), [403, 403])
})

test('learners whom somebody gave access count by themselves, and as one person with whom they are linked', async () => {
  const [giver, puppet] = [await staff(portal, '壬', own), await staff(portal, '癸', own)]
  const [learner, linked] = [await aLearner(world, portal), await aLearner(world, portal)]
  await world.db.begin((tx) => giveAccess(tx, giver.accountId, learner.accountId, linked.accountId))
  await world.db`
    insert into account_links ${world.db({ accountId: linked.accountId, linkedId: puppet.accountId, proof: Buffer.from('proof') })}`
  const [same] = await world.db<{ ids: string[] }[]>`select same_person(${giver.accountId}) as ids`
  const ids = [giver.accountId, linked.accountId, puppet.accountId]
  assert.deepEqual(same!.ids.toSorted(), ids.toSorted())
  const others = [learner, linked, puppet, giver, await aLearner(world, portal)]
  const counts = []
  for (const { accountId } of others) counts.push(await isSamePerson(world.db, giver, accountId))
  assert.deepEqual(counts, [true, true, true, true, false])
  assert.equal(await isSamePerson(world.db, giver, null), false)
})

test('whom somebody gave access reads and withdraws nothing of theirs by it, and the other way round', async () => {
  const passing = [page, ...own, '/train-manage/study-report#pass']
  const [giver, fresh] = [await staff(portal, '庚', passing), await staff(portal, '辛', [page, ...own])]
  const approver = await staff(portal, '子', [...passing, `${page}#approve`])
  for (const to of [fresh, approver])
    await world.db.begin((tx) => giveAccess(tx, giver.accountId, to.accountId))
  const { ids } = await aFullClass(11)
  const id = (await pass(ids, giver)).attribute.approvalId!
  const withdraw = async (by: BuiltAccount) => (await world.call(calls.withdraw, { id }, by.token)).respCode
  assert.equal(await one(id, fresh), undefined)
  assert.equal(await withdraw(fresh), 404)
  assert.deepEqual((await one(id, approver))!.steps, [], 'read by who approves such, and decided by others')
  assert.deepEqual([await withdraw(approver), (await approve(id, approver)).respCode], [403, 403])
  const offered = { status: 'proposed', own: false, limit: 50 } as const
  const { list } = await world.ask(calls.findPageList, offered, approver.token)
  assert.ok(list.every((row) => row.id !== id))
  assert.deepEqual((await one(id, giver))!.steps, ['withdraw'])
  assert.equal(await withdraw(giver), 200)
})

test('accounts of one person have one daily limit, which they do not raise for the same day', async () => {
  const menus = [page, ...own, '/order-manage/list#free']
  const other = await aPortal(world, { menus })
  const [giver, puppet] = [await staff(other, '甲', menus), await staff(other, '乙', menus)]
  await world.db.begin((tx) => giveAccess(tx, giver.accountId, puppet.accountId))
  const waived = async (by: BuiltAccount) => {
    const { classId } = await aClass(world, other, { price: 1000 })
    const learner = await aLearner(world, other)
    const { id: orderId } = await world.ask(
      orderCalls.saveOrder,
      { classIds: [classId], expectedAmount: 1000 },
      learner.token,
    )
    return (await world.ask(orderCalls.freeOrder, { orderId, reason }, by.token)) === null
  }
  await changeSettings(world, other.projectId, { freeOrdersADay: 2 })
  assert.deepEqual([await waived(giver), await waived(puppet), await waived(puppet)], [true, true, false])
  await changeSettings(world, other.projectId, { freeOrdersADay: 1000 })
  assert.equal(await waived(giver), false, 'raised a moment ago')
})

test('who changed since the proposal is left out by name; nobody left is refused', async () => {
  const { ids } = await aFullClass(12)
  const id = (await pass(ids)).attribute.approvalId!
  await world.db`update enrolments set status = 'failed' where id = ${ids[0]!}`
  await world.db`update enrolments set suspended_by = 'refund' where id = ${ids[1]!}`
  const { attribute } = await approve(id)
  assert.equal(attribute.status, 'applied')
  assert.equal(attribute.leftOut.length, 2)
  assert.ok(attribute.leftOut.some(({ zh }) => /已经变了/.test(zh)))
  assert.ok(attribute.leftOut.some(({ zh }) => /已暂停/.test(zh)))
  assert.deepEqual((await one(id))!.leftOut, attribute.leftOut)
  const [stored] = await world.db`select after->'leftOut' as left_out from approvals where id = ${id}`
  const reasons = (stored!.leftOut as { reason: object }[]).map(({ reason }) => reason)
  assert.equal(reasons.length, 2)
  for (const reason of reasons) assert.deepEqual(Object.keys(reason), ['code'], 'no sentence is stored')
  const old = [{ name: '甲', zh: '旧句', en: 'Old' }]
  await world.db`
    update approvals set after = jsonb_set(after, '{leftOut}', ${world.db.json(old)}) where id = ${id}`
  assert.deepEqual((await one(id))!.leftOut, old)
  assert.deepEqual(await statuses(ids), { active: 1, failed: 1, passed: 10 })
  const gone = await aFullClass(11)
  const late = (await pass(gone.ids)).attribute.approvalId!
  await world.db`update enrolments set status = 'failed' where id = any(${gone.ids}::uuid[])`
  const refused = await approve(late)
  assert.equal(refused.respCode, 409)
  assert.equal((await one(late))!.status, 'proposed')
  const offered = await world.ask(
    calls.findPageList,
    { status: 'proposed', own: false, kind: 'passes' },
    chief.token,
  )
  assert.ok(
    offered.list.every((row) => row.id !== late),
    'nobody is asked what can only be refused',
  )
})

test('passes are undone within a day by an approver, all or none; a printed certificate stops it', async () => {
  const { ids } = await aFullClass(11)
  const id = (await pass(ids)).attribute.approvalId!
  const [template, [{ classId }]] = [
    await aTemplate(world, portal.projectId),
    await world.db<[{ classId: string }]>`select class_id from enrolments where id = ${ids[0]!}`,
  ]
  await world.db`update train_classes set certificate_template_id = ${template} where id = ${classId}`
  await approve(id)
  const undo = (by = chief) => world.call(calls.undo, { id, reason: '名单有误，重新核对' }, by.token)
  assert.equal((await undo(clerk)).respCode, 403)
  await world.db`update certificates set print_count = 1 where enrolment_id = ${ids[3]!}`
  assert.match((await undo()).respDesc, /已打印/)
  assert.deepEqual(await statuses(ids), { passed: 11 })
  await world.db`update certificates set print_count = 0 where enrolment_id = ${ids[3]!}`
  await world.db`update enrolments set status = 'active', passed_at = null, passed_by = null, pass_reason = null where id = ${ids[5]!}`
  assert.equal((await undo()).respCode, 409)
  assert.deepEqual(await statuses(ids), { active: 1, passed: 10 })
  await world.db`update enrolments set status = 'passed', passed_at = moment(), passed_by = 'manual', pass_reason = 'x' where id = ${ids[5]!}`
  await world.db`update approvals set applied_at = applied_at - interval '25 hours' where id = ${id}`
  assert.match((await undo()).respDesc, /24 小时/)
  await world.db`update approvals set applied_at = applied_at + interval '25 hours' where id = ${id}`
  assert.deepEqual((await undo()).attribute, { status: 'undone', leftOut: [] })
  assert.deepEqual(await statuses(ids), { active: 11 })
})

test('a proposal is rejected with a word or withdrawn by its proposer, and can be made again', async () => {
  const { ids } = await aFullClass(11)
  const id = (await pass(ids)).attribute.approvalId!
  assert.equal((await world.call(calls.withdraw, { id }, chief.token)).respCode, 403)
  await world.ask(calls.withdraw, { id }, clerk.token)
  const again = (await pass(ids)).attribute.approvalId!
  const reject = (by: BuiltAccount) => world.call(calls.reject, { id: again, reason: '请附名单' }, by.token)
  assert.equal((await reject(clerk)).respCode, 403)
  assert.equal((await reject(second)).respCode, 200)
  const row = (await one(again, clerk))!
  assert.deepEqual(
    [row.status, row.decision, row.decided!.name, row.steps],
    ['rejected', '请附名单', '复核', []],
  )
  assert.deepEqual(await statuses(ids), { active: 11 })
  const news = async () =>
    (await world.ask(workQueueCalls.findMine, {}, clerk.token)).find(
      ({ code }) => code === 'approval.rejected',
    )
  assert.equal((await news())?.count, 1)
  const abroad = await anAccount(world, await aPortal(world, { menus: [page, ...own] }), { role: 'admin' })
  const open = (await pass(ids)).attribute.approvalId!
  assert.equal((await approve(open, abroad)).respCode, 404)
  assert.equal(await one(open, abroad), undefined)
  assert.equal(await news(), undefined, 'the same was proposed again')
  await world.ask(calls.reject, { id: open, reason: '名单不全' }, second.token)
  assert.equal((await news())?.count, 1)
  await world.ask(workQueueCalls.see, { code: 'approval.rejected' }, clerk.token)
  assert.equal(await news(), undefined, 'it was seen')
})

test('proposals are found by what they are about, by whose they are and how old', async () => {
  const { classId, ids } = await aFullClass(secondAbove + 1)
  const id = (await pass(ids)).attribute!.approvalId!
  const found = async (input: object, by = chief) =>
    (await world.ask(calls.findPageList, { ...input, limit: 50 }, by.token)).list.some((row) => row.id === id)
  assert.equal(await found({ own: true }, clerk), true)
  assert.equal(await found({ own: false }, clerk), false)
  assert.equal(await found({ own: false, status: 'proposed' }), true)
  assert.equal(await found({ own: true }), false)
  const subjectId = (await one(id))!.subjectId
  assert.equal(await found({ subjectId }), true)
  assert.equal(await found({ subjectId: '00000000-0000-4000-8000-000000000000' }), false)
  await world.db`update approvals set created_at = moment() - interval '31 days' where id = ${id}`
  assert.equal(await found({ days: 30 }), false)
  assert.ok(classId)
})

test('a manager of units sees and approves what managers there proposed, nothing of the project', async () => {
  const menus = [page, `${page}#approve`, ...own, '/train-manage/study-report#pass']
  await world.db`update roles set menus = ${menus} where id = ${portal.roles.unit}`
  const [one_, two] = [
    await anAccount(world, portal, { role: 'unit' }),
    await anAccount(world, portal, { role: 'unit' }),
  ]
  const { ids } = await aFullClass(11)
  const ofProject = (await pass(ids)).attribute.approvalId!
  assert.equal((await approve(ofProject, two)).respCode, 404)
  const ofUnit = (await pass(ids.slice(0, 10).concat((await aFullClass(1)).ids), one_)).attribute.approvalId!
  assert.equal((await approve(ofUnit, one_)).respCode, 403)
  assert.equal((await approve(ofUnit, two)).respCode, 200)
})

test('withdrawing and releasing an exam of more than ten learners takes a second person and a reason', async () => {
  const { classId, examId } = await aSittableExam(world, portal)
  await aFullClass(11, classId)
  const bare = await world.call(examCalls.withdraw, { examId }, clerk.token)
  assert.deepEqual([bare.respCode, bare.field], [422, 'reason'])
  const why = '试题有误，本班不再考试'
  const stateOf = async () => {
    const [row] =
      await world.db`select status, held_since is not null as held from exams where id = ${examId}`
    return [row!.status, row!.held]
  }
  const withdrawn = await world.ask(examCalls.withdraw, { examId, reason: why }, clerk.token)
  assert.equal(withdrawn.learners, 11)
  assert.deepEqual(await stateOf(), ['active', false], 'the exam stays until it is approved')
  const id = withdrawn.approvalId!
  const row = (await one(id))!
  assert.deepEqual([row.kind, row.count, row.names.length], ['examWithdrawal', 11, 10])
  const [extra] = (await aFullClass(1, classId)).ids
  const more = await approve(id)
  assert.equal(more.respCode, 409)
  assert.match(more.respDesc, /11 人，现在已有 12 人/)
  await world.db`update enrolments set status = 'withdrawn' where id = ${extra!}`
  assert.equal((await approve(id, reviewer)).respCode, 404)
  assert.equal((await approve(id)).respCode, 200)
  assert.deepEqual(await stateOf(), ['withdrawn', true])
  assert.equal((await world.call(calls.undo, { id, reason: '撤销一下' }, chief.token)).respCode, 403)

  const { approvalId, waiting } = await world.ask(examCalls.release, { examId, reason: why }, clerk.token)
  assert.equal(waiting, 0)
  assert.deepEqual(await stateOf(), ['withdrawn', true])
  assert.equal((await approve(approvalId!, second)).respCode, 200)
  assert.deepEqual(await stateOf(), ['withdrawn', false])
  assert.equal((await world.call(examCalls.release, { examId, reason: why }, clerk.token)).respCode, 409)
})

test('what is proposed about an exam ends when the exam is replaced', async () => {
  const { classId, examId, paperId } = await aSittableExam(world, portal)
  await aFullClass(11, classId)
  const { approvalId: id } = await world.ask(examCalls.withdraw, { examId, reason }, clerk.token)
  const nextId = await anExam(world, portal, { classId, paperId, status: 'draft' })
  await world.ask(examCalls.publish, { examId: nextId, replace: true }, clerk.token)
  const ended = (await one(id!))!
  assert.deepEqual([ended.status, ended.decision, ended.steps], ['withdrawn', 'exam.changed', []])
  assert.equal((await approve(id!)).respCode, 409)
  const [entry] = await world.db`
    select reason from operation_logs where subject_id = ${examId} and action = 'approval.withdraw'`
  assert.equal(entry!.reason, 'exam.changed')
})

test('a proposal to pass ends with the last of its enrolments, and is not offered once none can be passed', async () => {
  const { ids } = await aFullClass(secondAbove + 1)
  const id = (await pass(ids)).attribute.approvalId!
  const remove = (some: string[]) =>
    world.ask(enrolmentCalls.deleteBatchClass, { ids: some, reason: '登记错误' }, second.token)
  await remove(ids.slice(1))
  assert.equal((await one(id))!.status, 'proposed', 'one can still be passed')
  await world.db`update enrolments set status = 'expired' where id = ${ids[0]!}`
  assert.deepEqual((await one(id))!.steps, ['reject'])
  await world.db`update enrolments set status = 'active' where id = ${ids[0]!}`
  assert.deepEqual((await one(id))!.steps, ['approve', 'reject'])
  await remove(ids.slice(0, 1))
  const ended = (await one(id))!
  assert.deepEqual([ended.status, ended.decision, ended.steps], ['withdrawn', 'enrolment.left', []])
})

test('above the daily limit a waiver waits for a second person, and the order with it', async () => {
  const order = async () => {
    const learner = await aLearner(world, portal)
    const { classId } = await aClass(world, portal, { price: 6000 })
    const { id } = await world.ask(
      orderCalls.saveOrder,
      { classIds: [classId], expectedAmount: 6000 },
      learner.token,
    )
    return id
  }
  const statusOf = async (id: string) => {
    const [row] = await world.db`
      select status, operator_id, expires_at > moment() + interval '23 hours' as kept from orders where id = ${id}`
    return { ...row }
  }
  const waive = (orderId: string, by = clerk) =>
    world.call(orderCalls.freeOrder, { orderId, reason }, by.token)
  await changeSettings(world, portal.projectId, { freeOrdersADay: 3 })
  for (let n = 0; n < 3; n++) assert.equal((await waive(await order())).attribute, null)
  const above = await order()
  const { approvalId } = (await waive(above)).attribute!
  assert.deepEqual(await statusOf(above), { status: 'unpaid', operatorId: null, kept: true })
  assert.equal((await waive(above)).respCode, 409, 'proposed once')
  const row = (await one(approvalId))!
  assert.deepEqual([row.kind, row.names], ['waiver', ['张小明']])
  assert.match(row.summary.zh, /60\.00/)
  assert.equal((await approve(approvalId)).respCode, 200)
  assert.deepEqual(await statusOf(above), { status: 'free', operatorId: chief.accountId, kept: true })
  assert.equal((await waive(await order(), chief)).attribute, null, 'approving counts as nobody’s own waiver')
  const paid = await order()
  const late = (await waive(paid)).attribute!.approvalId
  await world.db`update orders set status = 'cancelled', closed_at = moment(), closed_reason = 'learner' where id = ${paid}`
  const refused = await approve(late)
  assert.equal(refused.respCode, 409)
  assert.match(refused.respDesc, /已经变了/)
})

test('an erased learner loses the name in every proposal that lists them, and no namesake does', async () => {
  const { classId } = await aClass(world, portal, { price: 0 })
  const [erased, namesake] = [
    await aLearner(world, portal, { name: '张伟' }),
    await aLearner(world, portal, { name: '张伟' }),
  ]
  const ids: string[] = []
  for (const { accountId } of [namesake, erased])
    ids.push(await anEnrolment(world, portal, { accountId, classId }))
  const members = ids.map((enrolment) => ({ id: enrolment, name: '张伟', status: 'active' }))
  // Filed under another class, as one that begins with learners of several.
  const [row] = await world.db`insert into approvals ${world.db({
    projectId: portal.projectId,
    kind: 'passes',
    subjectId: portal.projectId,
    reason,
    second: true,
    part: 'namesakes',
    proposerId: clerk.accountId,
    before: world.db.json({ names: ['张伟', '张伟'], members }),
    after: world.db.json({ passed: [], leftOut: [{ name: '张伟' }, { name: '张伟' }] }),
  } as never)} returning id`
  const who = { accountId: erased.accountId, name: '张*（已注销）', formerName: '张伟' }
  await world.db.begin((tx) => eraseProposals([])(tx, who))
  const [kept] = await world.db`select before, after from approvals where id = ${row!.id as string}`
  const { before, after } = kept as {
    before: { names: string[]; members: { name: string }[] }
    after: { leftOut: { name: string }[] }
  }
  const named = [before.names, before.members.map(({ name }) => name), after.leftOut.map(({ name }) => name)]
  for (const names of named) assert.deepEqual(names, ['张伟', '张*（已注销）'])
})
