import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import {
  aLearner,
  anAccount,
  aPortal,
  aUnit,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { closedUnits } from '../../../../test/build/unit.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { sessionCalls } from '../../../session/contract.ts'
import { unitManagerCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
let admin: BuiltAccount
const menus = ['/unit-manage/list', '/account-manage/administrator-list', '/account-manage/role']
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus })
  await world.db`
    update roles set menus = '{/unit-manage/list,/account-manage/administrator-list,/account-manage/administrator-list#add}'
    where id = ${portal.roles.unit}`
  admin = await anAccount(world, portal, { role: 'admin' })
})

const list = (unitId: string, by = admin) =>
  world.ask(unitManagerCalls.findUnitManagerList, { unitId }, by.token)
const change = (
  call: (typeof unitManagerCalls)['addUnitManager' | 'removeUnitManager'],
  who: BuiltAccount,
  unitId: string,
  by = admin,
  roleId = portal.roles.unit,
) => world.call(call, { unitId, roleId, accountId: who.accountId }, by.token)
const { addUnitManager, removeUnitManager } = unitManagerCalls

test('somebody known becomes manager of one more unit and stops being it; the account that loses its last role is disabled', async () => {
  const [here, there] = [await aUnit(world, portal.projectId), await aUnit(world, portal.projectId)]
  const head = await anAccount(world, portal, { role: 'unit', unitId: here })
  assert.equal((await change(addUnitManager, head, there)).respCode, 200)
  assert.match((await change(addUnitManager, head, there)).respDesc, /已经是/)
  const [row] = await list(there)
  assert.deepEqual([row!.accountId, row!.only, row!.manageable], [head.accountId, false, true])

  // The own role goes: the further one takes its place.
  assert.deepEqual((await change(removeUnitManager, head, here)).attribute, { disabled: false })
  assert.deepEqual(await list(here), [])
  const [moved] = await world.db`select unit_id, status from accounts where id = ${head.accountId}`
  assert.deepEqual({ ...moved }, { unitId: there, status: 'active' })
  const over = await world.call(sessionCalls.getAccountInfo, {}, head.token)
  assert.equal(over.respCode, 401)
  assert.equal((await list(there))[0]!.only, true)
  assert.deepEqual((await change(removeUnitManager, head, there)).attribute, { disabled: true })
  assert.equal((await change(removeUnitManager, head, here)).respCode, 404)
  const actions =
    await world.db`select action from operation_logs where subject_id = ${there} order by created_at, id`
  assert.deepEqual(
    actions.map((action) => action.action),
    ['unit.addManager', 'unit.removeManager'],
  )
})

test('nobody becomes manager of a unit that is closed or out of sight', async () => {
  const head = await anAccount(world, portal, { role: 'unit' })
  for (const { unitId, message: says } of await closedUnits(world, portal)) {
    const reply = await change(addUnitManager, head, unitId)
    assert.deepEqual([reply.respCode, reply.field], [422, 'unitId'])
    assert.match(reply.respDesc, says)
  }
})

test('a unit’s manager appoints in the own branch only, nobody stronger, and never changes the own account', async () => {
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const beside = await aUnit(world, portal.projectId)
  const head = await anAccount(world, portal, { role: 'unit' })
  const deputy = await anAccount(world, portal, { role: 'unit', unitId: below })
  const foreign = await anAccount(world, portal, { role: 'unit', unitId: beside })
  assert.equal((await change(addUnitManager, deputy, portal.unitId, head)).respCode, 200)
  assert.equal((await change(addUnitManager, deputy, beside, head)).respCode, 422)
  assert.equal((await change(addUnitManager, foreign, below, head)).respCode, 404)
  assert.equal((await change(removeUnitManager, foreign, beside, head)).respCode, 404)
  assert.equal((await change(addUnitManager, deputy, below, head, portal.roles.admin)).respCode, 403)
  assert.equal((await change(removeUnitManager, head, portal.unitId, head)).respCode, 403)
  assert.equal(
    (await world.call(unitManagerCalls.findUnitManagerList, { unitId: beside }, head.token)).respCode,
    404,
  )
  const learner = await aLearner(world, portal)
  assert.equal((await change(addUnitManager, learner, below)).respCode, 422)
  assert.equal((await change(addUnitManager, deputy, below, learner)).respCode, 403)
  const elsewhere = await aPortal(world, { menus })
  const stranger = await anAccount(world, elsewhere, { role: 'admin' })
  assert.equal((await change(addUnitManager, deputy, below, stranger)).respCode, 404)
})
