import type { PageInput } from '../../../../contract/paging.ts'
import type { Db } from '../../../../server/db.ts'
import { page } from '../../../../server/page.ts'
import { Viewing } from '../contract.ts'

/** Lists the staff who looked at one's pages, the last first. */
export const pageMyViews = (db: Db, accountId: string, input: PageInput) =>
  page(db, Viewing, input, {
    columns: db`
      l.id, v.user_name as viewer_name, l.reason, l.created_at as at, (
        select e.created_at from operation_logs e
        where e.subject_kind = 'account' and e.subject_id = ${accountId} and e.action = 'student.endView'
          and e.after->>'view' = l.after->>'view') as ended_at`,
    from: db`operation_logs l`,
    join: db`join accounts v on v.id = l.actor_id`,
    where: [db`l.subject_kind = 'account' and l.subject_id = ${accountId} and l.action = 'student.view'`],
    orderBy: db`l.created_at desc, l.id desc`,
  })
