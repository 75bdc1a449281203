import type { Pool, Tx } from './db.ts'
import type { Job } from './jobs.ts'

/** Rows a statement takes at a time: more might take longer than a statement may, and never go. */
const most = 5000

/**
 * Runs a statement that takes so many rows at most, to delete or to fold them, until it finds fewer; each run has its own
 * transaction. Returns how many rows there were.
 */
export async function inPieces(
  { signal }: Pick<Job, 'signal'>,
  takeSome: (most: number) => PromiseLike<{ count: number }>,
): Promise<number> {
  let total = 0
  for (let taken = most; taken === most; total += taken) {
    signal.throwIfAborted()
    taken = (await takeSome(most)).count
  }
  return total
}

/** Repeats a step, each time in a transaction of its own, until it finds nothing; returns how much it has found. */
export async function untilNone(
  { signal }: Pick<Job, 'signal'>,
  db: Pool,
  step: (tx: Tx) => Promise<number>,
): Promise<number> {
  let total = 0
  for (let found = 1; found > 0; total += found) {
    signal.throwIfAborted()
    found = await db.begin(step)
  }
  return total
}
