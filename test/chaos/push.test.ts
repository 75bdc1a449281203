import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../dice.ts'
import { pushAll } from './push.ts'

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
