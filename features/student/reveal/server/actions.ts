import { refuse } from '../../../../contract/refusal.ts'
import { commonRefusals } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Tx } from '../../../../server/db.ts'
import type { Secrets } from '../../../../server/secrets.ts'
import { inScope, type Session } from '../../../../server/session.ts'
import { type Revealed, revealRefusals } from '../contract.ts'

/** Numbers one operator may see in full within a day. */
export const revealsADay = 50

const places = {
  card: { sealed: 'students.card', index: 'card' },
  mobile: { sealed: 'accounts.mobile', index: 'mobile' },
} as const

interface Guarded {
  sealed: Buffer | null
  index: Buffer | null
}

/**
 * One learner's number in full, for a reason that is recorded in the operation log. Refuses (404) anyone who is out
 * of scope and a number that is not on record, and (429) beyond so many a day. A value that was moved here from
 * another row is not shown.
 */
export async function reveal(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  input: { accountId: string; what: Revealed; reason: string },
): Promise<string> {
  // The reveals of one operator are counted one after the other.
  await tx`select pg_advisory_xact_lock(hashtext(${`reveal ${session.accountId}`}))`
  const scope = inScope(tx, session.scope, {
    project: 's.project_id',
    unitPath: 'u.path',
    account: 's.account_id',
  })
  const [found] = await tx<Guarded[]>`
    select ${input.what === 'card' ? tx`s.card_sealed as sealed, s.card_index as index` : tx`a.mobile_sealed as sealed, a.mobile_index as index`}
    from students s join accounts a on a.id = s.account_id left join units u on u.id = s.unit_id
    where s.account_id = ${input.accountId} and ${scope}`
  if (!found) refuse(commonRefusals.notFound)
  if (!found.sealed) refuse(revealRefusals.absent)
  const [seen] = await tx`
    select count(*) as count from operation_logs
    where actor_id = ${session.accountId} and action = 'student.reveal' and created_at > moment() - interval '1 day'`
  if ((seen!.count as number) >= revealsADay) refuse(revealRefusals.tooMany, { count: revealsADay })
  const place = places[input.what]
  const number = secrets.open(place.sealed, found.sealed)
  if (!found.index?.equals(secrets.blindIndex(place.index, number))) {
    throw new Error(`The sealed ${input.what} of ${input.accountId} is another row's`)
  }
  await audit(tx, {
    by: session,
    action: 'student.reveal',
    subjectKind: 'account',
    subjectId: input.accountId,
    after: { what: input.what },
    reason: input.reason,
  })
  return number
}
