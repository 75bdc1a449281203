import type { InputOf } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Action, audit, auditAll } from '../../../server/audit.ts'
import type { Tx } from '../../../server/db.ts'
import type { ProjectSession, Session } from '../../../server/session.ts'
import { withdrawWaiting } from '../../approval/server/actions.ts'
import { sendMessages } from '../../message/server/actions.ts'
import type { scoreCalls } from '../contract.ts'
import { appealLifecycle, type ScoreResult, scoreRefusals, type ScoreSource } from '../rules.ts'
import { getLocked, type LockedScore, lockScore, resultsOf } from './data.ts'
import { scorePublished } from './messages.ts'

/** A new entry: of a score on record, or of one that it begins. */
interface NewEntry {
  scoreId: string | null
  projectId: string
  accountId: string
  attemptId?: string
  applicationId?: string
  subjectId?: string
  points: number | null
  result: ScoreResult
}

/** A score with its newest entry. */
interface Entered {
  id: string
  projectId: string
  applicationId: string | null
  subjectId: string | null
  entryNo: number
  points: number | null
  result: ScoreResult
}

/**
 * Enters scores whose attempts or applications are locked: each becomes the newest entry, which ends what is proposed about
 * the score. Returns the scores in no order.
 */
export async function enterScores(
  tx: Tx,
  entries: readonly NewEntry[],
  { source, by, reason = null }: { source: ScoreSource; by: Action['by']; reason?: string | null },
): Promise<Entered[]> {
  if (entries.length === 0) return []
  const rows = await tx<Entered[]>`
    with written as (
      insert into scores (id, project_id, account_id, attempt_id, application_id, subject_id, entry_no, points, result, source,
        entered_at)
      select coalesce(e."scoreId", new_id()), e."projectId", e."accountId", e."attemptId", e."applicationId", e."subjectId", 1,
        e.points, e.result, ${source}, moment()
      from jsonb_to_recordset(${tx.json(entries as never)}) as e ("scoreId" uuid, "projectId" uuid, "accountId" uuid,
        "attemptId" uuid, "applicationId" uuid, "subjectId" uuid, points numeric, result text)
      on conflict (id) do update set entry_no = scores.entry_no + 1, points = excluded.points, result = excluded.result,
        source = excluded.source, entered_at = excluded.entered_at
      returning *),
    entered as (
      insert into score_entries (score_id, no, points, result, source, operator_id, reason, created_at)
      select id, entry_no, points, result, ${source}, ${by?.accountId ?? null}, ${reason}, entered_at from written)
    select id, project_id, application_id, subject_id, entry_no, points, result from written`
  const about = rows
    .filter(({ entryNo }) => entryNo > 1)
    .map(({ id: subjectId, projectId }) => ({ projectId, subjectKind: 'score', subjectId }))
  if (about.length > 0) await withdrawWaiting(tx, by, about, 'score.changed')
  return rows
}

/**
 * Ends the scores of applications whose fees go back, where they are not published: nobody has a result of an exam that is
 * paid for no more. Two persons decided it. What is published stays: it is known.
 */
export async function endUnpublished(tx: Tx, by: Action['by'], itemIds: readonly string[]): Promise<void> {
  await tx`
    select from sign_up_applications where order_item_id = any(${itemIds as string[]}::uuid[]) order by id for no key update`
  // Who publishes a subject locks it, too: either all of this is seen there, or that here.
  await tx`
    select from sign_up_subjects where id in (
      select c.subject_id from scores c join sign_up_applications p on p.id = c.application_id
      where p.order_item_id = any(${itemIds as string[]}::uuid[])) order by id for share`
  const rows = await tx<
    (Omit<NewEntry, 'points' | 'result'> & { before: Pick<NewEntry, 'points' | 'result'> })[]
  >`
    select c.id as score_id, c.project_id, c.account_id, c.application_id, c.subject_id,
      jsonb_build_object('points', c.points, 'result', c.result) as before
    from scores c join sign_up_applications p on p.id = c.application_id
    left join score_publications b on b.subject_id = c.subject_id
    where p.order_item_id = any(${itemIds as string[]}::uuid[]) and c.result <> 'deleted'
      and not coalesce(b.publish_at <= moment(), false)
    order by c.id for no key update of c`
  const entries = rows.map(({ before: _before, ...row }) => ({
    ...row,
    points: null,
    result: 'deleted' as const,
  }))
  const reason = 'score.feeRefunded'
  await enterScores(tx, entries, { source: 'correction', by, reason })
  const after = { points: null, result: 'deleted' }
  await auditAll(
    tx,
    rows.map(({ scoreId, before }) => ({
      by,
      action: 'score.end',
      subjectKind: 'score',
      subjectId: scoreId!,
      before,
      after,
      reason,
    })),
  )
}

/** Ends the open appeal about a score that was deleted, or all of a person. */
async function endAppeals(tx: Tx, of: { scoreId: string } | { accountId: string }): Promise<void> {
  await tx`
    update score_appeals set status = ${appealLifecycle.next('open', 'end')}
    where status = 'open'
      and ${'scoreId' in of ? tx`score_id = ${of.scoreId}` : tx`account_id = ${of.accountId}`}`
}

/** Enters the results of locked attempts at class exams, or, with who did it and why, their correction or their end. */
export async function enterAttempts(
  tx: Tx,
  attemptIds: readonly string[],
  why: { by: NonNullable<Action['by']>; reason: string } | null,
): Promise<void> {
  await enterScores(
    tx,
    await resultsOf(tx, attemptIds),
    why ? { source: 'correction', ...why } : { source: 'exam', by: null },
  )
}

/** The entry of a locked score that says something else. */
export const entryOf = (
  { id: scoreId, projectId, accountId, applicationId, subjectId }: LockedScore,
  said: Pick<NewEntry, 'points' | 'result'>,
): NewEntry => ({
  scoreId,
  projectId,
  accountId,
  applicationId: applicationId!,
  subjectId: subjectId!,
  ...said,
})

/** Deletes a locked score of a sign-up, with the appeal about it. */
export async function deleteScore(
  tx: Tx,
  score: LockedScore,
  by: NonNullable<Action['by']>,
  reason: string,
): Promise<void> {
  await enterScores(tx, [entryOf(score, { points: null, result: 'deleted' })], {
    source: 'correction',
    by,
    reason,
  })
  await endAppeals(tx, { scoreId: score.id })
}

interface SubjectRow {
  id: string
  name: string
  isScored: boolean
  isPublished: boolean
  publishAt: string | null
  appealDays: number | null
  /** True once the last session in which somebody sits is over at the time to publish. */
  isOver: boolean
}

/**
 * Publishes the scores of subjects of an exam at a time, or changes one that has not come yet. Refuses 404 an exam or
 * subject of others, (409) a subject without scores, one that is published and one that is sat after that time, and (422) a
 * time that is past.
 */
export async function publish(
  tx: Tx,
  session: ProjectSession,
  { signUpId, subjectIds, publishAt, appealDays }: InputOf<typeof scoreCalls.publish>,
): Promise<null> {
  const { projectId } = session
  const [signUp] = await tx`
    select from sign_ups where id = ${signUpId} and project_id = ${projectId} and status in ('open', 'closed') for share`
  if (!signUp) refuse(commonRefusals.notFound)
  await tx`select from sign_up_subjects where id = any(${subjectIds}::uuid[]) order by id for no key update`
  const subjects = await tx<SubjectRow[]>`
    select j.id, j.name, exists (select from scores c where c.subject_id = j.id and c.result <> 'deleted') as is_scored,
      coalesce(b.publish_at <= moment(), false) as is_published, b.publish_at, b.appeal_days,
      not exists (select from sign_up_sessions x where x.subject_id = j.id
        and x.ends_at > coalesce(${publishAt ?? null}::timestamptz, moment())
        and exists (select from sign_up_seats t where t.session_id = x.id)) as is_over
    from sign_up_subjects j left join score_publications b on b.subject_id = j.id
    where j.sign_up_id = ${signUpId} and j.id = any(${subjectIds}::uuid[]) order by j.sort`
  if (subjects.length < subjectIds.length) refuse(scoreRefusals.unknownSubject, {}, 'subjectIds')
  for (const { name, isScored, isPublished, isOver } of subjects) {
    if (!isScored) refuse(scoreRefusals.noScores, { name }, 'subjectIds')
    if (isPublished) refuse(scoreRefusals.publishedAlready, { name }, 'subjectIds')
    if (!isOver) refuse(scoreRefusals.notOver, { name }, publishAt ? 'publishAt' : 'subjectIds')
  }
  const [time] = await tx<{ at: string; isPast: boolean }[]>`
    select coalesce(${publishAt ?? null}::timestamptz, moment()) as at,
      coalesce(${publishAt ?? null}::timestamptz < moment(), false) as is_past`
  const { at, isPast } = time!
  if (isPast) refuse(scoreRefusals.past, {}, 'publishAt')
  for (const { id: subjectId, publishAt: before, appealDays: days } of subjects) {
    await tx`
      insert into score_publications ${tx({ subjectId, projectId, publishAt: at, appealDays, operatorId: session.accountId })}
      on conflict (subject_id) do update set publish_at = excluded.publish_at, appeal_days = excluded.appeal_days,
        operator_id = excluded.operator_id`
    await audit(tx, {
      by: session,
      action: 'score.publish',
      subjectKind: 'scoreSubject',
      subjectId,
      ...(before && { before: { publishAt: before, appealDays: days } }),
      after: { publishAt: at, appealDays },
    })
  }
  return null
}

const batch = 20

/** Tells the people of subjects whose time has come that their scores are published; gives the number of subjects. */
export async function tellPublished(tx: Tx): Promise<number> {
  const due = await tx<{ subjectId: string }[]>`
    update score_publications set told_at = moment()
    where subject_id = any(array(select subject_id from score_publications
      where told_at is null and publish_at <= moment() order by publish_at limit ${batch} for update skip locked))
    returning subject_id`
  const people = await tx<
    { id: string; accountId: string; applicationId: string; title: string; subject: string }[]
  >`
    select c.id, c.account_id, c.application_id, g.title, j.name as subject
    from scores c join sign_up_subjects j on j.id = c.subject_id join sign_ups g on g.id = j.sign_up_id
    where c.subject_id = any(${due.map(({ subjectId }) => subjectId)}::uuid[]) and c.result <> 'deleted'`
  await sendMessages(
    tx,
    scorePublished,
    people.map(({ id, accountId, ...params }) => ({ accountId, params, key: id })),
  )
  return due.length
}

/**
 * Appeals about one's own published score. Refuses 404 one of others and one that is not published, and (409) where no
 * appeal is accepted, after its days, and a second one.
 */
export async function appeal(
  tx: Tx,
  { accountId, scope, ...by }: Session,
  { id: scoreId, reason }: InputOf<typeof scoreCalls.appeal>,
): Promise<null> {
  await lockScore(tx, scoreId)
  const score = await getLocked(tx, scope, scoreId)
  if (score.accountId !== accountId || score.kind !== 'signUp' || score.result === 'deleted')
    refuse(commonRefusals.notFound)
  if (!score.isPublished) refuse(scoreRefusals.notPublished)
  if (score.appealUntil === null) refuse(scoreRefusals.noAppeal)
  if (score.wasAppealed) refuse(scoreRefusals.appealedAlready)
  if (score.isOver) refuse(scoreRefusals.appealOver)
  const [made] = await tx<{ id: string }[]>`
    insert into score_appeals ${tx({ scoreId, accountId, reason })} returning id`
  await audit(tx, {
    by: { accountId, projectId: by.projectId, request: by.request },
    action: 'scoreAppeal.make',
    subjectKind: 'scoreAppeal',
    subjectId: made!.id,
    after: { status: 'open' },
  })
  return null
}

/**
 * Takes a person out of their scores as the account is closed: what they and others wrote is gone, open appeals end and what
 * is proposed about the scores is withdrawn. The scores stay.
 */
export async function eraseScores(tx: Tx, { accountId }: { accountId: string }): Promise<void> {
  await endAppeals(tx, { accountId })
  await tx`
    update score_appeals set reason = '', answer = case when answer is not null then '' end where account_id = ${accountId}`
  await tx`
    update score_entries set reason = null
    where reason is not null and score_id in (select id from scores where account_id = ${accountId})`
}
