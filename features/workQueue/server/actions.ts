import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import type { WorkKind } from '../../../server/feature.ts'
import type { Session } from '../../../server/session.ts'
import type { WorkClaim } from '../contract.ts'
import { isOver, listClaims } from './data.ts'

interface Item {
  code: string
  id: string
}

/**
 * Claims an item that waits for the caller, or shows that the caller is still at it, and gives who is: the colleague
 * who claimed it first, until a time has passed without a sign. Refuses (404) what does not wait for the caller.
 */
export async function claim(
  tx: Tx,
  session: Session,
  kinds: readonly WorkKind[],
  { code, id }: Item,
): Promise<WorkClaim> {
  const { accountId, projectId } = session
  await tx`delete from work_claims c where c.project_id = ${projectId} and ${isOver(tx)}`
  await tx`
    insert into work_claims (code, item_id, project_id, account_id) values (${code}, ${id}, ${projectId}, ${accountId})
    on conflict (code, item_id) do update set seen_at = moment()
    where work_claims.account_id = excluded.account_id`
  // Of what does not wait for the caller there is none, and what was just written is rolled back.
  const [found] = await listClaims(tx, session, kinds, { code, id })
  return found ?? refuse(commonRefusals.notFound)
}

/** Ends the caller's own claim of an item, if there is one. */
export async function release(tx: Tx, { accountId }: Session, { code, id }: Item): Promise<void> {
  await tx`delete from work_claims where code = ${code} and item_id = ${id} and account_id = ${accountId}`
}

/** Forgets what the holder of a closed account was at work on. */
export async function eraseClaims(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from work_claims where account_id = ${accountId}`
}
