import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aTemplate } from '../../../test/build/certificate.ts'
import { aClass } from '../../../test/build/class.ts'
import { yearFromNow } from '../../../test/build/days.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { linkAccounts } from '../../../test/build/link.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { secondAbove } from '../../approval/rules.ts'
import { enrolmentRefusals } from '../../enrolment/contract.ts'
import { certifyCalls } from '../../learner/certify/contract.ts'
import { type Change, correctionCalls as calls, correctionRefusals } from '../contract.ts'

const reason = '学员来电，核对原始记录后更正'
let world: World
let portal: BuiltPortal
/** Each may propose and approve. */
let one: BuiltAccount
let other: BuiltAccount

before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/customer/exception-register', '/student-manage/student'] })
  one = await anAccount(world, portal, { role: 'admin', userName: '主管' })
  other = await anAccount(world, portal, { role: 'admin', userName: '复核' })
})

async function proposed(accountId: string, change: Change, by = one): Promise<string> {
  return (await world.ask(calls.propose, { accountId, change, reason }, by.token)).id
}
const approve = (id: string, by: BuiltAccount, apply = true) =>
  world.call(calls.approve, { id, apply }, by.token)
const apply = (id: string, by: BuiltAccount) => world.call(calls.apply, { id }, by.token)
const refusalOf = ({ respCode, respDesc }: { respCode: number; respDesc: string }) => [respCode, respDesc]
const secondNeeded = [403, correctionRefusals.secondNeeded.zh]
const ownRecord = [409, approvalRefusals.ownRecord.zh]
const named = (realName: string): Change => ({ kind: 'identity', realName })

/** Issues a learner's first certificate, of a skill. */
async function certify(accountId: string): Promise<void> {
  const templateId = await aTemplate(world, portal.projectId, 'skill')
  const skill = { ids: [accountId], templateId, title: '焊工', level: '4' as const }
  assert.deepEqual((await world.ask(certifyCalls.issueSkill, skill, other.token)).succeeded, [accountId])
}
async function nameOf(accountId: string): Promise<string> {
  const [row] = await world.db<{ realName: string }[]>`
    select real_name from students where account_id = ${accountId}`
  return row!.realName
}
async function shownTo(by: BuiltAccount, accountId: string) {
  const { list } = await world.ask(calls.findPageList, { accountId, waiting: 'me' }, by.token)
  return list.map(({ second, approvedAlone, alike }) => ({ second, approvedAlone, alike }))
}

test('a name approved by its proposer before there was a certificate is applied by a colleague after it', async () => {
  const { accountId } = await aLearner(world, portal, { name: '本人' })
  const id = await proposed(accountId, named('顶替人'))
  assert.deepEqual((await approve(id, one, false)).attribute, { status: 'approved' })
  assert.equal((await shownTo(one, accountId)).length, 1)
  await certify(accountId)
  assert.deepEqual(refusalOf(await apply(id, one)), secondNeeded)
  assert.equal(await nameOf(accountId), '本人')
  assert.deepEqual(await shownTo(one, accountId), [])
  assert.deepEqual(await shownTo(other, accountId), [{ second: true, approvedAlone: true, alike: false }])
  assert.deepEqual((await apply(id, other)).attribute, { status: 'applied' })
  assert.equal(await nameOf(accountId), '顶替人')
})

test('a name approved from a linked account of its proposer waits for a colleague; one that a colleague approved does not', async () => {
  const [own, foreign] = [await aLearner(world, portal), await aLearner(world, portal)]
  const twin = await anAccount(world, portal, { role: 'admin' })
  await linkAccounts(world, one, twin)
  const alone = await proposed(own.accountId, named('顶替人'))
  const approved = await proposed(foreign.accountId, named('更正人'))
  assert.equal((await approve(alone, twin, false)).respCode, 200)
  assert.equal((await approve(approved, other, false)).respCode, 200)
  await certify(own.accountId)
  await certify(foreign.accountId)
  for (const by of [one, twin]) assert.deepEqual(refusalOf(await apply(alone, by)), secondNeeded)
  assert.deepEqual((await apply(approved, one)).attribute, { status: 'applied' })
})

test('nobody applies or withdraws a correction of their own record, in whichever account they learn', async () => {
  const learner = await aLearner(world, portal, { name: '本人' })
  const staff = await anAccount(world, portal, { role: 'admin' })
  const id = await proposed(learner.accountId, named('别名'))
  assert.equal((await approve(id, other, false)).respCode, 200)
  await linkAccounts(world, staff, learner)
  assert.deepEqual(refusalOf(await apply(id, staff)), ownRecord)
  assert.deepEqual(refusalOf(await world.call(calls.withdraw, { id }, staff.token)), ownRecord)
  assert.equal(await nameOf(learner.accountId), '本人')
  assert.equal((await apply(id, one)).respCode, 200)
})

const undo = (id: string, by: BuiltAccount) => world.call(calls.undo, { id, reason }, by.token)
/** Proposes as `one` and applies as `other`. */
async function applied(accountId: string, change: Change): Promise<string> {
  const id = await proposed(accountId, change)
  assert.deepEqual((await approve(id, other)).attribute, { status: 'applied' })
  return id
}
/** A learner who was passed manually. */
async function aPassed(): Promise<{ accountId: string; enrolmentId: string }> {
  const { accountId } = await aLearner(world, portal)
  const { classId } = await aClass(world, portal, { price: 0 })
  const enrolmentId = await anEnrolment(world, portal, { accountId, classId })
  await applied(accountId, { kind: 'pass', enrolmentId, passed: true })
  return { accountId, enrolmentId }
}
async function statusOf(enrolmentId: string): Promise<string> {
  const [row] = await world.db<{ status: string }[]>`select status from enrolments where id = ${enrolmentId}`
  return row!.status
}

test('what two persons took or gave is undone by a colleague of its proposer, who may approve such', async () => {
  const { accountId, enrolmentId } = await aPassed()
  const hours = { kind: 'hours', year: yearFromNow(), classType: 'public', attribute: 'required' } as const
  const more = { ...hours, hoursTenths: 20, title: '线下讲座补录' }
  for (const change of [more, { kind: 'pass', enrolmentId, passed: false } as const]) {
    const id = await applied(accountId, change)
    assert.deepEqual(refusalOf(await undo(id, one)), secondNeeded, change.kind)
    assert.deepEqual((await undo(id, other)).attribute, { status: 'undone' }, change.kind)
  }
  assert.equal(await statusOf(enrolmentId), 'passed')
})

test('a name that one person corrected is undone by a colleague once it is on a certificate', async () => {
  const [plain, certified] = [await aLearner(world, portal), await aLearner(world, portal)]
  const ids: string[] = []
  for (const { accountId } of [plain, certified]) {
    const id = await proposed(accountId, named('更正人'))
    assert.equal((await approve(id, one)).respCode, 200)
    ids.push(id)
  }
  await certify(certified.accountId)
  const [free, bound] = ids as [string, string]
  assert.equal((await undo(free, one)).respCode, 200)
  assert.deepEqual(refusalOf(await undo(bound, one)), secondNeeded)
  assert.equal((await undo(bound, other)).respCode, 200)
})

test('a name takes a colleague while a certificate is revoked, since that can be reissued', async () => {
  const { accountId } = await aLearner(world, portal, { name: '本人' })
  await certify(accountId)
  await world.db`
    update certificates set status = 'revoked', revoke_reason = '印错', revoked_by = ${one.accountId}
    where account_id = ${accountId}`
  const { id, second } = await world.ask(
    calls.propose,
    { accountId, change: named('顶替人'), reason },
    one.token,
  )
  assert.equal(second, true)
  assert.deepEqual(refusalOf(await approve(id, one)), secondNeeded)
  assert.equal(await nameOf(accountId), '本人')
  assert.deepEqual((await approve(id, other)).attribute, { status: 'applied' })
})

test('passes given back count with the passes of the day, one by one', async () => {
  const undoer = await anAccount(world, portal, { role: 'admin' })
  const taken: { id: string; enrolmentId: string }[] = []
  for (let i = 0; i <= secondAbove; i++) {
    const { accountId, enrolmentId } = await aPassed()
    // One by rule, whose bar is lifted with it.
    if (i === 0) await world.db`update enrolments set passed_by = 'rule' where id = ${enrolmentId}`
    taken.push({ id: await applied(accountId, { kind: 'pass', enrolmentId, passed: false }), enrolmentId })
  }
  const last = taken.pop()!
  for (const { id, enrolmentId } of taken) {
    assert.deepEqual((await undo(id, undoer)).attribute, { status: 'undone' })
    assert.equal(await statusOf(enrolmentId), 'passed')
  }
  assert.deepEqual(refusalOf(await undo(last.id, undoer)), [409, enrolmentRefusals.secondNeeded.zh])
  assert.equal(await statusOf(last.enrolmentId), 'active')
  assert.equal((await undo(last.id, other)).respCode, 200)
})
