import { type Static, Type } from 'typebox'
import { type InputOf, Nullable } from '../../../contract/call.ts'
import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf, type Tx, where } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import { page } from '../../../server/page.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { InvoiceTitle, UnitBase, type unitCalls, UnitDetail, UnitRow, UnitStatus } from '../contract.ts'
import { idsOfPath, levelOfPath } from '../rules.ts'

/** Counting people stops here. */
const countedPeople = 10_000

/** Units a caller may see. */
export const visible = (db: Db, scope: Scope) =>
  inScope(db, scope, { project: 'u.project_id', unitPath: 'u.path' })

/** The path of a unit in scope; null for one out of scope as for one that does not exist. */
export const pathInScope = (db: Db, scope: Scope, unitId: string) => db`
  (select f.path from units f
    where f.id = ${unitId} and ${inScope(db, scope, { project: 'f.project_id', unitPath: 'f.path' })})`

/** The unit above a unit `u`, where the caller may see that too. */
const above = (db: Db, scope: Scope) => db`
  left join units o on o.id = u.parent_id and ${inScope(db, scope, { project: 'o.project_id', unitPath: 'o.path' })}`

/** The ids of a unit `u` and all above it. */
export const chain = (db: Db) => db`string_to_array(rtrim(u.path, '/'), '/')::uuid[]`

/** True if a unit `u`, or one above it, is disabled. */
export const isClosed = (db: Db) =>
  db`exists (select from units x where x.id = any(${chain(db)}) and x.status = 'disabled')`

/** Learners of units that meet a condition on `u2`, up to the number that is counted. */
const learners = (db: Db, of: ReturnType<typeof where>) => db`
  (select count(*)::int from (
    select from accounts a join roles r on r.id = a.role_id and r.role_system = 3 join units u2 on u2.id = a.unit_id
    where a.status <> 'deleted' and ${of} limit ${countedPeople}) counted)`

/** Accounts of staff that act for a unit `u`, as their own role or a further one. */
const managers = (db: Db) => db`
  (select count(distinct a.id)::int from accounts a where a.status <> 'deleted' and (
    a.unit_id = u.id and exists (select from roles r where r.id = a.role_id and r.role_system < 3)
    or a.id in (select h.account_id from account_roles h join roles r on r.id = h.role_id and r.role_system < 3
      where h.unit_id = u.id)))`

const columns = (db: Db) => db`
  u.id, u.name, o.id as parent_id, o.name as parent_name, u.credit_code, u.region, u.industry, u.contact, u.phone, u.status,
  ${isClosed(db)} as closed, u.sort,
  (select count(*)::int from units c where c.parent_id = u.id and unit_exists(c.status)) as below,
  ${learners(db, db`u2.id = u.id`)} as people, ${managers(db)} as managers,
  (select count(*)::int from unit_train_types t where t.unit_id = u.id) as own_terms`

/** Units of the caller's scope by a part of the name, those nearest the root first. */
export async function listUnitBase(
  db: Db,
  scope: Scope,
  query: { keyword?: string | undefined; unitId?: string | undefined },
) {
  const rows = await db`
    select u.id, u.name, o.name as parent_name from units u ${above(db, scope)}
    ${where(db, [
      visible(db, scope),
      db`unit_exists(u.status)`,
      query.keyword && nameContains(db, db`u.name`, query.keyword),
      query.unitId && db`u.id = ${query.unitId}`,
    ])}
    order by length(u.path), u.sort, u.name, u.id limit 50`
  return rowsOf(UnitBase, rows)
}

/** One page of units in scope, those nearest the top first. */
export async function pageUnits(db: Db, scope: Scope, input: InputOf<typeof unitCalls.findUnitList>) {
  const { keyword, creditCode, region, status, unitId } = input
  return page(db, UnitRow, input, {
    columns: columns(db),
    key: db`u.id`,
    from: db`units u`,
    join: above(db, scope),
    where: [
      visible(db, scope),
      db`unit_exists(u.status)`,
      keyword && nameContains(db, db`u.name`, keyword),
      creditCode && db`position(upper(${creditCode}) in u.credit_code) > 0`,
      region && db`u.region = ${region}`,
      status && db`u.status = ${status}`,
      unitId && db`u.path ^@ coalesce(${pathInScope(db, scope, unitId)}, '?')`,
    ],
    sorts: { name: db`u.name`, creditCode: db`u.credit_code`, status: db`u.status` },
    orderBy: db`length(u.path), u.sort, u.name, u.id`,
  })
}

/** Names of units of the caller's scope, by their ids. */
export async function nameUnits(db: Db, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db`
    select u.id, u.name from units u where u.id = any(${ids as string[]}::uuid[]) and ${visible(db, scope)}`
  return new Map(rows.map(({ id, name }) => [id as string, name as string]))
}

const DetailRow = Type.Object({
  ...UnitRow.properties,
  email: Nullable(Type.String()),
  address: Nullable(Type.String()),
  invoiceTitle: Nullable(InvoiceTitle),
  version: Type.Integer(),
  createdAt: Type.String(),
  path: Type.String(),
  peopleBelow: Type.Integer(),
})

/** One unit in scope; by the id of a merged one its successor. Refuses 404. */
export async function getUnitDetail(db: Db, scope: Scope, unitId: string): Promise<UnitDetail> {
  const [found] = await db`
    select coalesce(merged_into, id) as id, case when merged_into is not null then name end as name
    from units where id = ${unitId} and project_id = ${scope.projectId}`
  const rows = await db`
    select ${columns(db)}, u.email, u.address, u.invoice_title, u.version, u.created_at, u.path,
      ${learners(db, db`u2.path ^@ u.path`)} as people_below
    from units u ${above(db, scope)}
    where u.id = ${(found?.id as string | undefined) ?? null} and ${visible(db, scope)} and unit_exists(u.status)`
  const row = rowOf(DetailRow, rows) ?? refuse(commonRefusals.notFound)
  const { path, ...unit } = row
  const steps = await db`
    select u.id, u.name from units u where u.id = any(${idsOfPath(path).slice(0, -1)}) and ${visible(db, scope)}
    order by length(u.path)`
  const mergedFrom = await db`select id, name from units where merged_into = ${row.id} order by id`
  return {
    ...unit,
    above: rowsOf(UnitDetail.properties.above.items, steps),
    level: levelOfPath(path),
    mergedFrom: rowsOf(UnitDetail.properties.mergedFrom.items, mergedFrom),
    askedFor: (found!.name as string | null) ?? null,
  }
}

export const LockedUnit = Type.Object({
  id: Type.String(),
  parentId: Nullable(Type.String()),
  path: Type.String(),
  name: Type.String(),
  creditCode: Nullable(Type.String()),
  region: Nullable(Type.String()),
  industry: Nullable(Type.String()),
  contact: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  email: Nullable(Type.String()),
  address: Nullable(Type.String()),
  invoiceTitle: Nullable(InvoiceTitle),
  sort: Type.Integer(),
  status: UnitStatus,
  version: Type.Integer(),
})
export type LockedUnit = Static<typeof LockedUnit>

/** Locks a unit in scope that is there; refuses 404. `strongly` blocks anyone who would join it meanwhile. */
export async function lockUnit(tx: Tx, scope: Scope, unitId: string, strongly = false): Promise<LockedUnit> {
  const rows = await tx`
    select u.id, u.parent_id, u.path, u.name, u.credit_code, u.region, u.industry, u.contact, u.phone, u.email,
      u.address, u.invoice_title, u.sort, u.status, u.version
    from units u where u.id = ${unitId} and ${visible(tx, scope)} and unit_exists(u.status)
    for ${strongly ? tx`update` : tx`no key update`}`
  return rowOf(LockedUnit, rows) ?? refuse(commonRefusals.notFound)
}

const Burden = Type.Object({ children: Type.Integer(), people: Type.Integer(), orders: Type.Integer() })

/** Counts what prevents deleting a unit: units below, people that are not deleted, orders. */
export async function countBurden(db: Db, unitId: string): Promise<Static<typeof Burden>> {
  const rows = await db`
    select
      (select count(*)::int from units c where c.parent_id = ${unitId} and unit_exists(c.status)) as children,
      (select count(*)::int from accounts a where a.status <> 'deleted' and (a.unit_id = ${unitId}
        or a.id in (select account_id from account_roles where unit_id = ${unitId})
        or a.id in (select account_id from students where unit_id = ${unitId}))) as people,
      (select count(*)::int from orders where ${unitId} in (unit_id, payer_unit_id)) as orders`
  return rowOf(Burden, rows)!
}
