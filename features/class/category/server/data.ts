import { Type } from 'typebox'
import { inScope, type ProjectScope } from '../../../../server/session.ts'
import { type Db, rowsOf, where } from '../../../../server/db.ts'
import { type CategoryKind, ClassCategory } from '../contract.ts'

const CountedCategory = Type.Object({ ...ClassCategory.properties, classes: Type.Integer() })

/**
 * Categories a learner may see. The project hides base or major categories of a class type by the setting
 * `hide<Type><Kind>Type`, e.g. `hidePublicBaseType`.
 */
export async function listOpenCategories(
  db: Db,
  projectId: string,
  filter: { classType?: string | undefined; kind?: CategoryKind | undefined },
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

/** Every category of a project with its own classes counted. */
export async function listCategories(
  db: Db,
  projectId: string,
  filter: { classType?: string | undefined; kind?: CategoryKind | undefined } = {},
) {
  const rows = await db`
    select g.id, g.parent_id, g.class_type, g.kind, g.name, g.sort,
      (select count(*) from train_classes c where c.category_id = g.id and c.status <> 'deleted') as classes
    from class_categories g
    ${where(db, [
      db`g.project_id = ${projectId} and g.status = 'active'`,
      filter.classType !== undefined && db`g.class_type = ${filter.classType}`,
      filter.kind !== undefined && db`g.kind = ${filter.kind}`,
    ])}
    order by g.class_type, g.sort, g.id`
  return rowsOf(CountedCategory, rows)
}

/** All categories in the caller's scope, locked: one change of the tree at a time, so that none makes a circle. */
export async function lockCategories(db: Db, scope: ProjectScope) {
  const rows = await db`
    select g.id, g.parent_id, g.class_type, g.kind, g.name, g.sort from class_categories g
    where ${inScope(db, scope, { project: 'g.project_id' })} and g.status = 'active'
    order by g.sort, g.id for update`
  return rowsOf(ClassCategory, rows)
}
