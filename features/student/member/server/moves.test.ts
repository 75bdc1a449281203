import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../../test/build/class.ts'
import { appliedImport } from '../../../../test/build/import.ts'
import { linkAccounts } from '../../../../test/build/link.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
  signedIn,
} from '../../../../test/build/portal.ts'
import { haveTerms } from '../../../../test/build/unit.ts'
import { aRosterFile, intoUnit } from '../../../../test/build/roster.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { catalogueCalls } from '../../../catalogue/contract.ts'
import { correctionCalls } from '../../../correction/contract.ts'
import { joinCalls } from '../../../learner/join/contract.ts'
import { orderCalls } from '../../../order/contract.ts'
import { supportCaseCalls } from '../../../supportCase/contract.ts'
import { mergeCalls } from '../../../unit/merge/contract.ts'
import { workQueueCalls } from '../../../workQueue/contract.ts'
import { studentManageCalls } from '../../manage/contract.ts'
import { memberCalls } from '../contract.ts'

const reason = '单位来函说明'
let world: World
let portal: BuiltPortal
let mover: BuiltAccount
let colleague: BuiltAccount
let classId: string
/** A unit whose people pay 85 %. */
let cheap: string
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, {
    menus: [
      '/student-manage/student',
      '/unit-manage/list',
      '/customer/exception-register',
      '/train-manage/study-report',
    ],
  })
  mover = await anAccount(world, portal, { role: 'admin' })
  colleague = await anAccount(world, portal, { role: 'admin' })
  ;({ classId } = await aClass(world, portal, { price: 26_000 }))
  cheap = await aCheapUnit()
})

const newUnit = () => aUnit(world, portal.projectId)

const setRate = (unitId: string, rate: number | null) =>
  haveTerms(world, unitId, rate === null ? null : { priceMode: 'discount', rate })

async function aCheapUnit() {
  const unitId = await newUnit()
  await setRate(unitId, 8500)
  return unitId
}

const move = async (accountId: string, unitId: string, by = mover) =>
  (await world.ask(supportCaseCalls.saveAccountUnitId, { accountId, unitId, reason }, by.token)).correctionId

/** A learner at the listed price whom the mover alone puts into a unit. */
async function aMoved(unitId: string, from?: string) {
  const learner = await aLearner(world, portal, { unitId: from ?? (await newUnit()) })
  await move(learner.accountId, unitId)
  return learner
}

const settle = async (accountId: string, by: BuiltAccount) => {
  const { succeeded } = await world.ask(
    memberCalls.settleMembers,
    { ids: [accountId], belongs: true },
    by.token,
  )
  return succeeded.length === 1
}

/** Price of the class for a learner, and whether the unit's is to be confirmed. */
async function priceFor({ loginName }: BuiltAccount) {
  const token = await signedIn(world, loginName)
  const { price, awaitsUnit } = await world.ask(catalogueCalls.findClassDetail, { id: classId }, token)
  return { price, awaitsUnit }
}
const listed = { price: 26_000, awaitsUnit: true }

const orderAt = async (expectedAmount: number, { loginName }: BuiltAccount) => {
  const token = await signedIn(world, loginName)
  return (await world.call(orderCalls.saveOrder, { classIds: [classId], expectedAmount }, token)).respCode
}

/** True if the list of learners says that one is to be confirmed. */
async function isWaiting(accountId: string) {
  const { list } = await world.ask(studentManageCalls.findPageList, {}, mover.token)
  const { list: waiting } = await world.ask(
    studentManageCalls.findPageList,
    { unconfirmed: 'yes' },
    mover.token,
  )
  const isTagged = list.find(({ id }) => id === accountId)!.unconfirmed
  assert.equal(
    waiting.some(({ id }) => id === accountId),
    isTagged,
    'the tag and the filter agree',
  )
  return isTagged
}

const waitingInQueue = async () =>
  (await world.ask(workQueueCalls.findMine, {}, mover.token)).find(({ code }) => code === 'unit.confirm')
    ?.count ?? 0

async function merge(fromId: string, toId: string) {
  const { counts: expected } = await world.ask(mergeCalls.getMergePreview, { fromId, toId }, mover.token)
  await world.ask(mergeCalls.mergeUnit, { fromId, toId, expected }, mover.token)
}

async function importRoster(unitId: string, { accountId }: BuiltAccount, by: BuiltAccount) {
  const [row] = await world.db<{ realName: string; card: Buffer; mobile: Buffer }[]>`
    select s.real_name, s.card_sealed as card, a.mobile_sealed as mobile
    from students s join accounts a on a.id = s.account_id where a.id = ${accountId}`
  const { secrets } = world.app
  const person = {
    realName: row!.realName,
    cardNumber: secrets.open('students.card', accountId, row!.card),
    mobile: secrets.open('accounts.mobile', accountId, row!.mobile),
  }
  // Without a number there is something to import, whomever it confirms.
  await world.db`
    update accounts set mobile_sealed = null, mobile_index = null, mobile_mask = null where id = ${accountId}`
  await appliedImport(world, by.token, intoUnit(unitId), aRosterFile([person]), true)
}

test('terms that a unit gets after a move are confirmed by another than the mover, as those it had', async () => {
  const own = await newUnit()
  const learner = await aMoved(own)
  const { accountId } = learner
  const before = await waitingInQueue()
  assert.equal(await isWaiting(accountId), false, 'a unit that gives nothing cheaper asks for nothing')
  await setRate(own, 0)
  assert.deepEqual([await isWaiting(accountId), await waitingInQueue()], [true, before + 1])
  assert.deepEqual(await priceFor(learner), listed)
  assert.equal(await orderAt(0, learner), 409)
  const joined = await world.ask(joinCalls.joinClass, { ids: [accountId], classId }, mover.token)
  assert.deepEqual(joined.succeeded, [])
  assert.equal(await settle(accountId, mover), false)
  await setRate(own, null)
  assert.deepEqual([await isWaiting(accountId), await waitingInQueue()], [false, before])
  await setRate(own, 0)
  assert.equal(await settle(accountId, colleague), true)
  assert.equal(await orderAt(0, learner), 200)
})

test('who moved a learner confirms them in no narrower role, and nobody confirms themselves by a roster', async () => {
  const own = await aPortal(world, { menus: ['/student-manage/student', '/unit-manage/list'] })
  const [both, parent] = [await anAccount(world, own, { role: 'admin' }), own.unitId]
  const child = await aUnit(world, own.projectId, parent)
  const learner = await aLearner(world, own, { unitId: await aUnit(world, own.projectId) })
  const movedBy = async () => {
    const [row] = await world.db`select moved_by from accounts where id = ${learner.accountId}`
    return row!.movedBy as string | null
  }
  await move(learner.accountId, parent, both)
  assert.equal(await movedBy(), both.accountId)
  await world.db`update accounts set unit_id = ${parent} where id = ${both.accountId}`
  await world.db`update roles set data_scope = 'subtree' where id = ${own.roles.admin}`
  world.portal.gate.forget()
  await move(learner.accountId, child, both)
  assert.equal(await movedBy(), both.accountId)
  await world.db`update roles set data_scope = 'kind' where id = ${own.roles.admin}`
  world.portal.gate.forget()

  const staff = await anAccount(world, own, { role: 'admin' })
  const self = await aLearner(world, own, { unitId: child })
  await world.db`update accounts set claimed_unit_id = unit_id where id = ${self.accountId}`
  await linkAccounts(world, staff, self)
  const claimed = async () => {
    const [row] = await world.db`select claimed_unit_id from accounts where id = ${self.accountId}`
    return row!.claimedUnitId as string | null
  }
  await importRoster(child, self, staff)
  assert.equal(await claimed(), child)
  await importRoster(child, self, both)
  assert.equal(await claimed(), null)
})

test('a merge keeps who moved a learner', async () => {
  const own = await newUnit()
  const learner = await aMoved(own)
  await setRate(own, 8500)
  await merge(own, cheap)
  assert.deepEqual(await priceFor(learner), listed)
  assert.equal(await orderAt(22_100, learner), 409)
  assert.equal(await settle(learner.accountId, mover), false)
  assert.equal(await settle(learner.accountId, colleague), true)
  assert.equal(await orderAt(22_100, learner), 200)
})

test('a unit that comes below one with terms gives its prices to whom another has confirmed', async () => {
  const own = await newUnit()
  const learner = await aMoved(own)
  await world.db`
    update units set parent_id = ${cheap}, path = (select path from units where id = ${cheap}) || id || '/'
    where id = ${own}`
  assert.deepEqual(await priceFor(learner), listed)
})

test('a roster of the mover confirms nobody whom they moved, and one of a colleague does', async () => {
  const learner = await aMoved(cheap)
  await importRoster(cheap, learner, mover)
  assert.equal(await isWaiting(learner.accountId), true)
  assert.equal(await orderAt(22_100, learner), 409)
  await importRoster(cheap, learner, colleague)
  assert.equal(await isWaiting(learner.accountId), false)
  assert.equal(await orderAt(22_100, learner), 200)
})

test('a colleague’s roster confirms whom one person moved before the unit gives them anything', async () => {
  const own = await newUnit()
  const learner = await aMoved(own)
  await importRoster(own, learner, mover)
  await importRoster(own, learner, colleague)
  await setRate(own, 0)
  assert.equal(await orderAt(0, learner), 200)
})

test('an undone move puts nobody back as one who belongs there whom one person had put there', async () => {
  const own = await newUnit()
  const learner = await aMoved(own)
  const id = await move(learner.accountId, await newUnit(), colleague)
  await world.ask(correctionCalls.undo, { id, reason }, colleague.token)
  await setRate(own, 0)
  assert.deepEqual(await priceFor(learner), listed)
  assert.equal(await settle(learner.accountId, mover), false)
})

test('a learner moved twice pays no less than where they were known to belong, and the same terms ask for nothing', async () => {
  const twice = await aMoved(await newUnit())
  await move(twice.accountId, cheap)
  assert.deepEqual(await priceFor(twice), listed)
  const same = await aMoved(await aCheapUnit(), cheap)
  assert.equal(await isWaiting(same.accountId), false)
  assert.equal(await orderAt(22_100, same), 200)
})

test('a merge of the unit where a learner was known keeps what they paid there', async () => {
  const from = await aCheapUnit()
  const same = await aMoved(await aCheapUnit(), from)
  await merge(from, cheap)
  assert.equal(await isWaiting(same.accountId), false)
})

test('one person’s move counts after a week, and not before', async () => {
  const learner = await aMoved(cheap)
  const movedAgo = (ago: string) =>
    world.db`update accounts set moved_at = moment() - ${ago}::interval where id = ${learner.accountId}`
  await movedAgo('6 days 23 hours 59 minutes')
  assert.deepEqual([await isWaiting(learner.accountId), await priceFor(learner)], [true, listed])
  await movedAgo('7 days')
  assert.deepEqual(
    [await isWaiting(learner.accountId), await priceFor(learner)],
    [false, { price: 22_100, awaitsUnit: false }],
  )
})
