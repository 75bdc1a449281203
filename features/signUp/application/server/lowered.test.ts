import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aSheetFile, uploadSheet } from '../../../../test/build/import.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import {
  aSignUp,
  aSignUpInput,
  type BuiltSignUp,
  filled,
  signUpMenus,
} from '../../../../test/build/signUp.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { inChina } from '../../../../server/pdf/orderPaper.ts'
import { importCalls } from '../../../import/contract.ts'
import { signUpCalls, type SignUpFields } from '../../contract.ts'
import { applicationCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
let manager: BuiltAccount
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [...signUpMenus, '/train-manage/class'] })
  const held = [...signUpMenus, '/cms-manage/apply-manage#apply']
  await world.db`update roles set menus = ${held} where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
  manager = await anAccount(world, portal, { role: 'unit' })
})

/** Changes fields of an open sign-up, and leaves the others as they are. */
async function change({ id }: BuiltSignUp, changes: Partial<SignUpFields>): Promise<void> {
  const { revision, fields, fee, unitIds } = await world.ask(signUpCalls.get, { id }, admin.token)
  await world.ask(
    signUpCalls.save,
    { ...aSignUpInput({ fields, fee, unitIds, ...changes }), id, revision },
    admin.token,
  )
}

const aDayLater = ({ id }: BuiltSignUp) => world.db`
  update former_prices set until = until - interval '1 day' where subject_id = ${id}`

const applyFor = ({ accountId }: BuiltAccount, signUp: BuiltSignUp, by = manager) =>
  world.call(applicationCalls.applyFor, { ...filled(signUp), accountId }, by.token)
const applyForMany = ({ accountId }: BuiltAccount, signUp: BuiltSignUp) =>
  world.call(applicationCalls.applyForMany, { ...filled(signUp), accountIds: [accountId] }, manager.token)
const apply = (learner: BuiltAccount, signUp: BuiltSignUp) =>
  world.call(applicationCalls.apply, filled(signUp), learner.token)

test('at a fee lowered within a day nobody applies in any way while the sign-up is for some only', async () => {
  const signUp = await aSignUp(world, admin.token, { fee: 60_000 })
  await change(signUp, { fee: 0, unitIds: [portal.unitId] })
  const learner = await aLearner(world, portal)
  const [row] = await world.db<{ until: string }[]>`
    select until + interval '1 day' as until from former_prices where subject_id = ${signUp.id}`
  const { until } = row!
  const sentence = `“师资培训”的费用刚刚降低，请在 ${inChina(until, 'short')} 之后报名`
  const { uploadId } = await uploadSheet(
    world,
    manager.token,
    aSheetFile([['真实姓名', '身份证号', '手机号', '项目post']]),
  )
  const input = { kind: 'trainingApplicants', params: { signUpId: signUp.id }, uploadId }
  for (const way of [
    () => apply(learner, signUp),
    () => applyFor(learner, signUp),
    () => applyForMany(learner, signUp),
    () => applyFor(learner, signUp, admin),
    () => world.call(importCalls.begin, input, manager.token),
  ]) {
    const { respCode, respDesc } = await way()
    assert.deepEqual([respCode, respDesc], [409, sentence])
  }
  const seen = [
    await world.ask(signUpCalls.getForm, { id: signUp.id }, learner.token),
    await world.ask(signUpCalls.preview, { id: signUp.id }, manager.token),
    (await world.ask(signUpCalls.getCmsList, {}, learner.token)).list.find(({ id }) => id === signUp.id)!,
  ]
  for (const { obstacle, heldUntil } of seen) assert.deepEqual([obstacle, heldUntil], ['lowered', until])
  const people = await world.ask(
    applicationCalls.findPeople,
    { signUpId: signUp.id, keyword: '张小明' },
    manager.token,
  )
  assert.deepEqual([...new Set(people.list.map(({ hindrance }) => hindrance))], ['lowered'])
  await aDayLater(signUp)
  assert.equal((await apply(learner, signUp)).respCode, 200)
  assert.equal((await world.ask(signUpCalls.preview, { id: signUp.id }, manager.token)).heldUntil, null)
})

test('a narrowing counts when somebody applies, however wide the sign-up was before', async () => {
  const unitId = await aUnit(world, portal.projectId)
  const learner = await aLearner(world, portal, { unitId })
  await world.db`update units set region = '110000' where id = ${unitId}`
  await world.db`update students set personnel_category = 'teacher' where account_id = ${learner.accountId}`
  const signUp = await aSignUp(world, admin.token, { fee: 60_000 })
  await change(signUp, { fee: 100 })
  for (const narrow of [
    { unitIds: [unitId] },
    { unitIds: [], regions: ['110000'] },
    { personnelCategories: ['teacher'] },
  ]) {
    await change(signUp, narrow)
    assert.match((await apply(learner, signUp)).respDesc, /费用刚刚降低/)
  }
  await change(signUp, {})
  assert.equal((await apply(learner, signUp)).respCode, 200, 'everybody sees the fee')
})

test('a fee that was raised, and one that was lowered while nobody could apply, is held by the last lowering', async () => {
  const unitIds = [portal.unitId]
  const dearer = await aSignUp(world, admin.token, { fee: 100, unitIds })
  await change(dearer, { fee: 200 })
  assert.equal((await apply(await aLearner(world, portal), dearer)).respCode, 200)
  const closed = await aSignUp(world, admin.token, { fee: 200, unitIds })
  const move = (event: 'close' | 'reopen') =>
    world.ask(signUpCalls.updateStatus, { ids: [closed.id], event }, admin.token)
  await move('close')
  await change(closed, { fee: 100 })
  const { obstacle, heldUntil } = await world.ask(signUpCalls.preview, { id: closed.id }, manager.token)
  assert.deepEqual([obstacle, heldUntil], ['notOpen', null])
  await move('reopen')
  assert.match((await apply(await aLearner(world, portal), closed)).respDesc, /费用刚刚降低/)
})
