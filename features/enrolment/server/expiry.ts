import type { SystemReason } from '../../../contract/systemReason.ts'
import { audit } from '../../../server/audit.ts'
import type { Db, Fragment, Pool, Tx } from '../../../server/db.ts'
import type { AppContext } from '../../../server/appContext.ts'
import { isDue, orderWaits } from './data.ts'
import { type LockedEnrolment, transition } from './transition.ts'

/** Expires one enrolment, or so many, whose end has come; returns how many. What others hold is left for later. */
export async function expireDue(tx: Tx, which: { enrolmentId: string } | { limit: number }): Promise<number> {
  const rows = await tx`
    update enrolments set status = 'expired'
    where id in (
      select e.id from enrolments e
      where ${isDue(tx)} ${'enrolmentId' in which ? tx`and e.id = ${which.enrolmentId}` : tx``}
      order by e.expires_at limit ${'limit' in which ? which.limit : 1} for no key update of e skip locked)
    returning id, project_id, expires_at`
  for (const row of rows) {
    await audit(tx, {
      by: null,
      projectId: row.projectId as string,
      action: 'enrolment.expire',
      subjectKind: 'enrolment',
      subjectId: row.id as string,
      before: { status: 'active' },
      after: { status: 'expired', expiresAt: row.expiresAt },
    })
  }
  return rows.length
}

/**
 * Applications `e` whose class `c` is over, or approved ones whose time to pay is, unless an unpaid order still decides
 * what becomes of them.
 */
const isStale = (db: Db): Fragment => db`
  e.status in ('applied', 'approved') and (c.study_to <= moment() or e.pay_until <= moment()) and not ${orderWaits(db)}`

/**
 * Applications nobody decided before their class was over, or paid in time once approved: the next so many, each ended
 * in its own transaction, its seat free again, until the signal stops it; one that fails is logged and left for the
 * next time. Returns how many ended.
 */
export async function lapseApplications(
  db: Pool,
  log: AppContext['log'],
  signal: AbortSignal,
  limit = 500,
): Promise<number> {
  const over = await db`
    select e.id from enrolments e join train_classes c on c.id = e.class_id
    where ${isStale(db)} order by e.id limit ${limit}`
  let lapsed = 0
  for (const { id } of over) {
    signal.throwIfAborted()
    try {
      const ended = await db.begin(async (tx) => {
        // Locked before it is judged: an order placed meanwhile holds the lock, and is seen only after it.
        await tx`select from enrolments where id = ${id} for no key update`
        const [row] = await tx<(LockedEnrolment & { isOver: boolean })[]>`
          select e.id, e.project_id, e.class_id, e.status, coalesce(c.study_to <= moment(), false) as is_over
          from enrolments e join train_classes c on c.id = e.class_id
          where e.id = ${id} and ${isStale(tx)}`
        const reason: SystemReason = row?.isOver ? 'enrolment.classOver' : 'enrolment.unpaid'
        if (row) await transition(tx, null, row, 'expire', reason)
        return row !== undefined
      })
      if (ended) lapsed++
    } catch (error) {
      log.error({ err: error, enrolmentId: id }, 'an application could not be ended')
    }
  }
  return lapsed
}
