import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { anAccount, aLearner, aPortal } from '../../../test/build/portal.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { enqueue } from '../../../server/jobs.ts'
import { taskCalls } from '../contract.ts'

let world: World
let admin: string
let learner: string
before(async () => {
  world = await openWorld()
  const portal = await aPortal(world, { menus: ['/resource-manage/video'] })
  admin = (await anAccount(world, portal, { role: 'admin' })).token
  learner = (await aLearner(world, portal)).token
  await world.portal.drainJobs()
})

const ready = async () => {
  const response = await world.portal.http.inject({ url: '/readyz' })
  const { status, stuckLanes } = response.json() as { status: string; stuckLanes: Record<string, unknown>[] }
  return [response.statusCode, status, stuckLanes.map(({ lane, type }) => `${lane} ${type}`)]
}

test('a stuck lane is named to operators and in the task centre', async () => {
  assert.deepEqual(await ready(), [200, 'ready', []])
  assert.deepEqual(await world.ask(taskCalls.findStuckLanes, {}, admin), [])
  // No worker here knows this type, as when all of its lane hang.
  const id = await enqueue(world.db, { type: 'import.forgotten', lane: 'people' })
  await world.db`update jobs set run_at = moment() - interval '14 minutes' where id = ${id}`
  assert.deepEqual(await ready(), [200, 'ready', []])
  await world.db`update jobs set run_at = moment() - interval '16 minutes' where id = ${id}`
  assert.deepEqual(await ready(), [200, 'ready', ['people import.forgotten']])
  const [stuck, ...others] = await world.ask(taskCalls.findStuckLanes, {}, admin)
  assert.deepEqual([stuck!.lane, others], ['people', []])
  assert.ok(stuck!.waitingSeconds >= 960)
  // A task whose worker was lost and that nobody claims again is stalled as well; one in progress is not.
  await world.db`
    update jobs set status = 'running', fence = 1, tries = 1, lease_until = moment() - interval '16 minutes'
    where id = ${id}`
  assert.deepEqual((await ready())[2], ['people import.forgotten'])
  await world.db`update jobs set lease_until = moment() + interval '1 minute' where id = ${id}`
  assert.deepEqual((await ready())[2], [])
  assert.equal((await world.call(taskCalls.findStuckLanes, {}, learner)).respCode, 403)
})
