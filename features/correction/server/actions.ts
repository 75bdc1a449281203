import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { takePersonal } from '../../file/server/actions.ts'
import { type Change, correctionRefusals } from '../contract.ts'
import {
  type CorrectionDeed,
  type CorrectionStatus,
  correctionLifecycle,
  deedsOf,
  needsSecond,
} from '../rules.ts'
import { type LockedCorrection, lockCorrection, seesLearner } from './data.ts'
import { carryOut, takeBack } from './perform.ts'
import { planOf } from './plan.ts'

const page = '/customer/exception-register'

/** What the caller may do to corrections. */
export const powersOf = ({ menus }: Session) => ({
  propose: menus.has(`${page}#correct`),
  approve: menus.has(`${page}#approve`),
})

export interface Proposal {
  accountId: string
  change: Change
  reason: string
  proof?: string | undefined
}

/** What the log keeps of a correction: the person is its subject, so that it stands in the person's history. */
const record = (
  tx: Tx,
  session: Session,
  deed: CorrectionDeed | 'propose',
  row: { id: string; accountId: string; kind: string; title: string },
  told: { before?: object; after?: object; reason?: string } = {},
) => {
  const { id: correctionId, kind, title } = row
  return audit(tx, {
    by: session,
    action: `correction.${deed}`,
    subjectKind: 'account',
    subjectId: row.accountId,
    ...(told.before ? { before: told.before } : {}),
    after: { correctionId, kind, ...(title ? { title } : {}), ...told.after },
    ...(told.reason ? { reason: told.reason } : {}),
  })
}

/**
 * Proposes a change of what is on record about a learner. Refuses (404) one out of scope, (409) while another proposal
 * for the same thing waits, and whatever is no change.
 */
export async function propose(tx: Tx, secrets: Secrets, session: Session, wish: Proposal): Promise<string> {
  const { accountId, change, reason, proof } = wish
  if (!(await seesLearner(tx, session.scope, accountId))) refuse(commonRefusals.notFound)
  if (proof !== undefined) {
    const isOwn = await takePersonal(tx, session.accountId, proof)
    if (!isOwn) refuse(correctionRefusals.proofAbsent, {}, 'proof')
  }
  const { beforeCard, afterCard, before, after, ...plan } = await planOf(
    tx,
    secrets,
    session,
    accountId,
    change,
  )
  const seal = (card: string | undefined) =>
    card === undefined ? null : secrets.seal('corrections.card', card)
  const { kind } = change
  const [row] = await tx`
    insert into corrections ${tx({
      ...plan,
      kind,
      accountId,
      reason,
      projectId: session.projectId,
      before: tx.json(before),
      after: tx.json(after),
      beforeCardSealed: seal(beforeCard),
      afterCardSealed: seal(afterCard),
      proofKey: proof ?? null,
      proposerId: session.accountId,
    })}
    on conflict (account_id, kind, subject) where status in ('proposed', 'approved') do nothing returning id`
  if (!row) refuse(correctionRefusals.openAlready)
  const id = row.id as string
  await record(tx, session, 'propose', { id, accountId, kind, title: plan.title }, { before, after, reason })
  return id
}

/** Locks a correction for a deed. Refuses 404 out of scope, 409 when its state has no such deed, 403 when the caller has none. */
async function lockFor(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
  deed: CorrectionDeed,
): Promise<LockedCorrection> {
  const row = (await lockCorrection(tx, secrets, session.scope, id)) ?? refuse(commonRefusals.notFound)
  if (!correctionLifecycle.can(row.status, deed)) refuse(correctionRefusals.settledAlready)
  const own = row.proposerId === session.accountId
  if (deedsOf({ ...row, own }, powersOf(session)).includes(deed)) return row
  if (deed === 'undo' && !row.undoable) refuse(correctionRefusals.tooLate)
  if (deed === 'withdraw') refuse(correctionRefusals.notYours)
  return refuse(needsSecond(row.kind) && own ? correctionRefusals.secondNeeded : commonRefusals.notAllowed)
}

async function applyLocked(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  row: LockedCorrection,
): Promise<CorrectionStatus> {
  const status = correctionLifecycle.next('approved', 'apply')
  const { entryId = null, ...sides } = await carryOut(tx, secrets, session, row)
  const { before, after } = { before: row.before, after: row.after, ...sides }
  await tx`
    update corrections set status = ${status}, applier_id = ${session.accountId}, applied_at = moment(),
      entry_id = ${entryId}, before = ${tx.json(before)}, after = ${tx.json(after)}
    where id = ${row.id}`
  await record(tx, session, 'apply', row, { before, after, reason: row.reason })
  return status
}

/**
 * Approves a correction and, unless told otherwise, applies it in the same transaction: both or neither. Refuses (403)
 * the proposer of what takes two people.
 */
export async function approve(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
  applies: boolean,
): Promise<CorrectionStatus> {
  const row = await lockFor(tx, secrets, session, id, 'approve')
  const status = correctionLifecycle.next(row.status, 'approve')
  await tx`
    update corrections set status = ${status}, decider_id = ${session.accountId}, decided_at = moment() where id = ${id}`
  await record(tx, session, 'approve', row)
  return applies ? applyLocked(tx, secrets, session, row) : status
}

/** Applies an approved correction. Refuses (409) where the record has changed since it was proposed. */
export async function apply(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
): Promise<CorrectionStatus> {
  return applyLocked(tx, secrets, session, await lockFor(tx, secrets, session, id, 'apply'))
}

/** Rejects a proposal, for a reason its proposer reads. */
export async function reject(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
  reason: string,
): Promise<CorrectionStatus> {
  const row = await lockFor(tx, secrets, session, id, 'reject')
  const status = correctionLifecycle.next(row.status, 'reject')
  await tx`
    update corrections set status = ${status}, decider_id = ${session.accountId}, decided_at = moment(),
      decision = ${reason}
    where id = ${id}`
  await record(tx, session, 'reject', row, { reason })
  return status
}

/** Takes one's own proposal back, or, whoever approves, one that was approved and can no longer be applied. */
export async function withdraw(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
): Promise<CorrectionStatus> {
  const row = await lockFor(tx, secrets, session, id, 'withdraw')
  const status = correctionLifecycle.next(row.status, 'withdraw')
  await tx`
    update corrections set status = ${status}, decider_id = null, decided_at = null where id = ${id}`
  await record(tx, session, 'withdraw', row)
  return status
}

/** Undoes an applied correction, for a reason. Refuses (409) after a day, and while something stands on it. */
export async function undo(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  id: string,
  reason: string,
): Promise<CorrectionStatus> {
  const row = await lockFor(tx, secrets, session, id, 'undo')
  const status = correctionLifecycle.next(row.status, 'undo')
  await takeBack(tx, secrets, session, row, reason)
  await tx`
    update corrections set status = ${status}, undoer_id = ${session.accountId}, undone_at = moment(),
      undo_reason = ${reason}
    where id = ${id}`
  await record(tx, session, 'undo', row, { before: row.after, after: row.before, reason })
  return status
}

/** Proposes, approves and applies what takes one person alone, as one deed that can be undone like any other. */
export async function correctNow(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  wish: Proposal & { change: Extract<Change, { kind: 'unit' }> },
): Promise<string> {
  const id = await propose(tx, secrets, session, wish)
  const row = (await lockCorrection(tx, secrets, session.scope, id))!
  await tx`
    update corrections set status = 'approved', decider_id = ${session.accountId}, decided_at = moment() where id = ${id}`
  await applyLocked(tx, secrets, session, row)
  return id
}
