import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../dice.ts'
import { cheatAll } from './cheat.ts'

test('twenty ways to cheat earn nothing that was not seen, and honest learners lose nothing', async (t) => {
  const results = await cheatAll({ learners: 4, seed, say: (line) => t.diagnostic(line) })
  assert.equal(results.length, 21)
  assert.deepEqual(
    results.flatMap(({ faults }) => faults),
    [],
    `npm run chaos -- cheat --learners 4 --seed ${seed} draws the same`,
  )
  assert.equal(results.at(-1)!.certificates, 4)
})
