import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { assertNotOwn } from '../../approval/server/actions.ts'
import { assertLearner, correctUnit, propose, type ProposedAs } from '../../correction/server/actions.ts'
import { type supportCaseCalls, supportCaseRefusals } from '../contract.ts'
import { type ExceptionKind, exceptionLifecycle, type ExceptionStatus, isUnsettled } from '../rules.ts'
import { lockException, type LockedException } from './data.ts'

/** Refuses (409) while a problem of this kind is open for a learner, who is locked. */
async function assertNoneOpen(
  tx: Tx,
  { accountId, kind }: { accountId: string; kind: ExceptionKind },
): Promise<void> {
  const [open] = await tx`
    select 1 from exception_registers where account_id = ${accountId} and kind = ${kind} and is_unsettled(status)`
  if (open) refuse(supportCaseRefusals.openAlready)
}

/** Writes a problem down. Refuses (404) a learner out of scope, and (409) while one of its kind is open. */
export async function register(
  tx: Tx,
  session: Session,
  problem: { accountId: string; kind: ExceptionKind; note: string },
): Promise<string> {
  const { accountId, kind, note } = problem
  await assertLearner(tx, session.scope, accountId)
  await assertNoneOpen(tx, problem)
  const { projectId, accountId: registrarId } = session
  const [row] = await tx`
    insert into exception_registers ${tx({ accountId, kind, note, projectId, registrarId })} returning id`
  const id = row!.id as string
  await record(tx, session, 'register', { accountId, kind }, note)
  return id
}

/**
 * Writes the note of a call down: below the learner's open issue of its kind, with the time and who took it, or as a new
 * one. Refuses (404) a learner out of scope. Returns the issue, and whether it was open already.
 */
export async function addNote(
  tx: Tx,
  session: Session,
  call: { accountId: string; kind: ExceptionKind; note: string },
): Promise<{ id: string; added: boolean }> {
  const { accountId, kind, note } = call
  await assertLearner(tx, session.scope, accountId)
  const [open] = await tx`
    update exception_registers set note = note || ${`\n${session.userName} `}
      || to_char(moment() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') || ${`\n${note}`}
    where account_id = ${accountId} and kind = ${kind} and is_unsettled(status) returning id`
  if (!open) return { id: await register(tx, session, call), added: false }
  await record(tx, session, 'note', { accountId, kind }, note)
  return { id: open.id as string, added: true }
}

const record = (
  tx: Tx,
  session: Session,
  action: 'register' | 'note' | 'settle' | 'reopen',
  { accountId, kind }: { accountId: string; kind: ExceptionKind },
  reason: string | undefined,
  status?: string,
) =>
  audit(tx, {
    by: session,
    action: `exception.${action}`,
    subjectKind: 'account',
    subjectId: accountId,
    after: { kind, ...(status ? { status } : {}) },
    ...(reason === undefined ? {} : { reason }),
  })

/** A step of a problem, with the correction that makes it or what became of it. */
type Step =
  | { event: 'correct'; correctionId: string; outcome?: undefined }
  | { event: 'resolve' | 'dismiss' | 'reopen'; correctionId?: string; outcome: string }

async function step(
  tx: Tx,
  session: Session,
  row: LockedException,
  { event, outcome, correctionId }: Step,
): Promise<ExceptionStatus> {
  if (!exceptionLifecycle.can(row.status, event)) refuse(supportCaseRefusals.settledAlready)
  if (event === 'reopen') await assertNoneOpen(tx, row)
  const status = exceptionLifecycle.next(row.status, event)
  const isOpen = isUnsettled(status)
  await tx`
    update exception_registers set status = ${status}, outcome = ${outcome ?? null},
      settler_id = ${isOpen ? null : session.accountId}, settled_at = ${isOpen ? null : tx`moment()`},
      correction_id = coalesce(${correctionId ?? null}, correction_id)
    where id = ${row.id}`
  await record(tx, session, event === 'reopen' ? 'reopen' : 'settle', row, outcome, status)
  return status
}

/** Locks a problem and its learner; refuses 404 out of scope. */
const lock = async (tx: Tx, { scope }: Session, id: string): Promise<LockedException> =>
  (await lockException(tx, scope, id)) ?? refuse(commonRefusals.notFound)

/**
 * Settles a problem or opens it again. Refuses (404) one out of scope, and (409) one's own, what is settled already, or is
 * to be opened beside another of its kind.
 */
export async function settle(
  tx: Tx,
  session: Session,
  { id, event, outcome }: InputOf<(typeof supportCaseCalls)['settle']>,
): Promise<ExceptionStatus> {
  const row = await lock(tx, session, id)
  // The face of a learner is confirmed by one of these.
  await assertNotOwn(tx, session, row.accountId)
  return step(tx, session, row, { event, outcome })
}

/**
 * Proposes the correction of a problem and marks it as being corrected: both or neither. Refuses (404) one out of scope,
 * and (409) what is settled already.
 */
export async function correct(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  { id, ...proposal }: InputOf<(typeof supportCaseCalls)['correct']>,
): Promise<ProposedAs> {
  const row = await lock(tx, session, id)
  const proposed = await propose(tx, secrets, session, row.accountId, proposal)
  await step(tx, session, row, { event: 'correct', correctionId: proposed.id })
  return proposed
}

/**
 * Puts a learner into the right unit as a correction, and settles with it the registered problem that is named, or
 * whichever of unit is open for them.
 */
export async function saveAccountUnit(
  tx: Tx,
  secrets: Secrets,
  session: Session,
  input: { accountId: string; unitId: string; reason: string; exceptionId?: string | undefined },
): Promise<string> {
  const { accountId, unitId, reason } = input
  const named = input.exceptionId ? await lockException(tx, session.scope, input.exceptionId) : null
  if (input.exceptionId && named?.accountId !== accountId) refuse(commonRefusals.notFound)
  const correctionId = await correctUnit(tx, secrets, session, { accountId, unitId, reason })
  const [found] = await tx<LockedException[]>`
    select id, account_id, kind, status from exception_registers
    where ${named ? tx`id = ${named.id}` : tx`account_id = ${accountId} and kind = 'unit' and is_unsettled(status)`}
    for update`
  if (found && isUnsettled(found.status)) {
    await step(tx, session, found, { event: 'resolve', outcome: reason, correctionId })
  }
  return correctionId
}
