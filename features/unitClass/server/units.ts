import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Db } from '../../../server/db.ts'
import type { Scope } from '../../../server/session.ts'
import { pathInScope } from '../../unit/server/actions.ts'

/** Refuses (404) a unit beyond the caller's scope. */
export async function assertUnit(db: Db, scope: Scope, unitId: string): Promise<void> {
  const [row] = await db<{ path: string | null }[]>`select ${pathInScope(db, scope, unitId)} as path`
  if (!row!.path) refuse(commonRefusals.notFound)
}
