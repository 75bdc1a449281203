import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Db, Tx } from '../../../server/db.ts'
import { hasWholeProject, type ProjectSession, type Session } from '../../../server/session.ts'
import { approvalRefusals } from '../../approval/contract.ts'
import { secondAbove } from '../../approval/rules.ts'
import {
  type ApprovalKind,
  type LockedApproval,
  lockPerson,
  proposeApproval,
} from '../../approval/server/actions.ts'
import { needsSecond } from '../../enrolment/server/actions.ts'
import { type ExamImpact, examMenus } from '../contract.ts'
import { releaseExam, withdrawExam } from './actions.ts'
import { assertNoneOwn, firstConcerned, hasNewcomers, impactOf, lockExamInClass } from './data.ts'

type Concerning = LockedApproval<Record<string, unknown>> & { before: { status: string; learners: number } }

/**
 * Refuses (409) when an exam is not as it was, or when more learners are concerned than the approver was shown, or others.
 */
async function recheck(tx: Tx, session: Session, row: Concerning): Promise<ProjectSession> {
  if (!hasWholeProject(session)) refuse(commonRefusals.wholeProject)
  const exam = await lockExamInClass(tx, session.scope, row.subjectId)
  const { status, learners } = row.before
  const now = await impactOf(tx, exam)
  const state = exam.held ? 'held' : exam.status
  if (state !== status) refuse(approvalRefusals.changedSince)
  if (now.learners > learners) refuse(approvalRefusals.moreConcerned, { before: learners, now: now.learners })
  const [changed] = await tx`select from approvals p where p.id = ${row.id} and ${hasNewcomers(tx)}`
  if (changed) refuse(approvalRefusals.changedSince)
  return session
}

/** Refuses (409) who would let themselves pass without an exam. */
async function assertNoneOwnOf(tx: Tx, session: ProjectSession, examId: string): Promise<void> {
  const { classId } = await lockExamInClass(tx, session.scope, examId)
  await assertNoneOwn(tx, session, classId)
}

const shared = {
  log: { prefix: 'approval', subjectKind: 'exam' },
  second: true,
  propose: examMenus,
  approve: ['/customer/exception-register#approve', examMenus],
  words: approvalRefusals,
  lock: (tx: Tx, examId: string) => tx`select from exams where id = ${examId} for update`,
  canApply: (db: Db) => db`not ${hasNewcomers(db)}`,
} as const

/** The withdrawal of an exam that concerns more than `secondAbove` learners. */
export const withdrawalKind: ApprovalKind<Concerning> = {
  ...shared,
  key: 'examWithdrawal',
  describe: ({ title, before }) => ({
    zh: `撤回考试“${title}”，涉及 ${before.count} 名还没有通过的学员`,
    en: `Withdraw the exam “${title}”, affecting ${before.count} learners who have not passed yet`,
  }),
  async apply(tx, _secrets, session, row) {
    const impact = await recheck(tx, session, row)
    return { after: { status: 'withdrawn', ...(await withdrawExam(tx, impact, row.subjectId)) } }
  },
}

/**
 * The release of a class from its withdrawn exam, where it concerns more than `secondAbove` learners with those whom the
 * same person let pass today.
 */
export const releaseKind: ApprovalKind<Concerning> = {
  ...shared,
  key: 'examRelease',
  describe: ({ title, before }) => ({
    zh: `确认不再考试“${title}”，涉及 ${before.count} 名学员，其中 ${before.waiting} 名已学完，将判为合格`,
    en: `Waive the exam requirement of “${title}”, affecting ${before.count} learners, of whom ${before.waiting} have finished studying and will pass`,
  }),
  async apply(tx, _secrets, session, row) {
    const impact = await recheck(tx, session, row)
    await assertNoneOwnOf(tx, impact, row.subjectId)
    return { after: { held: false, waiting: await releaseExam(tx, impact, row.subjectId, row.id) } }
  },
}

/**
 * Proposes what concerns more learners than one person decides on, and gives the proposal's id with whom it concerns;
 * the id is null when one person may do it. Refuses (422) such a proposal without a reason.
 */
async function proposeAbove(
  tx: Tx,
  session: ProjectSession,
  kind: ApprovalKind<Concerning>,
  { examId, reason }: { examId: string; reason?: string | undefined },
  may: (exam: { status: string; held: boolean }) => boolean,
  isAbove: (learners: number) => Promise<boolean>,
): Promise<ExamImpact & { approvalId: string | null }> {
  const exam = await lockExamInClass(tx, session.scope, examId)
  const impact = await impactOf(tx, exam)
  const count = impact.learners
  if (!may(exam) || !(await isAbove(count))) return { ...impact, approvalId: null }
  if (!reason) refuse(approvalRefusals.reasonNeeded, { count }, 'reason')
  const members = await firstConcerned(tx, exam.classId)
  const approvalId = await proposeApproval(tx, session, kind, {
    subjectId: examId,
    title: exam.name,
    before: {
      status: exam.held ? 'held' : exam.status,
      ...impact,
      count,
      names: members.map(({ name }) => name),
      members,
    },
    after: { status: kind === releaseKind ? 'released' : 'withdrawn' },
    reason,
  })
  return { ...impact, approvalId }
}

interface ExamAction {
  examId: string
  reason?: string | undefined
}

/** Withdraws an exam, or proposes it where a second person is needed. */
export async function withdrawOrPropose(tx: Tx, session: ProjectSession, input: ExamAction) {
  const may = ({ status }: { status: string }) => status === 'active'
  const { approvalId, ...impact } = await proposeAbove(
    tx,
    session,
    withdrawalKind,
    input,
    may,
    // Nobody passes by it: each exam is judged by itself.
    async (learners) => learners > secondAbove,
  )
  return approvalId ? { ...impact, approvalId } : withdrawExam(tx, session, input.examId)
}

/** Releases a class from its withdrawn exam, or proposes it where a second person is needed. */
export async function releaseOrPropose(tx: Tx, session: ProjectSession, input: ExamAction) {
  const may = ({ held }: { held: boolean }) => held
  await assertNoneOwnOf(tx, session, input.examId)
  // One after the other, so that the day counts each.
  await lockPerson(tx, session.accountId)
  const isAbove = (learners: number) => needsSecond(tx, session, learners)
  const { approvalId, waiting } = await proposeAbove(tx, session, releaseKind, input, may, isAbove)
  return approvalId ? { waiting, approvalId } : { waiting: await releaseExam(tx, session, input.examId) }
}
