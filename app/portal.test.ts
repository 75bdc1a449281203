import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../server/db.ts'
import { openDatabase, openWorld, type World } from '../test/harness.ts'
import { until } from '../test/until.ts'
import { openPortal } from './portal.ts'

let world: World
before(async () => {
  world = await openWorld()
})

test('a portal that is closed right after it started leaves no running query and no half-started job', async () => {
  const url = await openDatabase('template')
  const database = new URL(url).pathname.slice(1)
  for (let turn = 0; turn < 5; turn++) {
    const db = connect(url, { max: 3 })
    const portal = await openPortal({ ...world.app, db })
    // Each time its start has come a little further.
    for (let n = 0; n < turn * 20; n++) await new Promise(setImmediate)
    await portal.close()
    // Another pool checks what the closed one left; its own connections reopen for a query still waiting.
    await db.end({ timeout: 2 })
    const left = () => world.db`
      select pid, query from pg_stat_activity where datname = ${database} and application_name = 'jixu'`
    await until(async () => (await left()).length === 0)
    await pause(100)
    assert.deepEqual([...(await left())], [])
  }
  const after = connect(url, { max: 1 })
  const [{ running } = {}] = await after`select count(*) as running from jobs where status = 'running'`
  await after.end()
  assert.equal(running, 0)
})
