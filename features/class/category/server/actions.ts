import type { Db, Fragment } from '../../../../server/db.ts'
import { categoriesOf } from '../../../category/server/actions.ts'
import { CountedCategory, categoryRefusals } from '../contract.ts'
import { mayLieBelow } from '../rules.ts'

/** The categories of classes: each of a class type, which those below it share, and of a kind. */
export const classCategories = categoriesOf({
  table: 'class_categories',
  members: 'train_classes',
  noun: 'class-category',
  row: CountedCategory,
  inherits: {
    columns: ['classType', 'kind'],
    missing: { zh: '请选择班级类型和类目', en: 'choose a class type and a category type' },
    mayLieBelow,
    elsewhere: categoryRefusals.otherType,
  },
  notEmpty: categoryRefusals.notEmpty,
})

/**
 * The condition that learners see a category `g`: a project hides base or major categories of a class type by the
 * setting `hide<Type><Kind>Type`, e.g. `hidePublicBaseType`.
 */
export const isOpen = (db: Db, projectId: string): Fragment => db`
  (select settings_of(${projectId}))->('hide' || initcap(g.class_type) || initcap(g.kind) || 'Type')
    is distinct from 'true'`

/** The condition that a class `c` is in a category or anywhere below it. */
export function inCategory(db: Db, categoryId: string): Fragment {
  return db`c.category_id in (
    with recursive below as (
      select id from class_categories where id = ${categoryId}
      union select g.id from class_categories g join below on g.parent_id = below.id)
    select id from below)`
}
