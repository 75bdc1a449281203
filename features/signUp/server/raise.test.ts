import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
  changeLimits,
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
import { until } from '../../../test/until.ts'
import { applicationCalls } from '../application/contract.ts'
import { signUpCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: [...signUpMenus, '/train-manage/class'] })
  const held = [...signUpMenus, '/cms-manage/apply-manage#apply']
  await world.db`update roles set menus = ${held} where id = ${portal.roles.unit}`
  await changeLimits(world, portal.projectId, { freeOrdersADay: 2 })
})

const staff = () => anAccount(world, portal, { role: 'admin' })

/** Applies for so many learners; gives the ids of their applications. */
async function enter(by: BuiltAccount, signUp: BuiltSignUp, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) {
    const { accountId } = await aLearner(world, portal)
    ids.push((await world.ask(applicationCalls.applyFor, { ...filled(signUp), accountId }, by.token)).id)
  }
  return ids
}

async function setFee(by: BuiltAccount, { id }: BuiltSignUp, fee: number) {
  const { revision, fields } = await world.ask(signUpCalls.get, { id }, by.token)
  return world.call(signUpCalls.save, { ...aSignUpInput({ fields, fee }), id, revision }, by.token)
}

test('who entered more applications than one waives a day leaves it to a colleague to raise the fee', async () => {
  const [giver, colleague] = [await staff(), await staff()]
  const signUp = await aSignUp(world, giver.token)
  const ids = await enter(giver, signUp, 3)
  await world.ask(applicationCalls.review, { ids: [ids[0]!], approve: true }, giver.token)
  const { respCode, field, respDesc } = await setFee(giver, signUp, 12_000)
  assert.deepEqual(
    [respCode, field, respDesc],
    [
      409,
      'fee',
      '“师资培训”有 3 人由您在费用更低时代为报名，或账号由您开通，提高费用超过您今天可独自减免的人数或金额；请由有“批量改价”权限的同事调高费用',
    ],
  )
  await world.ask(signUpCalls.updateStatus, { ids: [signUp.id], event: 'close' }, giver.token)
  assert.equal((await setFee(giver, signUp, 1)).respCode, 409, 'by a fen, and while it is closed')
  assert.equal((await setFee(giver, signUp, 0)).respCode, 200)
  assert.equal((await setFee(colleague, signUp, 12_000)).respCode, 200)
  assert.equal((await setFee(giver, signUp, 6000)).respCode, 200, 'a lower fee is no raise')
  assert.equal((await setFee(giver, signUp, 6001)).respCode, 409)
})

test('applications count of all accounts of the person while they live, and none that others made', async () => {
  const [giver, puppet] = [await staff(), await staff()]
  const { accountId } = puppet
  await world.db`insert into account_accesses (account_id, giver_id) values (${accountId}, ${giver.accountId})`
  const signUp = await aSignUp(world, giver.token)
  for (let n = 0; n < 3; n++) await anApplication(world, (await aLearner(world, portal)).token, signUp)
  await enter(await anAccount(world, portal, { role: 'unit' }), signUp, 3)
  const own = await aLearner(world, portal)
  await world.db`insert into account_accesses (account_id, giver_id) values (${own.accountId}, ${giver.accountId})`
  await anApplication(world, own.token, signUp)
  const [ofPuppet] = await enter(puppet, signUp, 2)
  for (const by of [giver, puppet]) assert.match((await setFee(by, signUp, 12_000)).respDesc, /有 3 人由您/)
  const reason = '报错了'
  await world.ask(applicationCalls.withdrawFor, { id: ofPuppet!, reason }, giver.token)
  assert.equal((await setFee(giver, signUp, 12_000)).respCode, 200)
  await enter(giver, signUp, 3)
  assert.equal((await setFee(giver, signUp, 11_000)).respCode, 200)
  assert.equal((await setFee(giver, signUp, 12_000)).respCode, 200, 'they pay no less than it costs')
})

test('what is raised for the own entries of several sign-ups counts together in the day', async () => {
  await changeLimits(world, portal.projectId, { freeAmountADay: 500 })
  const giver = await staff()
  const [one, two] = [await aSignUp(world, giver.token), await aSignUp(world, giver.token)]
  await enter(giver, one, 2)
  await enter(giver, two, 2)
  assert.equal((await setFee(giver, one, 12_000)).respCode, 200)
  const refused = await setFee(giver, two, 14_000)
  assert.deepEqual([refused.respCode, refused.field], [409, 'fee'])
  assert.equal((await setFee(giver, two, 12_999)).respCode, 200)
  assert.equal((await setFee(giver, two, 13_001)).respCode, 409, 'in steps no more than at once')
  await changeLimits(world, portal.projectId, { freeAmountADay: 20_000 })
})

test('a raise waits for what its person enters at the same time', async () => {
  const giver = await staff()
  const signUp = await aSignUp(world, giver.token)
  await enter(giver, signUp, 2)
  const { accountId } = await aLearner(world, portal)
  const waits = async (count: number) => {
    const [row] = await world.db<{ waiting: number }[]>`
      select count(*)::int as waiting from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    return row!.waiting >= count
  }
  const { entered, raised } = await world.db.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtextextended(${`person ${giver.accountId}`}, 0))`
    const third = { ...filled(signUp), accountId }
    const entered = world.call(applicationCalls.applyFor, third, giver.token)
    await until(() => waits(1))
    const raised = setFee(giver, signUp, 12_000)
    await until(() => waits(2))
    return { entered, raised }
  })
  assert.deepEqual([(await entered).respCode, (await raised).respCode], [200, 409])
})
