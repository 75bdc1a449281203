import { type Static, Type } from 'typebox'
import { Nullable } from '../../../../contract/call.ts'
import { type Db, type Fragment, rowsOf, type Tx } from '../../../../server/db.ts'
import type { FoundImport } from '../../../import/server/actions.ts'
import type { TransferDraft } from './reader.ts'

const NamedRow = Type.Object({
  rowNo: Type.Integer(),
  draft: Type.Unsafe<TransferDraft>(Type.Any()),
  /** The learner of its ID in scope; null for none. */
  accountId: Nullable(Type.String()),
  isNamed: Type.Boolean(),
  /** Classes that its two cells name. */
  targets: Type.Array(Type.String()),
  lefts: Type.Array(Type.String()),
  /** The learner's open enrolments, those in the class to be left first. */
  open: Type.Array(Type.Object({ id: Type.String(), classId: Type.String() })),
})
export type NamedRow = Static<typeof NamedRow>

/** Condition for accounts `a` in units `u` of the project, and the unit if there is one, that an import is for. */
export const isReached = (db: Db, { projectId, unitPath }: FoundImport): Fragment =>
  unitPath === null
    ? db`a.project_id = ${projectId}`
    : db`(a.project_id = ${projectId} and starts_with(u.path, ${unitPath}))`

/** Judged rows with what they name: the learner, the classes, and where the learner studies now. */
export async function listNamed(tx: Tx, found: FoundImport, among: Fragment): Promise<NamedRow[]> {
  const { id, projectId } = found
  // A code is of one class, of which the newest version is meant; a full name may be several classes'.
  const classes = (text: Fragment) => tx`
    coalesce((select array_agg(v.id) from (
      select distinct on (c.root_id) c.id from classes c
      where c.code = ${text} or c.name = ${text} and not exists (select from classes o where o.code = ${text})
      order by c.root_id, c.version desc) v), '{}')`
  // Both sides as names are compared, each once however many rows there are.
  const rows = await tx`
    with classes as materialized (
      select id, root_id, version, name_key(code) as code, name_key(name) as name from train_classes
      where project_id = ${projectId} and status <> 'deleted'),
    judged as materialized (
      select r.row_no, r.draft, r.card_index, name_key(r.draft->>'toClass') as to_class,
        name_key(r.draft->>'fromClass') as from_class
      from import_rows r where r.import_id = ${id} and r.state = 'good' and ${among})
    select r.row_no, r.draft, s.account_id, coalesce(name_key(s.real_name) = name_key(r.draft->>'realName'), false) as is_named,
      ${classes(tx`r.to_class`)} as targets,
      ${classes(tx`r.from_class`)} as lefts,
      coalesce((select json_agg(json_build_object('id', e.id, 'classId', v.root_id) order by e.status <> 'active', e.id)
        from enrolments e join train_classes v on v.id = e.class_id
        where e.account_id = s.account_id and is_live(e.status)), '[]') as open
    from judged r
    left join lateral (
      select s.account_id, s.real_name from students s join accounts a on a.id = s.account_id
      join roles l on l.id = a.role_id and l.role_system = 3 left join units u on u.id = a.unit_id
      where s.project_id = ${projectId} and s.card_index = r.card_index and a.status <> 'deleted'
        and ${isReached(tx, found)}) s on true
    order by r.row_no`
  return rowsOf(NamedRow, rows)
}

/** Roots of classes: what all versions of one share. */
export async function rootsOf(tx: Tx, classIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx`select id, root_id from train_classes where id = any(${classIds as string[]}::uuid[])`
  return new Map(rows.map(({ id, rootId }) => [id as string, rootId as string]))
}
