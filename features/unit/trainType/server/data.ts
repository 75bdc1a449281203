import { type Static, Type } from 'typebox'
import { type PageInput, windowOf } from '../../../../contract/paging.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Branch, treeOf } from '../../../../contract/tree.ts'
import { type Db, rowsOf, where } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import type { Scope } from '../../../../server/session.ts'
import { isProposed } from '../../../approval/server/actions.ts'
import { getSettings } from '../../../project/server/actions.ts'
import { chain, visible } from '../../server/data.ts'
import { type CategoryChoice, Terms, UnitTrainType } from '../contract.ts'
import { defaultTerms, isLowered } from '../rules.ts'

/** The class types of a project, as its learners see them. */
export async function listClassTypes(db: Db, projectId: string) {
  return (await getSettings(db, projectId)).showClassType
}

/** The row that applies to a unit `u` for a class type `k.class_type`: its own or that of the nearest one above. */
const nearest = (db: Db) => db`
  lateral (
    select t.*, a.name as from_name from unit_train_types t join units a on a.id = t.unit_id
    where t.unit_id = any(${chain(db)}) and t.class_type = k.class_type
    order by length(a.path) desc limit 1) t on true`

const columns = (db: Db, { unitPath }: Scope) => db`
  u.id as unit_id, u.name as unit_name, k.class_type,
  coalesce(t.open, ${defaultTerms.open}) as open, coalesce(t.price_mode, ${defaultTerms.priceMode}) as price_mode,
  t.rate, t.hour_price, coalesce(t.payment_mode, ${defaultTerms.paymentMode}) as payment_mode, t.valid_from, t.valid_to,
  coalesce(t.category_ids, '{}') as category_ids,
  array(select g.name from class_categories g where g.id = any(t.category_ids) order by g.sort, g.name) as category_names,
  t.unit_id as from_id, t.from_name,
  ${unitPath === null} and ${isProposed(db, db`u.id`, 'unitTerms', db`k.class_type`)} as waits`

/** Units with their effective terms, a row for each of these class types. */
export async function pageTrainTypes(
  db: Db,
  scope: Scope,
  input: PageInput & { unitId?: string; keyword?: string; classType?: string },
) {
  const { limit, offset } = windowOf(input)
  const shown = (await listClassTypes(db, scope.projectId)).map((type) => type.key)
  const types = input.classType ? shown.filter((type) => type === input.classType) : shown
  const only = where(db, [
    visible(db, scope),
    db`unit_exists(u.status)`,
    input.unitId && db`u.id = ${input.unitId}`,
    input.keyword && nameContains(db, db`u.name`, input.keyword),
  ])
  const [count] = await db`select count(*)::int as units from units u ${only}`
  const rows = await db`
    with wanted as (
      select u.id, k.class_type, k.place from units u
      cross join unnest(${types}::text[]) with ordinality k (class_type, place) ${only}
      order by length(u.path), u.sort, u.name, u.id, k.place limit ${limit} offset ${offset})
    select ${columns(db, scope)} from wanted k join units u on u.id = k.id left join ${nearest(db)}
    order by length(u.path), u.sort, u.name, u.id, k.place`
  return { total: (count!.units as number) * types.length, list: rowsOf(UnitTrainType, rows) }
}

/** The effective terms of units in scope for one class type; units out of scope are left out. */
export async function listTerms(
  db: Db,
  scope: Scope,
  unitIds: readonly string[],
  classType: string,
): Promise<UnitTrainType[]> {
  const rows = await db`
    select ${columns(db, scope)} from units u cross join (select ${classType}::text as class_type) k left join ${nearest(db)}
    where u.id = any(${unitIds as string[]}) and ${visible(db, scope)} and unit_exists(u.status)`
  return rowsOf(UnitTrainType, rows)
}

/** The effective terms of a unit in scope for a class type, or a refusal 404. */
export async function getTrainType(
  db: Db,
  scope: Scope,
  unitId: string,
  classType: string,
): Promise<UnitTrainType> {
  return (await listTerms(db, scope, [unitId], classType))[0] ?? refuse(commonRefusals.notFound)
}

const TypedTerms = Type.Object({
  classType: Type.String(),
  ...Terms.properties,
  categoryIds: Type.Array(Type.String()),
})

/** The terms of a unit by class type, its own and those it inherits; with `above` what it inherits alone. */
export async function termsByType(
  db: Db,
  unitId: string,
  { above = false } = {},
): Promise<ReadonlyMap<string, Terms>> {
  const rows = await db`
    select t.class_type, t.open, t.price_mode, t.rate, t.hour_price, t.payment_mode, t.valid_from, t.valid_to,
      t.category_ids
    from units u cross join terms_of(${above ? db`u.parent_id` : db`u.id`}) t where u.id = ${unitId}`
  return new Map(rowsOf(TypedTerms, rows).map(({ classType, ...terms }) => [classType, terms]))
}

const WaitingTerms = Type.Object({
  proposalId: Type.String(),
  unitName: Type.String(),
  ...TypedTerms.properties,
})

/**
 * Terms that are proposed for a unit, or for one above it whose terms it has, by their proposals; with `above` those that
 * it would have without terms of its own.
 */
export async function waitingFor(
  db: Db,
  unitId: string,
  { above = false } = {},
): Promise<ReadonlyMap<string, Static<typeof WaitingTerms>>> {
  const rows = await db`
    select w.proposal_id, a.name as unit_name, w.class_type, w.open, w.price_mode, w.rate, w.hour_price, w.payment_mode,
      w.valid_from, w.valid_to, w.category_ids
    from units u join units a on a.id = any(${chain(db)}) join waiting_terms w on w.unit_id = a.id
    where u.id = ${unitId} and not (${above} and a.id = u.id) and not exists (
      select from unit_train_types t join units m on m.id = t.unit_id
      where t.class_type = w.class_type and m.id = any(${chain(db)}) and length(m.path) > length(a.path)
        and not (${above} and m.id = u.id))
    order by w.proposal_id`
  return new Map(rowsOf(WaitingTerms, rows).map((row) => [row.proposalId, row]))
}

/** True if a change of terms takes two people. */
export async function takesTwo(db: Db, before: Terms, after: Terms): Promise<boolean> {
  const [row] = await db<{ reached: string[] }[]>`
    select categories_below(${before.categoryIds}::uuid[]) as reached`
  return isLowered(before, after, row!.reached)
}

/** Names of class categories of a project, in their order. */
export async function nameCategories(db: Db, projectId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await db<{ name: string }[]>`
    select name from class_categories where project_id = ${projectId} and id = any(${ids as string[]}::uuid[])
    order by sort, name`
  return rows.map(({ name }) => name)
}

const Category = Type.Object({
  id: Type.String(),
  parentId: Type.Union([Type.String(), Type.Null()]),
  name: Type.String(),
})
export type Category = Static<typeof Category>

/** Class categories of a class type in their order. */
export async function listCategories(db: Db, projectId: string, classType: string): Promise<Category[]> {
  const rows = await db`
    select id, parent_id, name from class_categories
    where project_id = ${projectId} and class_type = ${classType} and status = 'active' order by sort, name, id`
  return rowsOf(Category, rows)
}

/** Class categories of a class type as a tree, those that terms name, and all below them, marked as allowed. */
export function markAllowed(categories: readonly Category[], named: readonly string[]): CategoryChoice[] {
  const mark = (nodes: readonly Branch<Category>[], above: boolean): CategoryChoice[] =>
    nodes.map(({ id, name, children }) => {
      const allowed = above || named.includes(id)
      return { id, name, allowed, children: mark(children, allowed) }
    })
  return mark(treeOf(categories), named.length === 0)
}
