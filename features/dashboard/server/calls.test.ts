import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { aClass } from '../../../test/build/class.ts'
import { anEnrolment } from '../../../test/build/enrolment.ts'
import { aLearner, anAccount, aPortal, aUnit, type BuiltPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { dashboardCalls } from '../contract.ts'

let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  portal = await aPortal(world, { menus: ['/home/index'] })
})

test('a unit manager counts the subtree, provider staff the whole project', async () => {
  const portal = await aPortal(world, { menus: ['/home/index'] })
  const below = await aUnit(world, portal.projectId, portal.unitId)
  const beside = await aUnit(world, portal.projectId)
  const { classId } = await aClass(world, portal)
  for (const unitId of [portal.unitId, below, beside]) {
    const { accountId } = await aLearner(world, portal, { unitId })
    await anEnrolment(world, portal, { accountId, classId })
  }
  const manager = await anAccount(world, portal, { role: 'unit' })
  const admin = await anAccount(world, portal, { role: 'admin' })
  const seen = await world.ask(dashboardCalls.getDashboardDataTotal, {}, manager.token)
  assert.deepEqual([seen.learners, seen.studying, seen.classesOnShelf], [2, 2, 1])
  const all = await world.ask(dashboardCalls.getDashboardDataTotal, {}, admin.token)
  assert.deepEqual([all.learners, all.studying], [3, 3])
})

test('a learner may not see the figures', async () => {
  const { token } = await aLearner(world, portal)
  assert.equal((await world.call(dashboardCalls.getDashboardDataTotal, {}, token)).respCode, 403)
})
