import type { InputOf, OutputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { audit } from '../../../server/audit.ts'
import { rowOf, type Tx } from '../../../server/db.ts'
import type { Secrets } from '../../../server/secrets.ts'
import { mayCall, type ProjectSession, type Session } from '../../../server/session.ts'
import { Type } from 'typebox'
import { approvalRefusals } from '../../approval/contract.ts'
import {
  type ApprovalKind,
  assertNotOwn,
  type LockedApproval,
  proposeApproval,
} from '../../approval/server/actions.ts'
import { correctionCalls } from '../../correction/contract.ts'
import { propose } from '../../correction/server/actions.ts'
import { markingRefusals } from '../../exam/marking/contract.ts'
import { voidAttempt } from '../../exam/marking/server/actions.ts'
import { sendMessage } from '../../message/server/actions.ts'
import { type scoreCalls, scoreMenu } from '../contract.ts'
import {
  appealLifecycle,
  isScore,
  resultOf,
  type ScoreResult,
  scoreRefusals,
  scoreResultNames,
} from '../rules.ts'
import { deleteScore, enterScores, entryOf } from './actions.ts'
import { getLocked, type LockedScore, lockScore } from './data.ts'
import { appealRejected, appealUpheld, scoreCorrected } from './messages.ts'

/** Content of an entry. */
interface Said {
  points: number | null
  result: ScoreResult
}

type Change = LockedApproval<Record<string, unknown>> & { before: Said; after: Said }

/** Words of what a score says. */
const worded = ({ points, result }: Said, language: 'zh' | 'en') =>
  points === null ? scoreResultNames[result][language].toLowerCase() : String(points)

/** Ends the appeal that a corrected score answers, and tells its person; or tells them of the correction alone. */
async function tellCorrected(tx: Tx, score: LockedScore, row: Change): Promise<void> {
  const [answered] = await tx`
    update score_appeals set status = ${appealLifecycle.next('open', 'uphold')}, answer = ${row.reason},
      operator_id = ${row.proposerId}, answered_at = moment()
    where approval_id = ${row.id} and status = 'open' returning id`
  if (!score.isPublished) return
  const { accountId, title, subjectName: subject } = score
  const params = { applicationId: score.applicationId!, title, subject }
  await sendMessage(tx, answered ? appealUpheld : scoreCorrected, accountId, params, row.id)
}

/**
 * Another score for a subject of a sign-up, or the end of any score. It is not undone: another entry may follow. Where a
 * class exam's score ends, its attempt is voided, and what depends on it follows.
 */
export const scoreChangeKind: ApprovalKind<Change> = {
  key: 'scoreChange',
  log: { prefix: 'approval', subjectKind: 'score' },
  second: true,
  propose: `${scoreMenu}#edit`,
  approve: ['/customer/exception-register#approve', scoreMenu],
  words: { ...approvalRefusals, openAlready: scoreRefusals.openAlready },
  lock: lockScore,
  async learner(db, { subjectId }) {
    const [score] = await db<{ accountId: string }[]>`select account_id from scores where id = ${subjectId}`
    return score!.accountId
  },
  describe: ({ title, before, after }: Pick<Change, 'title' | 'before' | 'after'>) =>
    after.result === 'deleted'
      ? {
          zh: `删除成绩：${title}，${worded(before, 'zh')}`,
          en: `Delete the score in ${title}: ${worded(before, 'en')}`,
        }
      : {
          zh: `更正成绩：${title}，由 ${worded(before, 'zh')} 改为 ${worded(after, 'zh')}`,
          en: `Correct the score in ${title}: ${worded(before, 'en')} becomes ${worded(after, 'en')}`,
        },
  async apply(tx, _secrets, session, row) {
    const score = await getLocked(tx, session.scope, row.subjectId)
    const { before, after, reason } = row
    if (score.points !== before.points || score.result !== before.result)
      refuse(approvalRefusals.changedSince)
    if (before.result === 'deleted') assertEnterable(score)
    if (score.attemptId) await voidAttempt(tx, session, score.attemptId, reason)
    else if (after.result === 'deleted') await deleteScore(tx, score, session, reason)
    else {
      await enterScores(tx, [entryOf(score, after)], { source: 'correction', by: session, reason })
      await tellCorrected(tx, score, row)
    }
    return {}
  },
}

/** Refuses (409) a deleted score whose attempt was voided, or whose application has ended. */
function assertEnterable({ isConfirmed }: LockedScore): void {
  if (!isConfirmed) refuse(scoreRefusals.deletedAlready)
}

/** Locks a score for a proposal about it; refuses 404, and (409) one's own and a second proposal. */
async function lockForProposal(tx: Tx, session: Session, id: string): Promise<LockedScore> {
  await lockScore(tx, id)
  const score = await getLocked(tx, session.scope, id)
  await assertNotOwn(tx, session, score.accountId)
  if (score.isProposed) refuse(scoreRefusals.openAlready)
  return score
}

const proposeSaid = (tx: Tx, session: Session, score: LockedScore, after: Said, reason: string) =>
  proposeApproval(tx, session, scoreChangeKind as ApprovalKind, {
    subjectId: score.id,
    title: [...new Set([score.title, score.subjectName])].join(' · '),
    before: { points: score.points, result: score.result, count: 1, names: [score.realName] },
    after: { points: after.points, result: after.result },
    reason,
  })

interface Wanted {
  id: string
  points: number | null
  reason: string
}

/**
 * Proposes another score to a second person, or one in place of a subject's that was deleted, and gives the proposal; that
 * of a class exam is a correction of its learner's record, for those who propose such. Refuses 403, 404, (409) as
 * `lockForProposal` and `assertEnterable`, and (422) what is no score of the subject or no change.
 */
export async function proposeChange(
  tx: Tx,
  secrets: Secrets,
  session: ProjectSession,
  { id, points, reason }: Wanted,
): Promise<OutputOf<typeof scoreCalls.update>> {
  const score = await lockForProposal(tx, session, id)
  const { fullScore, passScore, attemptId } = score
  const isDeleted = score.result === 'deleted'
  if (isDeleted) assertEnterable(score)
  if (points !== null && !isScore(points, fullScore))
    refuse(scoreRefusals.outOfRange, { most: fullScore }, 'points')
  if (!isDeleted && points === score.points) refuse(scoreRefusals.noChange, {}, 'points')
  if (!attemptId) {
    const after = { points, result: resultOf(points, passScore) }
    return { approvalId: await proposeSaid(tx, session, score, after, reason) }
  }
  if (points === null) refuse(scoreRefusals.noAbsence, {}, 'points')
  if (!mayCall(session, correctionCalls.propose.allow)) refuse(commonRefusals.notAllowed)
  const change = { kind: 'score', attemptId, score: points } as const
  const { id: approvalId } = await propose(tx, secrets, session, score.accountId, { change, reason })
  return { approvalId }
}

/**
 * Proposes to a second person to delete a score, and gives the proposal. Refuses 404, and (409) as `lockForProposal`,
 * one that is deleted already and an attempt by which its learner has passed.
 */
export async function proposeDeletion(
  tx: Tx,
  session: Session,
  { id, reason }: InputOf<typeof scoreCalls.delete>,
): Promise<OutputOf<typeof scoreCalls.delete>> {
  const score = await lockForProposal(tx, session, id)
  if (score.result === 'deleted') refuse(scoreRefusals.deletedAlready)
  if (score.attemptId && score.result === 'passed') refuse(markingRefusals.passedAlready)
  const after = { points: null, result: 'deleted' } as const
  return { approvalId: await proposeSaid(tx, session, score, after, reason) }
}

/**
 * Proposes to delete the score of an attempt, with which it is voided, and gives the proposal. Refuses as `proposeDeletion`,
 * and (409) while the score is still to be recorded.
 */
export async function proposeVoid(
  tx: Tx,
  session: Session,
  { attemptId, reason }: { attemptId: string; reason: string },
): Promise<string> {
  const [score] = await tx<{ id: string }[]>`select id from scores where attempt_id = ${attemptId}`
  const { id } = score ?? refuse(scoreRefusals.notRecorded)
  return (await proposeDeletion(tx, session, { id, reason })).approvalId
}

const LockedAppeal = Type.Object({
  scoreId: Type.String(),
  status: Type.Enum([...appealLifecycle.states]),
})

/**
 * Answers an appeal: rejected, its person reads why; upheld, the corrected score is proposed to a second person, and the
 * appeal is answered with their approval. Refuses 404, (409) one's own, one that is answered and one whose corrected score
 * waits, and (422) an appeal upheld without another score.
 */
export async function answerAppeal(
  tx: Tx,
  secrets: Secrets,
  session: ProjectSession,
  { id, uphold, points, answer }: InputOf<typeof scoreCalls.answerAppeal>,
): Promise<OutputOf<typeof scoreCalls.answerAppeal>> {
  const [known] = await tx<{ scoreId: string }[]>`
    select m.score_id from score_appeals m join scores c on c.id = m.score_id
    where m.id = ${id} and c.project_id = ${session.projectId}`
  const { scoreId } = known ?? refuse(commonRefusals.notFound)
  await lockScore(tx, scoreId)
  const found = rowOf(
    LockedAppeal,
    await tx`select score_id, status from score_appeals where id = ${id} for update`,
  )!
  const status = appealLifecycle.next(found.status, uphold ? 'uphold' : 'reject')
  const score = await lockForProposal(tx, session, scoreId)
  if (uphold) {
    if (points === undefined) refuse(scoreRefusals.scoreNeeded, {}, 'points')
    const { approvalId } = await proposeChange(tx, secrets, session, { id: scoreId, points, reason: answer })
    await tx`update score_appeals set approval_id = ${approvalId} where id = ${id}`
    return { approvalId }
  }
  await tx`
    update score_appeals set ${tx({ status, answer, operatorId: session.accountId })}, answered_at = moment(),
      approval_id = null
    where id = ${id}`
  await audit(tx, {
    by: session,
    action: 'scoreAppeal.reject',
    subjectKind: 'scoreAppeal',
    subjectId: id,
    before: { status: found.status },
    after: { status },
    reason: answer,
  })
  const { accountId, title, subjectName: subject } = score
  const params = { applicationId: score.applicationId!, title, subject, answer }
  await sendMessage(tx, appealRejected, accountId, params, id)
  return { approvalId: null }
}
