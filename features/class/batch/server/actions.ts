import { type Language, Refusal } from '../../../../contract/refusal.ts'
import type { Db, Pool, Tx } from '../../../../server/db.ts'
import type { BatchResult } from '../contract.ts'

export interface Batch {
  ids: readonly string[]
  language: Language
  /** What rows are called in the report, by id; only rows the caller may see. */
  named: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/**
 * Applies an action to each of many rows, each in its own transaction; a refused row has a reason and does not stop the
 * others.
 */
export async function eachSeparately(
  db: Pool,
  batch: Batch,
  one: (tx: Tx, id: string) => Promise<unknown>,
): Promise<BatchResult> {
  const succeeded: string[] = []
  const reasons = new Map<string, string>()
  for (const id of new Set(batch.ids)) {
    try {
      await db.begin((tx) => one(tx, id))
      succeeded.push(id)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      reasons.set(id, error.say(batch.language))
    }
  }
  const names = reasons.size > 0 ? await batch.named(db, [...reasons.keys()]) : new Map<string, string>()
  return {
    succeeded,
    failed: [...reasons].map(([id, reason]) => ({ id, name: names.get(id) ?? null, reason })),
  }
}
