import type { Language } from '../../../contract/refusal.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { enqueue, type JobKind } from '../../../server/jobs.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { endSessionsOf } from '../../account/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { closingRefusals, exportRefusals } from '../contract.ts'
import { closingLifecycle, coolOffDays, exportLifecycle, type ExportStatus } from '../rules.ts'
import { findHindrances } from './data.ts'
import { closingCancelled, closingRequested } from './messages.ts'

/** Name to which the sealed copy of a person's data is bound. */
export const copyPlace = 'data_exports.content'

export const makeJob = { type: 'personalData.make', lane: 'people' } as const satisfies JobKind

const record = (tx: Tx, session: Pick<Session, 'accountId' | 'projectId'>, action: string, after?: object) =>
  audit(tx, { by: session, action, subjectKind: 'account', subjectId: session.accountId, after })

/**
 * Has a copy of one's own data made for this session; while one is being made or waits to be fetched, that one is given to
 * this session.
 */
export async function requestCopy(tx: Tx, session: Session, language: Language): Promise<string> {
  const { accountId, projectId } = session
  await tx`
    update data_exports set status = 'lapsed', content_sealed = null
    where account_id = ${accountId} and status = 'ready' and expires_at <= moment()`
  const [fresh] = await tx<{ id: string }[]>`
    insert into data_exports (project_id, account_id, session_id, language)
    values (${projectId}, ${accountId}, ${session.id}, ${language})
    on conflict do nothing returning id`
  if (!fresh) {
    const [open] = await tx<{ id: string }[]>`
      update data_exports set session_id = ${session.id}
      where account_id = ${accountId} and status in ('making', 'ready') returning id`
    return open!.id
  }
  const { id } = fresh
  await enqueue(tx, { ...makeJob, key: id, input: { id }, projectId, operatorId: accountId })
  await record(tx, session, 'account.requestCopy')
  return id
}

/**
 * The copy of one's own data, which stays on the server until its arrival is confirmed or its time is over. Refuses (409)
 * one that is not ready, and (403) another session than the one that proved itself for it.
 */
export async function readCopy(tx: Tx, secrets: Secrets, session: Session, id: string): Promise<string> {
  const row = await lockReady(tx, session, id)
  await record(tx, session, 'account.takeCopy')
  return secrets.open(copyPlace, id, row.contentSealed)
}

/** Deletes a copy that has arrived with its owner. Refuses as `readCopy` does. */
export async function dropCopy(tx: Tx, session: Session, id: string): Promise<null> {
  const { status } = await lockReady(tx, session, id)
  await tx`
    update data_exports set status = ${exportLifecycle.next(status, 'fetch')}, content_sealed = null where id = ${id}`
  return null
}

async function lockReady(tx: Tx, session: Session, id: string) {
  const [row] = await tx<
    { status: ExportStatus; contentSealed: Buffer | null; isOver: boolean; isHere: boolean }[]
  >`
    select status, content_sealed, coalesce(expires_at <= moment(), false) as is_over,
      session_id is not distinct from ${session.id} as is_here
    from data_exports
    where id = ${id} and account_id = ${session.accountId} for update`
  const { status, contentSealed, isOver, isHere } = row ?? refuse(exportRefusals.notReady)
  if (!contentSealed || isOver || !exportLifecycle.can(status, 'fetch')) refuse(exportRefusals.notReady)
  if (!isHere) refuse(exportRefusals.elsewhere)
  return { status, contentSealed }
}

/** Deletes the copies of a closed account. */
export async function eraseCopies(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await tx`
    update data_exports set status = 'lapsed', content_sealed = null
    where account_id = ${accountId} and status in ('making', 'ready')`
}

/**
 * Closes one's account some days from now, ends every session and writes to every address of the account; a sign-in
 * before then cancels it. Asked again meanwhile, it stays as it is. Refuses (409) while something is open, with the way
 * on.
 */
export async function requestClosing(tx: Tx, session: Session): Promise<string> {
  const { accountId, projectId } = session
  await tx`select from accounts where id = ${accountId} for update`
  const [waiting] = await tx<{ dueAt: string }[]>`
    select due_at from account_closings where account_id = ${accountId} and status = 'waiting'`
  if (waiting) return waiting.dueAt
  const [hindrance] = await findHindrances(tx, accountId)
  if (hindrance) refuse(closingRefusals[hindrance])
  const [row] = await tx<{ dueAt: string; createdAt: string }[]>`
    insert into account_closings (project_id, account_id, due_at)
    values (${projectId}, ${accountId}, moment() + make_interval(days => ${coolOffDays})) returning due_at, created_at`
  const { dueAt, createdAt } = row!
  await record(tx, session, 'account.requestClosing', { dueAt })
  await sendMessage(tx, closingRequested, accountId, { at: createdAt, due: dueAt })
  await endSessionsOf(tx, accountId)
  return dueAt
}

/** Cancels the closing of an account that is signed in to, in the transaction of the sign-in, and writes to its owner. */
export async function cancelClosing(tx: Tx, accountId: string): Promise<void> {
  const [row] = await tx<{ projectId: string; endedAt: string }[]>`
    update account_closings set status = ${closingLifecycle.next('waiting', 'cancel')}, ended_at = moment()
    where account_id = ${accountId} and status = 'waiting' returning project_id, ended_at`
  if (!row) return
  await record(tx, { accountId, projectId: row.projectId }, 'account.cancelClosing')
  await sendMessage(tx, closingCancelled, accountId, { at: row.endedAt })
}
