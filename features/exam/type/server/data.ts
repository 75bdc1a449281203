import { Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { treeOf } from '../../../../contract/tree.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import { type Db, rowOf, rowsOf } from '../../../../server/db.ts'
import { inScope, type ProjectScope, type Scope } from '../../../../server/session.ts'
import { TypeRow } from '../contract.ts'

/** The tree of one kind with what is filed in each branch counted. */
export async function findTree(db: Db, scope: Scope, kind: 'paper' | 'exam') {
  const rows = await db`
    select t.id, t.id as type_id, t.parent_id, t.name, case t.kind
      when 'paper' then (select count(*) from papers p where p.type_id = t.id and p.status = 'active')
      else (select count(*) from exams x where x.type_id = t.id and x.status <> 'deleted') end as count
    from exam_types t
    where t.kind = ${kind} and ${inScope(db, scope, { project: 't.project_id' })}
    order by t.sort, t.id`
  return treeOf(rowsOf(TypeRow, rows))
}

const LockedType = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  parentId: Nullable(Type.String()),
  name: Type.String(),
  filled: Type.Boolean(),
})

/** A branch of the caller's scope, locked, or a refusal 404. */
export async function lockType(db: Db, scope: ProjectScope, typeId: string) {
  const rows = await db`
    select t.id, t.kind, t.parent_id, t.name,
      exists (select from exam_types c where c.parent_id = t.id)
      or exists (select from papers p where p.type_id = t.id and p.status = 'active')
      or exists (select from exams x where x.type_id = t.id and x.status <> 'deleted') as filled
    from exam_types t where t.id = ${typeId} and ${inScope(db, scope, { project: 't.project_id' })} for update`
  return rowOf(LockedType, rows) ?? refuse(commonRefusals.notFound)
}
