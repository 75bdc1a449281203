import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { audit } from '../../../../server/audit.ts'
import { type Db, rowOf } from '../../../../server/db.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { inScope, type Scope, type Session } from '../../../../server/session.ts'
import { handsOf } from '../../../approval/server/actions.ts'
import { enrolmentRefusals, type EnrolmentStatus } from '../../contract.ts'
import { enrolmentLifecycle } from '../../rules.ts'
import { passIfComplete } from '../../server/actions.ts'
import { EarlierEnds } from '../contract.ts'

type Caller = Pick<Session, 'scope' | 'accountId'>

/** Rows in one transaction. */
const batch = 500

const extendable = (['active', 'expired'] satisfies EnrolmentStatus[]).filter((status) =>
  enrolmentLifecycle.can(status, 'extend'),
)

/**
 * The learners of a class within the caller's scope who end earlier than the class lets them by now, each with that
 * end: the class's end of study or its days from joining, approval or payment after it, whatever came last, as when a
 * place is opened; null where study would have no end. A unit goes no further than the unit class that it ordered, and
 * nobody extends a place of their own.
 */
const earlierEnds = (db: Db, { scope, accountId }: Caller, classId: string) => db`
    select e.id, e.status, e.expires_at as present, e.study_done_at is not null as done, later.ending
    from enrolments e join train_classes c on c.id = e.class_id
    join accounts a on a.id = e.account_id left join units u on u.id = a.unit_id
    left join order_items i on i.id = e.source_id and e.source = 'batch'
    left join batch_orders b on b.order_id = i.order_id left join unit_classes k on k.id = b.unit_class_id,
    lateral (select least(c.study_to, case when ${scope.unitPath !== null} then k.study_to end, make_interval(days => c.valid_days) + coalesce(
      (select max(o.created_at) from operation_logs o where o.subject_kind = 'enrolment' and o.subject_id = e.id::text
        and o.action in ('enrolment.approve', 'enrolment.admit')), e.created_at)) as ending) later
    where e.class_id = ${classId} and e.status = any(${extendable}) and e.expires_at is not null
      and not e.account_id = ${handsOf(db, accountId)}
      -- An end is stored to the millisecond, the value it is computed from is not.
      and (later.ending is null or later.ending > greatest(e.expires_at + interval '1 second', moment()))
      and ${inScope(db, scope, { project: 'e.project_id', unitPath: 'u.path', account: 'e.account_id' })}`

/** Refuses (404) another's class, and a unit (409) the learners of a class of an earlier year. */
async function assertKnown(db: Db, scope: Scope, classId: string): Promise<void> {
  const [known] = await db<{ name: string; isEarlier: boolean }[]>`
    select name, year < extract(year from moment() at time zone 'Asia/Shanghai') as is_earlier from train_classes
    where id = ${classId} and project_id = ${scope.projectId} and status <> 'deleted'`
  const { name, isEarlier } = known ?? refuse(commonRefusals.notFound)
  if (isEarlier && scope.unitPath !== null) refuse(enrolmentRefusals.earlierYear, { name })
}

/** Counts a class's learners who end earlier than the class lets them by now. Refuses as `assertKnown`. */
export async function countEarlierEnds(db: Db, by: Caller, classId: string): Promise<EarlierEnds> {
  await assertKnown(db, by.scope, classId)
  const rows = await db`
    select count(*)::int as count, (count(*) filter (where present <= moment()))::int as ended, min(present) as "from",
      max(present) as "to", case when bool_and(ending is not null) then max(ending) end as until
    from (${earlierEnds(db, by, classId)}) ends`
  return rowOf(EarlierEnds, rows)!
}

/**
 * Gives every learner of a class who ends earlier the end the class has by now, each on record with the reason, in
 * transactions of a few hundred; complete ones then pass, each in its own transaction. Returns how many. Refuses as
 * `assertKnown`.
 */
export async function extendToClass(
  { db, log }: Pick<AppContext, 'db' | 'log'>,
  session: Session,
  { classId, reason }: { classId: string; reason: string },
): Promise<number> {
  await assertKnown(db, session.scope, classId)
  let extended = 0
  for (let found = batch; found === batch; ) {
    const rows = await db.begin(async (tx) => {
      const changed = await tx`
        with ends as materialized (
          ${earlierEnds(tx, session, classId)} order by e.id limit ${batch} for no key update of e)
        update enrolments e set status = 'active', expires_at = ends.ending from ends where e.id = ends.id
        returning e.id, ends.status, ends.present, ends.ending, ends.done`
      for (const { id, status, present, ending } of changed) {
        await audit(tx, {
          by: session,
          action: 'enrolment.extend',
          subjectKind: 'enrolment',
          subjectId: id as string,
          before: { status, expiresAt: present },
          after: { status: enrolmentLifecycle.next(status as EnrolmentStatus, 'extend'), expiresAt: ending },
          reason,
        })
      }
      return changed
    })
    for (const { id } of rows.filter((row) => row.done)) {
      await db
        .begin((tx) => passIfComplete(tx, id as string))
        .catch((error: unknown) =>
          log.error({ err: error, enrolmentId: id }, 'an extended class did not pass'),
        )
    }
    found = rows.length
    extended += found
  }
  return extended
}
