import { type Db, rowsOf, where } from '../../../server/db.ts'
import { inScope, type Scope } from '../../../server/session.ts'
import { UnitBase } from '../contract.ts'

/** Units of the caller's scope by a part of the name, those nearest the root first. */
export async function listUnitBase(
  db: Db,
  scope: Scope,
  asked: { keyword?: string | undefined; unitId?: string | undefined },
) {
  const rows = await db`
    select u.id, u.name, o.name as parent_name from units u left join units o on o.id = u.parent_id
    ${where(db, [
      inScope(db, scope, { project: 'u.project_id', unitPath: 'u.path' }),
      db`u.status <> 'deleted'`,
      asked.keyword && db`position(${asked.keyword} in u.name) > 0`,
      asked.unitId && db`u.id = ${asked.unitId}`,
    ])}
    order by length(u.path), u.name, u.id limit 50`
  return rowsOf(UnitBase, rows)
}
