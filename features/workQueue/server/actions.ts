import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Tx } from '../../../server/db.ts'
import type { WorkKind } from '../../../server/feature.ts'
import type { Session } from '../../../server/session.ts'
import type { WorkClaim } from '../contract.ts'
import { isOver, listClaims, ownKinds, waitingOf } from './data.ts'

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

/** Days after which no news waits any more. */
const newsDays = 60

/** Marks the news of a kind as seen by the caller: it waits no longer. Refuses (404) a kind that is no news to them. */
export async function see(tx: Tx, session: Session, kinds: readonly WorkKind[], code: string): Promise<void> {
  const { accountId } = session
  const kind = ownKinds(session, kinds).find((each) => each.code === code)
  if (!kind || !('seenIn' in kind)) refuse(commonRefusals.notFound)
  await tx`
    delete from work_seen
    where account_id = ${accountId} and seen_at < moment() - make_interval(days => ${newsDays})`
  await tx`
    insert into work_seen (account_id, code, item_id)
    select ${accountId}, ${code}, w.id from (${waitingOf(tx, session, kind)}) w on conflict do nothing`
}

/** Forgets what the holder of a closed account was at work on, and has seen of it. */
export async function eraseWork(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`delete from work_claims where account_id = ${accountId}`
  await tx`delete from work_seen where account_id = ${accountId}`
}
