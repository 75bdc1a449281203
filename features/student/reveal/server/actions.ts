import { refuse } from '../../../../contract/refusal.ts'
import { commonRefusals } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { type Secrets, Unreadable } from '../../../../server/secrets.ts'
import { inScope, type Scope, type Session } from '../../../../server/session.ts'
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

const sealedOf = (db: Db, what: Revealed) =>
  what === 'card'
    ? db`s.card_sealed as sealed, s.card_index as index`
    : db`a.mobile_sealed as sealed, a.mobile_index as index`

/** Opens a number of an account. A value that was moved here from another row is not shown. */
function openNumber(
  secrets: Secrets,
  what: Revealed,
  accountId: string,
  sealed: Buffer,
  index: Buffer | null,
): string {
  const place = places[what]
  const number = secrets.open(place.sealed, accountId, sealed)
  if (!index?.equals(secrets.blindIndex(place.index, number))) {
    throw new Unreadable(`The sealed ${what} of ${accountId} is another row's`)
  }
  return number
}

/** Learners in scope. */
const learnersIn = (db: Db, scope: Scope) =>
  inScope(db, scope, { project: 's.project_id', unitPath: 'u.path', account: 's.account_id' })

/**
 * Numbers in full of the learners among these accounts that are in scope, by account; the others stay masked. For an
 * export, which asks for the reason and records it with what was exported.
 */
export async function openNumbers(
  db: Db,
  secrets: Secrets,
  scope: Scope,
  what: Revealed,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db<({ id: string } & Guarded)[]>`
    select a.id, ${sealedOf(db, what)}
    from students s join accounts a on a.id = s.account_id left join units u on u.id = s.unit_id
    where s.account_id = any(${accountIds as string[]}::uuid[]) and a.status <> 'deleted' and ${learnersIn(db, scope)}`
  return new Map(
    rows.flatMap(({ id, sealed, index }) =>
      sealed ? [[id, openNumber(secrets, what, id, sealed, index)] as const] : [],
    ),
  )
}

/**
 * One learner's number in full, for a reason that is recorded in the operation log. Refuses (404) anyone who is out
 * of scope and a number that is not on record, and (429) beyond so many a day.
 */
export async function reveal(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  input: { accountId: string; what: Revealed; reason: string },
): Promise<string> {
  // The reveals of one operator are counted one after the other.
  await tx`select pg_advisory_xact_lock(hashtext(${`reveal ${session.accountId}`}))`
  const [found] = await tx<Guarded[]>`
    select ${sealedOf(tx, input.what)}
    from students s join accounts a on a.id = s.account_id left join units u on u.id = s.unit_id
    where s.account_id = ${input.accountId} and a.status <> 'deleted' and ${learnersIn(tx, session.scope)}`
  if (!found) refuse(commonRefusals.notFound)
  if (!found.sealed) refuse(revealRefusals.absent)
  const [seen] = await tx`
    select count(*) as count from operation_logs
    where actor_id = ${session.accountId} and action = 'student.reveal' and created_at > moment() - interval '1 day'`
  if ((seen!.count as number) >= revealsADay) refuse(revealRefusals.tooMany, { count: revealsADay })
  const number = openNumber(secrets, input.what, input.accountId, found.sealed, found.index)
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
