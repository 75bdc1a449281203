import type { InputOf } from '../../../../contract/call.ts'
import { refuse } from '../../../../contract/refusal.ts'
import type { Db, Fragment, Tx } from '../../../../server/db.ts'
import type { ProjectSession } from '../../../../server/session.ts'
import { categoriesOf } from '../../../category/server/actions.ts'
import { loweringTerms } from '../../../unit/trainType/server/actions.ts'
import { CountedCategory, type classCategoryCalls, categoryRefusals } from '../contract.ts'
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

/** True if a class `c` is only being written: its first category is a part of that. */
const isBeingWritten = (db: Db): Fragment => db`(c.status = 'draft' and c.copied_from is null)`

/** The name of a unit for which terms are new that lower prices; null where none are. */
const lowerFor = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string | null =>
  [...after].find(([terms]) => !before.has(terms))?.[1] ?? null

/**
 * Refuses (409) a class that was published, or a copy, another category in which some unit has lower terms for it: that
 * would lower its price for one unit, which takes two.
 */
export async function assertCategory(
  tx: Tx,
  { id, name, categoryId: now }: { id: string; name: string; categoryId: string },
  categoryId: string,
): Promise<void> {
  if (categoryId === now) return
  const unit = lowerFor(await loweringTerms(tx, now), await loweringTerms(tx, categoryId))
  if (unit === null) return
  const [sold] = await tx`select from train_classes c where c.id = ${id} and not ${isBeingWritten(tx)}`
  if (sold) refuse(categoryRefusals.lowerThere, { name, unit }, 'categoryId')
}

/** Moves a category with all below it. Refuses (409) a place where some unit has lower terms for classes in it, as above. */
export async function dragCategory(
  tx: Tx,
  session: ProjectSession,
  input: InputOf<typeof classCategoryCalls.dragClassCategory>,
): Promise<void> {
  const before = await loweringTerms(tx, input.id)
  await classCategories.drag(tx, session, input)
  const unit = lowerFor(before, await loweringTerms(tx, input.id))
  if (unit === null) return
  const [moved] = await tx<{ name: string; isSold: boolean }[]>`
    select g.name, exists (select from train_classes c
      where ${inCategory(tx, input.id)} and c.status <> 'deleted' and not ${isBeingWritten(tx)}) as is_sold
    from class_categories g where g.id = ${input.id}`
  const { name, isSold } = moved!
  if (isSold) refuse(categoryRefusals.lowerThere, { name, unit }, 'parentId')
}

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
