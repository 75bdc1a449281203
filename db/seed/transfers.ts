import { beginBatch } from '../../features/batch/server/actions.ts'
import type { transferCalls } from '../../features/transfer/contract.ts'
import { moving } from '../../features/transfer/server/batches.ts'
import type { AppContext } from '../../server/appContext.ts'
import { type Context, contextOfWork } from '../../server/serve.ts'
import type { SeededPortal } from './portal.ts'
import { staffOf } from './staff.ts'

/** Learners moved, and others who cannot be, since they have passed or their time is over. */
const most = { able: 6, unable: 3 }

/**
 * A transfer the administrator begins between the two classes of a type and year that share most videos, with rows that are
 * refused. The portal’s own jobs carry it out as soon as it runs.
 */
export async function seedTransfers(app: AppContext, portal: SeededPortal): Promise<void> {
  const { db } = app
  const session = await staffOf(db, portal, 'admin')
  const [pair] = await db<{ left: string; joined: string }[]>`
    with plays as (
      select distinct c.id, c.year, c.class_type, i.resource_id from train_classes c
      join class_courses k on k.class_id = c.id join course_items i on i.course_id = k.course_id
      where c.project_id = ${portal.projectId} and c.status = 'on_shelf')
    select a.id as left, b.id as joined from plays a join plays b using (year, class_type, resource_id)
    where a.id <> b.id and (select count(*) from enrolments e where e.class_id = a.id and e.status = 'active'
      and e.study_done_at is null) >= ${most.able}
      and (select count(*) from enrolments e where e.class_id = a.id and e.status = 'passed') >= ${most.unable}
    group by a.id, b.id, year
    having count(*) < (select count(*) from plays o where o.id = b.id) order by year desc, count(*) desc, a.id limit 1`
  const rows = await db<{ id: string }[]>`
    (select e.id from enrolments e where e.class_id = ${pair!.left} and e.status = 'active' and e.study_done_at is null
      and not exists (select from enrolments o where o.account_id = e.account_id and o.class_id = ${pair!.joined})
      order by e.watched_seconds desc, e.id limit ${most.able})
    union all
    (select e.id from enrolments e where e.class_id = ${pair!.left} and e.status = 'passed' order by e.id
      limit ${most.unable})`
  const input = { ids: rows.map(({ id }) => id), classId: pair!.joined, reason: '按岗位调整到对应班级' }
  await db.begin((tx) =>
    beginBatch(
      tx,
      moving,
      contextOfWork(app, { db: tx, input, session, language: 'zh' }) as Context<
        typeof transferCalls.transferClass
      >,
    ),
  )
}
