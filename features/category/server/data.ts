import type { Static, TObject } from 'typebox'
import type { RefusalWords } from '../../../contract/refusal.ts'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../server/db.ts'
import { inScope, type ProjectScope } from '../../../server/session.ts'
import { Category } from '../contract.ts'

/** A kind of tree: its table, the table of its members, and its noun in the log. */
export interface CategoryKind<Row extends TObject = typeof Category> {
  table: 'resource_categories' | 'course_categories' | 'class_categories'
  members: 'resources' | 'courses' | 'train_classes'
  noun: 'resource-category' | 'course-category' | 'class-category'
  row: Row
  /** Columns beside those of every category; a new one below another has them from it. */
  inherits?: {
    columns: readonly (keyof Static<Row> & string)[]
    /** True if a category may lie below another, by these columns. */
    mayLieBelow: (category: Static<Row>, parent: Static<Row>) => boolean
    /** The error of the field when a new one at the top lacks it. */
    missing: { zh: string; en: string }
    elsewhere: RefusalWords
  }
  notEmpty: RefusalWords
}

/** Categories in order, with their members counted; `within` limits the project, `g` being the category. */
export async function listCategories<Row extends TObject>(db: Db, kind: CategoryKind<Row>, within: Fragment) {
  const columns = Object.keys(kind.row.properties).filter((column) => column !== 'members')
  const rows = await db`
    select ${db(columns.map((column) => `g.${column}`))}, count(m.id)::int as members
    from ${db(kind.table)} g
    left join ${db(kind.members)} m on m.category_id = g.id and m.status <> 'deleted'
    where ${within} and g.status = 'active'
    group by g.id order by g.sort, g.id`
  return rowsOf(kind.row, rows) as (Static<Row> & Category)[]
}

/** All in the caller's scope while nobody else may change the tree, so that no two moves make a circle between them. */
export async function lockCategories<Row extends TObject>(
  tx: Tx,
  kind: CategoryKind<Row>,
  scope: ProjectScope,
) {
  const within = inScope(tx, scope, { project: 'g.project_id' })
  await tx`select pg_advisory_xact_lock(hashtext(${kind.table}), hashtext(${scope.projectId}))`
  // What is being put into one holds its row until the commit, and is counted then.
  await tx`select from ${tx(kind.table)} g where ${within} for no key update`
  return listCategories(tx, kind, within)
}
