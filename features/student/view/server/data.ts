import { type PageInput, windowOf } from '../../../../contract/paging.ts'
import { type Db, rowsOf } from '../../../../server/db.ts'
import { Viewing } from '../contract.ts'

/** Who of the staff looked at one's pages, the last first. */
export async function pageMyViews(db: Db, accountId: string, input: PageInput) {
  const { limit, offset } = windowOf(input)
  const of = db`l.subject_kind = 'account' and l.subject_id = ${accountId} and l.action = 'student.view'`
  const [rows, [counted]] = await Promise.all([
    db`
      select l.id, v.user_name as viewer_name, l.reason, l.created_at as at, (
        select e.created_at from operation_logs e
        where e.subject_kind = 'account' and e.subject_id = ${accountId} and e.action = 'student.endView'
          and e.after->>'view' = l.after->>'view') as ended_at
      from operation_logs l join accounts v on v.id = l.actor_id
      where ${of} order by l.created_at desc, l.id desc limit ${limit} offset ${offset}`,
    db`select count(*) as total from operation_logs l where ${of}`,
  ])
  return { total: counted!.total as number, list: rowsOf(Viewing, rows) }
}
