import { type Db, rowOf, rowsOf } from '../../../../server/db.ts'
import { Type } from 'typebox'
import { MergeCounts } from '../contract.ts'

/** Counts what would go with a unit: rows as the merge moves them. */
export async function countMerge(db: Db, unitId: string): Promise<MergeCounts> {
  const rows = await db`
    with learners as (
      select a.id from accounts a join roles r on r.id = a.role_id and r.role_system = 3
      where a.unit_id = ${unitId} and a.status <> 'deleted')
    select (select count(*)::int from learners) as people,
      (select count(*)::int from accounts a join roles r on r.id = a.role_id and r.role_system < 3
        where a.unit_id = ${unitId} and a.status <> 'deleted')
      + (select count(*)::int from account_roles h join roles r on r.id = h.role_id and r.role_system < 3
        where h.unit_id = ${unitId}) as managers,
      (select count(*)::int from orders where ${unitId} in (unit_id, payer_unit_id)) as orders,
      (select count(distinct e.class_id)::int from enrolments e join learners l on l.id = e.account_id
        where is_live(e.status)) as classes,
      (select count(*)::int from units where parent_id = ${unitId} and unit_exists(status)) as children`
  return rowOf(MergeCounts, rows)!
}

/** Class types for which a unit has terms of its own. */
export async function ownTerms(db: Db, unitId: string): Promise<string[]> {
  const rows = await db`select class_type from unit_train_types where unit_id = ${unitId} order by class_type`
  return rowsOf(Type.Object({ classType: Type.String() }), rows).map((row) => row.classType)
}
