import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, test } from 'node:test'
import { openWorld, type World } from '../../../test/harness.ts'
import { liveStatuses } from '../rules.ts'

let world: World
before(async () => {
  world = await openWorld()
})

test('what is written out in the table, its one live enrolment and its suspension, is the same list', async () => {
  const laws = await world.db`
    select indexdef as law from pg_indexes where indexname = 'enrolments_live'
    union all
    select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'enrolments'::regclass and pg_get_constraintdef(oid) like '%suspended_by IS NULL%'`
  assert.equal(laws.length, 2)
  for (const { law } of laws) {
    const named = [...(law as string).matchAll(/'(\w+)'::text/g)].map(([, status]) => status!)
    assert.deepEqual(named.toSorted(), [...liveStatuses].sort())
  }
})

test('a query for live enrolments finds the partial index', async () => {
  const plan = await world.db.begin(async (tx) => {
    await tx`set local enable_seqscan = off`
    await tx`set local enable_bitmapscan = off`
    return tx`
      explain select 1 from enrolments
      where account_id = ${randomUUID()}::uuid and class_id = ${randomUUID()}::uuid and is_live(status)`
  })
  assert.match(plan.map((row) => Object.values(row)[0] as string).join('\n'), /using enrolments_live/)
})
