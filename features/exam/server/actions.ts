import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Tx } from '../../../server/db.ts'
import { enqueue } from '../../../server/jobs.ts'
import { assertCurrent } from '../../../server/revision.ts'
import type { ProjectSession } from '../../../server/session.ts'
import { withdrawWaiting } from '../../approval/server/actions.ts'
import { passedAlone } from '../../enrolment/server/actions.ts'
import { assertDrawable } from '../paper/server/actions.ts'
import { assertType } from '../type/server/actions.ts'
import { type examCalls, type ExamImpact, examRefusals } from '../contract.ts'
import { examLifecycle } from '../rules.ts'
import { assertParts, getExam, impactOf, type LockedExam, lockExam, lockExamInClass } from './data.ts'
import { examEdits } from './edits.ts'
import { passReleasedKind, reopenFailedKind } from './jobs.ts'

/** An edited exam as the operation log records it. */
const entryOf = ({ id, sections, begun, ...entry }: LockedExam) => entry

/**
 * Creates an exam as a draft, or changes the one named by id as it was read at a revision; refuses (409) an older one.
 * Its class stays once it was published or begun.
 */
export async function saveExam(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof examCalls.saveExam>,
): Promise<string> {
  const { examId, revision, ...fields } = input
  if (fields.openFrom && fields.openTo && Date.parse(fields.openTo) <= Date.parse(fields.openFrom)) {
    refuse(examRefusals.turned, {}, 'openTo')
  }
  const before = examId ? await lockExam(tx, session.scope, examId) : null
  if (before) await assertCurrent(tx, examEdits, before, revision)
  await assertParts(tx, session.scope, fields)
  if (fields.typeId) await assertType(tx, session.scope, 'exam', fields.typeId)
  const moves = before !== null && before.classId !== fields.classId
  if (moves && before.begun) refuse(examRefusals.begun)
  // A class would lose its exam without a decision about the learners who wait.
  if (moves && (before.status === 'active' || before.held)) refuse(examRefusals.classStays)
  const row = { ...fields, typeId: fields.typeId ?? null }
  const [saved] = before
    ? await tx`update exams set ${tx(row)}, revision = revision + 1 where id = ${before.id} returning id`
    : await tx`insert into exams ${tx({ ...row, projectId: session.projectId })} returning id`
  const savedId = saved!.id as string
  await audit(tx, {
    by: session,
    action: before ? 'exam.change' : 'exam.create',
    subjectKind: 'exam',
    subjectId: savedId,
    before: before && entryOf(before),
    after: entryOf(await lockExam(tx, session.scope, savedId)),
  })
  return savedId
}

/** Ends what is proposed about exams that are not as they were. */
const endProposals = (tx: Tx, by: ProjectSession, examIds: readonly string[]) =>
  withdrawWaiting(
    tx,
    by,
    examIds.map((subjectId) => ({ projectId: by.projectId, subjectKind: 'exam', subjectId })),
    'exam.changed',
  )

/** Lets go of the learners whom withdrawn exams of a class hold, with what is proposed about that. */
async function letGo(tx: Tx, session: ProjectSession, classId: string): Promise<void> {
  const rows = await tx<{ id: string }[]>`
    update exams set held_since = null where class_id = ${classId} and held_since is not null returning id`
  await endProposals(
    tx,
    session,
    rows.map(({ id }) => id),
  )
}

/** Moves a locked exam along its lifecycle, with its audit entry; what was proposed about it as it was ends. */
async function move(
  tx: Tx,
  session: ProjectSession,
  exam: LockedExam,
  event: Parameters<typeof examLifecycle.next>[1],
  entry: { held: boolean; action?: string; after?: object },
): Promise<void> {
  const status = examLifecycle.next(exam.status, event)
  await tx`
    update exams set status = ${status}, held_since = case when ${entry.held} then moment() end
    where id = ${exam.id}`
  await audit(tx, {
    by: session,
    action: entry.action ?? `exam.${event}`,
    subjectKind: 'exam',
    subjectId: exam.id,
    before: { status: exam.status },
    after: { status, ...entry.after },
  })
  await endProposals(tx, session, [exam.id])
}

/**
 * Publishes an exam; a class has one. With `replace` the one in force ends in the same moment: anyone who is sitting it
 * may finish, and a pass there still counts; all others sit the new one, also those who had failed the old one. Refuses
 * (409) a second exam otherwise.
 */
export async function publishExam(
  tx: Tx,
  session: ProjectSession,
  examId: string,
  replace: boolean,
): Promise<void> {
  const exam = await lockExamInClass(tx, session.scope, examId)
  await assertDrawable(tx, session.projectId, exam.sections)
  const [other] = await tx`
    select id from exams where class_id = ${exam.classId} and status = 'active' and id <> ${examId}`
  if (other && !replace) refuse(examRefusals.classHasExam)
  if (other) {
    const old = await lockExam(tx, session.scope, other.id as string)
    const concerned = await impactOf(tx, old)
    const after = { by: examId, ...concerned }
    await move(tx, session, old, 'withdraw', { held: false, action: 'exam.replace', after })
  }
  await move(tx, session, exam, 'publish', { held: false })
  // What the class had lost before has its successor now.
  await letGo(tx, session, exam.classId)
  const { failed } = await impactOf(tx, exam)
  if (failed === 0) return
  const { projectId, accountId: operatorId } = session
  const input = { classId: exam.classId, total: failed }
  await enqueue(tx, { ...reopenFailedKind, input, projectId, operatorId })
}

/**
 * Withdraws an exam without another in its place. Nobody passes by that: those who have studied wait until a person
 * publishes another or confirms that the class goes without. Returns how many learners are concerned.
 */
export async function withdrawExam(tx: Tx, session: ProjectSession, examId: string): Promise<ExamImpact> {
  const exam = await lockExamInClass(tx, session.scope, examId)
  const impact = await impactOf(tx, exam)
  await move(tx, session, exam, 'withdraw', { held: true, after: impact })
  return impact
}

/**
 * Confirms that a class goes without its withdrawn exam: those who wait pass, by a job in the caller's name. Refuses
 * (409) an exam that holds nobody. Returns how many wait. Without an approval all of the class count with whom the caller
 * lets pass today: who studies on will pass without an exam too.
 */
export async function releaseExam(
  tx: Tx,
  session: ProjectSession,
  examId: string,
  approvalId?: string,
): Promise<number> {
  const exam = await lockExamInClass(tx, session.scope, examId)
  if (!exam.held) refuse(examRefusals.notHeld)
  const { learners, waiting, failed } = await impactOf(tx, exam)
  // Whatever the class has lost before goes with it.
  await letGo(tx, session, exam.classId)
  await audit(tx, {
    by: session,
    action: 'exam.release',
    subjectKind: 'exam',
    subjectId: examId,
    before: { held: true },
    after: { held: false, learners, waiting, ...(approvalId && { approvalId }) },
  })
  const { projectId, accountId: operatorId } = session
  const input = { classId: exam.classId, total: waiting + failed }
  await enqueue(tx, { ...passReleasedKind, input, projectId, operatorId })
  return waiting
}

/** Deletes an exam nobody has begun; refuses (409) others, and one whose class still has an undecided withdrawal. */
export async function deleteExam(tx: Tx, session: ProjectSession, examId: string): Promise<void> {
  const exam = await lockExam(tx, session.scope, examId)
  if (exam.begun) refuse(examRefusals.begun)
  if (exam.held && (await impactOf(tx, exam)).learners > 0) refuse(examRefusals.heldStill)
  await move(tx, session, exam, 'delete', { held: false })
}

/** Counts the learners that an exam of the caller's scope concerns now. */
export async function findImpact(
  db: Db,
  session: ProjectSession,
  examId: string,
): Promise<OutputOf<typeof examCalls.findImpact>> {
  const impact = await impactOf(db, await getExam(db, session.scope, examId))
  return { ...impact, passedToday: await passedAlone(db, session) }
}

/**
 * Copies the exam of a class, with its paper, as a draft of the class that was copied from it: the one in force, or the
 * one that was withdrawn last and has to be replaced or given up still. Returns whether
 * there is one.
 */
export async function copyExam(tx: Tx, session: ProjectSession, from: string, to: string): Promise<boolean> {
  const copies = await tx`
    insert into exams (project_id, type_id, class_id, paper_id, name, open_from, open_to, attempts, make_up_attempts,
      required_progress, show_answers, leave_limit, copied_from)
    select project_id, type_id, ${to}, paper_id, name, open_from, open_to, attempts, make_up_attempts,
      required_progress, show_answers, leave_limit, id
    from exams where class_id = ${from} and (status = 'active' or held_since is not null)
    order by status = 'active' desc, held_since desc limit 1
    returning id, copied_from, name`
  for (const { id, copiedFrom, name } of copies) {
    await audit(tx, {
      by: session,
      action: 'exam.copy',
      subjectKind: 'exam',
      subjectId: id as string,
      before: { id: copiedFrom },
      after: { classId: to, name, status: 'draft' },
    })
  }
  return copies.length > 0
}
