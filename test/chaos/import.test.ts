import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seed } from '../dice.ts'
import { killImports } from './import.ts'

test('killed three times in the midst of imports, the product brings every learner in once', async (t) => {
  const faults = await killImports({ kills: 3, rows: 600, seed, say: (line) => t.diagnostic(line) })
  assert.deepEqual(
    faults,
    [],
    `npm run chaos -- import --kills 3 --rows 600 --seed ${seed} draws the same kills`,
  )
})
