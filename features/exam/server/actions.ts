import type { InputOf } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { assertDrawable } from '../paper/server/actions.ts'
import { assertType } from '../type/server/actions.ts'
import { type examCalls, examRefusals } from '../contract.ts'
import { examLifecycle } from '../rules.ts'
import { assertParts, lockExam } from './data.ts'

/** Creates an exam as a draft, or changes the one named by id; its class stays once a learner has begun. */
export async function saveExam(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof examCalls.saveExam>,
): Promise<string> {
  const { examId, ...fields } = input
  if (fields.openFrom && fields.openTo && Date.parse(fields.openTo) <= Date.parse(fields.openFrom)) {
    refuse(examRefusals.turned, {}, 'openTo')
  }
  const before = examId ? await lockExam(tx, session.scope, examId) : null
  await assertParts(tx, session.scope, fields)
  if (fields.typeId) await assertType(tx, session.scope, 'exam', fields.typeId)
  if (before?.begun && before.classId !== fields.classId) refuse(examRefusals.begun)
  const row = { ...fields, typeId: fields.typeId ?? null }
  const [saved] = before
    ? await tx`update exams set ${tx(row)} where id = ${before.id} returning id`
    : await tx`insert into exams ${tx({ ...row, projectId: session.projectId })} returning id`
  const savedId = saved!.id as string
  await audit(tx, {
    by: session,
    action: before ? 'exam.change' : 'exam.create',
    subjectKind: 'exam',
    subjectId: savedId,
    before: before && { paperId: before.paperId, name: before.name, status: before.status },
    after: row,
  })
  return savedId
}

/** Publishes, withdraws or deletes an exam; refuses (409) a second one for the class, and deleting what was begun. */
export async function moveExam(
  tx: Tx,
  session: ProjectSession,
  examId: string,
  event: 'publish' | 'withdraw' | 'delete',
): Promise<void> {
  const exam = await lockExam(tx, session.scope, examId)
  const status = examLifecycle.next(exam.status, event)
  if (event === 'delete' && exam.begun) refuse(examRefusals.begun)
  if (event === 'publish') {
    await assertDrawable(tx, session.projectId, exam.sections)
    // Exams of one class are published one after the other.
    await tx`select pg_advisory_xact_lock(hashtext(${`exams ${exam.classId}`}))`
    const [other] = await tx`select from exams where class_id = ${exam.classId} and status = 'active'`
    if (other) refuse(examRefusals.classHasExam)
  }
  await tx`update exams set status = ${status} where id = ${examId}`
  await audit(tx, {
    by: session,
    action: `exam.${event}`,
    subjectKind: 'exam',
    subjectId: examId,
    before: { status: exam.status },
    after: { status },
  })
}
