import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../dice.ts'
import { killRounds } from './kill.ts'

test('killed three times under load, the product loses nothing it acknowledged and does nothing twice', async (t) => {
  const report = await killRounds({
    rounds: 3,
    people: 30,
    seed,
    isEnough: ({ beats, confirmed, orders }) => beats > 50 && confirmed.size > 5 && orders.size > 20,
    say: (line) => t.diagnostic(line),
  })
  const again = `npm run chaos -- kill --rounds 3 --people 30 --seed ${seed} draws the same kills`
  assert.deepEqual(report.faults, [], again)
  assert.equal(report.ready.length, 3)
})
