import { type Static } from 'typebox'
import { type Db, rowsOf } from '../../../../server/db.ts'
import { nameContains } from '../../../../server/names.ts'
import { FoundUnit } from '../contract.ts'

/** Up to ten units that take people, by a part of the name, those named shortest first. */
export async function findUnits(
  db: Db,
  projectId: string,
  keyword: string,
): Promise<Static<typeof FoundUnit>[]> {
  const rows = await db`
    select u.id, u.name, o.name as parent_name from units u left join units o on o.id = u.parent_id
    where u.project_id = ${projectId} and u.status = 'active' and ${nameContains(db, db`u.name`, keyword)}
    order by length(u.name), u.name, u.id limit 10`
  return rowsOf(FoundUnit, rows)
}
