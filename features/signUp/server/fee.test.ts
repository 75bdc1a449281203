import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { withButtons } from '../../../contract/menu.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../test/build/portal.ts'
import {
  anApplication,
  aSignUp,
  aSignUpInput,
  type BuiltSignUp,
  filled,
  signUpMenus,
} from '../../../test/build/signUp.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { approvalCalls, approvalRefusals } from '../../approval/contract.ts'
import { applicationCalls } from '../application/contract.ts'
import { signUpCalls, type SignUpFields, signUpRefusals } from '../contract.ts'

let world: World
let portal: BuiltPortal
let clerk: BuiltAccount
let colleague: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: [...signUpMenus, '/train-manage/class', '/customer/exception-register'],
  })
  const held = [...signUpMenus, '/cms-manage/apply-manage#apply']
  await world.db`update roles set menus = ${held} where id = ${portal.roles.unit}`
  clerk = await anAccount(world, portal, { role: 'admin' })
  colleague = await anAccount(world, portal, { role: 'admin' })
})

const get = (id: string, { token }: BuiltAccount = clerk) => world.ask(signUpCalls.get, { id }, token)
const feesOf = async (id: string) => {
  const { fee, proposedFee } = await get(id)
  return [fee, proposedFee]
}

/** Changes a sign-up, and leaves all else of it unchanged. */
async function put(id: string, changes: Partial<SignUpFields>, { token }: BuiltAccount = clerk) {
  const { revision, fields, fee, title, quota, regions, opensAt, closesAt } = await get(id)
  const kept = aSignUpInput({ fields, fee, title, quota, regions, opensAt, closesAt })
  return world.call(signUpCalls.save, { ...kept, ...changes, id, revision }, token)
}

/** The newest proposal about a sign-up. */
const proposalOf = async (subjectId: string) =>
  (await world.ask(approvalCalls.findPageList, { subjectId, limit: 1 }, colleague.token)).list[0]!
const approve = async (subjectId: string, { token }: BuiltAccount = colleague) =>
  world.call(approvalCalls.approve, { id: (await proposalOf(subjectId)).id }, token)

const move = (id: string, event: 'publish' | 'close' | 'reopen') =>
  world.ask(signUpCalls.updateStatus, { ids: [id], event }, clerk.token)
/** Lets hours of the first day in public of a sign-up go by. */
const later = (id: string, hours: number) => world.db`
  update sign_ups set published_at = published_at - make_interval(hours => ${hours}) where id = ${id}`

/** A sign-up of ¥60 that was opened this moment. */
async function aFreshOne(): Promise<BuiltSignUp> {
  const { id, formVersion } = await world.ask(signUpCalls.save, aSignUpInput({ fee: 6000 }), clerk.token)
  await move(id, 'publish')
  return { id, formVersion, subjectIds: [] }
}

const applied = async (signUp: BuiltSignUp) =>
  anApplication(world, (await aLearner(world, portal)).token, signUp)
const feeOfApplication = async (id: string) =>
  (await world.ask(applicationCalls.get, { id }, clerk.token)).fee

test('a lower fee waits for a colleague, and what else was changed with it is saved', async () => {
  const signUp = await aSignUp(world, clerk.token, { fee: 6000 })
  const { id } = signUp
  const saved = await put(id, { fee: 0, quota: 7 })
  assert.deepEqual([saved.respCode, saved.attribute.revision], [200, 2])
  assert.deepEqual(await feesOf(id), [6000, 0])
  assert.equal((await get(id)).quota, 7)
  const { list } = await world.ask(signUpCalls.findSignUps, { id }, clerk.token)
  assert.equal(list[0]!.proposedFee, 0)
  const manager = await anAccount(world, portal, { role: 'unit' })
  assert.equal((await get(id, manager)).proposedFee, null, 'it is nobody’s fee yet')
  const early = await applied(signUp)

  const waits = await proposalOf(id)
  assert.equal(waits.id, saved.attribute.approvalId)
  assert.deepEqual(waits.summary, {
    zh: '报名“师资培训”：费用 ¥60.00 → ¥0.00',
    en: 'Sign-up “师资培训”: fee ¥60.00 → ¥0.00',
  })
  const own = await approve(id, clerk)
  assert.deepEqual([own.respCode, own.respDesc], [403, approvalRefusals.secondNeeded.zh])
  assert.deepEqual(await feesOf(id), [6000, 0])
  assert.equal((await approve(id)).respCode, 200)
  assert.deepEqual(await feesOf(id), [0, null])
  assert.equal((await get(id)).revision, 3)
  const [entry] = await world.db<{ before: object; after: object }[]>`
    select before, after from operation_logs where subject_id = ${id} and action = 'signUp.change' order by id desc limit 1`
  assert.deepEqual(entry, { before: { fee: 6000, revision: 2 }, after: { fee: 0, revision: 3 } })
  assert.equal(await feeOfApplication(early), 6000, 'an application keeps its fee')
  assert.equal(await feeOfApplication(await applied(signUp)), 0)
})

test('a higher fee takes one person, and a lower one two while the sign-up is closed as well', async () => {
  const { id } = await aSignUp(world, clerk.token, { fee: 6000 })
  assert.equal((await put(id, { fee: 6001 })).attribute.approvalId, undefined)
  assert.deepEqual(await feesOf(id), [6001, null])
  await move(id, 'close')
  await put(id, { fee: 6000 })
  assert.deepEqual(await feesOf(id), [6001, 6000])
  await put(id, { fee: 7000 })
  assert.deepEqual(await feesOf(id), [7000, null])
  const ended = await proposalOf(id)
  assert.deepEqual([ended.status, ended.decision], ['withdrawn', 'signUp.changed'])
})

test('on the first day the fee is written by one person until somebody has applied', async () => {
  const signUp = await aFreshOne()
  const { id } = signUp
  for (const fee of [0, 7000, 6000]) {
    assert.equal((await put(id, { fee })).attribute.approvalId, undefined)
    assert.deepEqual(await feesOf(id), [fee, null])
  }
  const applicationId = await applied(signUp)
  await world.ask(applicationCalls.withdrawFor, { id: applicationId, reason: '报错了' }, clerk.token)
  await put(id, { fee: 6001 })
  assert.deepEqual(await feesOf(id), [6000, 6001], 'an application that was withdrawn counts')
  await world.ask(approvalCalls.withdraw, { id: (await proposalOf(id)).id }, clerk.token)
  await put(id, { fee: 5999 })
  assert.deepEqual(await feesOf(id), [6000, 5999])
  await later(id, 25)
  await put(id, { fee: 6001 })
  assert.deepEqual(await feesOf(id), [6001, null], 'a day later a higher one takes one person')
})

test('a draft has the fee that is written, also by who may not change prices, who changes none of an open one', async () => {
  const role = {
    projectId: portal.projectId,
    roleName: '报名员',
    roleSystem: 1,
    menus: withButtons(signUpMenus),
  }
  const [row] = await world.db`insert into roles ${world.db(role)} returning id`
  const roles = { ...portal.roles, admin: row!.id as string }
  const writer = await anAccount(world, { ...portal, roles }, { role: 'admin' })
  const { id } = await world.ask(signUpCalls.save, aSignUpInput({ fee: 6000 }), writer.token)
  assert.equal((await put(id, { fee: 0 }, writer)).respCode, 200)
  await move(id, 'publish')
  for (const fee of [1, 6000]) {
    const refused = await put(id, { fee }, writer)
    assert.deepEqual(
      [refused.respCode, refused.respDesc, refused.field],
      [403, signUpRefusals.feeFixed.zh, 'fee'],
    )
  }
  await later(id, 25)
  assert.equal((await put(id, { fee: 6000 }, writer)).respCode, 403)
  assert.deepEqual(await feesOf(id), [0, null])
})

test('the first day begins again after a sign-up was closed within it, and is over for one that was closed later', async () => {
  const { id } = await aFreshOne()
  await later(id, 23)
  await move(id, 'close')
  await put(id, { fee: 5000 })
  await move(id, 'reopen')
  await later(id, 2)
  await put(id, { fee: 4000 })
  assert.deepEqual(await feesOf(id), [4000, null])
  await later(id, 22)
  await move(id, 'close')
  await move(id, 'reopen')
  await put(id, { fee: 3000 })
  assert.deepEqual(await feesOf(id), [4000, 3000])
})

test('while a fee waits no second one is proposed, and nothing of that save is changed', async () => {
  const { id } = await aSignUp(world, clerk.token, { fee: 6000 })
  await put(id, { fee: 0 })
  const refused = await put(id, { fee: 100, introduction: '<p>另一个</p>' }, colleague)
  assert.deepEqual(
    [refused.respCode, refused.respDesc, refused.field],
    [409, approvalRefusals.openAlready.zh, 'fee'],
  )
  const { introduction, revision } = await get(id)
  assert.deepEqual([introduction, revision], ['<p>介绍</p>', 2])
  assert.deepEqual(await feesOf(id), [6000, 0])
})

test('a fee is not approved once another than the one before it holds', async () => {
  const { id } = await aSignUp(world, clerk.token, { fee: 6000 })
  await put(id, { fee: 0 })
  await world.db`update sign_ups set fee = 5000 where id = ${id}`
  const refused = await approve(id)
  assert.deepEqual([refused.respCode, refused.respDesc], [409, approvalRefusals.changedSince.zh])
  assert.deepEqual(await feesOf(id), [5000, 0])
})

test('who applies for others does so at the fee that holds, and nothing is counted', async () => {
  const signUp = await aSignUp(world, clerk.token, { fee: 6000 })
  await put(signUp.id, { fee: 100 })
  const { accountId } = await aLearner(world, portal)
  const apply = async (to: string) =>
    feeOfApplication(
      (await world.ask(applicationCalls.applyFor, { ...filled(signUp), accountId: to }, clerk.token)).id,
    )
  assert.equal(await apply(accountId), 6000)
  await approve(signUp.id)
  assert.equal(await apply((await aLearner(world, portal)).accountId), 100)
  const [counted] = await world.db`select from sole_decisions where project_id = ${portal.projectId} limit 1`
  assert.equal(counted, undefined)
})

test('a proposed fee ends when what it is for is changed, or the sign-up is closed', async () => {
  const proposed = async () => {
    const { id } = await aSignUp(world, clerk.token, { fee: 6000 })
    await put(id, { fee: 0 })
    return id
  }
  for (const changes of [{ title: '改了名的培训' }, { quota: 9 }, { regions: ['320000'] }]) {
    const id = await proposed()
    assert.equal((await put(id, changes)).respCode, 200)
    const { status, decision } = await proposalOf(id)
    assert.deepEqual([status, decision], ['withdrawn', 'signUp.changed'])
  }
  const closed = await proposed()
  await move(closed, 'close')
  assert.equal((await proposalOf(closed)).status, 'withdrawn')
  const kept = await proposed()
  await put(kept, { introduction: '<p>新的介绍</p>' })
  assert.equal((await proposalOf(kept)).status, 'proposed')
})
