import { saveBeats } from '../../features/study/beat/server/data.ts'
import { openVideo, rollUp } from '../../features/study/server/actions.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { SeededPortal } from './portal.ts'
import { learnerOf } from './staff.ts'

/** Learners who study while the demo is filled. */
const most = 24

/** Seconds a window plays before it is closed: what a beat may be ahead of the wall clock. */
const playedMs = 2000

/**
 * Learners who open the next video of a class, play its first seconds and close the window, as the player does: the boards
 * count them as active today. The first learner, whose account visitors sign in with, is not among them.
 */
export async function seedStudies(
  app: AppContext,
  portal: SeededPortal,
  [first]: readonly string[],
): Promise<void> {
  const { db } = app
  const studying = await db<{ accountId: string; enrolmentId: string; itemId: string; fromMs: number }[]>`
    select distinct on (e.account_id) e.account_id, e.id as enrolment_id, i.id as item_id,
      coalesce(w.furthest_ms, 0) as from_ms
    from enrolments e join train_classes c on c.id = e.class_id
    join class_courses k on k.class_id = c.id join course_items i on i.course_id = k.course_id
    left join watch_coverages w on w.enrolment_id = e.id and w.item_id = i.id
    where e.project_id = ${portal.projectId} and e.status = 'active' and e.account_id <> ${first!}
      and e.suspended_by is null and e.expires_at > moment() and c.study_from <= moment() and c.capture_kind is null
      and w.completed_at is null
    order by e.account_id, e.created_at desc, k.sort, i.sort limit ${most}`
  for (const { accountId, enrolmentId, itemId, fromMs } of studying) {
    const session = await learnerOf(db, portal, accountId)
    const from = { previous: null, opening: null, ip: '127.0.0.1', agent: '' }
    const { leaseToken } = await openVideo(app, { session, enrolmentId, itemId, ...from })
    await saveBeats(db, [
      {
        accountId,
        leaseId: leaseToken,
        sequence: 1,
        fromMs,
        toMs: fromMs + playedMs,
        hidden: false,
        sinceMs: null,
        untilMs: null,
        ends: true,
      },
    ])
    await db.begin((tx) => rollUp(tx, enrolmentId))
  }
}
