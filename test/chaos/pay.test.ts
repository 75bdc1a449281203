import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../dice.ts'
import { settlePayments } from './pay.ts'

test('two hundred payments are settled once, however their notices come and whatever is killed', async (t) => {
  const options = { size: 200, from: 1, parts: 1, seed }
  const report = await settlePayments({ ...options, say: (line) => t.diagnostic(line) })
  assert.deepEqual(
    report.faults,
    [],
    `npm run chaos -- pay --payments 200 --size 200 --seed ${seed} draws the same`,
  )
  assert.equal(report.payments, 200)
  assert.ok(report.lost > 10 && report.forged > 50 && report.altered > 50, 'the trouble was real')
})
