import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../dice.ts'
import { faultOfWaiting, pushAll } from './push.ts'

test('two hundred results arrive once and in order after an hour without a receiver, whatever is killed', async (t) => {
  const options = { waiting: 200, learners: 40, kills: 1, seed }
  const report = await pushAll({ ...options, say: (line) => t.diagnostic(line) })
  assert.deepEqual(
    report.faults,
    [],
    `npm run chaos -- push --pushes 200 --learners 40 --kills 1 --seed ${seed} draws the same`,
  )
  assert.equal(report.kills, 1)
  assert.ok(report.missed > 0 && report.missed < 200, `${report.missed} tries of the hour`)
})

test('work of other lanes that waits far longer beside the pushes than without them is a fault', () => {
  assert.equal(faultOfWaiting({ quiet: 2, beside: 5 }), null)
  assert.match(
    String(faultOfWaiting({ quiet: 2, beside: 600 })),
    /waited 600\.0 s .*without them it was 2\.0 s/,
  )
})
