import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import { badInput } from '../../../server/input.ts'
import type { Secrets } from '../../../server/secrets.ts'
import type { Session } from '../../../server/session.ts'
import { correctNow } from '../../correction/server/actions.ts'
import { putIntoUnit } from '../../unit/server/actions.ts'
import { supportCaseRefusals } from '../contract.ts'
import { type ExceptionKind, exceptionLifecycle, type ExceptionStatus, isUnsettled } from '../rules.ts'
import { assertLearner, lockException, type LockedException } from './data.ts'

/** Writes a problem down. Refuses (404) a learner out of scope, and (409) while one of its kind is open. */
export async function register(
  tx: Tx,
  session: Session,
  problem: { accountId: string; kind: ExceptionKind; note: string },
): Promise<string> {
  const { accountId, kind, note } = problem
  await assertLearner(tx, session.scope, accountId)
  const [open] = await tx`
    select 1 from exception_registers where account_id = ${accountId} and kind = ${kind} and is_unsettled(status)`
  if (open) refuse(supportCaseRefusals.openAlready)
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

type Event = 'correct' | 'resolve' | 'dismiss' | 'reopen'

async function step(
  tx: Tx,
  session: Session,
  row: LockedException,
  event: Event,
  outcome: string | undefined,
  correctionId?: string,
): Promise<ExceptionStatus> {
  if (!exceptionLifecycle.can(row.status, event)) refuse(supportCaseRefusals.settledAlready)
  const status = exceptionLifecycle.next(row.status, event)
  const isOpen = isUnsettled(status)
  if (event === 'correct' && !correctionId)
    throw badInput('correctionId', { zh: '请选择更正', en: 'is missing' })
  if (event !== 'correct' && !outcome) throw badInput('outcome', { zh: '必须填写', en: 'is required' })
  await tx`
    update exception_registers set status = ${status}, outcome = ${outcome ?? null},
      settler_id = ${isOpen ? null : session.accountId}, settled_at = ${isOpen ? null : tx`moment()`},
      correction_id = coalesce(${correctionId ?? null}, correction_id)
    where id = ${row.id}`
  await record(tx, session, event === 'reopen' ? 'reopen' : 'settle', row, outcome, status)
  return status
}

/**
 * Settles a problem or opens it again. Refuses (404) one out of scope and a correction that is not the learner's, and
 * (409) what is settled already.
 */
export async function settle(
  tx: Tx,
  session: Session,
  input: { id: string; event: Event; outcome?: string | undefined; correctionId?: string | undefined },
): Promise<ExceptionStatus> {
  const row = (await lockException(tx, session.scope, input.id)) ?? refuse(commonRefusals.notFound)
  if (input.correctionId !== undefined) {
    const [own] = await tx`
      select 1 from corrections where id = ${input.correctionId} and account_id = ${row.accountId}`
    if (!own) refuse(commonRefusals.notFound)
  }
  return step(tx, session, row, input.event, input.outcome, input.correctionId)
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
  await assertLearner(tx, session.scope, accountId)
  await putIntoUnit(tx, session, unitId)
  const correctionId = await correctNow(tx, secrets, session, {
    accountId,
    reason,
    change: { kind: 'unit', unitId },
  })
  const [found] = await tx<LockedException[]>`
    select id, account_id, kind, status from exception_registers
    where ${named ? tx`id = ${named.id}` : tx`account_id = ${accountId} and kind = 'unit' and is_unsettled(status)`}
    for update`
  if (found && isUnsettled(found.status)) await step(tx, session, found, 'resolve', reason, correctionId)
  return correctionId
}
