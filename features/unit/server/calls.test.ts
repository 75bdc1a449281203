import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anAccount, aPortal, aUnit } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { unitCalls } from '../contract.ts'

let world: World
before(async () => {
  world = await openWorld()
})

test('units to narrow by are those of the caller, found by a part of the name or by id', async () => {
  const other = await aPortal(world, { menus: ['/train-manage/study-report'] })
  const below = await aUnit(world, other.projectId, other.unitId)
  const beside = await aUnit(world, other.projectId)
  const ids = async (token: string, input = {}) =>
    (await world.ask(unitCalls.findUnitBase, input, token)).map((unit) => unit.id).sort()
  const whole = await anAccount(world, other, { role: 'admin' })
  const unit = await anAccount(world, other, { role: 'unit' })
  assert.deepEqual(await ids(whole.token), [other.unitId, below, beside].sort())
  assert.deepEqual(await ids(unit.token), [other.unitId, below].sort())
  assert.deepEqual(await ids(unit.token, { unitId: beside }), [])
  const [named] = await world.ask(unitCalls.findUnitBase, { unitId: below }, unit.token)
  assert.deepEqual(await ids(unit.token, { keyword: named!.name }), [below])
  assert.deepEqual(await ids(unit.token, { keyword: '%' }), [])
})
