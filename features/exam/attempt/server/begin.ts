import { type Static, Type } from 'typebox'
import { auditAll } from '../../../../server/audit.ts'
import { type Pool, rowsOf, type Tx } from '../../../../server/db.ts'
import { groupCommitOf } from '../../../../server/groupCommit.ts'
import type { Session } from '../../../../server/session.ts'
import type { Item } from '../../paper/rules.ts'
import { isMakeUp } from '../rules.ts'
import type { Sitting } from './data.ts'

/** An attempt to be begun, with the paper drawn for it. */
interface Beginning {
  session: Session
  examId: string
  sitting: Sitting
  seed: number
  items: Item[]
  device: string
  ip: string
}

const BegunRow = Type.Object({
  place: Type.Integer(),
  attemptId: Type.String(),
  number: Type.Integer(),
  startedAt: Type.String(),
  deadlineAt: Type.String(),
})
type Begun = Static<typeof BegunRow>

/**
 * Writes attempts with their papers. The database's clock sets a deadline: the paper's minutes, but not past the
 * exam's end. A learner with an attempt under way, with none left, or whose enrolment has ended or was suspended
 * meanwhile, has no row in the answer.
 */
async function insertAttempts(tx: Tx, batch: readonly Beginning[]): Promise<Begun[]> {
  const given = batch.map(({ session, examId, sitting, seed, items, device, ip }, place) => ({
    place,
    project_id: sitting.projectId,
    exam_id: examId,
    enrolment_id: sitting.enrolmentId,
    account_id: session.accountId,
    make_up: isMakeUp(sitting),
    seed,
    items,
    sections: sitting.sections.map(({ title, type, scoreEach }) => ({ title, type, scoreEach })),
    total: sitting.total,
    pass_score: sitting.passScore,
    minutes: sitting.minutes,
    open_to: sitting.openTo,
    allowed: sitting.attempts + sitting.makeUps,
    device: device.slice(0, 200),
    ip,
  }))
  const rows = await tx`
    with given as materialized (
      select * from jsonb_to_recordset(${tx.json(given as never)}) as g (place int, project_id uuid, exam_id uuid,
        enrolment_id uuid, account_id uuid, make_up boolean, seed bigint, items jsonb, sections jsonb, total numeric,
        pass_score numeric, minutes int, open_to timestamptz, allowed int, device text, ip text)),
    -- Anyone who ends or suspends an enrolment goes first or waits until the attempt is there to be ended.
    held as materialized (
      select e.id from enrolments e where e.id = any(${batch.map(({ sitting }) => sitting.enrolmentId)}::uuid[])
        and e.status = 'active' and e.suspended_by is null order by e.id for share),
    begun as (
      insert into exam_attempts (project_id, exam_id, enrolment_id, account_id, number, make_up, seed, items,
        sections, total, pass_score, deadline_at, device, ip)
      select g.project_id, g.exam_id, g.enrolment_id, g.account_id, 1 + coalesce(before.number, 0), g.make_up,
        g.seed, g.items, g.sections, g.total, g.pass_score,
        least(moment() + make_interval(mins => g.minutes), g.open_to), g.device, g.ip
      from given g join held h on h.id = g.enrolment_id
      cross join lateral (
        select max(a.number) as number, count(*) filter (where a.status <> 'voided') as used
        from exam_attempts a where a.exam_id = g.exam_id and a.enrolment_id = g.enrolment_id) before
      where before.used < g.allowed
      on conflict do nothing
      returning id, exam_id, enrolment_id, number, started_at, deadline_at)
    select g.place, b.id as attempt_id, b.number, b.started_at, b.deadline_at
    from begun b join given g on g.exam_id = b.exam_id and g.enrolment_id = b.enrolment_id`
  return rowsOf(BegunRow, rows)
}

/** Begins a batch of attempts in one transaction, each with its record. */
function beginBatch(db: Pool, batch: readonly Beginning[]): Promise<(Begun | null)[]> {
  return db.begin(async (tx) => {
    const begun = new Map((await insertAttempts(tx, batch)).map((row) => [row.place, row]))
    await auditAll(
      tx,
      [...begun.values()].map(({ place, attemptId, number, deadlineAt }) => {
        const { session, sitting } = batch[place]!
        return {
          by: session,
          action: 'exam-attempt.start',
          subjectKind: 'exam-attempt',
          subjectId: attemptId,
          after: { number, makeUp: isMakeUp(sitting), deadlineAt },
        }
      }),
    )
    return batch.map((_, place) => begun.get(place) ?? null)
  })
}

/** The one writer of begun attempts of a database: a class that begins together is written together. */
export const beginWriter = groupCommitOf<Beginning, Begun | null>({
  key: ({ examId, session }) => `${examId} ${session.accountId}`,
  commit: beginBatch,
  maxBatch: 100,
})
