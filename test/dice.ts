import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'
import { seededRandom } from '../db/seed/content/random.ts'

/** Seed every die of a test is drawn from: the run's, or one of this file's own when it runs by itself. */
export const seed = Number(process.env.TEST_SEED) || randomInt(1, 2 ** 31)

if (!process.env.TEST_SEED)
  process.on('exit', (code) => {
    if (code !== 0) process.stderr.write(`TEST_SEED=${seed} draws the same values\n`)
  })

const bytes = seededRandom(seed)

export const drawBytes = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, () => bytes.int(0, 255)))

/** Properties are tried with values of the same seed. */
fc.configureGlobal({ seed })
export { fc }
