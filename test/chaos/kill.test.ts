import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../dice.ts'
import { killRounds } from './kill.ts'

test('killed three times under load, the product loses nothing it acknowledged and does nothing twice', async (t) => {
  const report = await killRounds({ rounds: 3, seed, say: (line) => t.diagnostic(line) })
  assert.deepEqual(report.faults, [], `npm run chaos -- kill --rounds 3 --seed ${seed} draws the same kills`)
  assert.equal(report.ready.length, 3)
  const { beats, confirmed, orders } = report.ledger
  assert.ok(beats > 50 && confirmed.size > 5 && orders.size > 20, 'the load was real')
})
