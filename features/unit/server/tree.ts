import { Type } from 'typebox'
import { treeOf } from '../../../contract/tree.ts'
import { type Db, rowsOf } from '../../../server/db.ts'
import { nameContains } from '../../../server/names.ts'
import type { Scope } from '../../../server/session.ts'
import { TreeUnit } from '../contract.ts'
import { shownOfLevel } from '../rules.ts'
import { visible } from './data.ts'

/** Number of units a search shows, each with all above it. */
const shownFound = 100

/** Top of the caller's tree: the project's, or the own unit. */
const isTop = (db: Db, scope: Scope) =>
  scope.unitPath === null ? db`u.parent_id is null` : db`u.path = ${scope.unitPath}`

const columns = (db: Db, scope: Scope) => db`
  u.id, case when not ${isTop(db, scope)} then u.parent_id end as parent_id, u.name, u.status,
  (select count(*)::int from units c where c.parent_id = u.id and unit_exists(c.status)) as below`

interface TreeInput {
  open?: readonly string[]
  keyword?: string
  unitId?: string
}

/** The tree of a scope as far as it is unfolded, as rows in order; see the call. */
export async function listTree(
  db: Db,
  scope: Scope,
  input: TreeInput,
): Promise<{ list: TreeUnit[]; more: boolean }> {
  if (input.keyword) return findInTree(db, scope, input.keyword)
  const { open = [], unitId = null } = input
  const rows = await db`
    with wanted as (
      select unnest(${open as string[]}::uuid[]) as id
      union
      select unnest(string_to_array(rtrim(path, '/'), '/')::uuid[]) from units where id = ${unitId}::uuid),
    placed as (
      select u.id, row_number() over (partition by u.parent_id order by u.sort, u.name, u.id) as place
      from units u
      where ${visible(db, scope)} and unit_exists(u.status)
        and (${isTop(db, scope)} or u.parent_id in (select id from wanted)))
    select ${columns(db, scope)}, false as matches, placed.place > ${shownOfLevel} as surplus
    from placed join units u on u.id = placed.id
    where placed.place <= ${shownOfLevel} + 1 or u.id in (select id from wanted)
    order by length(u.path), u.sort, u.name, u.id`
  const shown = rows.filter((row) => !row.surplus || row.id === unitId || open.includes(row.id as string))
  return { list: rowsOf(TreeUnit, shown.map(withoutSurplus)), more: rows.some((row) => row.surplus) }
}

const withoutSurplus = ({ surplus: _, ...row }: Record<string, unknown>) => row

async function findInTree(db: Db, scope: Scope, keyword: string) {
  const rows = await db`
    with found as (
      select u.id, u.path from units u
      where ${visible(db, scope)} and unit_exists(u.status)
        and (${nameContains(db, db`u.name`, keyword)} or u.credit_code = upper(${keyword}))
      order by length(u.path), u.sort, u.name, u.id limit ${shownFound + 1}),
    shown as (select * from found limit ${shownFound}),
    wanted as (select distinct unnest(string_to_array(rtrim(path, '/'), '/')::uuid[]) as id from shown)
    select ${columns(db, scope)}, u.id in (select id from shown) as matches, (select count(*) from found)::int as found
    from wanted join units u on u.id = wanted.id
    where ${visible(db, scope)}
    order by length(u.path), u.sort, u.name, u.id`
  const more = Number(rows[0]?.found ?? 0) > shownFound
  return {
    list: rowsOf(
      TreeUnit,
      rows.map(({ found: _, ...row }) => row),
    ),
    more,
  }
}

const Node = Type.Object({
  id: Type.String(),
  name: Type.String(),
  parentId: Type.Union([Type.String(), Type.Null()]),
})

/** Every unit of a scope as one tree. */
export async function wholeTree(db: Db, scope: Scope) {
  const rows = await db`
    select u.id, u.name, u.parent_id from units u where ${visible(db, scope)} and unit_exists(u.status)
    order by u.sort, u.name, u.id`
  return treeOf(rowsOf(Node, rows))
}
