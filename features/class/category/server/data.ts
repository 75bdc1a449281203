import type { InputOf } from '../../../../contract/call.ts'
import { type Db, rowsOf, where } from '../../../../server/db.ts'
import { ClassCategory, type classCategoryCalls } from '../contract.ts'

/**
 * Categories a learner may see. The project hides base or major categories of a class type by the setting
 * `hide<Type><Kind>Type`, e.g. `hidePublicBaseType`.
 */
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
      db`not coalesce(((select settings_of(${projectId}))->>('hide' || initcap(g.class_type) || initcap(g.kind) || 'Type'))
        ::boolean, false)`,
      filter.classType !== undefined && db`g.class_type = ${filter.classType}`,
      filter.kind !== undefined && db`g.kind = ${filter.kind}`,
    ])}
    order by g.class_type, g.sort, g.id`
  return rowsOf(ClassCategory, rows)
}
