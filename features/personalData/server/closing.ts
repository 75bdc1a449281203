import { maskName } from '../../../contract/identity.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import type { Feature } from '../../../server/feature.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { eraseAccount } from '../../account/server/actions.ts'
import { closedName, closingLifecycle, keptYears } from '../rules.ts'
import { cancelClosing } from './actions.ts'
import { findHindrances, identityOf, keepsRecords } from './data.ts'

/** Name to which the stored identity of a closed account is bound. */
export const keptPlace = 'account_closings.kept'

interface Waiting {
  id: string
  accountId: string
  projectId: string
}

/** Erases a person from an account; orders, hours, certificates and the log stay, under a masked name. */
async function erase(
  tx: Tx,
  secrets: Secrets,
  { id, accountId, projectId }: Waiting,
  features: readonly Feature[],
): Promise<void> {
  const identity = await identityOf(tx, secrets, accountId)
  const kept = (await keepsRecords(tx, accountId))
    ? secrets.seal(keptPlace, id, JSON.stringify(identity))
    : null
  const name = closedName(maskName(identity.name))
  for (const { erase: eraseIn } of features)
    await eraseIn?.(tx, { accountId, name, formerName: identity.name }, secrets)
  await eraseAccount(tx, accountId, name)
  await tx`
    update account_closings set status = ${closingLifecycle.next('waiting', 'close')}, ended_at = moment(),
      kept_sealed = ${kept}, kept_until = ${kept && tx`moment() + make_interval(years => ${keptYears})`}
    where id = ${id}`
  await audit(tx, {
    by: null,
    projectId,
    action: 'account.close',
    subjectKind: 'account',
    subjectId: accountId,
    after: { keepsRecords: kept !== null },
  })
}

/**
 * Decides one request: cancelled by a sign-in since, delayed while something is open, or closed. Returns whether the
 * account was closed.
 */
export async function decide(
  tx: Tx,
  secrets: Secrets,
  waiting: Waiting,
  features: readonly Feature[],
): Promise<boolean> {
  const { id, accountId } = waiting
  // Its orders first, as who settles one; the account and the request in the order in which a request locks them.
  await tx`select from orders where account_id = ${accountId} order by id for update`
  const [account] = await tx`select last_login_at, status from accounts where id = ${accountId} for update`
  const [closing] = await tx<{ isCancelled: boolean }[]>`
    select ${account!.lastLoginAt as string | null}::timestamptz > created_at as is_cancelled
    from account_closings where id = ${id} and status = 'waiting' for update`
  if (!closing) return false
  // A sign-in cancels it by itself; nobody who was here since is erased, whatever became of that.
  if (closing.isCancelled || account!.status === 'deleted') {
    await cancelClosing(tx, accountId)
    return false
  }
  // A refund that began, or an exam that somebody opened, since the request.
  if ((await findHindrances(tx, accountId)).length > 0) {
    await tx`update account_closings set due_at = moment() + interval '1 day' where id = ${id}`
    return false
  }
  await erase(tx, secrets, waiting, features)
  return true
}

/** Requests whose time has come. */
export const listDue = (db: Db) => db<Waiting[]>`
  select id, account_id, project_id from account_closings
  where status = 'waiting' and due_at <= moment() order by id`
