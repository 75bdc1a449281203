import type { InputOf } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import type { ProjectScope, ProjectSession } from '../../../../server/session.ts'
import { bankRefusals, type bankCalls } from '../contract.ts'
import { findPaperOf, lockBank } from './data.ts'

async function refuseTaken(
  tx: Tx,
  session: ProjectSession,
  name: string,
  bankId: string | null,
): Promise<void> {
  // Names of one project are decided one after the other.
  await tx`select pg_advisory_xact_lock(hashtext(${`question_banks ${session.projectId}`}))`
  const [taken] = await tx`select from question_banks where project_id = ${session.projectId}
    and name_key(name) = name_key(${name}) and status = 'active' and id is distinct from ${bankId}`
  if (taken) refuse(bankRefusals.nameTaken, { name }, 'name')
}

/** Creates a bank, or changes the one named by id; refuses (409) a name the project has already. */
export async function saveBank(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof bankCalls.save>,
): Promise<string> {
  const before = input.bankId ? await lockBank(tx, session.scope, input.bankId) : null
  await refuseTaken(tx, session, input.name, before?.id ?? null)
  const row = {
    name: input.name,
    remark: input.remark ?? before?.remark ?? '',
    practice: input.practice ?? before?.practice ?? false,
  }
  const [saved] = before
    ? await tx`update question_banks set ${tx(row)} where id = ${before.id} returning id`
    : await tx`insert into question_banks ${tx({ ...row, projectId: session.projectId })} returning id`
  const bankId = saved!.id as string
  await audit(tx, {
    by: session,
    action: before ? 'question-bank.change' : 'question-bank.create',
    subjectKind: 'question-bank',
    subjectId: bankId,
    before,
    after: row,
  })
  return bankId
}

/** Deletes a bank with its questions; refuses (409) while a paper draws from it. */
export async function deleteBank(tx: Tx, session: ProjectSession, bankId: string): Promise<void> {
  const bank = await lockBank(tx, session.scope, bankId)
  const paper = await findPaperOf(tx, bankId)
  if (paper) refuse(bankRefusals.usedByPaper, { paper })
  const gone = await tx`
    update questions set status = 'deleted', updated_at = moment()
    where bank_id = ${bankId} and status <> 'deleted' returning id`
  await tx`update question_banks set status = 'deleted' where id = ${bankId}`
  await audit(tx, {
    by: session,
    action: 'question-bank.delete',
    subjectKind: 'question-bank',
    subjectId: bankId,
    before: { ...bank, questions: gone.length },
  })
}

/** Refuses (404) a bank that is not in the caller's scope. */
export async function assertBank(db: Db, scope: ProjectScope, bankId: string): Promise<void> {
  await lockBank(db, scope, bankId)
}
