import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../dice.ts'
import { settlePayments } from './pay.ts'

test('sixty payments are settled once, however their notices come and whatever is killed', async (t) => {
  const options = { size: 60, from: 1, parts: 1, seed }
  const report = await settlePayments({ ...options, say: (line) => t.diagnostic(line) })
  assert.deepEqual(
    report.faults,
    [],
    `npm run chaos -- pay --payments 60 --size 60 --seed ${seed} draws the same`,
  )
  assert.equal(report.payments, 60)
  assert.ok(report.lost > 0 && report.forged > 15 && report.altered > 15, 'the trouble was real')
})
