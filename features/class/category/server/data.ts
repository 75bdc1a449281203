import type { InputOf } from '../../../../contract/call.ts'
import { type Db, rowsOf, where } from '../../../../server/db.ts'
import { ClassCategory, type classCategoryCalls } from '../contract.ts'
import { isOpen } from './actions.ts'

/** Categories a learner may see. */
export async function listOpenCategories(
  db: Db,
  projectId: string,
  filter: InputOf<typeof classCategoryCalls.findClassCategory>,
) {
  const rows = await db`
    select g.id, g.parent_id, g.class_type, g.kind, g.name, g.sort
    from class_categories g
    ${where(db, [
      db`g.project_id = ${projectId} and g.status = 'active'`,
      isOpen(db, projectId),
      filter.classType !== undefined && db`g.class_type = ${filter.classType}`,
      filter.kind !== undefined && db`g.kind = ${filter.kind}`,
    ])}
    order by g.class_type, g.sort, g.id`
  return rowsOf(ClassCategory, rows)
}
