import { audit } from '../../../server/audit.ts'
import { clearCache } from '../../../server/cache.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Session } from '../../../server/session.ts'
import type { CacheName } from '../contract.ts'

/** Clears caches of this process; returns how many values each held. */
export async function clearCaches(
  tx: Tx,
  session: Session,
  keys: readonly CacheName[],
): Promise<{ key: CacheName; cleared: number }[]> {
  const cleared = keys.map((key) => ({ key, cleared: clearCache(key) ?? 0 }))
  for (const one of cleared)
    await audit(tx, {
      by: session,
      action: 'cache.clear',
      subjectKind: 'cache',
      subjectId: one.key,
      after: { cleared: one.cleared },
    })
  return cleared
}

/** Folds some of the oldest changes into the counts of the boards; returns how many. */
export async function foldBoards(db: Db, most: number): Promise<{ count: number }> {
  const [row] = await db<{ count: number }[]>`select fold_boards(${most}) as count`
  return row!
}
