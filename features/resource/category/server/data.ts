import { type Db, rowsOf } from '../../../../server/db.ts'
import { inScope, type ProjectScope, type Scope } from '../../../../server/session.ts'
import { Category } from '../contract.ts'

/** Which tree is meant: its table, the table of what lies in it, and what its actions are called. */
export interface Shelf {
  table: 'resource_categories' | 'course_categories'
  members: 'resources' | 'courses'
  noun: 'resource-category' | 'course-category'
}

/** Every category in the caller's scope, in order, with its members counted. */
export async function listCategories(db: Db, scope: Scope, shelf: Shelf) {
  const rows = await db`
    select g.id, g.parent_id, g.name, g.sort, count(m.id)::int as members
    from ${db(shelf.table)} g
    left join ${db(shelf.members)} m on m.category_id = g.id and m.status = 'active'
    where ${inScope(db, scope, { project: 'g.project_id' })} and g.status = 'active'
    group by g.id order by g.sort, g.id`
  return rowsOf(Category, rows)
}

/** The same, while nobody else may change the tree: so that no two moves make a circle between them. */
export async function lockCategories(db: Db, scope: ProjectScope, shelf: Shelf) {
  await db`select pg_advisory_xact_lock(hashtext(${shelf.table}), hashtext(${scope.projectId}))`
  return listCategories(db, scope, shelf)
}
