import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aTemplate } from '../../../test/build/certificate.ts'
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

test('nobody applies a correction of their own record, in whichever account they learn', async () => {
  const learner = await aLearner(world, portal, { name: '本人' })
  const staff = await anAccount(world, portal, { role: 'admin' })
  const id = await proposed(learner.accountId, named('别名'))
  assert.equal((await approve(id, other, false)).respCode, 200)
  await linkAccounts(world, staff, learner)
  assert.deepEqual(refusalOf(await apply(id, staff)), ownRecord)
  assert.equal(await nameOf(learner.accountId), '本人')
  assert.equal((await apply(id, one)).respCode, 200)
})
