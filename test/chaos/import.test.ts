import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { killImports } from './import.ts'

test('killed three times in the midst of imports, the product brings every learner in once', async (t) => {
  const seed = Number(process.env.CHAOS_SEED ?? randomInt(1_000_000))
  t.diagnostic(`CHAOS_SEED=${seed}`)
  const faults = await killImports({ kills: 3, rows: 2000, seed, say: (line) => t.diagnostic(line) })
  assert.deepEqual(
    faults,
    [],
    `npm run chaos -- import --kills 3 --rows 2000 --seed ${seed} draws the same kills`,
  )
})
