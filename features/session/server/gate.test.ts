import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aLearner, aPortal } from '../../../test/build/portal.ts'
import { openWorld } from '../../../test/harness.ts'
import type { Pool } from '../../../server/db.ts'
import { endSessionsOf } from '../../account/server/actions.ts'
import { openGate } from './gate.ts'

/** The database as one hears of it whose messages are on the way for as long as one likes. */
function hearingLate(db: Pool) {
  const waiting: (() => void)[] = []
  const late = new Proxy(db, {
    get: (target, name) =>
      name === 'listen'
        ? (channel: string, hear: (id: string) => void, again: () => void) =>
            db.listen(channel, (id) => void waiting.push(() => hear(id)), again)
        : Reflect.get(target, name),
  })
  return { late, subscribeAll: () => waiting.splice(0).forEach((hear) => hear()) }
}

test('who was signed out is out for every call after, also before this process hears of it', async () => {
  const world = await openWorld()
  const portal = await aPortal(world)
  const learner = await aLearner(world, portal)
  const { late, subscribeAll } = hearingLate(world.db)
  const gate = await openGate(late)
  assert.ok(await gate.find(learner.token))
  await world.db.begin((tx) => endSessionsOf(tx, learner.accountId))
  assert.equal(await gate.find(learner.token), null)
  subscribeAll()
  assert.equal(await gate.find(learner.token), null)
  await gate.close()
})
